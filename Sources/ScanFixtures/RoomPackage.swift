internal import MeshArchive
package import MeshBytes
internal import MeshImages

/// The scene ``RoomScene`` as a package in memory: of each kind and in each variant.
///
/// ```swift
/// var room = RoomPackage()
/// room.depthOrder = .little
/// let files = room.files()  // paths and bytes
/// let zip = room.zip()      // wrapped in a folder, or not
/// ```
package struct RoomPackage: Sendable {
    /// The kinds of packages.
    package enum Profile: String, CaseIterable, Sendable {
        /// The app's Scan4D package.
        case scan4D
        /// The app's flat Polycam package.
        case polycam
        /// The app's RAW package.
        case raw
        /// Polycam's own `keyframes/`.
        case polycamRaw
        /// 3D Scanner App.
        case scannerApp
        /// Stray Scanner.
        case stray
        /// The folder of a scan, as it was packed until 2026-03-15.
        case legacyFolder
    }

    /// The byte order of depth.
    package enum DepthOrder: Sendable {
        /// PNG's.
        case big
        /// The app's.
        case little
        /// Little for even frames, big for odd ones.
        case mixed
    }

    /// The coding of confidence.
    package enum Confidence: Sendable {
        /// 0 and 2 in grey.
        case levels
        /// 0 and 255 in grey, as in Polycam.
        case wide
        /// 0 and 2 in the first channel of RGB, other values in the rest.
        case colors
        /// Zero everywhere.
        case zero
        /// No files.
        case none
    }

    /// The scene.
    package var scene = RoomScene()
    /// The kind.
    package var profile = Profile.scan4D
    /// The byte order of depth.
    package var depthOrder = DepthOrder.big
    /// Whether `transforms.json` stores columns, as the app does.
    package var hasColumns = false
    /// The coding of confidence.
    package var confidence = Confidence.levels
    /// Whether pictures show the room; otherwise they are grey and of the right size, which is much faster.
    package var hasPictures = false
    /// Whether pictures are JPEG files, all grey; otherwise PNG files.
    package var hasJPEGs = false
    /// The distance in millimetres of one more frame, which is a flat wall; nil: no such frame.
    package var flatWall: UInt16?
    /// The transform from the room's own frame to that of the poses: the raw frame of the scan.
    package var rawFromRoom = RigidRows.identity
    /// The transform in `registration.json`, from the raw frame to the canonical one; nil: no such file.
    package var registration: RigidRows?
    /// `stitching.json`; nil: no such file.
    package var stitching: JSONValue?
    /// Whether `roomplan.json` has the walls, in the canonical frame.
    package var hasRoomPlan = false
    /// Additional files, or other bytes for existing ones.
    package var extra: [(path: String, bytes: [UInt8])] = []
    /// Members of the metadata after the usual ones.
    package var metadata: [(String, JSONValue)] = []
    /// The folder around everything; empty: none.
    package var wrapper = ""
    /// Whether `.DS_Store`, `__MACOSX/` and `._` files are among the others.
    package var hasLitter = false

    package init() {}

    /// All views: those of the scene, and the flat wall.
    package var views: [RoomScene.View] {
        var views = scene.views
        if flatWall != nil {
            views.append(
                RoomScene.View(
                    name: "frame_00099", pose: RigidRows(halfYaw: 0, center: SIMD3(0, 1.3, 1.33)).narrowed,
                    lens: RoomScene.stream, isKeyframe: false, person: nil))
        }
        return views
    }

    /// The camera-to-world pose of a view in the frame of the package's poses, rounded to float32.
    package func pose(_ view: RoomScene.View) -> RigidRows {
        rawFromRoom == .identity ? view.pose : rawFromRoom.after(view.pose).narrowed
    }

    /// The files in no particular order, inside ``wrapper`` if it is set.
    package func files() -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        for (index, view) in views.enumerated() { add(view, index, to: &files) }
        addShared(to: &files)
        for one in extra {
            files.removeAll { $0.path == one.path }
            files.append(one)
        }
        if hasLitter {
            files.append((".DS_Store", [0, 0, 0, 1]))
            files.append(("images/._frame_00000.png", [0, 5, 22, 7]))
        }
        if !wrapper.isEmpty { files = files.map { ("\(wrapper)/\($0.path)", $0.bytes) } }
        if hasLitter { files.append(("__MACOSX/._images", [0, 5, 22, 7])) }
        return files
    }

    /// The zip archive of the files.
    package func zip(_ container: FixtureZip = FixtureZip()) -> [UInt8] { container.archive(files()) }

    // MARK: Images

    /// Returns a grey or coloured PNG; empty if it can't be made.
    package static func png(_ samples: [UInt8], width: Int, height: Int, channels: Int = 1) -> [UInt8] {
        let layout: PixelLayout = channels == 3 ? .rgb : channels == 4 ? .rgba : .gray
        return (try? PNGWriter(width: width, height: height, layout: layout).file(samples)) ?? []
    }

    /// Returns a 16-bit grey PNG, with its bytes in either order.
    package static func png(_ samples: [UInt16], width: Int, height: Int, swapped: Bool) -> [UInt8] {
        var writer = PNGWriter(width: width, height: height, layout: .gray)
        writer.bitDepth = 16
        var bytes: [UInt8] = []
        for sample in samples {
            let (high, low) = (UInt8(sample >> 8), UInt8(truncatingIfNeeded: sample))
            bytes += swapped ? [low, high] : [high, low]
        }
        return (try? writer.file(bytes)) ?? []
    }

    /// The depth that a reader should return for a view.
    package func depth(_ view: RoomScene.View) -> [UInt16] {
        let size = RoomScene.depthSize
        if let flatWall, view.name == "frame_00099" { return Array(repeating: flatWall, count: size.x * size.y) }
        return RoomScene.depth(view)
    }

    private func add(_ view: RoomScene.View, _ index: Int, to files: inout [(path: String, bytes: [UInt8])]) {
        let size = RoomScene.depthSize
        let swapped = depthOrder == .little || (depthOrder == .mixed && index % 2 == 0)
        let names = paths(view, index)
        if let path = names.image { files.append((path, picture(view))) }
        files.append(
            (names.depth, Self.png(depth(view), width: size.x, height: size.y, swapped: swapped)))
        let levels = RoomScene.confidence()
        switch confidence {
        case .levels: files.append((names.confidence, Self.png(levels, width: size.x, height: size.y)))
        case .wide:
            files.append((names.confidence, Self.png(levels.map { $0 == 2 ? 255 : 0 }, width: size.x, height: size.y)))
        case .colors:
            let colors: [UInt8] = levels.flatMap { level -> [UInt8] in [level, 7, 9] }
            files.append((names.confidence, Self.png(colors, width: size.x, height: size.y, channels: 3)))
        case .zero:
            files.append((names.confidence, Self.png(levels.map { _ in 0 }, width: size.x, height: size.y)))
        case .none: break
        }
        if let path = names.camera { files.append((path, camera(view, index).bytes(.pretty))) }
    }

    private func picture(_ view: RoomScene.View) -> [UInt8] {
        let size = view.lens.size
        if hasJPEGs { return GreyJPEG.file(width: size.x, height: size.y) }
        if hasPictures { return RoomPictures.shared.file(view) }
        return size == RoomScene.stream.size ? Self.grayStream : Self.grayKeyframe
    }

    private static let grayStream = gray(RoomScene.stream.size)
    private static let grayKeyframe = gray(RoomScene.keyframe.size)

    private static func gray(_ size: SIMD2<Int>) -> [UInt8] {
        png([UInt8](repeating: 128, count: size.x * size.y), width: size.x, height: size.y)
    }

    // MARK: Paths

    private func paths(
        _ view: RoomScene.View, _ index: Int
    ) -> (image: String?, depth: String, confidence: String, camera: String?) {
        let name = view.name
        let ending = hasJPEGs ? "jpg" : "png"
        let number = String(name.dropFirst(6))
        switch profile {
        case .scan4D, .polycam:
            return (
                "images/\(name).\(ending)", "depth/\(name).png", "confidence/\(name).png", "cameras/\(name).json"
            )
        case .raw: return ("images/\(name).\(ending)", "depth/\(name).png", "confidence/\(name).png", nil)
        case .legacyFolder:
            return (
                "raw_data/images/\(name).\(ending)", "raw_data/depth/\(name).png", "raw_data/confidence/\(name).png",
                nil
            )
        case .polycamRaw:
            let time = String(1_700_000_000_000 + index * 100_000)
            return (
                "keyframes/images/\(time).\(ending)", "keyframes/depth/\(time).png", "keyframes/confidence/\(time).png",
                "keyframes/cameras/\(time).json"
            )
        case .scannerApp:
            return (
                index % 3 == 0 ? "\(name).\(ending)" : nil, "depth_\(number).png", "conf_\(number).png", "\(name).json"
            )
        case .stray: return (nil, "depth/0\(number).png", "confidence/0\(number).png", nil)
        }
    }

    /// The name that the package's reader should give to a frame.
    package func frameName(_ view: RoomScene.View, _ index: Int) -> String {
        switch profile {
        case .polycamRaw: String(1_700_000_000_000 + index * 100_000)
        case .stray: "0" + view.name.dropFirst(6)
        default: view.name
        }
    }

    // MARK: Cameras

    private func camera(_ view: RoomScene.View, _ index: Int) -> JSONValue {
        let m = pose(view).numbers
        let lens = view.lens
        if profile == .scannerApp {
            let projection = [
                2 * lens.focal.x / Double(lens.size.x), 0, 0, 0, 0, 2 * lens.focal.y / Double(lens.size.y), 0, 0, 0, 0,
                -1, -0.001, 0, 0, -1, 0,
            ]
            let k = [lens.focal.x, 0, lens.center.x, 0, lens.focal.y, lens.center.y, 0, 0, 1]
            return .object([
                ("time", .number(100 + Double(index))), ("cameraPoseARFrame", Self.list(pose(view).rowMajor)),
                ("frame_index", .int(index)), ("projectionMatrix", Self.list(projection)),
                ("intrinsics", Self.list(k)), ("exposureDuration", 0.01),
            ])
        }
        var members: [(String, JSONValue)] = []
        for row in 0..<3 { for column in 0..<4 { members.append(("t_\(row)\(column)", .number(m[row * 4 + column]))) } }
        members += [
            ("fx", .number(lens.focal.x)), ("fy", .number(lens.focal.y)), ("cx", .number(lens.center.x)),
            ("cy", .number(lens.center.y)), ("width", .int(lens.size.x)), ("height", .int(lens.size.y)),
            ("blur_score", .number(profile == .polycamRaw ? 100.0 : 1.0)),
        ]
        if profile != .polycamRaw {
            let paths = paths(view, index)
            members.append(("image_path", .string(paths.image ?? "")))
            members.append(("depth_path", .string(paths.depth)))
            if confidence != .none { members.append(("confidence_path", .string(paths.confidence))) }
            if view.isKeyframe { members.append(("is_keyframe", true)) }
            if view.isKeyframe { members.append(("sharpness", 123.5)) }
            members.append(("vendor_note", .string("n\(index)")))
        }
        return .object(members)
    }

    private func transforms() -> JSONValue {
        let lens = RoomScene.stream
        var frames: [JSONValue] = []
        for (index, view) in views.enumerated() {
            let flat = hasColumns ? pose(view).columnMajor : pose(view).rowMajor
            let matrix = (0..<4).map { Self.list(Array(flat[$0 * 4..<$0 * 4 + 4])) }
            let paths = paths(view, index)
            func inner(_ path: String) -> JSONValue {
                .string(profile == .legacyFolder ? String(path.dropFirst("raw_data/".count)) : path)
            }
            var members: [(String, JSONValue)] = [
                ("file_path", inner(paths.image ?? "")), ("transform_matrix", .array(matrix)),
                ("depth_file_path", inner(paths.depth)),
            ]
            if confidence != .none { members.append(("confidence_file_path", inner(paths.confidence))) }
            if view.isKeyframe {
                members += [
                    ("fl_x", .number(view.lens.focal.x)), ("fl_y", .number(view.lens.focal.y)),
                    ("cx", .number(view.lens.center.x)), ("cy", .number(view.lens.center.y)),
                    ("w", .int(view.lens.size.x)), ("h", .int(view.lens.size.y)), ("is_keyframe", true),
                    ("sharpness", 123.5),
                ]
            }
            frames.append(.object(members))
        }
        return .object([
            ("camera_model", "OPENCV"), ("fl_x", .number(lens.focal.x)), ("fl_y", .number(lens.focal.y)),
            ("cx", .number(lens.center.x)), ("cy", .number(lens.center.y)), ("w", .int(lens.size.x)),
            ("h", .int(lens.size.y)), ("frames", .array(frames)),
        ])
    }

    private static func list(_ numbers: [Double]) -> JSONValue { .array(numbers.map(JSONValue.number)) }

    // MARK: Files for all

    private func addShared(to files: inout [(path: String, bytes: [UInt8])]) {
        func add(_ path: String, _ value: JSONValue) { files.append((path, value.bytes(.pretty))) }
        let info: JSONValue = .object([
            ("num_frames", .int(views.count)), ("image_width", 480), ("image_height", 360),
            ("coordinate_system", "arkit"),
        ])
        switch profile {
        case .scan4D:
            let usual: [(String, JSONValue)] = [
                ("timestamp", 1_780_000_000.5), ("device", "iPhone"), ("os_name", "iOS"), ("os_version", "26.0"),
                ("app_version", "0.5"), ("build_type", "debug"), ("privacy_filter", true),
            ]
            add("scan4d_metadata.json", .object(usual + metadata))
            add("mesh_info.json", info)
        case .polycam, .polycamRaw: add("mesh_info.json", info)
        case .raw: add("transforms.json", transforms())
        case .legacyFolder:
            add("raw_data/transforms.json", transforms())
            files.append(("mesh.obj", Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)))
        case .scannerApp: add("info.json", ["title": "room"])
        case .stray:
            var lines = "timestamp, frame, x, y, z, qx, qy, qz, qw\n"
            for (index, view) in views.enumerated() {
                let q = Self.quaternion(pose(view))
                let m = pose(view).numbers
                let number = Int(view.name.dropFirst(6)) ?? index
                lines += "\(100 + index), \(number), \(m[3]), \(m[7]), \(m[11]), \(q[0]), \(q[1]), \(q[2]), \(q[3])\n"
            }
            files.append(("odometry.csv", Array(lines.utf8)))
            files.append(("camera_matrix.csv", Array("1444,0,965.2\n0,1444,714.4\n0,0,1\n".utf8)))
        }
        addPlaces(add)
    }

    private func addPlaces(_ add: (String, JSONValue) -> Void) {
        if let registration {
            add(
                "registration.json",
                .object([
                    ("version", 2), ("applied", true), ("reason", "test"),
                    ("transform", Self.list(registration.columnMajor)), ("note", ""),
                ]))
        }
        if let stitching { add("stitching.json", stitching) }
        guard hasRoomPlan else { return }
        let canonical = (registration ?? .identity).after(rawFromRoom)
        let (low, high) = (RoomScene.low, RoomScene.high)
        let middle = (low + high) / 2
        // Each wall's own z axis points out of it: turned about y by −90°, 0°, 90°, 180°.
        let walls: [(SIMD3<Double>, Double, Double)] = [
            (SIMD3(low.x, middle.y, middle.z), high.z - low.z, -1.0),
            (SIMD3(high.x, middle.y, middle.z), high.z - low.z, 1.0),
            (SIMD3(middle.x, middle.y, low.z), high.x - low.x, 1e9),
            (SIMD3(middle.x, middle.y, high.z), high.x - low.x, 0.0),
        ]
        let surfaces = walls.enumerated().map { index, wall -> JSONValue in
            let pose = canonical.after(RigidRows(halfYaw: wall.2, center: wall.0))
            return .object([
                ("id", .string("wall-\(index)")), ("category", "wall"),
                (
                    "dimensions",
                    .object([("width", .number(wall.1)), ("height", .number(high.y - low.y)), ("depth", 0)])
                ),
                ("transform", Self.list(pose.columnMajor)), ("confidence", "high"),
            ])
        }
        add(
            "roomplan.json",
            .object([("version", 1), ("source", "roomplan"), ("surfaces", .array(surfaces)), ("objects", [])]))
    }

    /// x, y, z, w of a pose, with the camera turned to OpenCV's axes.
    private static func quaternion(_ pose: RigidRows) -> [Double] {
        let m = pose.numbers.enumerated().map { $0.offset % 4 == 1 || $0.offset % 4 == 2 ? -$0.element : $0.element }
        func e(_ r: Int, _ c: Int) -> Double { m[r * 4 + c] }
        let squares = [
            1 + e(0, 0) - e(1, 1) - e(2, 2), 1 - e(0, 0) + e(1, 1) - e(2, 2), 1 - e(0, 0) - e(1, 1) + e(2, 2),
            1 + e(0, 0) + e(1, 1) + e(2, 2),
        ]
        let best = squares.indices.max { squares[$0] < squares[$1] } ?? 3
        let root = squares[best].squareRoot() / 2
        let s = 1 / (4 * root)
        switch best {
        case 0: return [root, (e(0, 1) + e(1, 0)) * s, (e(0, 2) + e(2, 0)) * s, (e(2, 1) - e(1, 2)) * s]
        case 1: return [(e(0, 1) + e(1, 0)) * s, root, (e(1, 2) + e(2, 1)) * s, (e(0, 2) - e(2, 0)) * s]
        case 2: return [(e(0, 2) + e(2, 0)) * s, (e(1, 2) + e(2, 1)) * s, root, (e(1, 0) - e(0, 1)) * s]
        default: return [(e(2, 1) - e(1, 2)) * s, (e(0, 2) - e(2, 0)) * s, (e(1, 0) - e(0, 1)) * s, root]
        }
    }
}
