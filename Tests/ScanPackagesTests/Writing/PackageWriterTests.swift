import Foundation
import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import MeshModel
import ScanFixtures
import Testing

@testable import ScanPackages

@Suite struct PackageWriterTests {
    private func expectSameFrames(_ written: ScanPackage, _ small: SmallPackage) throws {
        #expect(written.frames.count == small.frameCount)
        for (index, frame) in written.frames.enumerated() {
            #expect(frame.pose == SmallPackage.pose(index))
            #expect(frame.intrinsics == small.intrinsics(index))
            #expect(frame.isKeyframe == small.keyframes.contains(index))
            let depth = try written.depthMap(of: frame)
            #expect(depth?.samples == (small.withoutDepth.contains(index) ? nil : SmallPackage.depth(index)))
            let image = try #require(frame.imagePath.flatMap { written.files[$0] }).bytes()
            #expect(image == (try small.image(index)))
        }
    }

    @Test(arguments: [PackageVariant.scan4D, .polycam, .raw], [false, true])
    func f20FramesComeBack(_ variant: PackageVariant, _ isSwapped: Bool) throws {
        for profile in PackageProfile.allCases { try expectFramesComeBack(variant, profile, isSwapped) }
    }

    private func expectFramesComeBack(
        _ variant: PackageVariant, _ profile: PackageProfile, _ isSwapped: Bool
    ) throws {
        var small = SmallPackage()
        small.isSwapped = isSwapped
        small.keyframes = [2]
        var options = PackageWriteOptions()
        options.profile = profile
        let written = try WrittenPackage(small.package(), variant, options)
        let package = try written.read()
        try expectSameFrames(package, small)
        let order = try #require(try package.depthMap(of: package.frames[0])).byteOrder
        #expect(order == (profile == .scan4D ? .big : .little))
        if variant == .raw { #expect(package.poseLayout == (profile == .scan4D ? .rows : .columns)) }
        #expect(written.result.frames == (0..<4).map(SmallPackage.name))
    }

    @Test func filesThatNeedNoChangeAreCopied() throws {
        let small = SmallPackage()
        let written = try WrittenPackage(small.package(), .raw)
        #expect(try written.contents("scan/images/frame_00001.jpg") == small.image(1))
        #expect(try written.contents("scan/depth/frame_00001.png") == small.depthFile(1))
    }

    @Test func f30TheSameInputGivesTheSameBytesOnAnyNumberOfThreads() throws {
        var small = SmallPackage()
        small.frameCount = 9
        small.withoutDepth = [3]
        for variant in PackageVariant.allCases {
            var one = PackageWriteOptions()
            one.threads = 1
            var many = PackageWriteOptions()
            many.threads = 5
            let first = try WrittenPackage(small.package(), variant, one).bytes
            #expect(first == (try WrittenPackage(small.package(), variant, many).bytes))
            #expect(!first.isEmpty)
        }
    }

    @Test func theDirectoryIsSortedBelowOneFolder() throws {
        let names = try WrittenPackage(SmallPackage().package(), .scan4D, name: "a/My scan.zip").names
        #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(names.allSatisfy { $0.hasPrefix("My scan/") })
        var options = PackageWriteOptions()
        options.isFlat = true
        #expect(try WrittenPackage(SmallPackage().package(), .scan4D, options).names.contains("mesh_info.json"))
        #expect(PackageSink.topFolder("-") == "package")
        #expect(PackageSink.topFolder("..zip") == "package" || PackageSink.topFolder("..zip") == ".")
    }

    @Test func picturesAreStoredAndTextsDeflated() throws {
        let written = try WrittenPackage(SmallPackage().package(), .scan4D)
        for entry in written.zip.entries {
            let isPicture = entry.name.hasSuffix("jpg") || entry.name.hasSuffix("png")
            #expect(entry.method == (isPicture ? .stored : .deflated), "\(entry.name)")
        }
    }

    // MARK: Metadata

    @Test func f20UnknownMetadataSurvivesAndTheMarkerSaysWhatIsCorrected() throws {
        let written = try WrittenPackage(SmallPackage().package(), .scan4D)
        let metadata = try #require(try written.json("scan/scan4d_metadata.json"))
        #expect(metadata["unknown_to_all"]?["a"]?[1]?.number == 2.5)
        #expect(metadata["meshconv"]?["depth_byte_order"]?.string == "big")
        #expect(metadata["meshconv"]?["pose_layout"]?.string == "rows")
        #expect(
            metadata.object?.prefix(3).map(\.0) == ["timestamp", "device", "os_name"],
            "the order of keys is the source's")
        var options = PackageWriteOptions()
        options.profile = .scan4D05
        let legacy = try WrittenPackage(written.read(), .scan4D, options)
        #expect(try legacy.json("scan/scan4d_metadata.json")?["meshconv"] == nil)
    }

