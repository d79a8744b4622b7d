import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Combines linked scans in one output: `meshconv convert hall.zip kitchen.zip flat.glb --combine`.
extension ConvertCommand {
    /// Returns the single job of `--combine`.
    func combinedJob(_ variants: [String], _ pipeline: Pipeline) throws(Failure) -> ConvertJob {
        guard (inputs + paths).count > 1 || files.output != nil else {
            throw Failure(
                usage: "expected packages and one OUTPUT with --combine, found \(Texts.names((inputs + paths).count))")
        }
        let names = try names([])
        guard let output = names.output else {
            throw Failure(
                usage: "expected packages and one OUTPUT with --combine, found the folder '\(names.folder ?? "")'")
        }
        guard !files.ifChanged else { throw Failure(usage: "expected one input with --if-changed, found --combine") }
        guard !asOne || input.reconstruction.reconstruct != nil else {
            throw Failure(usage: "expected --reconstruct beside --as-one, found none")
        }
        let packages = names.inputs
        guard !packages.contains("-") else {
            throw Failure(usage: "expected folders and archives with --combine, found standard input")
        }
        if let model = packages.first(where: { Self.isModel($0, pipeline) }) {
            throw Failure(
                usage: "expected scan packages with --combine, found '\(model)', which is a model")
        }
        guard target.settings.allSatisfy({ !$0.hasPrefix("frame=") }) else {
            throw Failure(usage: "expected no frame with --combine, which places scans itself, found --set frame")
        }
        var ids: [String] = []
        for name in variants { ids.append(try pipeline.variant(named: name)) }
        var job = try ConvertJob.named([packages.joined(separator: ", ")], output, ids, pipeline)
        job.combined = packages
        if names.isMarked { job.protection = .none }
        if packages.contains(where: { Input.isSameFile($0, output) }) {
            throw Failure(usage: "the output '\(output)' would replace an input; write to a new name")
        }
        return job
    }

    /// Whether a path is a file that a format's extension names.
    private static func isModel(_ path: String, _ pipeline: Pipeline) -> Bool {
        StandardFormats.format(extension: path.pathExtension ?? "", in: pipeline.formats) != nil && Input.isFile(path)
    }

    /// Returns the source of a job.
    func source(
        of job: ConvertJob, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ConvertError) -> Source {
        guard !job.combined.isEmpty else { return job.source ?? .path(job.input) }
        // Defects of frames don't affect meshes.
        let reading = options.packageOptions(lenient: true, pipeline.formats)
        var packages: [ScanPackage] = []
        options.work?.begin(.reading)
        for path in job.combined {
            do throws(ReadError) {
                packages.append(try ScanPackage.open(path, options: reading, work: options.work))
            } catch {
                throw .read(error, path: path)
            }
        }
        do throws(ReadError) {
            let scans = try CombinedScans(
                packages, aligning: align, asOne: asOne, options: options, pipeline: pipeline)
            return .document(scans.document, named: job.input)
        } catch {
            throw .read(error, path: job.input)
        }
    }
}
