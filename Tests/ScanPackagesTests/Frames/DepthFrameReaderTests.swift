import MeshFormats
import MeshModel
import ScanFixtures
import Testing

@testable import Reconstruction
@testable import ScanPackages

/// Frames of packages, decoded for reconstruction.
@Suite struct DepthFrameReaderTests {
    /// The points of all frames that can be used, and the findings.
    private func cloud(
        _ package: ScanPackage, space: ScanSpace = .canonical, options: CloudOptions = CloudOptions(voxelSize: 0.02)
    ) throws -> (cloud: PointCloud, findings: [Diagnostic]) {
        let reader = DepthFrameReader(package, space: space)
        var accumulation = CloudAccumulation(options)
        var findings: [Diagnostic] = []
        for frame in reader.frames {
            let decoded = try reader.decode(frame)
            findings += decoded.findings
            if let frame = decoded.frame { accumulation.add(frame) }
        }
        return (accumulation.cloud(), findings)
    }

    private func points(_ cloud: PointCloud) -> [SIMD3<Double>] {
        let numbers = cloud.positions.map { Double($0) }
        return (0..<cloud.count).map { SIMD3(numbers[$0 * 3], numbers[$0 * 3 + 1], numbers[$0 * 3 + 2]) }
    }

    private func room(_ change: (inout RoomPackage) -> Void = { _ in }) throws -> ScanPackage {
        var room = RoomPackage()
        room.scene = RoomScene(seed: 3, count: 6)
        change(&room)
        return try Room.read(room)
    }

    @Test func `points of an exact room lie on its walls within two millimetres`() throws {
        let (cloud, findings) = try cloud(try room())
        #expect(cloud.count > 1000 && findings.isEmpty)
        // Voxels at an edge of two walls mix both.
        let far = points(cloud).count { Room.wallDistance($0) > 0.002 }
        #expect(far * 50 < cloud.count)
    }

    @Test func `99 of 100 pixels of an exact room are on its walls, but for the millimetre that is cut off`() throws {
        // The pixels themselves, not the means of voxels. Depth is cut to whole millimetres along the camera's axis,
        // which are up to 1.4 along a pixel's ray.
        var options = CloudOptions(voxelSize: 0.001)
        options.rule = .first
        let cloud = try cloud(try room(), options: options).cloud
        #expect(cloud.count > 1000)
        #expect(points(cloud).count { Room.wallDistance($0) > 0.0014 } * 100 < cloud.count)
    }

    @Test func `swapped and unswapped depth give the same points`() throws {
        let plain = try cloud(try room()).cloud
        let swapped = try cloud(try room { $0.depthOrder = .little }).cloud
        #expect(plain.count > 0 && plain.positions == swapped.positions)
    }

    @Test(arguments: [RoomPackage.Profile.polycam, .raw, .scannerApp])
    func `every kind of package gives the points of the same room`(_ kind: RoomPackage.Profile) throws {
        let (cloud, _) = try cloud(try room { $0.profile = kind })
        #expect(cloud.count > 1000)
        #expect(points(cloud).count { Room.wallDistance($0) > 0.005 } * 50 < cloud.count)
    }

    @Test func `a registration moves the points where the meshes are, and is left out in the raw frame`() throws {
        let registration = RigidRows(halfYaw: 0.4, center: SIMD3(0.5, 0, 1))
        let package = try room { $0.registration = registration }
        let raw = points(try cloud(package, space: .raw).cloud)
        let canonical = points(try cloud(package).cloud)
        #expect(raw.count > 1000 && raw.count { Room.wallDistance($0) > 0.002 } * 50 < raw.count)
        let moved = raw.map { package.rawToCanonical.applied(to: $0) }
        func middle(_ points: [SIMD3<Double>]) -> SIMD3<Double> {
            points.reduce(.zero, +) / Double(max(1, points.count))
        }
        let difference = middle(moved) - middle(canonical)
        #expect((difference * difference).sum() < 0.01)
        #expect(canonical.count { Room.wallDistance($0) > 0.1 } > canonical.count / 4)
    }

    @Test func `pictures give colours, and a picture that can't be decoded costs only these`() throws {
        var small = SmallPackage()
        small.isJPEG = false
        let colored = try cloud(try small.package())
        #expect(colored.cloud.count > 0 && colored.cloud.uncoloredCount == 0 && colored.findings.isEmpty)
        // These have a header only.
        small.isJPEG = true
        let (cloud, findings) = try cloud(try small.package())
        #expect(cloud.positions == colored.cloud.positions && cloud.uncoloredCount == cloud.count)
        #expect(findings.map(\.packageCode) == [PackageCode?](repeating: .imageUnreadable, count: 4))
    }

    @Test func `unknown confidence is told once for each frame, and all pixels count`() throws {
        let (some, none) = (try cloud(try room()), try cloud(try room { $0.confidence = .zero }))
        #expect(none.cloud.count > some.cloud.count)
        #expect(none.findings.map(\.packageCode) == [PackageCode?](repeating: .confidenceZero, count: 6))
        let without = try cloud(try room { $0.confidence = .none })
        #expect(without.cloud.positions == none.cloud.positions)
        #expect(without.findings.map(\.packageCode) == [PackageCode?](repeating: .confidenceMissing, count: 6))
        #expect(try cloud(try room { $0.confidence = .colors }).cloud.positions == some.cloud.positions)
    }

