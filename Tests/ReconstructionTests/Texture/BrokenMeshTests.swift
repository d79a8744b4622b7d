import MeshModel
import Testing

@testable import Reconstruction

@Suite struct BrokenMeshTests {
    @Test func nothingGivesAnEmptyPage() throws {
        let atlas = try FrameTexturingTests.atlas(([], []), [FrameTexturingTests.frame()])
        #expect(atlas.pages.count == 1 && atlas.chartCount == 0 && atlas.coordinates == [0, 0])
    }

    @Test func facesThatAreNoneAreCounted() throws {
        let positions: ContiguousArray<Float> = [
            -1, -1, -1.5, 1, -1, -1.5, 1, 1, -1.5, .nan, 0, 0, .infinity, 0, 0, 3e38, 0, 0, 0, 0, -1.5, 7,
        ]
        let triangles: ContiguousArray<UInt32> = [
            0, 1, 2, 0, 1, 1, 0, 1, 3, 0, 1, 4, 0, 1, 5, 0, 6, 2, 0, 1, 99, .max, 0, 1, 5,
        ]
        let atlas = try FrameTexturingTests.atlas((positions, triangles), [FrameTexturingTests.frame()])
        #expect(atlas.facePages.count == 8 && atlas.cornerRows.count == 24)
        #expect(atlas.texturedFaceCount == 1 && atlas.unusableFaceCount == 7 && atlas.unseenFaceCount == 0)
        #expect(atlas.cornerRows.allSatisfy { Int($0) < atlas.coordinates.count / 2 })
        #expect(atlas.coordinates.allSatisfy { $0 >= 0 && $0 <= 1 })
    }

    @Test func framesWithoutPicturesChangeNothing() throws {
        let (positions, triangles) = FrameTexturingTests.square(2)
        let given = ContiguousArray<UInt8>((0..<27).map { UInt8($0 * 9) })
        let texturing = FrameTexturing(positions: positions, triangles: triangles, colors: given)
        #expect(try !texturing.add(SyntheticScene.wall(depth: 1.5)))
        #expect(texturing.vertexColors().colors == given && texturing.vertexColors().seenCount == 0)
        let atlas = try texturing.atlas()
        #expect(atlas.unseenFaceCount == 8 && texturing.frameCount == 0)
    }

    @Test(arguments: [(8, 8), (9, 700), (1, 1), (1500, 11)])
    func picturesOfAnySizeAreTaken(width: Int, height: Int) throws {
        let rgb = [UInt8](repeating: 90, count: width * height * 3)
        let frame = try DepthFrame(
            meters: [1.5], width: 1, height: 1, picture: FramePicture(rgb: rgb, width: width, height: height),
            intrinsics: SyntheticScene.intrinsics, cameraToWorld: .identity)
        let atlas = try FrameTexturingTests.atlas(FrameTexturingTests.square(3), [frame])
        #expect(atlas.texturedFaceCount == (width < 8 ? 0 : 18))
    }

    /// Ten thousand faces that share nothing, lie upon each other, and one that is 100 m long.
    @Test func pagesStayBounded() throws {
        var positions: ContiguousArray<Float> = [], triangles: ContiguousArray<UInt32> = []
        for face in 0..<10_000 {
            let x = Float(face % 100) / 100
            positions += [x, 0, -1.5, x + 0.1, 0, -1.5, x, 0.1, -1.5]
            triangles += [UInt32(face * 3), UInt32(face * 3 + 1), UInt32(face * 3 + 2)]
        }
        positions += [-50, 0, -2, 50, 0, -2, 0, 0.5, -2]
        triangles += [30_000, 30_001, 30_002]
        var options = TextureOptions(texelSize: 0.0001)
        options.mostTexels = 1 << 16
        options.longestSide = 128
        let atlas = try FrameTexturingTests.atlas(
            (positions, triangles), [FrameTexturingTests.frame()], options: options)
        #expect(atlas.chartCount == 10_001)
        #expect(atlas.pages.allSatisfy { $0.side <= 128 })
        #expect(atlas.pages.count * 128 * 128 < 1 << 16 + 10_001 * 64)
    }

    /// Sheets upon each other that hang together: each gets charts of its own.
    @Test func facesAboveOthersGetOtherCharts() throws {
        var (positions, triangles) = FrameTexturingTests.square(10)
        let lower = FrameTexturingTests.square(10, z: -1.7)
        triangles += ContiguousArray(lower.1.map { $0 + 121 })
        positions += lower.0
        // A slope from one sheet's edge to the opposite edge of the other.
        triangles += [10, 121, 131]
        let texturing = FrameTexturing(positions: positions, triangles: triangles)
        #expect(try texturing.atlas().chartCount >= 2)
        let mesh = PaintedMesh(positions, triangles, nil)
        let layout = try #require(AtlasLayout(mesh, TextureOptions(texelSize: 0.02), { false }))
        let owners = layout.owners(mesh)
        var owned = ContiguousArray<Int>(repeating: 0, count: mesh.faceCount)
        for owner in owners where owner >= 0 { owned[Int(owner)] += 1 }
        #expect(owned.prefix(400).allSatisfy { $0 >= 12 })
    }
}
