import MeshModel
import Testing

@testable import MeshConvert

struct PageRegionTests {
    @Test func aVariantIsWhereItChangesSomething() {
        func mesh(_ variants: [VariantMaterial]) -> Mesh {
            let triangle = Primitive(
                topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3), vertices: nil,
                variantMaterials: variants)
            return Mesh(name: nil, primitives: [triangle])
        }
        var scene = MeshScene()
        scene.vertexSets = [VertexSet(count: 3)]
        scene.meshes = [mesh([]), mesh([VariantMaterial(variant: 1, material: .none)])]
        #expect(PageRegions(scene: scene).region(of: "/variants/1")?.meshes == [1])
        #expect(PageRegions(scene: scene).region(of: "/variants/0") == nil)
    }

    /// Two triangles and a quad of two meshes, one of which is bound to a joint.
    private static func scene() -> MeshScene {
        func primitive(_ set: Int, _ material: MaterialBinding, _ starts: [Int32]) -> Primitive {
            Primitive(
                topology: .polygons, vertexSet: set, elementCount: starts.count - 1,
                arity: .offsets(Column(ContiguousArray(starts))), vertices: nil, material: material)
        }
        var scene = MeshScene()
        scene.vertexSets = [VertexSet(count: 7), VertexSet(count: 3)]
        scene.images = [SceneImage(uri: "a.png"), SceneImage(uri: "b.png")]
        scene.textures = [Texture(image: 1)]
        scene.materials = [SceneMaterial(), SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])]
        let mixed = MaterialBinding.perElement(Column([0, 1] as ContiguousArray<Int32>))
        scene.meshes = [
            Mesh(name: nil, primitives: [primitive(0, mixed, [0, 3, 7]), primitive(1, .none, [0, 3])]),
            Mesh(name: nil, primitives: [primitive(1, .one(1), [0, 3])]),
        ]
        scene.nodes = [Node(children: [1]), Node(), Node(mesh: 1, skin: 0)]
        scene.skins = [Skin(joints: [1])]
        return scene
    }

    @Test func materialsTexturesAndImagesAreTheElementsThatWearThem() throws {
        let regions = PageRegions(scene: Self.scene())
        let plain = try #require(regions.region(of: "/materials/0"))
        #expect(plain.materials == [0] && plain.counts.faces == 1 && plain.counts.triangles == 1)
        for path in ["/materials/1", "/textures/0", "/images/1"] {
            let region = try #require(regions.region(of: path))
            #expect(region.materials == [1] && region.counts.faces == 2 && region.counts.triangles == 3)
        }
        #expect(regions.region(of: "/images/0") == nil)
    }

    @Test func aSetIsEachPrimitiveOverItAndAJointWhatFollowsIt() throws {
        let regions = PageRegions(scene: Self.scene())
        let set = try #require(regions.region(of: "/vertexSets/1"))
        #expect(set.meshes == [1] && set.marks.map(\.mark.primitive) == [1])
        #expect(set.counts.vertices == 3 && set.counts.faces == 2)
        #expect(regions.region(of: "/meshes/0")?.meshes == [0])
        #expect(regions.region(of: "/meshes/0/primitives/1")?.marks.count == 1)
        #expect(regions.region(of: "/meshes/0/primitives/2") == nil)
        #expect(regions.region(of: "/meshes/2") == nil)
        #expect(regions.region(of: "/nodes/0")?.meshes == [1])
        #expect(regions.region(of: "/skins/0")?.meshes == [1])
        #expect(regions.region(of: "/skins/1") == nil)
    }
}
