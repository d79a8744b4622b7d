import MeshBytes
import MeshFormats
import MeshImages
import MeshModel

/// `transforms.json` as the app and Nerfstudio write it: see *Poses* in the Scan packages article.
extension PackageReadRun {
    /// Reads all frames.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - base: the folder that its paths are relative to.
    ///   - names: gives the frames their names.
    mutating func readTransforms(_ path: String, base: String, _ names: inout UniqueNames) throws(ReadError) {
        guard let value = try json(path) else { return }
        guard let members = value.object, let elements = value["frames"]?.array else {
            return try refuse(path, "expected an object with an array frames, found another value")
        }
        package.transformsMembers = members.filter { !Self.globalKeys.contains($0.0) }
        if let cloud = value["ply_file_path"]?.string { _ = resolve(cloud, from: path, base: base) }
        let matrices = elements.map { $0["transform_matrix"].flatMap { NestedMatrix($0) } }
        let layout = try layout(matrices, path, hasDistortion: Self.hasDistortion(value))
        package.poseLayout = layout
        var overrides = 0
        for (index, element) in elements.enumerated() {
            guard let members = element.object, let file = element["file_path"]?.string else {
                try refuse(path, "expected an object with file_path at /frames/\(index), found another value")
                continue
            }
            // Programs on Windows write backslashes between folders.
            var frame = ScanFrame(name: names.next(PackagePath.stem(file.replacing("\\", with: "/"))))
            frame.imagePath = image(file, path, base)
            frame.depthPath = element["depth_file_path"]?.string.flatMap { resolve($0, from: path, base: base) }
            frame.confidencePath = element["confidence_file_path"]?.string.flatMap {
                resolve($0, from: path, base: base)
            }
            frame.maskPath = element["mask_path"]?.string.flatMap { resolve($0, from: path, base: base) }
            if frame.maskPath == nil, package.kind == .scan4D {
                // The device's masks of persons, which no file names.
                frame.maskPath = find(frame.name, inside(base, "masks"), ["png"])
            }
            frame.pose = matrices[index]?.transform(layout)
            if element["transform_matrix"] != nil, matrices[index] == nil {
                try refuse(path, "expected 4 arrays of 4 numbers at /frames/\(index)/transform_matrix, found others")
            }
            frame.intrinsics = intrinsics(element, value, of: frame.imagePath)
            frame.lens = ScanLens(transforms: element, value)
            frame.projection = ScanLens.projection(transforms: element, value)
            if Self.intrinsicKeys.contains(where: { element[$0] != nil && value[$0] != nil }) { overrides += 1 }
            frame.isKeyframe = element["is_keyframe"]?.bool ?? false
            frame.sharpness = element["sharpness"]?.number
            frame.exposureDuration = element["exposure_duration_s"]?.number
            frame.timestamp = element["timestamp"]?.number
            frame.blurScore = element["blur_score"]?.number
            frame.otherMembers = members.filter { !Self.frameKeys.contains($0.0) }
            if Self.hasDistortion(value, element) {
                frame.hasUnreadDistortion = frame.lens == nil
                note(.distortion, .warning, entry: path, "the lens has distortion, which is not corrected")
            }
            package.frames.append(frame)
        }
        if package.kind == .nerfstudio { package.upAxis = upAxis(value, layout) }
        if overrides > 0 {
            note(
                .intrinsicsPerFrame, .note, entry: path, count: overrides,
                "frames have intrinsics of their own, but Nerfstudio uses only those for all frames")
        }
    }

    /// Reads the frames of all splits. Which frames are in which becomes members as Nerfstudio has them.
    mutating func readSplits(_ base: String) throws(ReadError) {
        var names = UniqueNames()
        var shared: [(String, JSONValue)]?
        var lists: [(String, JSONValue)] = []
        for split in PackageReader.splits where files[inside(base, split.path)] != nil {
            let count = package.frames.count
            package.transformsMembers = []
            try readTransforms(inside(base, split.path), base: base, &names)
            let paths = package.frames[count...].compactMap(\.imagePath)
            lists.append(("\(split.name)_filenames", .array(paths.map(JSONValue.string))))
            shared = shared.map { Self.shared($0, package.transformsMembers) } ?? package.transformsMembers
        }
        package.transformsMembers = (shared ?? []) + lists
    }

    /// Members for the frames of two files: what isn't the same of their lenses, each frame knows itself.
    private static func shared(
        _ first: [(String, JSONValue)], _ second: [(String, JSONValue)]
    ) -> [(String, JSONValue)] {
        func isOfLens(_ key: String) -> Bool { ScanLens.isMember(key) || key.utf8.starts(with: "camera_angle_".utf8) }
        return first.filter { key, value in
            !isOfLens(key) || second.contains { $0.0 == key && $0.1 == value }
        } + second.filter { key, _ in !isOfLens(key) && !first.contains { $0.0 == key } }
    }

