import MeshImages
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// A coloured cloud made of a package's depth, confidence and pictures lies on the walls.
@Suite struct CloudTests {
    private func cloud(_ package: ScanPackage) throws -> [SIMD3<Double>] {
        try package.frames.filter { !$0.isKeyframe }.flatMap { try Room.points(package, $0) }
    }

    /// Stray Scanner has one camera for all frames, so frames of another size are left out.
    @Test(arguments: RoomPackage.Profile.allCases.filter { $0 != .stray })
    func f4EachPointOfTheCloudLiesOnAWall(profile: RoomPackage.Profile) throws {
        var room = RoomPackage()
        room.profile = profile
        let package = try Room.read(room)
        let points = try cloud(package)
        // Frames without their rims and without the 260 pixels of the person; not all packages mark keyframes.
        let count = package.frames.count { !$0.isKeyframe }
        #expect(count >= 10)
        #expect(points.count == count * 56 * 40 - 260)
        #expect((points.map(Room.wallDistance).max() ?? 1) < 0.002)
        for axis in 0..<3 {
            #expect((points.map { $0[axis] }.min() ?? 9) > RoomScene.low[axis] - 0.003)
            #expect((points.map { $0[axis] }.max() ?? -9) < RoomScene.high[axis] + 0.003)
        }
    }

    /// Half a pixel of depth is 3.75 pixels of the picture: 5 mm sideways at a metre, on walls seen at an angle.
    @Test func f4HalfAPixelIsSeen() throws {
        let package = try Room.read(RoomPackage())
        var worst = 0.0
        for frame in package.frames where !frame.isKeyframe {
            let lens = try #require(frame.intrinsics)
            var shifted = lens
            // As if a pixel were its upper left corner.
            shifted.cx += 0.5 * Double(lens.width) / 64
            shifted.cy += 0.5 * Double(lens.height) / 48
            worst = max(worst, try Room.points(package, frame, lens: shifted).map(Room.wallDistance).max() ?? 0)
        }
        #expect(worst > 0.01)
        #expect(worst < 0.1)
    }

    @Test(arguments: [RoomPackage.Confidence.levels, .wide, .colors])
    func f5TheBadRimIsDropped(coding: RoomPackage.Confidence) throws {
        var room = RoomPackage()
        room.confidence = coding
        let points = try cloud(try Room.read(room))
        #expect(points.count == 10 * 56 * 40 - 260)
        #expect((points.map(Room.wallDistance).max() ?? 1) < 0.002)
    }

    @Test(arguments: [RoomPackage.Confidence.zero, .none])
    func f5WhatNobodyKnowsDropsNothing(coding: RoomPackage.Confidence) throws {
        var room = RoomPackage()
        room.confidence = coding
        let points = try cloud(try Room.read(room))
        #expect(points.count == 10 * 64 * 48 - 260)
        // The rim is half a metre too far.
        #expect((points.map(Room.wallDistance).max() ?? 0) > 0.1)
    }

    @Test func f6PointsHaveTheColoursOfTheirWalls() throws {
        var room = RoomPackage()
        room.hasPictures = true
        let package = try Room.read(room)
        var (right, all, magenta) = (0, 0, 0)
        for frame in package.frames where !frame.isKeyframe {
            let depth = try #require(try package.depthMap(of: frame))
            let confidence = try #require(try package.confidenceMap(of: frame))
            let lens = try #require(frame.intrinsics)
            let entry = try #require(frame.imagePath.flatMap { package.files[$0] })
            let image = try PNGReader.image(try entry.bytes())
            guard case .bytes(let texels) = image.samples else { continue }
            func color(_ u: Double, _ v: Double) -> [UInt8] {
                let at = (Int(v) * image.width + Int(u)) * image.layout.rawValue
                return Array(texels[at..<at + 3])
            }
            // Pictures hide slightly more of a person than depth does.
            func isBesideAPerson(_ x: Int, _ y: Int) -> Bool {
                (-1...1).contains { dy in (-1...1).contains { dx in depth.depth(x: x + dx, y: y + dy) == nil } }
            }
            for y in 1..<depth.height - 1 {
                for x in 1..<depth.width - 1 {
                    guard let metres = depth.depth(x: x, y: y),
                        confidence.level(x: x, y: y, ofWidth: depth.width, height: depth.height) == 2,
                        !isBesideAPerson(x, y)
                    else { continue }
                    let u = (Double(x) + 0.5) * Double(lens.width) / Double(depth.width)
                    let v = (Double(y) + 0.5) * Double(lens.height) / Double(depth.height)
                    // Two pixels around it have one colour, so it is far enough from an edge.
                    let around = [(-2, 0), (2, 0), (0, -2), (0, 2)].map { color(u + Double($0.0), v + Double($0.1)) }
                    let own = color(u, v)
                    if own == [255, 0, 255] { magenta += 1 }
                    guard around.allSatisfy({ $0 == own }) else { continue }
                    all += 1
                    let point = try #require(frame.pose).applied(to: lens.point(u: u, v: v, depth: metres))
                    let wall = RoomScene.color(point)
                    if zip(own, wall).allSatisfy({ abs(Int($0) - Int($1)) <= 2 }) { right += 1 }
                }
            }
        }
        #expect(all > 10_000)
        #expect(Double(right) >= 0.995 * Double(all))
        #expect(magenta == 0)
    }
}
