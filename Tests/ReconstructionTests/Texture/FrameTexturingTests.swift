import MeshModel
import Testing

@testable import Reconstruction

@Suite struct FrameTexturingTests {
    /// A square of `cells` × `cells` pairs of triangles in the plane z = −1.5, of which a frame at the origin sees all.
    static func square(_ cells: Int, z: Float = -1.5, side: Float = 1.2) -> (
        ContiguousArray<Float>, ContiguousArray<UInt32>
    ) {
        var positions: ContiguousArray<Float> = [], triangles: ContiguousArray<UInt32> = []
        for y in 0...cells {
            for x in 0...cells {
                positions += [
                    (Float(x) / Float(cells) - 0.5) * side, (Float(y) / Float(cells) - 0.5) * side, z,
                ]
            }
        }
        let row = UInt32(cells + 1)
        for y in 0..<UInt32(cells) {
            for x in 0..<UInt32(cells) {
                let at = y * row + x
                triangles += [at, at + 1, at + row + 1, at, at + row + 1, at + row]
            }
        }
        return (positions, triangles)
    }

    /// A frame of the wall z = −1.5 whose picture is red on the left, blue on the right, times `gain`.
    ///
    /// - Parameter hasPerson: whether the middle of the picture is green, and was not measured.
    static func frame(
        _ pose: Affine = .identity, depth: Double = 1.5, gain: Double = 1, hasPerson: Bool = false
    ) throws -> DepthFrame {
        let (width, height) = (256, 192)
        let camera = try #require(SyntheticScene.intrinsics.scaled(toWidth: width, height: height))
        let place = RigidPose(pose)
        var rgb: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let ray =
                    place.right * ((Double(x) + 0.5 - camera.cx) / camera.fx)
                    + place.down * ((Double(y) + 0.5 - camera.cy) / camera.fy) + place.forward
                let hit = place.eye + ray * ((-1.5 - place.eye.z) / ray.z)
                let isPerson = hasPerson && (96..<160).contains(x) && (64..<128).contains(y)
                let color = isPerson ? SIMD3(20, 220, 20) : hit.x < 0 ? SIMD3(180, 40, 60) : SIMD3(50, 60, 160.0)
                for channel in 0..<3 { rgb.append(UInt8(min(color[channel] * gain, 255))) }
            }
        }
        var meters = [Float](repeating: Float(depth), count: 64 * 48)
        if hasPerson { for y in 16..<32 { for x in 24..<40 { meters[y * 64 + x] = 0 } } }
        return try DepthFrame(
            meters: meters, width: 64, height: 48, picture: FramePicture(rgb: rgb, width: width, height: height),
            intrinsics: camera, cameraToWorld: pose)
    }

    /// Paints a mesh with frames.
    static func atlas(
        _ mesh: (ContiguousArray<Float>, ContiguousArray<UInt32>), _ frames: [DepthFrame],
        options: TextureOptions = TextureOptions(texelSize: 0.01), workers: some Workers = OneWorker()
    ) throws -> TextureAtlas {
        let texturing = FrameTexturing(positions: mesh.0, triangles: mesh.1, options: options)
        for frame in frames { try texturing.add(frame, workers: workers) }
        try texturing.beginTexture()
        for frame in frames { try texturing.add(frame, workers: workers) }
        return try texturing.atlas(workers: workers)
    }

    /// The colour in a face, at shares of its corners, from the nearest texel.
    static func color(
        _ atlas: TextureAtlas, _ face: Int, _ shares: SIMD3<Float> = SIMD3(repeating: 1 / 3)
    ) -> SIMD3<Int> {
        var place = SIMD2<Float>()
        for corner in 0..<3 {
            let row = Int(atlas.cornerRows[face * 3 + corner])
            place += SIMD2(atlas.coordinates[row * 2], atlas.coordinates[row * 2 + 1]) * shares[corner]
        }
        let page = atlas.pages[Int(atlas.facePages[face])]
        let at = (Int(place.y * Float(page.side)) * page.side + Int(place.x * Float(page.side))) * 3
        return SIMD3(Int(page.rgb[at]), Int(page.rgb[at + 1]), Int(page.rgb[at + 2]))
    }

    /// A person whom a mask or the app took out of depth is still in the picture.
    @Test func whatWasNotMeasuredIsPaintedByNoPicture() throws {
        let mesh = Self.square(1)
        let alone = try Self.atlas(mesh, [Self.frame(hasPerson: true)])
        let both = try Self.atlas(mesh, [Self.frame(hasPerson: true), Self.frame()])
        for atlas in [alone, both] {
            let page = try #require(atlas.pages.first)
            let greens = stride(from: 0, to: page.rgb.count, by: 3).count { page.rgb[$0 + 1] > page.rgb[$0] + 40 }
            #expect(greens == 0)
        }
        #expect(Self.color(both, 0, SIMD3(0.48, 0.04, 0.48)).y < 80)
    }

    /// One pair of triangles: the border between two colours runs through both, which vertex colours can't show.
    @Test func picturesLieWhereTheyWereTaken() throws {
        let mesh = Self.square(1)
        let atlas = try Self.atlas(mesh, [Self.frame()])
        #expect(atlas.chartCount == 1 && atlas.pages.count == 1)
        #expect(atlas.texturedFaceCount == 2 && atlas.unseenFaceCount == 0 && atlas.unusableFaceCount == 0)
        // The first face's corners are (−0.6, −0.6), (0.6, −0.6) and (0.6, 0.6); near x = 0 colours change.
        for (x, y) in [(-0.5, -0.55), (-0.03, -0.3), (0.03, -0.3), (0.5, 0.2), (0.5, -0.55)] {
            let (b, c) = (Float(x - y) / 1.2, Float(y + 0.6) / 1.2)
            let color = Self.color(atlas, 0, SIMD3(1 - b - c, b, c))
            let wanted = x < 0 ? SIMD3(180, 40, 60) : SIMD3(50, 60, 160)
            #expect(abs(color.x - wanted.x) <= 2 && abs(color.z - wanted.z) <= 2, "\(x) \(y)")
        }
    }

    @Test func aFaceBehindAnotherIsNotPainted() throws {
        var (positions, triangles) = Self.square(4)
        let behind = Self.square(4, z: -2, side: 1)
        triangles += ContiguousArray(behind.1.map { $0 + UInt32(positions.count / 3) })
        positions += behind.0
        let atlas = try Self.atlas((positions, triangles), [Self.frame()])
        #expect(atlas.texturedFaceCount == 32 && atlas.unseenFaceCount == 32)
        #expect(Self.color(atlas, 40) == SIMD3(128, 128, 128))
    }

    @Test func whatWasInFrontAtTheTimeIsNotPainted() throws {
        let atlas = try Self.atlas(Self.square(4), [Self.frame(depth: 0.8)])
        #expect(atlas.texturedFaceCount == 0 && atlas.unseenFaceCount == 32)
    }

    @Test func backsAreNotPainted() throws {
        let behind = SyntheticScene.camera(at: SIMD3(0, 0, -3), lookingAt: SIMD3())
        #expect(try Self.atlas(Self.square(4), [Self.frame(behind)]).texturedFaceCount == 0)
    }

    /// Three frames side by side, the middle one darker: all is as bright as their mean.
    @Test func picturesAreMadeEquallyBright() throws {
        let frames = try [(-0.4, 1.0), (0, 0.7), (0.4, 1.0)].map { x, gain in
            var pose = Affine.identity
            pose.translation = SIMD3(x, 0, 0)
            return try Self.frame(pose, gain: gain)
        }
        let texturing = FrameTexturing(positions: Self.square(20).0, triangles: Self.square(20).1)
        for frame in frames { try texturing.add(frame) }
        try texturing.beginTexture()
        for frame in frames { try texturing.add(frame) }
        let (colors, seenCount) = texturing.vertexColors()
        #expect(seenCount == 441)
        let reds = (0..<441).filter { $0 % 21 < 9 }.map { Int(colors[$0 * 3]) }
        #expect((reds.max() ?? 0) - (reds.min() ?? 0) <= 2)
        #expect(abs((reds.first ?? 0) - 153) <= 6)
        let atlas = try Self.atlas(Self.square(20), frames)
        let painted = (0..<800).filter { $0 / 2 % 20 < 8 }.map { Self.color(atlas, $0).x }
        #expect((painted.max() ?? 0) - (painted.min() ?? 0) <= 3)
    }

    @Test func aSphereHasFewChartsAndNoFaceIsLost() throws {
        let frames = try SyntheticScene.sphere(radius: 0.3)
        let fusion = DepthFusion(FusionOptions(voxelSize: 0.02))
        for frame in frames { fusion.add(frame) }
        let surface = try fusion.surface()
        let atlas = try Self.atlas((surface.positions, surface.triangles), frames)
        #expect(atlas.texturedFaceCount == surface.triangleCount)
        #expect(atlas.chartCount < 30)
        for face in stride(from: 0, to: surface.triangleCount, by: 7) {
            #expect(Self.color(atlas, face) == SIMD3(200, 100, 50))
        }
    }

    @Test func isTheSameOnAnyNumberOfThreads() throws {
        let frames = try [Self.frame(), Self.frame(gain: 0.9)]
        let one = try Self.atlas(Self.square(60), frames)
        let two = try Self.atlas(Self.square(60), frames, workers: TwoWorkers())
        #expect(one.pages == two.pages && one.coordinates == two.coordinates && one.cornerRows == two.cornerRows)
    }

    @Test func fitsTheModel() throws {
        let atlas = try Self.atlas(Self.square(2), [Self.frame()])
        let (pool, corners) = atlas.modelCoordinates(pool: 0)
        #expect(pool.frame == .topLeftUV && pool.values.components == 2)
        #expect(corners.pool == 0 && corners.indices?.count == 24)
        // Nine vertices in one chart; no face needs a row for what can't be painted.
        #expect(pool.count == 9)
    }

    @Test func stopsWhenAsked() throws {
        let texturing = FrameTexturing(positions: Self.square(2).0, triangles: Self.square(2).1)
        let frame = try Self.frame()
        #expect(throws: ReconstructionStopped.self) { try texturing.add(frame, shouldStop: { true }) }
        #expect(throws: ReconstructionStopped.self) { try texturing.beginTexture(shouldStop: { true }) }
        #expect(throws: ReconstructionStopped.self) { try texturing.atlas(shouldStop: { true }) }
    }
}
