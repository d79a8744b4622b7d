import MeshBytes
import MeshFormats
import MeshModel
import ScanFixtures
import Testing

@testable import ScanPackages

/// The points that COLMAP and Nerfstudio start from.
@Suite struct StartPointsTests {
    private func package(_ change: (inout RoomPackage) -> Void = { _ in }) throws -> ScanPackage {
        var room = RoomPackage()
        room.scene = RoomScene(seed: 3, count: 6)
        change(&room)
        return try Room.read(room)
    }

    private func write(
        _ package: ScanPackage, _ variant: PackageVariant, _ options: PackageWriteOptions = PackageWriteOptions()
    ) throws -> WrittenPackage {
        var options = options
        options.consentsToImages = true
        return try WrittenPackage(package, variant, options)
    }

    /// The positions and colours of COLMAP's text.
    private func colmap(_ written: WrittenPackage) throws -> [(position: SIMD3<Double>, color: [Int])] {
        let text = String(decoding: try #require(try written.contents("scan/sparse/0/points3D.txt")), as: UTF8.self)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let words = line.split(separator: " ")
            let numbers = try words[1...3].map { try #require(Double($0)) }
            return (SIMD3(numbers[0], numbers[1], numbers[2]), words[4...6].compactMap { Int($0) })
        }
    }

    private func expectOnWalls(_ points: [SIMD3<Double>]) {
        #expect(points.count > 1000)
        #expect(points.count { Room.wallDistance($0) > 0.002 } * 50 < points.count)
    }

    @Test func `points of COLMAP lie on the walls and have the colours of the pictures`() throws {
        let points = try colmap(try write(try package { $0.hasPictures = true }, .colmap))
        expectOnWalls(points.map(\.position))
        // The floor is a checker, each wall has one colour.
        #expect(Set(points.map(\.color)).count > 6)
    }

    @Test func `text and binary models have the same points`() throws {
        let count = try colmap(try write(try package(), .colmap)).count
        let written = try write(try package(), .colmapBinary)
        // A number, then for each point: id, position, colour, error, length of the track.
        #expect(try written.contents("scan/sparse/0/points3D.bin")?.count == 8 + count * (8 + 24 + 3 + 8 + 8))
    }

    @Test func `transforms name a cloud of the same points, and the report says that they were made`() throws {
        let written = try write(try package(), .raw)
        #expect(try written.json("scan/transforms.json")?["ply_file_path"]?.string == "sparse_pc.ply")
        let file = try #require(try written.contents("scan/sparse_pc.ply"))
        let count = try colmap(try write(try package(), .colmap)).count
        #expect(String(decoding: file.prefix(80), as: UTF8.self).contains("element vertex \(count)\n"))
        let made = try #require(written.result.losses.first { $0.subject == "/points" })
        #expect(made.severity == .generated && made.count == count)
        #expect(made.remedy == .option("points", "none"))
    }

    @Test func `a registration leaves the points in the frame of the cameras`() throws {
        let turned = try package { $0.registration = RigidRows(halfYaw: 0.4, center: SIMD3(0.5, 0, 1)) }
        expectOnWalls(try colmap(try write(turned, .colmap)).map(\.position))
    }

    @Test(arguments: [PackageVariant.raw, .colmap])
    func `no points are made without depth, on request, or with the app's own conventions`(
        _ variant: PackageVariant
    ) throws {
        var none = PackageWriteOptions()
        none.points = .none
        var legacy = PackageWriteOptions()
        legacy.profile = .scan4D05
        var bare = try package()
        for index in bare.frames.indices { bare.frames[index].depthPath = nil }
        for (package, options) in [(try package(), none), (try package(), legacy), (bare, PackageWriteOptions())] {
            let written = try write(package, variant, options)
            #expect(!written.result.losses.contains { $0.subject == "/points" })
            if variant == .raw {
                #expect(!written.names.contains("scan/sparse_pc.ply"))
                #expect(try written.json("scan/transforms.json")?["ply_file_path"] == nil)
            } else {
                #expect(try colmap(written).isEmpty)
            }
        }
    }

    @Test(arguments: [PackageVariant.raw, .colmap])
    func `points show what rewriters made of pictures and depth`(_ variant: PackageVariant) throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { _, _ in
            RoomPackage.png([UInt8](repeating: 7, count: 48 * 36 * 3), width: 48, height: 36, channels: 3)
        }
        // The person's frame has nothing but a far wall after the rewriter.
        options.rewriteDepth = { owner, depth in
            DepthMap(
                width: depth.width, height: depth.height,
                samples: depth.samples.map { _ in owner.frame.name == "frame_00003" ? 1000 : 0 })
        }
        let written = try write(try package(), variant, options)
        let made = try #require(written.result.losses.first { $0.subject == "/points" })
        #expect(made.cause.contains("of 1 frame,"))
        guard variant == .colmap else { return }
        let points = try colmap(written)
        #expect(points.allSatisfy { $0.color == [7, 7, 7] })
        let frame = try #require(try package().frames.first { $0.name == "frame_00003" })
        let pose = try #require(frame.pose)
        // Cameras look along −Z, the third column.
        let back = SIMD3(pose.x.z, pose.y.z, pose.z.z)
        for point in points {
            #expect(abs(((point.position - pose.translation) * back).sum() + 1) < 1e-4)
        }
    }

    @Test func `a frame whose depth or picture can't be decoded gives no points, and breaks nothing`() throws {
        let broken = try package { room in
            let picture = room.files().first { $0.path == "images/frame_00002.png" }?.bytes ?? []
            room.extra = [
                ("depth/frame_00001.png", [1, 2, 3]), ("images/frame_00002.png", Array(picture.prefix(60))),
            ]
        }
        let written = try write(broken, .colmap)
        #expect(try #require(written.result.losses.first { $0.subject == "/points" }).cause.contains("4 frames"))
        expectOnWalls(try colmap(written).map(\.position))
    }

    @Test func `of many frames an even part gives points`() {
        var plans = (0..<450).map { number in
            PlannedFrame(
                source: ScanFrame(name: "\(number)"), name: "\(number)", depth: .own, mask: .none, hasCamera: true)
        }
        for index in plans.indices { plans[index].source.depthPath = "depth/\(index).png" }
        MeasuredPoints.choose(&plans)
        #expect(plans.indices.filter { plans[$0].givesPoints } == Array(stride(from: 0, to: 450, by: 3)))
    }
}