    @Test func membersOfFramesSurvive() throws {
        let written = try WrittenPackage(SmallPackage().package(), .raw)
        let frames = try #require(try written.json("scan/transforms.json"))["frames"]
        #expect(frames?[3]?["odd"]?[0]?.int == 3)
    }

    @Test func whatBelongsToAScanIsCopied() throws {
        var small = SmallPackage()
        small.others = [
            ("relocalization.worldmap", [1, 2, 3]), ("registration.json", Array("{\"applied\": false}".utf8)),
            ("mesh.obj", Array("v 0 0 0\n".utf8)), ("colors.bin", [UInt8](repeating: 0, count: 16)),
            ("masks/frame_00000.png", [1]), ("raw_data/masks/frame_00000.png", [1]), ("hidden/person.jpg", [2]),
        ]
        var options = PackageWriteOptions()
        options.consentsToImages = true
        let written = try WrittenPackage(small.package(), .scan4D, options)
        for (path, bytes) in small.others.prefix(4) { #expect(try written.contents("scan/" + path) == bytes) }
        #expect(!written.names.contains { $0.contains("masks/") || $0.contains("person") })
        let raw = try WrittenPackage(small.package(), .raw, options)
        #expect(raw.result.losses.contains { $0.code == .nativeUnmapped && $0.name.hasPrefix("other files: ") })
        #expect(raw.result.losses.contains { $0.code == .meshDropped })
    }

    // MARK: Depth that is missing

    @Test func f18FramesWithoutDepthFollowTheRule() throws {
        var small = SmallPackage()
        small.withoutDepth = [1]
        func frames(_ rule: FramesWithoutDepth?, _ profile: PackageProfile = .scan4D) throws -> [JSONValue] {
            var options = PackageWriteOptions()
            options.framesWithoutDepth = rule
            options.profile = profile
            return try WrittenPackage(small.package(), .raw, options).json("scan/transforms.json")?["frames"]?.array
                ?? []
        }
        #expect(try frames(.dropDepth).map { $0["depth_file_path"] == nil } == [true, true, true, true])
        #expect(try frames(.leaveOut).count == 3)
        #expect(try frames(.omitPath).map { $0["depth_file_path"] == nil } == [false, true, false, false])
        #expect(try frames(nil, .scan4D05).map { $0["depth_file_path"] == nil } == [false, true, false, false])
        #expect(try frames(nil).map { $0["depth_file_path"] == nil } == [false, false, false, false])
        let written = try WrittenPackage(small.package(), .raw)
        let package = try written.read()
        let zero = try #require(try package.depthMap(of: package.frames[1]))
        #expect(zero.isEmpty && zero.width == 64 && zero.height == 48)
        #expect(written.result.losses.contains { $0.severity == .generated && $0.count == 1 })
    }

    /// The room's corners, projected by the written numbers alone: rows, OpenGL's axes, each frame's own camera.
    @Test(arguments: [true, false]) func f18CornersLandOnTheSamePixels(hasColumns: Bool) throws {
        var room = RoomPackage()
        room.hasColumns = hasColumns
        room.profile = .raw
        let written = try #require(
            try WrittenPackage(try Room.read(room), .raw).json("scan/transforms.json"))
        var seen = 0
        for (frame, view) in zip(try #require(written["frames"]?.array), room.views) {
            func number(_ key: String) -> Double { (frame[key] ?? written[key])?.number ?? .nan }
            let m = (frame["transform_matrix"]?.array ?? []).map { ($0.array ?? []).compactMap(\.number) }
            #expect(m.count == 4 && m.allSatisfy { $0.count == 4 } && m.last == [0, 0, 0, 1])
            #expect(frame["file_path"]?.string?.hasPrefix("images/\(view.name)") == true)
            for corner in 0..<8 {
                let point = SIMD3(
                    corner & 1 == 0 ? RoomScene.low.x : RoomScene.high.x,
                    corner & 2 == 0 ? RoomScene.low.y : RoomScene.high.y,
                    corner & 4 == 0 ? RoomScene.low.z : RoomScene.high.z)
                let truth = view.pose.inverse.applied(point)
                guard truth.z < -0.05 else { continue }
                let d = [point.x - m[0][3], point.y - m[1][3], point.z - m[2][3]]
                let eye = (0..<3).map { c in (0..<3).reduce(0) { $0 + m[$1][c] * d[$1] } }
                let u = number("fl_x") * eye[0] / -eye[2] + number("cx")
                let v = number("cy") - number("fl_y") * eye[1] / -eye[2]
                #expect(abs(u - (view.lens.focal.x * truth.x / -truth.z + view.lens.center.x)) < 0.01)
                #expect(abs(v - (view.lens.center.y - view.lens.focal.y * truth.y / -truth.z)) < 0.01)
                seen += 1
            }
        }
        #expect(seen > 30)
    }

