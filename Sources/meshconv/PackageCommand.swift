import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// `meshconv package FRAMES OUTPUT`.
struct PackageCommand: Command {
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "package",
        abstract: "Build a package of a scan from parts: frames, meshes, metadata, other files.",
        usage: """
            meshconv package FRAMES FOLDER|NAME.zip [--to VARIANT] [--mesh FILE]... [--metadata FILE] [--add NAME=PATH]...
            meshconv package FRAMES --out-dir FOLDER [--to VARIANT] [--location NAME] [--scan NAME] [--uuid ID]...
            """,
        discussion: """
            FRAMES is a folder with images/ and cameras/ or transforms.json, or a package, as a folder or an archive. What \
            is added takes the place of what is called so. With --out-dir the archive is named \
            scan4d_LOCATION_SCAN_VARIANT_TIMESTAMP_UUID.zip.

            Exit codes are those of 'meshconv convert'.
            """)

    @Argument(help: "The frames, then the folder or archive to write.", completion: .file())
    var paths: [String] = []

    @OptionGroup(title: "Parts") var parts: PartOptions
    @OptionGroup(title: "Output options") var output: PackageOutputOptions
    @OptionGroup(title: "Name of the archive in --out-dir") var name: PackageNameOptions
    @OptionGroup(title: "Input options") var input: PackageInputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json || output.report == "-" }

    mutating func perform() throws(Failure) -> ExitStatus {
        if common.quiet { ProgressLine.shared.disable() }
        let variant = try output.wanted()
        guard let source = paths.first, paths.count == (output.outDir == nil ? 2 : 1) else {
            throw Failure(
                usage: output.outDir == nil
                    ? "expected frames and a folder or NAME.zip to write, found \(Self.count(paths.count))"
                    : "expected only frames beside --out-dir, found \(Self.count(paths.count))")
        }
        guard output.outDir != nil || !name.isGiven else {
            throw Failure(
                usage: "expected --out-dir beside \(name.given.joined(separator: ", ")), found an output with a name")
        }
        var shared = ConvertOptions()
        try input.limits.apply(to: &shared)
        var settings = try PackageSettings(
            shared, from: input.from, lenient: input.lenient, purpose: output.purpose, settings: output.settings)
        settings.options.common.replacesExisting = !output.noClobber
        settings.options.common.hashes = common.json || output.report != nil
        try StrictOptions.apply(output.strict.strict, output.strict.allow, to: &settings.options.common)
        settings.options.parts = try parts.parts
        var run = PackageRun(
            source: source, output: paths.last ?? "", variant: variant, options: settings.options,
            report: output.report, noClobber: output.noClobber, common: common)
        var newFolder: String?
        if let folder = output.outDir {
            run.output = "\(folder)/\(try name.fileName(source, settings.options, variant))"
            if try Process.makeFolder(folder) { newFolder = folder }
        }
        defer { if let newFolder { Process.removeEmptyFolder(newFolder) } }
        return try run.perform()
    }

    private static func count(_ count: Int) -> String {
        count == 0 ? "no name" : count == 1 ? "1 name" : "\(count) names"
    }
}

/// What goes into a package.
struct PartOptions: ParsableArguments {
    @Option(
        name: .customLong("mesh"),
        help: ArgumentHelp(
            "A mesh in the scan's canonical frame; the first of its kind is called mesh.obj, mesh.ply, …",
            valueName: "file"), completion: .file())
    var meshes: [String] = []

    @Option(
        help: ArgumentHelp("The file that becomes scan4d_metadata.json.", valueName: "file"), completion: .file())
    var metadata: String?

    @Option(
        name: .customLong("add"),
        help: ArgumentHelp(
            "Another file or folder by its name in the package, such as relocalization.worldmap=PATH.",
            valueName: "name=path"))
    var entries: [String] = []

    var parts: PackageParts {
        get throws(Failure) {
            var parts = PackageParts()
            parts.metadata = metadata
            parts.meshes = meshes
            for entry in entries {
                guard let mark = entry.firstIndex(of: "="), mark != entry.startIndex,
                    entry.index(after: mark) != entry.endIndex
                else { throw Failure(usage: "expected --add NAME=PATH, found '\(entry)'") }
                parts.entries.append(
                    .init(name: String(entry[..<mark]), path: String(entry[entry.index(after: mark)...])))
            }
            return parts
        }
    }
}

/// How a package is written.
struct PackageOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder for the archive, which is named as the app names its exports.", valueName: "folder"),
        completion: .directory)
    var outDir: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The variant to write: \(PackageVariant.allCases.map(\.rawValue).joined(separator: ", ")); else scan4d.",
            valueName: "variant"),
        completion: .list(PackageVariant.allCases.map(\.rawValue)))
    var variant: String?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("What the package is for, such as colmap.", valueName: "purpose"))
    var purpose: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "An option of packages: \(PackageSettings.known.map(\.name).joined(separator: ", ")).",
            valueName: "option=value"))
    var settings: [String] = []

    @OptionGroup var strict: StrictOptions

    @Option(help: ArgumentHelp("Write the report as JSON to a file, or to standard output ('-').", valueName: "file"))
    var report: String?

    @Flag(help: "Don't replace an existing archive.")
    var noClobber = false

    /// The variant that is asked for: that of `--to`, else of the purpose, else Scan4D.
    func wanted() throws(Failure) -> PackageVariant {
        let meant = try purpose.map { name throws(Failure) in try PackageSettings.purpose(name).packageVariant }
        guard let variant else { return (meant ?? nil) ?? .scan4D }
        let names = PackageVariant.allCases.map(\.rawValue)
        guard let found = PackageVariant(rawValue: variant) else {
            throw InputOptions.unexpected("--to", variant, names)
        }
        if let meant, let meant, meant != found {
            throw Failure(
                usage: "expected --to \(meant.rawValue) beside --for \(purpose ?? ""), found --to \(variant)")
        }
        return found
    }
}

