import ArgumentParser
import MeshBytes
import MeshConvert
import ScanPackages

/// Options for the parts of an exported file's name.
struct PackageNameOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The location's name (default: that of graph.json).", valueName: "name"))
    var location: String?

    @Option(help: ArgumentHelp("The scan's name (default: that of FRAMES).", valueName: "name"))
    var scan: String?

    @Option(
        help: ArgumentHelp(
            "The time of the capture in Unix seconds (default: that of the metadata).", valueName: "seconds"))
    var timestamp: String?

    @Option(help: ArgumentHelp("The scan's id; its first 8 digits are used.", valueName: "id"))
    var uuid: String?

    @Flag(help: "Replace letters beyond ASCII, too.")
    var asciiNames = false

    /// The options that were given.
    var given: [String] {
        [
            ("--location", location != nil), ("--scan", scan != nil), ("--timestamp", timestamp != nil),
            ("--uuid", uuid != nil), ("--ascii-names", asciiNames),
        ].filter(\.1).map(\.0)
    }

    var isGiven: Bool { !given.isEmpty }

    /// Returns the name. Parts that were not given come from the source's name, if that is an exported file's, and from
    /// the package's metadata.
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
        // The boundary between location and scan in a name is ambiguous, but the full name is the same for any split.
        let both = parsed?.locationAndScan.split(separator: "_", maxSplits: 1).map(String.init) ?? []
        let isWhole = both.count == 2 && location == nil && scan == nil
        let stem = parsed == nil ? PackagePath.stem(source.lastPathPart) : "scan"
        let name = PackageName(
            location: isWhole ? both[0] : location ?? facts.location, scan: isWhole ? both[1] : scan ?? stem,
            format: variant.rawValue, timestamp: seconds, id: id)
        return name.fileName(extension: "zip", isASCII: asciiNames)
    }
}

/// The facts about a package that its name may include.
private struct PackageFacts {
    var timestamp: Double?
    var location: String?

    init(_ source: String, _ options: PackageConvertOptions) throws(Failure) {
        let package = try Failure.of { () throws(ConvertError) in try options.package(source) }
        timestamp = package.metadata?.timestamp
        let id = package.metadata?.locationID
        location = package.graph?.nodes.first { $0.locationID == id && !$0.name.isEmpty }?.name
    }
}
