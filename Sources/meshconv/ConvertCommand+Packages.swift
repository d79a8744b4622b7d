import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Scan packages: `meshconv convert scan.zip FOLDER --to raw`.
extension ConvertCommand {
    /// What kind of package is asked for; nil: none is. A purpose that is about packages is so for packages only.
    func packageVariant() throws(Failure) -> PackageVariant? {
        let named = target.variants.compactMap { PackageVariant(rawValue: $0) }
        let purpose = target.purpose.flatMap(Purpose.named)?.packageVariant
        guard !named.isEmpty || purpose != nil && paths.first.map(Self.mayBePackage) == true else { return nil }
        guard target.variants.count <= 1, named.count == target.variants.count else {
            throw Failure(
                usage: "expected one --to for a package, found \(target.variants.joined(separator: " and "))")
        }
        return named.first ?? purpose
    }

    /// Whether a path is anything but a file that is no archive.
    private static func mayBePackage(_ path: String) -> Bool {
        guard Input.isFile(path), let input = try? Input.file(path), let start = try? input.read(0..<2) else {
            return true
        }
        return start == [0x50, 0x4B]
    }

    /// Converts a package.
    func performPackage(_ variant: PackageVariant, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        guard paths.count == 2, outDir == nil, let source = paths.first, let output = paths.last else {
            throw Failure(
                usage: "expected a package and a folder or NAME.zip to write, found "
                    + (outDir == nil ? "\(paths.count) names" : "--out-dir"))
        }
        guard !verify, !ifChanged, !keep else {
            let option = verify ? "--verify" : ifChanged ? "--if-changed" : "--keep"
            throw Failure(usage: "expected options that packages have, found \(option)")
        }
        if writesJSON, output == "-" {
            throw Failure(
                usage: "expected one thing on standard output, found the package and the report; say --report FILE")
        }
        if output == "-", Console.isTerminal(.standardOutput) {
            throw Failure(usage: "expected a file or a pipe for an archive, found a terminal; say '> FILE'")
        }
        var options = try PackageSettings(self, pipeline).options
        options.common.variant = variant.rawValue
        let job = ConvertJob(input: source, output: output, variant: variant.rawValue)
        let log = JobLog([job], options.common, report: report, writesJSON: writesJSON)
        Watchdog.shared.atEnd { log.cutShort($0) }
        Watchdog.shared.attend(to: source)
        let texts = ReportTexts(isVerbose: common.verbose, namesFiles: false)
        var status = ExitStatus.done
        do throws(ConvertError) {
            let report = try convertPackage(source, to: output, as: variant, options: options)
            log.add(report.json(options: options.common))
            if !common.quiet, !writesJSON {
                let stream = output == "-" ? Console.Stream.standardError : .standardOutput
                let text = texts.done(report, on: stream)
                stream == .standardError ? Console.err(text) : Console.out(text)
            }
        } catch {
            let error = Watchdog.shared.explained(error)
            var failure = Failure(error)
            if case .refused(let report) = error {
                if !common.quiet, !writesJSON { Console.err(texts.refused(report, options.common)) }
                failure.message = ReportTexts.refusal(report, options.common, output)
            }
            explain(&failure, output)
            Console.err(failure.line + "\n")
            log.add(job.document(of: error, options.common))
            status = failure.status
        }
        try log.finish()
        return status
    }

    private func explain(_ failure: inout Failure, _ output: String) {
        if failure.code == WriteError.Code.consentMissing.rawValue {
            failure.message += "; to write them as they are: --set privacy-consent=true"
        } else if failure.code == WriteError.Code.exists.rawValue, Process.isFolder(output) {
            failure.message = "there is a folder of this name that is not empty"
        } else if noClobber, Process.exists(output), failure.status == .cannotCreate {
            failure.message = "there is a file of this name, and --no-clobber keeps it"
        }
    }
}

/// What `--set` says about packages.
struct PackageSettings {
    var options = PackageConvertOptions()

    /// The settings with the values that they may have.
    static let known: [(name: String, values: [String], summary: String)] = [
        ("profile", PackageProfile.allCases.map(\.rawValue), "the conventions: corrected, or those of the app's 0.5"),
        ("flat", ["true", "false"], "whether an archive has no top folder"),
        (
            "frames-without-depth", FramesWithoutDepth.allCases.map(\.rawValue),
            "what happens where some frames have no depth"
        ),
        ("cube-faces", ["true", "false"], "whether faces of 360° stills become frames"),
        ("meshes", ["true", "false"], "whether meshes in the package go along"),
        ("privacy-consent", ["true", "false"], "whether pictures may be written that may show persons"),
        ("depth-endian", ["auto", "be", "le"], "the byte order of the source's depth"),
        ("pose-layout", ["auto", "rows", "columns"], "how the source's transforms.json writes poses"),
    ]

    init(_ command: ConvertCommand, _ pipeline: Pipeline) throws(Failure) {
        var input = command.input
        input.from = nil
        options.common = try input.options(pipeline)
        if let from = command.input.from {
            guard let kind = PackageKind(rawValue: from) else {
                throw InputOptions.unexpected("--from", from, PackageKind.allCases.map(\.rawValue))
            }
            options.writing.reading.kind = kind
            options.common.from = from
        }
        options.writing.reading.lenient = command.input.lenient
        if let name = command.target.purpose {
            guard let purpose = Purpose.named(name), purpose.packageVariant != nil else {
                throw InputOptions.unexpected(
                    "--for", name, Purpose.all.filter { $0.packageVariant != nil }.map(\.name))
            }
            options.common.purpose = purpose
        }
        options.common.replacesExisting = !command.noClobber
        options.common.hashes = command.common.json || command.report != nil
        try command.apply(strictnessTo: &options.common)
        for setting in command.target.settings { try apply(setting) }
    }

    private mutating func apply(_ setting: String) throws(Failure) {
        guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
            throw Failure(usage: "expected --set OPTION=VALUE, found '\(setting)'")
        }
        let name = String(setting[..<mark])
        let value = String(setting[setting.index(after: mark)...])
        guard let entry = Self.known.first(where: { $0.name == name }) else {
            let names = Self.known.map(\.name)
            throw Failure(
                usage: "expected an option among \(names.joined(separator: ", ")), found --set '\(name)'"
                    + Spelling.hint(name, in: names))
        }
        guard entry.values.contains(value) else {
            throw InputOptions.unexpected("--set \(name) to be", value, entry.values)
        }
        switch name {
        case "profile": options.writing.profile = PackageProfile(rawValue: value) ?? .scan4D
        case "flat": options.writing.isFlat = value == "true"
        case "frames-without-depth": options.writing.framesWithoutDepth = FramesWithoutDepth(rawValue: value)
        case "cube-faces": options.writing.includesCubeFaces = value == "true"
        case "meshes": options.writing.includesMeshes = value == "true"
        case "privacy-consent": options.writing.consentsToImages = value == "true"
        case "depth-endian": options.writing.reading.depthByteOrder = DepthByteOrder(rawValue: value)
        default: options.writing.reading.poseLayout = PoseLayout(rawValue: value)
        }
        options.common.writing.options[name] = value
    }
}
