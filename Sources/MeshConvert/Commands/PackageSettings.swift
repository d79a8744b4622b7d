import MeshFormats
import ScanPackages

/// The settings of `--set` for packages.
package struct PackageSettings {
    package var options = PackageConvertOptions()

    package static let known: [KnownSetting<PackageConvertOptions>] = [
        KnownSetting(
            "profile", values: PackageProfile.allCases.map(\.rawValue) + ["scan4d-1"],
            "the conventions: corrected (scan4d, the same as scan4d-1), or those of the app's 0.5"
        ) { $0.writing.profile = PackageProfile.named($1) ?? .scan4D },
        KnownSetting("flat", values: ["true", "false"], "whether an archive has no top folder") {
            $0.writing.isFlat = $1 == "true"
        },
        KnownSetting(
            "frames-without-depth", values: FramesWithoutDepth.allCases.map(\.rawValue),
            "what happens where some frames have no depth"
        ) { $0.writing.framesWithoutDepth = FramesWithoutDepth(rawValue: $1) },
        KnownSetting("cube-faces", values: ["true", "false"], "whether faces of 360° stills become frames") {
            $0.writing.includesCubeFaces = $1 == "true"
        },
        KnownSetting("meshes", values: ["true", "false"], "whether meshes in the package go along") {
            $0.writing.includesMeshes = $1 == "true"
        },
        KnownSetting(
            "points", values: ["measured", "none"], "whether depth gives points that COLMAP and Nerfstudio start from"
        ) { $0.writing.points = $1 == "none" ? .none : .measured },
        KnownSetting(
            "privacy-consent", values: ["true", "false"], "whether pictures may be written that may show persons"
        ) { $0.writing.consentsToImages = $1 == "true" },
        KnownSetting(
            "persons", values: ["as-is", "hide"],
            "whether persons are hidden where the device's masks show them, and what has no mask left out"
        ) { options, value in
            guard value == "hide" else { return }
            let hiding = PersonHiding()
            options.writing.rewriteImage = hiding.image
            options.writing.rewriteDepth = hiding.depth
        },
        KnownSetting("depth-endian", values: ["auto", "be", "le"], ScanMeshSettings.depthOrder) {
            $0.writing.reading.depthByteOrder = DepthByteOrder(rawValue: $1)
        },
        KnownSetting("depth-scale", placeholder: "METRES", ScanMeshSettings.depthScale) {
            options, value throws(Failure) in
            options.writing.reading.depthScale = try ScanMeshSettings.depthScale(value)
        },
        KnownSetting(
            "pose-layout", values: ["auto", "rows", "columns"], "how the source's transforms.json writes poses"
        ) { $0.writing.reading.poseLayout = PoseLayout(rawValue: $1) },
    ]

    /// Parses the settings of a command line.
    ///
    /// - Parameter common: limits and other options that are not only for packages.
    package init(
        _ common: ConvertOptions, from: String?, lenient: Bool, purpose: String?, settings: [String]
    ) throws(Failure) {
        options.common = common
        if let from {
            guard let kind = PackageKind(rawValue: from) else {
                throw Failure.unexpected("--from", from, PackageKind.allCases.map(\.rawValue))
            }
            options.writing.reading.kind = kind
            options.common.from = from
        }
        options.writing.reading.lenient = lenient
        options.writing.reading.limits.apply(common.reading.limits)
        options.common.reading.lenient = lenient
        options.common.purpose = try purpose.map { name throws(Failure) in try Self.purpose(name) }
        for setting in settings { try apply(setting) }
    }

    package mutating func apply(_ strictness: StrictWords, noClobber: Bool, hashes: Bool) throws(Failure) {
        options.common.replacesExisting = !noClobber
        options.common.hashes = hashes
        try strictness.apply(to: &options.common)
        options.writing.requiresPrivacy = strictness.requirePrivacy
    }

    /// Returns a purpose for packages.
    package static func purpose(_ name: String) throws(Failure) -> Purpose {
        guard let purpose = Purpose.named(name.lowercased()), purpose.packageVariant != nil else {
            throw Failure.unexpected(
                "--for", name, Purpose.all.filter { $0.packageVariant != nil }.map(\.name))
        }
        return purpose
    }

    private mutating func apply(_ setting: String) throws(Failure) {
        let (name, value) = try TargetWords.setting(setting)
        guard let entry = Self.known.first(where: { $0.name == name }) else {
            throw TargetWords.unknownSetting(name, Self.known.map(\.name))
        }
        try entry.apply(value, to: &options)
        options.common.writing.options[name] = value
    }
}
