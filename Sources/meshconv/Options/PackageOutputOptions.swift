import ArgumentParser
import MeshConvert
import ScanPackages

/// Options for writing a package.
struct PackageOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder for the archive, which is named as the app names its exports.", valueName: "folder"),
        completion: .directory)
    var outDir: String?

    @Option(
        name: [.customShort("t"), .customLong("to")],
        help: ArgumentHelp(
            "The variant to write: \(PackageVariant.allCases.map(\.rawValue).joined(separator: ", ")) (default: scan4d).",
            valueName: "variant"),
        completion: .list(PackageVariant.allCases.map(\.rawValue)))
    var variant: String?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("What the package is for, such as colmap.", valueName: "purpose"))
    var purpose: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A setting of packages: \(PackageSettings.known.map(\.name).joined(separator: ", ")).",
            valueName: "option=value"))
    var settings: [String] = []

    @OptionGroup var strict: StrictOptions

    @Option(help: ArgumentHelp("Write the report as JSON to a file, or to standard output ('-').", valueName: "file"))
    var report: String?

    @Flag(help: "Don't replace an existing archive.")
    var noClobber = false

    /// Returns the requested variant: that of `--to`, else of the purpose, else Scan4D.
    func wanted() throws(Failure) -> PackageVariant {
        let meant = try purpose.map { name throws(Failure) in try PackageSettings.purpose(name).packageVariant }
        guard let variant else { return (meant ?? nil) ?? .scan4D }
        let names = PackageVariant.allCases.map(\.rawValue)
        guard let found = PackageVariant(rawValue: variant.lowercased()) else {
            throw Failure.unexpected("--to", variant, names)
        }
        if let meant, let meant, meant != found {
            throw Failure(
                usage: "expected --to \(meant.rawValue) beside --for \(purpose ?? ""), found --to \(variant)")
        }
        return found
    }
}