    /// Nerfstudio's worlds have +Z up ("Data conventions" of its documentation), the app's +Y, also in the files that it
    /// writes for Nerfstudio; meshconv's say which.
    private func upAxis(_ value: JSONValue, _ layout: PoseLayout) -> UpAxis {
        if let marker = value[OriginRecord.key] { return marker["up"]?.string == "z" ? .z : .y }
        return layout == .columns || looksLikeScan4D ? .y : .z
    }

    /// The picture that a frame names: as it is, or with an extension that its writer omitted.
    private mutating func image(_ file: String, _ path: String, _ base: String) -> String? {
        if let normal = PackagePath.normal(file) {
            let place = inside(base, normal)
            if files[place] == nil {
                for one in ["png", "jpg", "jpeg"] where files["\(place).\(one)"] != nil { return "\(place).\(one)" }
            }
        }
        return resolve(file, from: path, base: base)
    }

    private mutating func layout(
        _ matrices: [NestedMatrix?], _ path: String, hasDistortion: Bool
    ) throws(ReadError) -> PoseLayout {
        if let layout = options.poseLayout { return layout }
        switch PoseLayoutDetection.find(matrices) {
        case .layout(let layout):
            if layout == .columns {
                note(
                    .poseColumns, .note, entry: path,
                    "poses are written as columns, as the app does; they are read correctly")
            }
            return layout
        case .mixed(let frame):
            try refuse(
                path,
                "expected poses that are all rows or all columns, found another at /frames/\(frame)/transform_matrix")
            return .rows
        case .ambiguous:
            let isApp = looksLikeScan4D && !hasDistortion
            if matrices.contains(where: { $0 != nil }) {
                note(
                    .poseLayoutAmbiguous, .warning, entry: path,
                    "poses may be rows or columns, as all cameras are at the origin; they are read as "
                        + (isApp ? "columns" : "rows"))
            }
            return isApp ? .columns : .rows
        }
    }

    /// Whether the files beside `transforms.json` look like the app's: frames with five digits, and confidence.
    private var looksLikeScan4D: Bool {
        let folder = files.entries.contains { $0.path.split(separator: "/").dropLast().contains("confidence") }
        return folder
            && files.entries.contains { entry in
                let stem = PackagePath.stem(entry.path).utf8
                return stem.starts(with: "frame_".utf8) && stem.count == 11
                    && stem.dropFirst(6).allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    private static let intrinsicKeys = ["fl_x", "fl_y", "cx", "cy", "w", "h"]
    private static let globalKeys = Set(intrinsicKeys + ["frames"])
    private static let frameKeys = Set(
        intrinsicKeys + [
            "file_path", "transform_matrix", "depth_file_path", "confidence_file_path", "mask_path", "is_keyframe",
            "sharpness", "exposure_duration_s", "timestamp", "blur_score",
        ])

    /// Whether a coefficient isn't 0: a frame's own, else that for all.
    private static func hasDistortion(_ all: JSONValue, _ frame: JSONValue = .object([])) -> Bool {
        ScanLens.distortionKeys.contains { ((frame[$0] ?? all[$0])?.number ?? 0) != 0 }
    }

    /// A frame's own numbers, else the shared ones. The app means it so, though Nerfstudio reads it differently.
    ///
    /// Without a focal length the angles of view count, as in the synthetic scenes of NeRF: the picture's own size gives
    /// the focal length, and its middle is where the axis meets it.
    private func intrinsics(_ frame: JSONValue, _ all: JSONValue, of picture: String?) -> PinholeIntrinsics? {
        func number(_ key: String) -> Double? { (frame[key] ?? all[key])?.number }
        var width = (frame["w"] ?? all["w"])?.pixelCount ?? 0
        var height = (frame["h"] ?? all["h"])?.pixelCount ?? 0
        if let fx = number("fl_x"), let cx = number("cx"), let cy = number("cy") {
            return PinholeIntrinsics(
                fx: fx, fy: number("fl_y") ?? fx, cx: cx, cy: cy, width: width, height: height)
        }
        let angles = ["x", "y"].map { number("camera_angle_\($0)").flatMap { 0 < $0 && $0 < .pi ? $0 : nil } }
        guard number("fl_x") != nil || angles.contains(where: { $0 != nil }) else { return nil }
        if width == 0 || height == 0 {
            guard let entry = picture.flatMap({ files[$0] }), let header = try? ImageHeader(of: entry) else {
                return nil
            }
            (width, height) = (header.width, header.height)
        }
        func length(_ angle: Double?, _ size: Int) -> Double? {
            angle.map { Double(size) / 2 / Angles.tangent($0 / 2) }
        }
        guard let fx = number("fl_x") ?? length(angles[0], width) ?? length(angles[1], height) else { return nil }
        return PinholeIntrinsics(
            fx: fx, fy: number("fl_y") ?? length(angles[1], height) ?? fx, cx: number("cx") ?? Double(width) / 2,
            cy: number("cy") ?? Double(height) / 2, width: width, height: height)
    }
}
