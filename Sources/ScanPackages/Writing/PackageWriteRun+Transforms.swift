import MeshBytes
import MeshFormats
import MeshModel

/// `transforms.json` as Nerfstudio reads it (*What Nerfstudio asks for* in the Scan packages article), or as the app
/// writes it.
extension PackageWriteRun {
    mutating func writeTransforms() throws(PackageWriteError) {
        let posed = frames.filter { $0.pose != nil && $0.intrinsics != nil }
        var members: [(String, JSONValue)] = [("camera_model", transforms("camera_model") ?? "OPENCV")]
        let isLegacy = options.profile == .scan4D05
        // Nerfstudio applies a shared number to every frame, so it is written only if it holds for all.
        let shared = isLegacy ? streamFrame?.intrinsics : Self.shared(posed)
        if let shared { members += Self.members(shared) }
        if isLegacy {
            members.append(("frames", .array(posed.map { frame($0, shared: shared) })))
        }
        members += package.transformsMembers.compactMap { member($0.0, $0.1) }
        let points = transforms("ply_file_path") == nil ? try points() : []
        if !points.isEmpty { members.append(("ply_file_path", "sparse_pc.ply")) }
        if !isLegacy {
            members.append((OriginRecord.key, marker))
            members.append(("frames", .array(posed.map { frame($0, shared: shared) })))
        }
        try addJSON("transforms.json", .object(members))
        if !points.isEmpty { try writeCloud(points, "sparse_pc.ply") }
    }

    func transforms(_ key: String) -> JSONValue? {
        package.transformsMembers.first { $0.0 == key }?.1
    }

    /// The intrinsics shared by all frames; nil if they differ.
    private static func shared(_ frames: [WrittenFrame]) -> PinholeIntrinsics? {
        guard let first = frames.first?.intrinsics, frames.allSatisfy({ $0.intrinsics == first }) else { return nil }
        return first
    }

    private static func members(_ intrinsics: PinholeIntrinsics) -> [(String, JSONValue)] {
        [
            ("fl_x", .number(intrinsics.fx)), ("fl_y", .number(intrinsics.fy)), ("cx", .number(intrinsics.cx)),
            ("cy", .number(intrinsics.cy)), ("w", .int(intrinsics.width)), ("h", .int(intrinsics.height)),
        ]
    }

    private func frame(_ frame: WrittenFrame, shared: PinholeIntrinsics?) -> JSONValue {
        var members: [(String, JSONValue)] = [("file_path", .string(frame.imagePath))]
        if let path = frame.depthPath { members.append(("depth_file_path", .string(path))) }
        if let path = frame.confidencePath { members.append(("confidence_file_path", .string(path))) }
        if let path = frame.maskPath { members.append(("mask_path", .string(path))) }
        if let pose = frame.pose {
            let numbers = options.profile.poseLayout == .rows ? pose.rowMajor : pose.columnMajor
            let arrays = stride(from: 0, to: 16, by: 4).map { start in
                JSONValue.array(numbers[start..<start + 4].map(JSONValue.number))
            }
            members.append(("transform_matrix", .array(arrays)))
        }
        if let intrinsics = frame.intrinsics, intrinsics != shared { members += Self.members(intrinsics) }
        members += Self.capture(frame.source)
        let known = Set(members.map(\.0))
        // Unknown members are kept, unless they are paths or poses of another format.
        let others = otherMembers(frame.source).filter { !known.contains($0.0) && !Self.framePaths.contains($0.0) }
        return .object(members + others)
    }

    /// A shared member as it is now: lists of file names follow the renamed files; nil leaves it out.
    private mutating func member(_ key: String, _ value: JSONValue) -> (String, JSONValue)? {
        switch key {
        case "camera_model", "frames", OriginRecord.key: return nil
        case "train_filenames", "val_filenames", "test_filenames":
            var paths: [String: String] = [:]
            for frame in frames { if let path = frame.source.imagePath { paths[path] = frame.imagePath } }
            let names = (value.array ?? []).compactMap { name in
                name.string.flatMap { PackagePath.normal($0) }.flatMap { paths[$0] }
            }
            return (key, .array(names.map(JSONValue.string)))
        case "ply_file_path":
            // It refers to a mesh of the package, which is copied under its own name.
            guard let path = value.string.flatMap({ PackagePath.normal($0) }), options.includesMeshes,
                package.files[path] != nil
            else { return nil }
            return (key, .string(path))
        default: return (key, value)
        }
    }

    /// The cloud as binary PLY: float32 positions, colours in bytes.
    private mutating func writeCloud(_ points: [PackagePoint], _ path: String) throws(PackageWriteError) {
        var bytes = Array(
            ("ply\nformat binary_little_endian 1.0\nelement vertex \(points.count)\nproperty float x\n"
                + "property float y\nproperty float z\nproperty uchar red\nproperty uchar green\n"
                + "property uchar blue\nend_header\n").utf8)
        bytes.reserveCapacity(bytes.count + points.count * 15)
        for point in points {
            for axis in 0..<3 { bytes.append(bits: Float(point.position[axis]).bitPattern) }
            for channel in 0..<3 { bytes.append(point.color[channel]) }
        }
        try add(path, bytes)
    }
}

extension [UInt8] {
    /// Appends an integer, least significant byte first.
    mutating func append<Integer: FixedWidthInteger>(bits value: Integer) {
        for shift in stride(from: 0, to: Integer.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
