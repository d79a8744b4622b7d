public import MeshBytes
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
    public var json: JSONValue {
        Envelope.done(
            "info",
            [
                ("input", .object([("path", .string(path)), ("bytes", .int(byteCount))])),
                ("format", "package"),
                ("variant", .string(package.kind.rawValue)),
                ("bytes", .int(byteCount)),
                ("diagnostics", .array(package.diagnostics.map(\.json))),
                ("package", contents),
            ])
    }

    private var contents: JSONValue {
        .object(facts + frameCounts + belongings)
    }

    private var facts: [(String, JSONValue)] {
        [
            ("kind", .string(package.kind.rawValue)),
            ("files", .int(package.files.entries.count)),
            ("folder", .optional(package.wrapper.isEmpty ? nil : package.wrapper)),
        ]
    }

    private var frameCounts: [(String, JSONValue)] {
        func count(_ isCounted: (ScanFrame) -> Bool) -> JSONValue { .int(package.frames.count(where: isCounted)) }
        return [
            ("frames", .int(package.frames.count)),
            ("keyframes", count(\.isKeyframe)),
            ("cubeFaces", count { $0.kind != .phone }),
            ("images", count { $0.imagePath != nil }),
            ("depth", count { $0.depthPath != nil }),
            ("confidence", count { $0.confidencePath != nil }),
            ("masks", count { $0.maskPath != nil }),
            ("poses", count(\.hasUsablePose)),
            ("imageSizes", .array(imageSizes.map(JSONValue.string))),
            ("poseLayout", .optional(package.poseLayout?.rawValue)),
        ]
    }

    private var belongings: [(String, JSONValue)] {
        var box = JSONValue.null
        if let bounds { box = .object([("min", Self.json(bounds.minimum)), ("max", Self.json(bounds.maximum))]) }
        return [
            ("bounds", box),
            ("registered", .bool(package.registration?.isApplied ?? false)),
            ("links", .int(package.links.count)),
            ("surfaces", .int(package.roomPlan?.surfaces.count ?? 0)),
            ("objects", .int(package.roomPlan?.objects.count ?? 0)),
            ("stills", .int(package.stills.count)),
            ("proxyImages", .int(package.proxyImagePaths.count)),
            ("meshes", .array(package.meshPaths.map(JSONValue.string))),
            ("otherFiles", .array(package.otherPaths.map(JSONValue.string))),
        ]
    }

    private static func json(_ point: SIMD3<Double>) -> JSONValue {
        .array([.number(point.x), .number(point.y), .number(point.z)])
    }
}

extension Check {
    /// Creates a check from the check of a package.
    public init(_ found: PackageCheck, path: String) {
        self.init(
            path: path, variant: found.package.kind.rawValue, byteCount: found.package.files.byteCount,
            findings: found.findings.map(CheckRules.finding))
    }
}
