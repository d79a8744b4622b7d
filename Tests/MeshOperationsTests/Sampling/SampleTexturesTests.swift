import MeshComparison
import MeshModel
import MeshOperations
import Testing

/// Colours of vertices sampled from textures.
@Suite struct SampleTexturesTests {
    private typealias Texels = Correspondence.SampledColors.Texels

    /// Two texels beside each other: black and white.
    private static let halves = Texels(width: 2, height: 1, components: 1, bytes: [0, 255])

    /// A triangle with a texture and these texture coordinates.
    private func scene(
        _ uv: [Float], _ options: [TextureOption] = [], origin: Frame = .topLeftUV, factor: [Double]? = nil
    ) -> MeshScene {
        let set = VertexSet(
            count: 3, attributes: [Attribute(.texCoord(0), Column(uv, components: 2), frame: origin)])
        var scene = MeshScene(vertexSets: [set], primitives: [triangle(0)])
        scene.materials = [
            SceneMaterial(
                name: "Brick", parameters: factor.map { [MaterialParameter("baseColor", $0)] } ?? [],
                textures: [TextureSlot("baseColor", texture: 0, options: options)])
        ]
        scene.textures = [Texture(image: 0)]
        scene.images = [SceneImage(uri: "brick.png", bytes: [1])]
        return scene
    }

    private func triangle(_ set: Int, _ vertices: [Int32] = [0, 1, 2], _ material: MaterialBinding = .one(0))
        -> Primitive
    {
        Primitive(
            topology: .polygons, vertexSet: set, elementCount: vertices.count / 3, arity: .uniform(3),
            vertices: Column(vertices), material: material)
    }

    private func codes(_ scene: MeshScene, _ texels: Correspondence.SampledColors.Texels?, keeps: Bool = true) throws
        -> [Int64]
    {
        let result = scene.samplingTextures(keepsTextures: keeps) { _ in texels }
        let made = try #require(result)
        // The comparison confirms what the operation says.
        var links = Correspondence.identity(of: made.scene)
        links.steps = [.sampled(made.sampled)]
        let differences = Comparison.differences(from: scene, to: made.scene, by: links)
        #expect(differences.filter { $0.facet != .generated && !$0.subject.hasPrefix("/materials") }.isEmpty)
        return made.sampled.made[0].colors.values.integers()
    }

    private func sampled(_ scene: MeshScene, keeps: Bool) -> SampledScene? {
        scene.samplingTextures(keepsTextures: keeps) { _ in Self.halves }
    }

    @Test func lightIsMixedNotCodes() throws {
        // In the middle of a texel, between two of them, and at the edge of the image, where it wraps around.
        let made = try codes(scene([0.25, 0.5, 0.5, 0.5, 0, 0.5]), Self.halves)
        // Half of the light of white is code 188.
        #expect(made == [0, 0, 0, 188, 188, 188, 188, 188, 188])
    }

    @Test(arguments: [("10497", 188), ("33071", 0), ("33648", 0)])
    func beyondTheEdgeIsWhatTheSamplerSays(word: String, code: Int) throws {
        let made = try codes(scene([0, 0.5, 0, 0.5, 0, 0.5], [TextureOption("wrapS", [word])]), Self.halves)
        #expect(made.first == Int64(code))
        // 2.25 is 0.25, or the last texel where the image is clamped; mirrored, 1.25 is 0.75.
        let far = try codes(scene([2.25, 0.5, 1.25, 0.5, -0.25, 0.5], [TextureOption("wrapS", [word])]), Self.halves)
        let expected: [Int64] = word == "33071" ? [255, 255, 0] : word == "33648" ? [0, 255, 0] : [0, 0, 255]
        #expect([far[0], far[3], far[6]] == expected)
    }

    @Test func coordinatesCountFromWhereTheFileCounts() throws {
        let high = Texels(width: 1, height: 2, components: 1, bytes: [0, 255])
        let uv: [Float] = [0.5, 0.25, 0.5, 0.75, 0.5, 0.75]
        #expect(try codes(scene(uv), high) == [0, 0, 0, 255, 255, 255, 255, 255, 255])
        #expect(try codes(scene(uv, origin: .bottomLeftUV), high) == [255, 255, 255, 0, 0, 0, 0, 0, 0])
    }

