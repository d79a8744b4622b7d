import MeshBytes
import MeshFormats
import MeshModel

/// `cameras/*.json` and `mesh_info.json`.
extension PackageWriteRun {
    /// A frame's camera: rows of its pose, intrinsics of its own picture.
    func camera(_ frame: WrittenFrame) -> JSONValue {
        let source = frame.source
        var members: [(String, JSONValue)] = []
        if let pose = frame.pose {
            let rows = pose.rowMajor
            for row in 0..<3 {
                for column in 0..<4 { members.append(("t_\(row)\(column)", .number(rows[row * 4 + column]))) }
            }
        }
        if let intrinsics = frame.intrinsics {
            members += [
                ("fx", .number(intrinsics.fx)), ("fy", .number(intrinsics.fy)), ("cx", .number(intrinsics.cx)),
                ("cy", .number(intrinsics.cy)),
            ]
        }
        members += [("width", .int(frame.width)), ("height", .int(frame.height))]
        members.append(("blur_score", .number(blurScore(source))))
        members.append(("image_path", .string(frame.imagePath)))
        if let path = frame.depthPath { members.append(("depth_path", .string(path))) }
        if let path = frame.confidencePath { members.append(("confidence_path", .string(path))) }
        members += Self.capture(source)
        if let time = source.timestamp { members.append(("timestamp", .number(time))) }
        if case .cubeFace(let face) = source.kind { members.append(("face", .string(face))) }
        let known = Set(members.map(\.0))
        return .object(
            members + otherMembers(source).filter { !known.contains($0.0) && !Self.framePaths.contains($0.0) })
    }

    /// The keyframe flag, sharpness and exposure of a frame.
    static func capture(_ source: ScanFrame) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if source.isKeyframe { members.append(("is_keyframe", true)) }
        if let sharpness = source.sharpness { members.append(("sharpness", .number(sharpness))) }
        if let exposure = source.exposureDuration { members.append(("exposure_duration_s", .number(exposure))) }
        return members
    }

    /// Reports what COLMAP's models have no place for.
    mutating func noteCapture() {
        guard variant == .colmap || variant == .colmapBinary else { return }
        losses.add(
            .nativeUnmapped, .dropped, "/frames/*/members", "times, sharpness and other data of frames",
            count: frames.count { frame in
                let source = frame.source
                return source.timestamp != nil || source.blurScore != nil || !Self.capture(source).isEmpty
                    || source.otherMembers.contains { !Self.framePaths.contains($0.0) && !ScanLens.isMember($0.0) }
            },
            unit: "frames", cause: "COLMAP models can't store them", remedy: .variant("raw"))
    }

    /// Paths and poses in other formats; they don't apply here.
    static let framePaths: Set<String> = [
        "file_path", "depth_file_path", "confidence_file_path", "mask_path", "image_path", "depth_path",
        "confidence_path", "transform_matrix",
    ]

    /// Nerfstudio drops frames with a blur score below 25. The app's constant 1.0 becomes 100 outside Scan4D.
    private func blurScore(_ source: ScanFrame) -> Double {
        if options.profile == .scan4D05 { return source.blurScore ?? 1 }
        let found = source.blurScore ?? 1
        if variant == .scan4D { return found }
        return found == 1 ? 100 : found
    }

    /// The frame whose size most frames have: the first that isn't a keyframe.
    var streamFrame: WrittenFrame? {
        let phones = frames.filter(\.isPhone)
        return phones.first { !$0.source.isKeyframe } ?? phones.first ?? frames.first
    }

    /// Reports lenses that a target other than `transforms.json` can't hold.
    ///
    /// - Parameter shared: how many numbers of `transforms.json` are about the lens of all frames.
    mutating func noteLenses(_ shared: Int) {
        let isCOLMAP = variant == .colmap || variant == .colmapBinary
        // COLMAP's model has each lens that a frame is known to have.
        if isCOLMAP, frames.allSatisfy({ $0.source.lens != nil }) { return }
        losses.add(
            .cameraChanged, .dropped, "/transforms", "distortion of the lens", count: shared, unit: "numbers",
            cause: "cameras are written without distortion", remedy: .variant("raw"))
        guard shared == 0, !isCOLMAP else { return }
        losses.add(
            .cameraChanged, .dropped, "/frames/*/lens", "distortion of the lens",
            count: frames.count { $0.source.lens?.bends == true }, unit: "frames",
            cause: "cameras are written without distortion", remedy: .variant("colmap"))
    }

    /// `mesh_info.json`: the number and size of the frames.
    var meshInfo: JSONValue {
        var members: [(String, JSONValue)] = [
            ("num_frames", .int(frames.count { $0.isPhone && $0.pose != nil })),
            ("image_width", .int(streamFrame?.width ?? 0)), ("image_height", .int(streamFrame?.height ?? 0)),
            ("coordinate_system", package.meshInfo?["coordinate_system"] ?? "arkit"),
        ]
        let known = Set(members.map(\.0) + [OriginRecord.key])
        members += (package.meshInfo?.object ?? []).filter { !known.contains($0.0) }
        if variant == .polycamKeyframes, hasRawMesh, package.meshInfo?["alignmentTransform"] == nil {
            // From the cameras' frame to that of the mesh; readers apply its inverse to the mesh.
            members.append(("alignmentTransform", .array(package.rawToCanonical.columnMajor.map(JSONValue.number))))
        }
        if options.profile == .scan4D, variant != .scan4D { members.append((OriginRecord.key, marker)) }
        return .object(members)
    }

    private var hasRawMesh: Bool { options.includesMeshes && package.meshPaths.contains("raw.glb") }

    /// The member `meshconv`, which states the conventions used.
    var marker: JSONValue {
        let usesThresholds = variant == .polycamKeyframes
        var members: [(String, JSONValue)] = [
            ("version", 1), ("depth_byte_order", "big"), ("pose_layout", "rows"),
            ("confidence", usesThresholds ? "0-127-255" : "0-1-2"), ("source", .string(package.kind.rawValue)),
            ("frame", "raw"), ("up", .string(package.upAxis == .z ? "z" : "y")),
            ("units", package.hasKnownFrame ? "metres" : "unknown"),
        ]
        if let version = options.toolVersion { members.append(("tool", .string("meshconv \(version)"))) }
        return .object(members)
    }
}
