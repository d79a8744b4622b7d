import MeshBytes
import MeshFormats
import MeshImages
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Poses and intrinsics of cameras.
@Suite struct PoseTests {
    @Test(arguments: RoomPackage.Profile.allCases)
    func everyKindGivesTheSamePosesAndNames(profile: RoomPackage.Profile) throws {
        var room = RoomPackage()
        room.profile = profile
        let package = try Room.read(room)
        #expect(package.frames.count == 12)
        for (index, view) in room.views.enumerated() {
            let frame = try #require(package.frame(named: room.frameName(view, index)))
            #expect(Room.error(frame.pose, room.pose(view)) < 1e-6)
            #expect(frame.depthPath != nil)
            #expect(frame.confidencePath != nil)
            #expect(try package.depthMap(of: frame)?.samples == RoomScene.depth(view))
            guard profile != .stray else { continue }
            let lens = try #require(frame.intrinsics)
            #expect(lens.fx == view.lens.focal.x && lens.fy == view.lens.focal.y)
            #expect(lens.cx == view.lens.center.x && lens.cy == view.lens.center.y)
            #expect(lens.width == view.lens.size.x && lens.height == view.lens.size.y)
        }
        #expect(!package.diagnostics.contains { $0.severity == .error })
    }

    /// The synthetic scenes of NeRF have an angle of view, no focal length and names without an extension.
    @Test(arguments: [("camera_angle_x", 240.0), ("camera_angle_y", 180)])
    func anAngleOfViewGivesTheFocalLength(_ angle: String, _ half: Double) throws {
        let transforms = """
            {"\(angle)": 1.0471975511965976, "frames": [{"file_path": "./train/r_0",
             "transform_matrix": [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 2], [0, 0, 0, 1]]}]}
            """
        let files = try PackageFiles(
            [
                PackageEntry(path: "transforms.json", bytes: Array(transforms.utf8)),
                PackageEntry(path: "train/r_0.jpg", bytes: SmallPackage.jpeg(480, 360)),
            ], name: "nerf")
        let frame = try #require(try ScanPackage.read(files).frames.first)
        let lens = try #require(frame.intrinsics)
        // Half the size ÷ tan 30°.
        #expect(abs(lens.fx - half * 3.0.squareRoot()) < 1e-9 && lens.fy == lens.fx)
        #expect((lens.cx, lens.cy) == (240, 180) && (lens.width, lens.height) == (480, 360))
    }

    @Test(arguments: [false, true])
    func f2RowsAndColumnsAreToldApart(hasColumns: Bool) throws {
        var room = RoomPackage()
        room.profile = .raw
        room.hasColumns = hasColumns
        let package = try Room.read(room)
        #expect(package.poseLayout == (hasColumns ? .columns : .rows))
        #expect(package.diagnostics.contains { $0.packageCode == .poseColumns && $0.severity == .note } == hasColumns)
        for (frame, view) in zip(package.frames, room.views) { #expect(Room.error(frame.pose, view.pose) < 1e-6) }
        var wrong = PackageOptions()
        wrong.poseLayout = hasColumns ? .rows : .columns
        let forced = try Room.read(room, wrong)
        #expect(Room.error(forced.frames.first?.pose, room.views[0].pose) > 0.1)
    }

    private static func transforms(_ matrices: [String], stem: String) -> [UInt8] {
        let frames = matrices.enumerated().map {
            "{\"file_path\":\"images/\(stem)0000\($0.offset).jpg\",\"transform_matrix\":\($0.element)}"
        }
        return Array(
            "{\"fl_x\":1,\"cx\":0,\"cy\":0,\"w\":1,\"h\":1,\"frames\":[\(frames.joined(separator: ","))]}".utf8)
    }

    private static let turned = "[[0,-1,0,0],[1,0,0,0],[0,0,1,0],[0,0,0,1]]"
    private static let rows = "[[1,0,0,1],[0,1,0,2],[0,0,1,3],[0,0,0,1]]"
    private static let columns = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[1,2,3,1]]"