    @Test func `confidence of half the size counts for the nearest pixels`() throws {
        func points(ofLevels samples: [UInt8], _ width: Int, _ height: Int) throws -> PointCloud {
            let file = RoomPackage.png(samples, width: width, height: height)
            let package = try room { room in
                room.extra = (0..<6).map { ("confidence/\(SmallPackage.name($0)).png", file) }
            }
            return try cloud(package).cloud
        }
        let half: [UInt8] = (0..<32 * 24).map { $0 * 7 % 11 < 5 ? 2 : 0 }
        var whole: [UInt8] = []
        for y in 0..<48 { for x in 0..<64 { whole.append(half[y / 2 * 32 + x / 2]) } }
        let small = try points(ofLevels: half, 32, 24)
        #expect(try small.count > 0 && small.positions == points(ofLevels: whole, 64, 48).positions)
        #expect(try small.positions != cloud(room()).cloud.positions)
    }

    @Test func `confidence that is turned is not stretched over the depth`() throws {
        let file = RoomPackage.png([UInt8](repeating: 0, count: 40 * 64) + [2], width: 1, height: 40 * 64 + 1)
        let turned = try cloud(
            try room { $0.extra = (0..<6).map { ("confidence/\(SmallPackage.name($0)).png", file) } })
        #expect(turned.findings.map(\.packageCode) == [PackageCode?](repeating: .confidenceUnreadable, count: 6))
        #expect(try turned.cloud.positions == cloud(room { $0.confidence = .none }).cloud.positions)
    }

    /// The rows of depth that a mask leaves, of a mask whose upper half has one value and whose lower half another.
    private func rows(_ kind: PackageKind, upper: UInt8, lower: UInt8) throws -> [Bool] {
        var small = SmallPackage()
        small.isJPEG = false
        let (half, name) = (480 * 180, "masks/\(SmallPackage.name(0)).png")
        let mask = [UInt8](repeating: upper, count: half) + [UInt8](repeating: lower, count: half)
        small.others = [(name, try SmallPackage.png(480, 360, bytes: mask))]
        var package = try small.package()
        package.kind = kind
        package.frames[0].maskPath = name
        let frame = try #require(try DepthFrameReader(package).decode(package.frames[0]).frame)
        return (0..<48).map { row in frame.depth[row * 64..<(row + 1) * 64].contains { $0 > 0 } }
    }

    @Test func `a mask of persons hides what it shows, and another mask what it does not keep`() throws {
        let lowerHalf = [Bool](repeating: false, count: 24) + [Bool](repeating: true, count: 24)
        // The app's own masks of phone frames: 255 = person.
        #expect(try rows(.scan4D, upper: 255, lower: 0) == lowerHalf)
        // Those of other packages: 255 = keep.
        #expect(try rows(.nerfstudio, upper: 0, lower: 255) == lowerHalf)
    }

    @Test func `a mask that can't be decoded costs the frame, which may show what it hides`() throws {
        var small = SmallPackage()
        small.isJPEG = false
        small.others = (0..<4).map { ("masks/\(SmallPackage.name($0)).png", [1, 2, 3]) }
        let (cloud, findings) = try cloud(try small.package())
        #expect(cloud.count == 0 && findings.count == 4)
        #expect(findings.first?.message.hasPrefix("frames left out, since their mask can't be read") == true)
    }

    @Test func `colours through a bent lens are those of the whole picture`() throws {
        var package = try room()
        package.frames[0].lens = ScanLens(.openCV, [-0.1, 0.01, 0, 0])
        let reader = DepthFrameReader(package)
        let whole = try #require(try reader.decode(package.frames[0]).frame)
        let small = try #require(try reader.decode(package.frames[0], picture: .colors).frame)
        let (a, b) = (try #require(whole.picture), try #require(small.picture))
        #expect(b.width < a.width && b.width >= 2 * small.width)
        let colors = [a, b].map { $0.colors(width: whole.width, height: whole.height) }
        let differences = zip(colors[0], colors[1]).map { abs(Int($0) - Int($1)) }
        #expect(whole.depth == small.depth && Set(colors[0]).count > 50)
        // Edges of the room lie on other pixels.
        #expect(differences.reduce(0, +) < 2 * differences.count)
    }

    @Test func `a frame that can't be used says why`() throws {
        var package = try room()
        package.frames[0].pose = nil
        package.frames[1].intrinsics = nil
        package.frames[2].pose?.x *= 2
        package.frames[3].pose?.translation.x = .nan
        package.frames[4].depthPath = "mesh_info.json"
        let reader = DepthFrameReader(package)
        let decoded = try reader.frames.map { try reader.decode($0) }
        #expect(decoded.map { $0.frame == nil } == [true, true, true, true, true, false])
        let codes: [PackageCode?] = [.poseMissing, .intrinsicsMissing, .poseNotRigid, .poseNotRigid, .depthUnreadable]
        #expect(decoded.flatMap(\.findings).map(\.packageCode) == codes)
        #expect(decoded[0].findings.first?.message == "frames left out: no pose")
    }
}