    @Test func transformsMoveCoordinates() throws {
        let moved = scene([0.25, 0.5, 0.75, 0.5, 0.25, 0.5], [TextureOption("offset", ["0.5", "0"])])
        #expect(try codes(moved, Self.halves) == [255, 255, 255, 0, 0, 0, 255, 255, 255])
        // A quarter turn: u is the old v.
        let turned = scene([0.5, 0.25, 0.5, 0.75, 0.5, 0.25], [TextureOption("rotation", ["1.5707963267948966"])])
        #expect(try codes(turned, Self.halves) == [0, 0, 0, 255, 255, 255, 0, 0, 0])
        let classic = scene(
            [0.125, 0, 0.375, 0, 0.125, 0], [TextureOption("-s", ["2", "1", "1"]), TextureOption("-o", ["0.5"])],
            origin: .bottomLeftUV)
        #expect(try codes(classic, Self.halves) == [255, 255, 255, 0, 0, 0, 255, 255, 255])
    }

    @Test func baseColorIsMultipliedAsLight() throws {
        let made = try codes(scene([0.75, 0, 0.75, 0, 0.75, 0], factor: [0.5, 1, 0]), Self.halves)
        #expect(Array(made.prefix(3)) == [188, 255, 0])
    }

    @Test func aSeamShowsTheMeanOfItsCorners() throws {
        var scene = scene([0, 0, 0, 0, 0, 0])
        scene.vertexSets[0].attributes = []
        scene.vertexSets[0].count = 4
        scene.vertexSets[0].pools = [
            Attribute(.texCoord(0), Column([0.25, 0.5, 0.75, 0.5] as [Float], components: 2), frame: .topLeftUV)
        ]
        // Vertex 1 is black in one face and white in the other; vertex 2 has no coordinates in one of them.
        scene.meshes[0].primitives = [triangle(0, [0, 1, 2, 2, 1, 0])]
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 0, -1, 0, 1, 0] as [Int32]))
        ]
        // No face uses the last vertex.
        #expect(try codes(scene, Self.halves) == [0, 0, 0, 188, 188, 188, 188, 188, 188, 255, 255, 255])
    }

    @Test func alphaIsTakenWhereItIsUsed() throws {
        let clear = Texels(width: 1, height: 1, components: 4, bytes: [10, 20, 30, 40])
        var scene = scene([0, 0, 0, 0, 0, 0])
        #expect(try codes(scene, clear) == [10, 20, 30, 10, 20, 30, 10, 20, 30])
        scene.materials[0].parameters.append(MaterialParameter("alphaMode", [2]))
        #expect(try codes(scene, clear).prefix(4) == [10, 20, 30, 40])
        let deep = Texels(width: 1, height: 1, components: 2, words: [0xFFFF, 0x8080])
        #expect(try codes(scene, deep).prefix(4) == [255, 255, 255, 128])
    }

    @Test func whatViewersWouldMultiplyIsTakenOff() throws {
        let scene = scene([0.75, 0, 0.75, 0, 0.75, 0], factor: [0.5, 1, 0])
        let kept = try #require(sampled(scene, keeps: true))
        #expect(kept.scene.materials == scene.materials)
        let made = try #require(sampled(scene, keeps: false))
        #expect(made.scene.materials[0].textures.isEmpty)
        #expect(made.scene.materials[0]["baseColor"] == [1, 1, 1])
        #expect(made.sampled.materials[0]?.before == scene.materials[0])
    }

    @Test func coloursThatAreThereAreKept() throws {
        var own = scene([0, 0, 0, 0, 0, 0])
        own.vertexSets[0].attributes.append(
            Attribute(.color(0), Column([Float](repeating: 1, count: 9), components: 3), frame: .srgb))
        #expect(sampled(own, keeps: true) == nil)
        // Another set uses the same material: viewers would miss the texture there.
        own.vertexSets.append(scene([0, 0, 0, 0, 0, 0]).vertexSets[0])
        own.meshes[0].primitives.append(triangle(1))
        #expect(sampled(own, keeps: false) == nil)
        #expect(sampled(own, keeps: true)?.sampled.made.map(\.set) == [1])
    }

    @Test func whatCanNotBeReadGivesNoColors() {
        let unread = scene([0, 0, 0, 0, 0, 0]).samplingTextures(keepsTextures: true) { _ in nil }
        #expect(unread == nil)
        var bare = scene([0, 0, 0, 0, 0, 0])
        bare.materials[0].textures = []
        #expect(sampled(bare, keeps: true) == nil)
    }

    @Test func coordinatesThatAreNoNumbersShowTheBaseColor() throws {
        let made = try codes(scene([.nan, 0, .infinity, 0, 1e30, 0], factor: [1, 0, 1]), Self.halves)
        #expect(Array(made.prefix(6)) == [255, 0, 255, 255, 0, 255])
    }
}