    @Test(arguments: [true, false])
    func f2WithoutTranslationsColumnsAreTakenForTheAppAndRowsForOthers(isApp: Bool) throws {
        let stem = isApp ? "frame_" : "photo_"
        let files = try PackageFiles(
            [
                PackageEntry(path: "transforms.json", bytes: Self.transforms([Self.turned], stem: stem)),
                PackageEntry(path: "images/\(stem)00000.jpg", bytes: []),
                PackageEntry(path: "confidence/\(stem)00000.png", bytes: []),
            ], name: "test")
        let package = try ScanPackage.read(files)
        #expect(package.poseLayout == (isApp ? .columns : .rows))
        #expect(package.diagnostics.contains { $0.packageCode == .poseLayoutAmbiguous && $0.severity == .warning })
        #expect(package.frames.first?.pose?.x.y == (isApp ? 1 : -1))
    }

    @Test func f2FramesThatDisagreeAreAnErrorThatNamesTheFrame() throws {
        let files = try PackageFiles(
            [PackageEntry(path: "transforms.json", bytes: Self.transforms([Self.rows, Self.columns], stem: "frame_"))],
            name: "test")
        let error = #expect(throws: ReadError.self) { try ScanPackage.read(files) }
        #expect(error?.message.contains("/frames/1/") == true)
        #expect(error?.location == .sideFile("transforms.json", .whole))
    }

    /// All zeros are a pose that was not finite when it was written.
    @Test func f2APoseOfZerosSaysNothingAboutTheLayout() throws {
        let zeros = "[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]"
        func read(_ matrices: [String]) throws(ReadError) -> ScanPackage {
            try ScanPackage.read(
                try PackageFiles(
                    [PackageEntry(path: "transforms.json", bytes: Self.transforms(matrices, stem: "frame_"))],
                    name: "test"))
        }
        #expect(try read([zeros, Self.rows, zeros]).poseLayout == .rows)
        #expect(try read([zeros, Self.columns]).poseLayout == .columns)
        let neither = zeros.replacing("[0,0,0,0]]", with: "[0,0,0,2]]")
        let error = #expect(throws: ReadError.self) { try read([Self.rows, zeros, neither]) }
        #expect(error?.message.contains("/frames/2/") == true)
    }

    @Test func f2CamerasCountBeforeTransforms() throws {
        var room = RoomPackage()
        var raw = RoomPackage()
        raw.profile = .raw
        raw.hasColumns = true
        room.extra = raw.files().filter { $0.path == "transforms.json" }
        let package = try Room.read(room)
        #expect(package.diagnostics.contains { $0.packageCode == .camerasPreferred && $0.severity == .note })
        #expect(package.frames.first?.cameraPath == "cameras/frame_00000.json")
    }

    @Test(arguments: [RoomPackage.Profile.scan4D, .raw])
    func f7KeyframesAreSeenThroughTheirOwnCamera(profile: RoomPackage.Profile) throws {
        var room = RoomPackage()
        room.profile = profile
        let package = try Room.read(room)
        let keyframes = package.frames.filter(\.isKeyframe)
        #expect(keyframes.map(\.name) == ["frame_00004", "frame_00009"])
        for frame in keyframes {
            let points = try Room.points(package, frame)
            #expect(points.count == 56 * 40)
            #expect((points.map(Room.wallDistance).max() ?? 1) < 0.002)
            // Using the stream's camera instead must be noticed.
            let stream = try #require(package.frames.first?.intrinsics)
            let wrong = try Room.points(package, frame, lens: stream)
            #expect((wrong.map(Room.wallDistance).max() ?? 0) > 0.01)
        }
        if profile == .raw {
            #expect(package.diagnostics.contains { $0.packageCode == .intrinsicsPerFrame && $0.count == 2 })
        }
    }

    @Test func aPoseOfZerosIsToldAndKept() throws {
        var room = RoomPackage()
        let zeros = (0..<3).flatMap { row in (0..<4).map { "\"t_\(row)\($0)\":0" } }.joined(separator: ",")
        room.extra = [("cameras/frame_00005.json", Array("{\(zeros),\"fx\":1,\"fy\":1,\"cx\":0,\"cy\":0}".utf8))]
        let package = try Room.read(room)
        let frame = try #require(package.frame(named: "frame_00005"))
        #expect(frame.pose != nil && !frame.hasUsablePose)
        #expect(
            package.diagnostics.contains {
                $0.packageCode == .poseNotRigid && $0.severity == .error && $0.entry == "cameras/frame_00005.json"
            })
    }
}
