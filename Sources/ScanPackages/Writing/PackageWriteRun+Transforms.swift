import MeshBytes
import MeshFormats
import MeshModel

/// `transforms.json` as Nerfstudio reads it (*What Nerfstudio asks for* in the Scan packages article), or as the app
/// writes it.
extension PackageWriteRun {
    mutating func writeTransforms() throws(PackageWriteError) {
        let posed = frames.filter { $0.pose != nil && ($0.intrinsics != nil || $0.source.projection != nil) }
        let cameraModel = cameraModel(of: posed)
        var members: [(String, JSONValue)] = [("camera_model", cameraModel)]
        let isLegacy = options.profile == .scan4D05
        let spreads = !isLegacy && spreadsDistortion
        // Nerfstudio applies a shared number to every frame, so it is written only if it holds for all.
        let shared = isLegacy ? streamFrame?.intrinsics : Self.shared(posed)
        if let shared { members += Self.members(shared) }
        if isLegacy {
            members.append(
                ("frames", .array(posed.map { frame($0, shared: shared, cameraModel, spreadsDistortion: spreads) })))
        }
        members += package.transformsMembers.compactMap { key, value in
            spreads && ScanLens.distortionKeys.contains(key) ? nil : member(key, value)
        }
        let points = transforms("ply_file_path") == nil ? try points() : []
        if !points.isEmpty { members.append(("ply_file_path", "sparse_pc.ply")) }
        if !isLegacy {
            members.append((OriginRecord.key, marker))
            members.append(
                ("frames", .array(posed.map { frame($0, shared: shared, cameraModel, spreadsDistortion: spreads) })))
        }
        try addJSON("transforms.json", .object(members))
        if !points.isEmpty { try writeCloud(points, "sparse_pc.ply") }
    }

    /// The camera model for all frames: Nerfstudio knows no other. Reports the lenses that it doesn't fit.
    private mutating func cameraModel(of frames: [WrittenFrame]) -> JSONValue {
        if let model = transforms("camera_model") { return model }
        if let projection = frames.first?.source.projection { return .string(projection) }
        let models = frames.map { $0.source.lens == nil ? "OPENCV" : $0.source.lens?.transformsModel }
        let isFisheye = !models.isEmpty && models.allSatisfy { $0 == "OPENCV_FISHEYE" }
        let model = isFisheye ? "OPENCV_FISHEYE" : "OPENCV"
        losses.add(
            .cameraChanged, .dropped, "/frames/*/lens", "distortion of the lens", count: models.count { $0 != model },
            unit: "frames", cause: "Nerfstudio has no such lens, or can't mix it with the others",
            remedy: .variant("colmap"))
        return .string(model)
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

    private func frame(
        _ frame: WrittenFrame, shared: PinholeIntrinsics?, _ cameraModel: JSONValue, spreadsDistortion: Bool
    ) -> JSONValue {
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
        if options.profile != .scan4D05 {
            if let time = frame.source.timestamp { members.append(("timestamp", .number(time))) }
            if let score = frame.source.blurScore { members.append(("blur_score", .number(score))) }
        }
        let known = Set(members.map(\.0))
        // Unknown members are kept, unless they are paths or poses of another format.
        let others = otherMembers(frame.source).filter { !known.contains($0.0) && !Self.framePaths.contains($0.0) }
        let lens = spreadsDistortion ? sharedDistortion(beside: others) : lens(frame, cameraModel, beside: others)
        return .object(members + others + lens)
    }

    /// Whether some frames have another distortion than the one for all, which Nerfstudio would give them instead.
    private var spreadsDistortion: Bool {
        ScanLens.distortionKeys.contains { transforms($0) != nil }
            && frames.contains { frame in
                frame.source.otherMembers.contains { ScanLens.distortionKeys.contains($0.0) }
            }
    }

    /// The distortion for all frames that one of them has no other for.
    private func sharedDistortion(beside others: [(String, JSONValue)]) -> [(String, JSONValue)] {
        ScanLens.distortionKeys.compactMap { key in
            others.contains { $0.0 == key } ? nil : transforms(key).map { (key, $0) }
        }
    }

    /// The distortion of a frame's lens, as far as neither the frame's other members nor those for all have it.
    private func lens(
        _ frame: WrittenFrame, _ cameraModel: JSONValue, beside others: [(String, JSONValue)]
    ) -> [(String, JSONValue)] {
        guard let lens = frame.source.lens, let model = lens.transformsModel, cameraModel == .string(model) else {
            return []
        }
        return lens.transformsMembers.filter { key, _ in
            transforms(key) == nil && !others.contains { $0.0 == key }
        }
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
            guard let path = value.string.flatMap({ PackagePath.normal($0) }), package.files[path] != nil else {
                losses.add(
                    .nativeUnmapped, .dropped, "/transforms/ply_file_path", "ply_file_path", unit: "members",
                    cause: "left out: the file that it names is missing")
                return nil
            }
            return options.includesMeshes ? (key, .string(path)) : nil
        default: return (key, value)
        }
    }

    /// The cloud as binary PLY, colours in bytes. What was measured is rounded to float32; points of a model are kept.
    private mutating func writeCloud(_ points: [PackagePoint], _ path: String) throws(PackageWriteError) {
        let isExact = package.sparseModel != nil
        let type = isExact ? "double" : "float"
        var bytes = Array(
            ("ply\nformat binary_little_endian 1.0\nelement vertex \(points.count)\nproperty \(type) x\n"
                + "property \(type) y\nproperty \(type) z\nproperty uchar red\nproperty uchar green\n"
                + "property uchar blue\nend_header\n").utf8)
        bytes.reserveCapacity(bytes.count + points.count * (isExact ? 27 : 15))
        for point in points {
            for axis in 0..<3 {
                let number = point.position[axis]
                if isExact {
                    bytes.append(bits: number.bitPattern)
                } else {
                    bytes.append(bits: Float(number).bitPattern)
                }
            }
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
