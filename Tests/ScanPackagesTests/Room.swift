import MeshBytes
import MeshFormats
import MeshModel
import ScanFixtures
import ScanPackages

/// Reads packages of the test room.
enum Room {
    /// The files of a package in memory.
    static func files(_ room: RoomPackage) throws -> PackageFiles {
        try PackageFiles(room.files().map { PackageEntry(path: $0.path, bytes: $0.bytes) }, name: "room")
    }

    /// The package, read from memory.
    static func read(_ room: RoomPackage, _ options: PackageOptions = PackageOptions()) throws -> ScanPackage {
        try ScanPackage.read(try files(room), options: options)
    }

    /// The package, read from a zip archive.
    static func read(zip: [UInt8], _ options: PackageOptions = PackageOptions()) throws -> ScanPackage {
        try ScanPackage.read(
            try PackageFiles.zip(.bytes(zip, name: "room.zip"), limits: options.limits), options: options)
    }

    /// The largest difference of a pose from the true one.
    static func error(_ pose: Affine?, _ truth: RigidRows) -> Double {
        guard let pose else { return .infinity }
        return zip(pose.rowMajor, truth.rowMajor).map { abs($0 - $1) }.max() ?? .infinity
    }

    /// The distance of a point from the nearest wall.
    static func wallDistance(_ p: SIMD3<Double>) -> Double {
        (0..<3).map { min(abs(p[$0] - RoomScene.low[$0]), abs(p[$0] - RoomScene.high[$0])) }.min() ?? .infinity
    }

    /// The points of a frame in the frame of its pose: *Points from depth* in the Scan packages article, written a
    /// second time.
    static func points(_ package: ScanPackage, _ frame: ScanFrame, lens: PinholeIntrinsics? = nil) throws -> [SIMD3<
        Double
    >] {
        guard let depth = try package.depthMap(of: frame), let pose = frame.pose, let lens = lens ?? frame.intrinsics
        else { return [] }
        let confidence = try package.confidenceMap(of: frame)
        var points: [SIMD3<Double>] = []
        for y in 0..<depth.height {
            for x in 0..<depth.width {
                guard let metres = depth.depth(x: x, y: y) else { continue }
                if let confidence, confidence.coding != .unknown,
                    confidence.level(x: x, y: y, ofWidth: depth.width, height: depth.height) < 2
                {
                    continue
                }
                let u = (Double(x) + 0.5) * Double(lens.width) / Double(depth.width)
                let v = (Double(y) + 0.5) * Double(lens.height) / Double(depth.height)
                points.append(pose.applied(to: lens.point(u: u, v: v, depth: metres)))
            }
        }
        return points
    }

    /// The content of a package apart from where its bytes are: equal content gives equal texts.
    static func summary(_ package: ScanPackage) throws -> String {
        var text = "\(package.kind) \(package.meshInfo.map { $0.text() } ?? "")\n"
        text += package.metadata.map { JSONValue.object($0.members).text() } ?? ""
        for frame in package.frames {
            let pose = frame.pose.map { "\($0.rowMajor)" } ?? "-"
            let lens = frame.intrinsics.map { "\($0)" } ?? "-"
            let depth = try package.depthMap(of: frame)
            let confidence = try package.confidenceMap(of: frame)
            text += "\(frame.name) \(frame.imagePath ?? "-") \(frame.depthPath ?? "-") \(pose) \(lens) "
            text += "\(frame.isKeyframe) \(frame.sharpness ?? 0) \(depth.hashValue) \(confidence.hashValue) "
            text += JSONValue.object(frame.otherMembers).text() + "\n"
        }
        text += package.diagnostics.map { "\($0)" }.joined(separator: "\n")
        return text
    }
}
