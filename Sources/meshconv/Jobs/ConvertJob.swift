import MeshBytes
import MeshConvert
import MeshFormats
import MeshRouting

/// One input and one output of a command line.
struct ConvertJob {
    var input: String
    var output: String
    /// The requested variant; nil: the one for the output's extension.
    var variant: String?
    /// The packages to combine in one output; `input` is then a name for all of them. Empty: the input is one file.
    var combined: [String] = []
    /// Whether a package is written, and not a file.
    var isPackage = false
    /// The output folder, if the output's name is generated; nil when the output was named.
    var folder: String?

    /// Resolves the names on the command line to jobs. Finds all errors in names before any work.
    static func jobs(
        paths: [String], outDir: String?, variants: [String], _ pipeline: Pipeline
    ) throws(Failure) -> [ConvertJob] {
        var targets: [String] = []
        for name in variants { targets.append(try pipeline.variant(named: name)) }
        var inputs = paths
        var folder = outDir
        if folder == nil {
            guard let last = inputs.popLast() else { throw Failure(usage: "expected INPUT and OUTPUT, found no name") }
            guard !inputs.isEmpty else {
                throw Failure(
                    usage: "expected INPUT and OUTPUT, found only '\(last)'"
                        + Spelling.hint(last, in: Meshconv.commandNames))
            }
            if last != "-", last.hasSuffix("/") || ProcessControl.isFolder(last) {
                folder = last
            } else {
                return [try named(inputs, last, targets, pipeline)]
            }
        }
        guard let folder else { return [] }
        guard !inputs.isEmpty else { throw Failure(usage: "expected an INPUT, found no name") }
        guard !targets.isEmpty else {
            throw Failure(usage: "expected --to VARIANT, since the folder '\(folder)' does not say the format")
        }
        return try inFolder(inputs, folder, targets, pipeline)
    }

    static func named(
        _ inputs: [String], _ output: String, _ targets: [String], _ pipeline: Pipeline
    ) throws(Failure) -> ConvertJob {
        guard inputs.count == 1, let input = inputs.first else {
            throw Failure(
                usage: "expected a folder after \(inputs.count) inputs, found '\(output)'; say --out-dir FOLDER")
        }
        guard targets.count <= 1 else {
            throw Failure(usage: "expected one --to for one output, found \(targets.count); say --out-dir FOLDER")
        }
        if let variant = targets.first, let own = pipeline.planner.format(ofVariant: variant),
            let ending = output.pathExtension,
            let other = StandardFormats.format(extension: ending, in: pipeline.formats),
            other.descriptor.id != own.descriptor.id
        {
            throw Failure(
                usage:
                    "expected a name that ends in \(own.descriptor.extensions.map { ".\($0)" }.joined(separator: " ")) "
                    + "for --to \(variant), found '\(output)'")
        }
        let job = ConvertJob(input: input, output: output, variant: targets.first)
        // Check the name now, to find a misspelt one before the input is read.
        var options = ConvertOptions()
        options.variant = job.variant.map { Variant($0) }
        _ = try Failure.of { () throws(ConvertError) in try pipeline.variant(for: output, options: options) }
        return job
    }

    private static func inFolder(
        _ inputs: [String], _ folder: String, _ targets: [String], _ pipeline: Pipeline
    ) throws(Failure) -> [ConvertJob] {
        let home = folder.hasSuffix("/") ? folder : folder + "/"
        var jobs: [ConvertJob] = []
        var origins: [String: String] = [:]
        for input in inputs {
            for variant in targets {
                let format = pipeline.planner.format(ofVariant: variant)
                let ending = format?.descriptor.extensions.first ?? variant
                let output = "\(home)\(stem(input)).\(ending)"
                if let other = origins[output] {
                    throw Failure(
                        usage: other == input
                            ? "two variants of '\(input)' would be named '\(output)'; convert to one of them at a time"
                            : "'\(other)' and '\(input)' would both be named '\(output)'")
                }
                guard !inputs.contains(where: { $0 == output || ProcessControl.isSameFile($0, output) }) else {
                    throw Failure(usage: "the output '\(output)' would replace an input; choose another folder")
                }
                origins[output] = input
                jobs.append(ConvertJob(input: input, output: output, variant: variant, folder: folder))
            }
        }
        return jobs
    }

    /// Returns `room` for `scans/room.ply`.
    private static func stem(_ path: String) -> String {
        let name = path.lastPathPart
        return name == "-" ? "standard-input" : name.withoutExtension
    }
}