    @Test func f18MixedSizesHaveNoIntrinsicsForAll() throws {
        var small = SmallPackage()
        let same = try #require(try WrittenPackage(small.package(), .raw).json("scan/transforms.json"))
        #expect(same["fl_x"]?.number == 361)
        #expect(same["frames"]?[0]?["fl_x"] == nil)
        small.keyframes = [2]
        let mixed = try #require(try WrittenPackage(small.package(), .raw).json("scan/transforms.json"))
        for key in ["fl_x", "fl_y", "cx", "cy", "w", "h"] {
            #expect(mixed[key] == nil)
            #expect(mixed["frames"]?.array?.allSatisfy { $0[key] != nil } == true)
        }
        var options = PackageWriteOptions()
        options.profile = .scan4D05
        let legacy = try #require(try WrittenPackage(small.package(), .raw, options).json("scan/transforms.json"))
        #expect(legacy["w"]?.int == 480)
        #expect(legacy["frames"]?.array?.map { $0["w"]?.int } == [nil, nil, 960, nil])
    }

    // MARK: Folders

    private func folder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test func aFolderHoldsWhatAnArchiveHolds() throws {
        try folder { home in
            let small = SmallPackage()
            let result = try PackageWriter(.scan4D).write(small.package(), to: .folder(home + "/out"))
            let files = try PackageFiles.folder(home + "/out")
            let written = try WrittenPackage(small.package(), .scan4D)
            #expect(files.entries.map { "scan/" + $0.path } == written.names)
            #expect(result.entryCount == files.entries.count)
            for entry in files.entries { #expect(try entry.bytes() == written.contents("scan/" + entry.path)) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: home) == ["out"])
            #expect(throws: PackageWriteError.self) {
                try PackageWriter(.scan4D).write(small.package(), to: .folder(home + "/out"))
            }
        }
    }

    @Test func cancellingLeavesNothing() throws {
        try folder { home in
            var small = SmallPackage()
            small.frameCount = 40
            let package = try small.package()
            for destination in [PackageDestination.folder(home + "/out"), .zip(home + "/out.zip")] {
                let work = Work()
                var options = PackageWriteOptions()
                options.work = work
                options.threads = 2
                options.rewriteImage = { image, bytes in
                    if image.frame?.name == SmallPackage.name(20) { work.cancel() }
                    return bytes
                }
                let error = #expect(throws: PackageWriteError.self) {
                    try PackageWriter(.scan4D, options).write(package, to: destination)
                }
                #expect(error?.isCancelled == true)
                #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
            }
        }
    }

    @Test func extrasAreTakenWhenTheirTurnComes() throws {
        try folder { home in
            try Data([7, 8]).write(to: URL(fileURLWithPath: home + "/one"))
            var options = PackageWriteOptions()
            options.extras = [
                ("extra/bytes.bin", .bytes([1])), ("extra/file", .file(home + "/one")), ("tree", .folder(home)),
                ("made", .made { [2] }), ("nothing", .made { nil }),
                ("pieces", .pieces { write in for piece in 0..<3 { try write([UInt8(piece)]) } }),
            ]
            let written = try WrittenPackage(SmallPackage().package(), .polycam, options)
            #expect(try written.contents("scan/extra/bytes.bin") == [1])
            #expect(try written.contents("scan/extra/file") == [7, 8])
            #expect(try written.contents("scan/tree/one") == [7, 8])
            #expect(try written.contents("scan/made") == [2])
            #expect(try written.contents("scan/nothing") == nil)
            #expect(try written.contents("scan/pieces") == [0, 1, 2])
        }
    }
}
