import ArgumentParser
import MeshConvert
import ScanPackages

/// `meshconv package FRAMES OUTPUT`.
struct PackageCommand: ConfiguredCommand {
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "package",
        abstract: "Build a scan package from frames, meshes, metadata and other files.",
        usage: """
            meshconv package FRAMES FOLDER|NAME.zip [--to VARIANT] [--mesh FILE]... [--add NAME=PATH]...
            meshconv package FRAMES --out-dir FOLDER [--to VARIANT] [--location NAME] [--scan NAME]...
            """,
        discussion: """
            FRAMES is a package, or a folder with images/ and cameras/ or transforms.json. An added file replaces one of \
            the same name.

            With --out-dir the archive is named scan4d_LOCATION_SCAN_VARIANT_TIMESTAMP_UUID.zip. Exit codes are those of \
            'meshconv convert'.
            """)

    @Argument(help: "The frames, then the folder or archive to write.", completion: .file())
    var paths: [String] = []

    @OptionGroup(title: "Parts") var parts: PartOptions
    @OptionGroup(title: "Output options") var output: PackageOutputOptions
    @OptionGroup(title: "Name of the archive in --out-dir") var name: PackageNameOptions
    @OptionGroup(title: "Input options") var input: PackageInputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var use: ConfigUse {
        ConfigUse(isPackage: true, targets: [(try? output.wanted())?.rawValue].compactMap { $0.map { [$0] } })
    }
    var writesJSON: Bool { common.json || output.report == "-" }

    mutating func perform() throws(Failure) -> ExitStatus {
        if common.quiet { ProgressLine.shared.disable() }
        let variant = try output.wanted()
        guard let source = paths.first, paths.count == (output.outDir == nil ? 2 : 1) else {
            throw Failure(
                usage: output.outDir == nil
                    ? "expected frames and a folder or NAME.zip to write, found \(Texts.names(paths.count))"
                    : "expected only frames beside --out-dir, found \(Texts.names(paths.count))")
        }
        guard output.outDir != nil || !name.isGiven else {
            throw Failure(
                usage: "expected --out-dir beside \(name.given.joined(separator: ", ")), found an output with a name")
        }
        var shared = ConvertOptions()
        try input.limits.apply(to: &shared)
        var settings = try PackageSettings(
            shared, from: input.from, lenient: input.lenient, purpose: output.purpose, settings: output.settings)
        try settings.apply(
            output.strict.words, noClobber: output.noClobber, hashes: common.json || output.report != nil)
        settings.options.parts = try parts.parts
        var run = PackageRun(
            source: source, output: paths.last ?? "", variant: variant, options: settings.options,
            report: output.report, noClobber: output.noClobber, common: common)
        var newFolder: String?
        if let folder = output.outDir {
            run.output = "\(folder)/\(try name.fileName(source, settings.options, variant))"
            if try ProcessControl.makeFolder(folder) { newFolder = folder }
        }
        defer { if let newFolder { ProcessControl.removeEmptyFolder(newFolder) } }
        return try run.perform()
    }
}

/// Options for reading the frames.
struct PackageInputOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "The kind of FRAMES, if its files don't say it: "
                + "\(PackageKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"),
        completion: .list(PackageKind.allCases.map(\.rawValue)))
    var from: String?

    @Flag(help: "Leave out broken files instead of refusing the package; they are reported.")
    var lenient = false

    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup var config: ConfigOption
}
