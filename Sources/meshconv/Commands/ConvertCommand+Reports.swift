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
}
