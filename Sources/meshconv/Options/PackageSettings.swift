import MeshConvert
import MeshFormats
import ScanPackages

/// The settings of `--set` for packages.
struct PackageSettings {
    var options = PackageConvertOptions()

    /// The settings with their allowed values.
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

    /// Parses the settings of a command line.
    ///
    /// - Parameter common: limits and other options that are not only for packages.
    init(
        _ common: ConvertOptions, from: String?, lenient: Bool, purpose: String?, settings: [String]
    ) throws(Failure) {
        options.common = common
        if let from {
            guard let kind = PackageKind(rawValue: from) else {
                throw InputOptions.unexpected("--from", from, PackageKind.allCases.map(\.rawValue))
            }
            options.writing.reading.kind = kind
            options.common.from = from
        }
        options.writing.reading.lenient = lenient
        options.common.reading.lenient = lenient
        options.common.purpose = try purpose.map { name throws(Failure) in try Self.purpose(name) }
        for setting in settings { try apply(setting) }
    }

    mutating func apply(_ strictness: StrictOptions, noClobber: Bool, hashes: Bool) throws(Failure) {
        options.common.replacesExisting = !noClobber
        options.common.hashes = hashes
        try strictness.apply(to: &options.common)
        options.writing.requiresPrivacy = strictness.requirePrivacy
    }

    /// Returns a purpose for packages.
    static func purpose(_ name: String) throws(Failure) -> Purpose {
        guard let purpose = Purpose.named(name), purpose.packageVariant != nil else {
            throw InputOptions.unexpected(
                "--for", name, Purpose.all.filter { $0.packageVariant != nil }.map(\.name))
        }
        return purpose
    }

    private mutating func apply(_ setting: String) throws(Failure) {
        let (name, value) = try TargetOptions.setting(setting)
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
