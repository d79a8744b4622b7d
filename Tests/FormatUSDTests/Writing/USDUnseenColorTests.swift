import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// A material with a texture doesn't show colours besides.
struct USDUnseenColorTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

    private static func scene() -> MeshScene {
        var colors = Attribute(
            .color(0), Column([Float](repeating: 0.5, count: 12), components: 3))
        colors.frame = .linear
        var scene = USDScenes.square([colors])
        scene.images = [SceneImage(uri: "wood.png", bytes: png)]
        scene.textures = [Texture(image: 0)]
        scene.materials = [SceneMaterial(name: "Wood", textures: [TextureSlot("baseColor", texture: 0)])]
        scene.meshes[0].primitives[0].material = .one(0)
        return scene
    }

    @Test func theLossSaysSoAndReadersKnow() throws {
        let scene = Self.scene()
        let loss = try #require(try USDScenes.plan(scene).plan.losses.first { $0.code == .colorUnseen })
        #expect(loss.subject == "/materials/0" && loss.remedy == .ending("glb"))
        let written = try USDScenes.write(scene)
        let foreign = try USDScenes.read(written.bytes, sides: written.sides, isForeign: true).scene
        #expect(foreign.materials[0]["vertexColors"] == [0])
        #expect(foreign.vertexSets[0].attribute(.color(0)) != nil)
        #expect(try USDScenes.read(written.bytes, sides: written.sides).scene.materials[0]["vertexColors"] == nil)
    }

    @Test func whatIsUnseenStaysUnseen() throws {
        var scene = Self.scene()
        scene.materials = [SceneMaterial(name: "Plain", parameters: [MaterialParameter("vertexColors", [0])])]
        (scene.textures, scene.images) = ([], [])
        #expect(scene.coloredSurfaces().isEmpty)
        let planned = try USDScenes.plan(scene)
        #expect(!planned.plan.losses.contains { $0.code == .colorUnseen })
        #expect(!planned.layer.specs.contains { $0.name == "Color" })
        #expect(planned.layer.specs.contains { $0.name == "primvars:displayColor" })
    }

    @Test func quickLookHasNoColorsThatItHides() throws {
        let planned = try USDScenes.plan(Self.scene(), "usdz.quicklook")
        #expect(!planned.layer.specs.contains { $0.name == "primvars:displayColor" })
        let loss = try #require(planned.plan.losses.first { $0.code == .attributeDropped })
        #expect(loss.subject == "/vertexSets/0/COLOR_0" && loss.count == 4 && loss.remedy == .variant("usdz"))
    }

    @Test func colorsThatAnotherPrimShowsStay() throws {
        var scene = Self.scene()
        var other = scene.meshes[0].primitives[0]
        other.material = .none
        scene.meshes[0].primitives.append(other)
        let planned = try USDScenes.plan(scene, "usdz.quicklook")
        #expect(planned.layer.specs.count { $0.name == "primvars:displayColor" } == 2)
    }

    @Test func aNormalMapHasTheScaleOfItsBits() throws {
        var scene = Self.scene()
        scene.materials[0].textures = [TextureSlot("normal", texture: 0)]
        scene.materials[0].parameters = [MaterialParameter("normalScale", [0.5])]
        let planned = try USDScenes.plan(scene)
        let place = try #require(
            planned.layer.specs.indices.first {
                planned.layer.path(of: $0).hasSuffix("normalTexture.inputs:scale")
            })
        guard case .tuple(_, let scale)? = planned.layer.specs[place]["default"] else {
            Issue.record("no scale")
            return
        }
        #expect(scale == [2, 2, 2, 1])
        #expect(planned.plan.losses.contains { $0.code == .materialApproximated && $0.subject == "/materials/0" })
    }
}