/// What parts of the name of an exported file are.
struct PackageNameOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The location's name; else that of graph.json.", valueName: "name"))
    var location: String?

    @Option(help: ArgumentHelp("The scan's name; else that of FRAMES.", valueName: "name"))
    var scan: String?

    @Option(help: ArgumentHelp("Unix seconds of the capture; else those of the metadata.", valueName: "seconds"))
    var timestamp: String?

    @Option(help: ArgumentHelp("The scan's id, of which the first 8 digits count.", valueName: "id"))
    var uuid: String?

    @Flag(help: "Letters beyond ASCII are replaced, too.")
    var asciiNames = false

    /// Those that were said.
    var given: [String] {
        [
            ("--location", location != nil), ("--scan", scan != nil), ("--timestamp", timestamp != nil),
            ("--uuid", uuid != nil), ("--ascii-names", asciiNames),
        ].filter(\.1).map(\.0)
    }

    var isGiven: Bool { !given.isEmpty }

    /// The name: what was not said is taken from the name of the source where that is an exported file's, and from what
    /// the package says of itself.
    func fileName(
        _ source: String, _ options: PackageConvertOptions, _ variant: PackageVariant
    ) throws(Failure) -> String {
        let own = source.split(separator: "/").last.map(String.init) ?? source
        let parsed = PackageName.parse(own)
        let facts = try PackageFacts(source, options)
        guard let id = uuid ?? parsed?.id else {
            throw Failure(usage: "expected --uuid with the scan's id, since nothing else says it")
        }
        guard PackageName.isID(id) else {
            throw Failure(usage: "expected --uuid with at least 8 hexadecimal digits, found '\(id)'")
        }
        let seconds: Double
        if let timestamp {
            guard let value = Double(timestamp), value.isFinite, value >= 0, value < 1e15 else {
                throw Failure(usage: "expected --timestamp with Unix seconds, found '\(timestamp)'")
            }
            seconds = value
        } else if let value = facts.timestamp ?? parsed.map({ Double($0.timestamp) }) {
            seconds = value
        } else {
            throw Failure(usage: "expected --timestamp with Unix seconds, since the metadata has none")
        }
        // Where the location ends and the scan begins in a name nobody can tell: it makes no difference to the whole.
        let both = parsed?.locationAndScan.split(separator: "_", maxSplits: 1).map(String.init) ?? []
        let isWhole = both.count == 2 && location == nil && scan == nil
        let stem = parsed == nil ? PackagePath.stem(own) : "scan"
        let name = PackageName(
            location: isWhole ? both[0] : location ?? facts.location, scan: isWhole ? both[1] : scan ?? stem,
            format: variant.rawValue, timestamp: seconds, id: id)
        return name.fileName(extension: "zip", isASCII: asciiNames)
    }
}

/// What a package says of itself that its name may say.
private struct PackageFacts {
    var timestamp: Double?
    var location: String?

    init(_ source: String, _ options: PackageConvertOptions) throws(Failure) {
        let package: ScanPackage
        do throws(ConvertError) { package = try options.package(source) } catch { throw Failure(error) }
        timestamp = package.metadata?.timestamp
        let id = package.metadata?.locationID
        location = package.graph?.nodes.first { $0.locationID == id && !$0.name.isEmpty }?.name
    }
}

/// How the frames are read.
struct PackageInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What FRAMES is, when its files don't say it: "
                + "\(PackageKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"),
        completion: .list(PackageKind.allCases.map(\.rawValue)))
    var from: String?

    @Flag(help: "Leave out broken files, with a note, instead of refusing the package.")
    var lenient = false

    @OptionGroup(title: "Limits") var limits: LimitOptions
}

/// What may not be lost.
struct StrictOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Refuse to lose anything; --strict=exact: not even by rounding.", valueName: "lossless|exact"))
    var strict: String?

    @Option(
        help: ArgumentHelp("Let a loss code pass --strict.", valueName: "code"),
        completion: .list(Loss.Code.all.map(\.rawValue)))
    var allow: [String] = []

    /// Puts `--strict` and `--allow` into options.
    static func apply(_ strict: String?, _ allow: [String], to options: inout ConvertOptions) throws(Failure) {
        switch strict {
        case nil: break
        case "lossless": options.strictness = .lossless
        case "exact": options.strictness = .exact
        case .some(let word):
            throw Failure(usage: "expected --strict or --strict=exact, found --strict=\(word)")
        }
        let codes = Loss.Code.all.map(\.rawValue)
        for code in allow where !codes.contains(code) {
            throw Failure(
                usage: "expected --allow with a loss code such as attribute.dropped, found '\(code)'"
                    + Spelling.hint(code, in: codes))
        }
        options.allowed = Set(allow)
    }
}
