import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// One input and one output of a command line.
struct ConvertJob {
    var input: String
    /// The source, if it is a model in a folder or an archive; nil: what lies at the path `input`.
    var source: Source?
    var output: String
    /// The requested variant; nil: the one for the output's extension.
    var variant: String?
    /// The packages to combine in one output; `input` is then a name for all of them. Empty: the input is one file.
    var combined: [String] = []
    /// Whether a package is written, and not a file.
    var isPackage = false
    /// Whether a folder of tiles is written.
    var isTiles = false
    /// The output folder, if the output's name is generated; nil when the output was named.
    var folder: String?
    /// Whether it is one of all models in a folder or an archive.
    var isOfTree = false
    /// Why nothing is tried; nil: the job is done.
    var failure: ConvertError?
    /// What is said before it, about the input that it is of.
    var remark: String?

    /// The existing outputs that are kept without `--force`: none if the name followed `-o` or lies in an output folder.
    var protection = ConvertOptions.Protection.sameFormat

    /// Resolves the names on the command line to jobs. Finds all errors in names before any work.
    static func jobs(
        _ names: Names, variants: [String], _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(Failure) -> [ConvertJob] {
        var targets: [String] = []
        for name in variants { targets.append(try pipeline.variant(named: name, for: names.output)) }
        guard let output = names.output else {
            guard !names.inputs.isEmpty else { throw Failure(usage: "expected an INPUT, found no name") }
            return try inFolder(names.inputs, names.folder, targets, options, pipeline)
        }
        var job = try named(names.inputs, output, targets, pipeline)
        if names.isMarked { job.protection = .none }
        return [job]
    }

    static func named(
        _ inputs: [String], _ output: String, _ targets: [String], _ pipeline: Pipeline
    ) throws(Failure) -> ConvertJob {
        guard inputs.count == 1, let input = inputs.first else {
            throw Failure(
                usage: "\(Texts.count(inputs.count, "inputs")) need a folder as output, not '\(output)': "
                    + "meshconv INPUT… FOLDER/ --to glb")
        }
        guard targets.count <= 1 else {
            throw Failure(usage: "expected one --to for one output, found \(targets.count); say --out-dir FOLDER")
        }
        let job = ConvertJob(input: input, output: output, variant: targets.first)
        // Check the name now, to find a misspelt one before the input is read.
        var options = ConvertOptions()
        options.variant = job.variant.map { Variant($0) }
        _ = try pipeline.outputVariant(output, options)
        return job
    }

    /// Returns jobs whose outputs are named after their inputs.
    ///
    /// - Parameter folder: the output folder; nil: each output lies beside its input.
    private static func inFolder(
        _ paths: [String], _ folder: String?, _ targets: [String], _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(Failure) -> [ConvertJob] {
        guard !targets.isEmpty else {
            throw Failure(usage: "expected --to VARIANT, since the folder '\(folder ?? "")' does not say the format")
        }
        let home = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        let inputs = folder.map { FolderInput.all(paths, into: $0, options, pipeline) } ?? paths.map(FolderInput.init)
        let own = Set(inputs.map { ExactText($0.path) }),
            identities = Set(inputs.compactMap { Input.identity(ofPath: $0.path) })
        var jobs: [ConvertJob] = []
        var origins: [PlaceName: Int] = [:]
        // Side files have the names of their main files, but for what can't be written in text.
        var stems: [PlaceName: Int] = [:]
        for (index, input) in inputs.enumerated() {
            for variant in targets {
                let ending = pipeline.planner.format(ofVariant: variant)?.descriptor.extensions(of: variant).first
                let output = "\(home ?? input.path.pathFolder)\(input.stem).\(ending ?? variant)"
                var job = ConvertJob(
                    input: input.path, source: input.source, output: output, variant: variant, folder: folder)
                job.protection = folder == nil ? .all : .none
                job.isOfTree = input.isOfTree
                job.failure = input.failure
                job.remark = input.remark
                let place = PlaceName(output)
                let stem = PlaceName(output.pathFolder + Output.stem(of: output.lastPathPart))
                let isOneFile = ["glb", "usdz", "stl", "off"].contains(ending ?? "")
                if origins[place] == index {
                    throw Failure(
                        usage:
                            "two variants of '\(input.path)' would be named '\(output)'; convert to one of them at a time"
                    )
                } else if let other = origins[place] {
                    // A file that is named twice is converted once.
                    if ExactText.areSame(inputs[other].path, input.path) { continue }
                    job.failure = .usage(
                        "'\(inputs[other].path)' and '\(input.path)' would both be named '\(output)'; convert one to another folder"
                    )
                } else if options.replacesSideFiles, !isOneFile, let other = stems[stem], other != index {
                    job.failure = .usage(
                        "files next to the outputs of '\(inputs[other].path)' and '\(input.path)' would have the same names; convert one to another folder"
                    )
                } else if own.contains(ExactText(output))
                    || Input.identity(ofPath: output).map(identities.contains) == true
                {
                    if input.isOfTree, targets.count == 1 {
                        // A tree that is converted where it lies: what has the format already is left alone.
                        if Input.isSameFile(output, input.path) { continue }
                        job.protection = .all
                    } else {
                        job.failure = .usage("the output '\(output)' would replace an input; choose another folder")
                    }
                }
                if job.failure == nil {
                    origins[place] = index
                    stems[stem] = index
                }
                jobs.append(job)
            }
        }
        return jobs
    }
}

#if canImport(Darwin)
    /// The names of files that may be one: there, equivalent names are.
    private typealias PlaceName = String
#else
    /// The names of files that may be one: names that only look alike are those of different files.
    private typealias PlaceName = ExactText
#endif

extension ConvertJob {
    /// The names on a command line, sorted into inputs and an output or its folder.
    struct Names {
        var inputs: [String]
        /// The output; nil: outputs are named after their inputs.
        var output: String?
        /// The output folder; nil: there is an output, or outputs lie beside their inputs.
        var folder: String?
        /// Whether the output's name followed `-o`.
        var isMarked = false

        /// Sorts the names.
        ///
        /// - Parameters:
        ///   - paths: the names without an option.
        ///   - sure: names that are inputs for sure, such as those of a list.
        ///   - marked: the name behind `-o`.
        ///   - isEnough: whether inputs say what to write, by `--to` or `--for`.
        init(
            _ paths: [String], sure: [String] = [], marked: String?, outDir: String?, isEnough: Bool
        ) throws(Failure) {
            inputs = sure + paths
            folder = outDir
            isMarked = marked != nil
            if let marked, outDir != nil {
                throw Failure(usage: "expected -o or --out-dir, found both: '\(marked)' and '\(outDir ?? "")'")
            }
            guard outDir == nil else { return }
            let isOutputless = sure.isEmpty ? paths.count == 1 : paths.isEmpty
            if marked == nil, isOutputless, isEnough, !inputs.contains("-") { return }
            guard let last = marked ?? paths.last else {
                throw Failure(
                    usage: sure.isEmpty
                        ? "no file is named; to convert: meshconv INPUT OUTPUT"
                        : "no output is named; add a name, a folder, or --to glb")
            }
            if marked == nil { inputs.removeLast() }
            guard !inputs.isEmpty else {
                throw Failure(
                    usage: marked == nil
                        ? "only one name is given, '\(last)'; to convert: meshconv INPUT OUTPUT, or INPUT --to glb"
                        : "there is no input for -o \(last); to convert: meshconv INPUT -o \(last)")
            }
            if last != "-", last.hasSuffix("/") || ProcessControl.isFolder(last) {
                folder = last
            } else {
                output = last == "/dev/stdout" ? "-" : last
            }
        }
    }
}
