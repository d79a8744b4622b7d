import ArgumentParser
import MeshBytes
import MeshConvert
import ScanPackages

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
        let parsed = PackageName.parse(source.lastPathPart)
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
        let stem = parsed == nil ? PackagePath.stem(source.lastPathPart) : "scan"
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
