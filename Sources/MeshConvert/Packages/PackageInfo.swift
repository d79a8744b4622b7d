public import MeshBytes
import MeshFormats
import MeshModel
public import ScanPackages

/// The contents of a scan package: counts of frames and of their data.
public struct PackageInfo: Sendable {
    /// The path as given.
    public let path: String
    /// The package.
    public let package: ScanPackage

    /// Collects the facts about a package.
    public init(_ package: ScanPackage, path: String) {
        self.path = path
        self.package = package
    }

    /// The decompressed size of all files, in bytes.
    public var byteCount: Int { package.files.byteCount }

    /// The image sizes according to the cameras: `1920x1440`, each once, most frequent first.
    public var imageSizes: [String] {
        var counts: [String: Int] = [:]
        for lens in package.frames.compactMap(\.intrinsics) where lens.width > 0 {
            counts["\(lens.width)x\(lens.height)", default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The box around all cameras, in metres of the raw frame; nil without poses.
    public var bounds: (minimum: SIMD3<Double>, maximum: SIMD3<Double>)? {
        let centres = package.frames.filter(\.hasUsablePose).compactMap { $0.pose?.translation }
        guard var low = centres.first else { return nil }
        var high = low
        for centre in centres {
            low = low.replacing(with: centre, where: centre .< low)
            high = high.replacing(with: centre, where: centre .> high)
        }
        return (low, high)
    }

    /// The document `meshconv.info/1`, with the facts about packages in `package`.
    public var json: JSONValue { Envelope.done("info", Self.fields.members(of: self)) }

    private static let fields: [Field<PackageInfo>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount)]), Field("format") { _ in "package" },
        Field("variant", \.package.kind.rawValue), Field("bytes", \.byteCount),
        Field("diagnostics", \.package.diagnostics), .group("package", contents),
    ]

    static let contents: [Field<PackageInfo>] = [
        Field("kind", \.package.kind), Field("files", \.package.files.entries.count),
        Field("folder") { $0.package.wrapper.isEmpty ? nil : $0.package.wrapper },
        Field("frames", \.package.frames.count), count("keyframes", \.isKeyframe),
        count("cubeFaces") { $0.kind != .phone }, count("images") { $0.imagePath != nil },
        count("depth") { $0.depthPath != nil }, count("confidence") { $0.confidencePath != nil },
        count("masks") { $0.maskPath != nil }, count("poses", \.hasUsablePose), Field("imageSizes", \.imageSizes),
        Field("poseLayout", \.package.poseLayout),
        Field("bounds") { $0.bounds.map { Info.Bounds(minimum: $0.minimum, maximum: $0.maximum) } },
        Field("registered") { $0.package.registration?.isApplied ?? false }, Field("links", \.package.links.count),
        Field("surfaces") { $0.package.roomPlan?.surfaces.count ?? 0 },
        Field("objects") { $0.package.roomPlan?.objects.count ?? 0 }, Field("stills", \.package.stills.count),
        Field("proxyImages", \.package.proxyImagePaths.count), Field("meshes", \.package.meshPaths),
        Field("otherFiles", \.package.otherPaths),
    ]

    private static func count(
        _ name: String, _ isCounted: @escaping @Sendable (ScanFrame) -> Bool
    ) -> Field<PackageInfo> {
        Field(name) { $0.package.frames.count(where: isCounted) }
    }
}

extension PackageKind: DocumentedWord {}
extension PoseLayout: DocumentedWord {}

extension Check {
    /// Creates a check from the check of a package.
    public init(_ found: PackageCheck, path: String) {
        self.init(
            path: path, variant: found.package.kind.rawValue, byteCount: found.package.files.byteCount,
            findings: found.findings.map(CheckRules.finding))
    }
}
