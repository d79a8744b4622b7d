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
}
