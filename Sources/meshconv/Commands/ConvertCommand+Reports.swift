import MeshBytes
import MeshConvert
import MeshFormats

/// Reports in files, and restrictions on streams.
extension ConvertCommand {
    /// Returns the path of a job's report for `--if-changed`: that of `--report`, else beside the output.
    func recordPath(_ job: ConvertJob, _ isOneOfSeveral: Bool) -> String {
        if let report, report != "-", !isOneOfSeveral { return report }
        return EarlierReport.path(beside: job.output)
    }

    /// Refuses a report that would take the place of a file that is read or written, or of one that is no report, and one
    /// that can't be written in its folder, if that is there.
    func checkReport(besides files: [String]) throws(Failure) {
        guard let report, report != "-" else { return }
        let place = Self.place(report)
        if let other = files.first(where: { Self.place($0) == place || Input.isSameFile($0, report) }) {
            throw Failure(usage: "expected a name of its own for the report, found that of '\(other)'")
        }
        if !self.files.force, !(try Self.isReport(report)) {
            throw Failure(
                usage: "expected a name of its own for the report, found '\(report)', a file that is no report; "
                    + "to replace it: --force")
        }
        let folder = report.pathFolder
        guard FolderTree.isFolder(folder.isEmpty ? "." : folder) else { return }
        let trial = OutputTransaction(mainPath: report)
        defer { trial.discard() }
        do throws(SystemError) { _ = try trial.openMain() } catch { throw Failure(writing: error) }
    }

    /// A path by the real path of its folder, so that one place has one spelling before there is a file.
    private static func place(_ path: String) -> String {
        let folder = path.pathFolder
        return (Input.realPath(folder.isEmpty ? "." : folder) ?? folder) + "/" + path.lastPathPart
    }

    /// Whether a report may take a place: there is no file, or one that has a report of this program, or nothing.
    private static func isReport(_ path: String) throws(Failure) -> Bool {
        do throws(SystemError) {
            guard try PathKind(at: path) == .file else { return true }
            let input = try Input.file(path)
            let start = try input.read(0..<min(input.byteCount, 64))
            return start.isEmpty || start.filter { $0 > 0x20 }.starts(with: "{\"schema\":\"meshconv".utf8)
        } catch {
            throw Failure(.read(ReadError(error), path: path))
        }
    }

    /// Whether one name is given and nothing else: the file is to be looked into.
    var isFileAlone: Bool { paths.count == 1 && inputs.isEmpty && list.filesFrom == nil && files.output == nil }

    /// Plans what the jobs would do, for `--dry-run`. Returns the exit code of the first that would fail.
    func plan(_ jobs: [ConvertJob], isBatch: Bool, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        guard !combine else { throw Failure(usage: "--combine can't be planned; leave out --dry-run") }
        guard html == nil else { throw Failure(usage: "--html needs a conversion; leave out --dry-run") }
        return try PlanRun.all(
            jobs, isBatch: isBatch, target: target, strict: strictness.words, input: input, common: common, pipeline)
    }

    /// Refuses options that don't work with streams.
    func refuseStreams(_ jobs: [ConvertJob], _ pipeline: Pipeline) throws(Failure) {
        for job in jobs {
            if files.ifChanged, let stream = [job.input, job.output].first(where: { ProcessControl.isStream($0) }) {
                throw Failure(usage: "expected files with --if-changed, found the stream '\(stream)'")
            }
            guard job.output == "-", Console.isTerminal(.standardOutput), let name = job.variant,
                let id = StandardFormats.variant(named: name, in: pipeline.formats),
                let variant = pipeline.formats.flatMap(\.descriptor.variants).first(where: { $0.id == id }),
                !variant.isText
            else { continue }
            throw Failure(
                usage: "expected a file or a pipe for \(id), which is binary, found a terminal; say '> FILE'")
        }
    }

    /// Returns the page of `--html`, which is of one conversion of files.
    func page(of jobs: [ConvertJob]) throws(Failure) -> PageFile? {
        guard let html else { return nil }
        guard jobs.count == 1, let job = jobs.first else {
            throw Failure(usage: "expected one conversion beside --html, found \(jobs.count)")
        }
        guard !files.ifChanged else { throw Failure(usage: "expected no --if-changed beside --html, found it") }
        if let stream = [job.input, job.output].first(where: { ProcessControl.isStream($0) }) {
            throw Failure(usage: "expected files with --html, found the stream '\(stream)'")
        }
        let inputs = job.combined.isEmpty ? [job.input] : job.combined
        return try PageFile(
            html, besides: inputs + [job.output] + [report].compactMap(\.self), noClobber: files.noClobber)
    }

    /// Writes the page of a conversion that was done. Its failure is told, but the output and the report stay.
    func write(
        _ page: PageFile, of report: Report, _ job: ConvertJob, _ options: ConvertOptions, _ pipeline: Pipeline
    ) -> ExitStatus {
        do throws(Failure) {
            let made = try Failure.of { () throws(ConvertError) in
                try ComparisonPage(
                    of: report, from: try source(of: job, options, pipeline), to: .path(job.output), options: options,
                    pipeline: pipeline)
            }
            try page.write(made.html, remarks: made.remarks)
            return .done
        } catch {
            Console.err(error.text)
            return error.status
        }
    }
}
