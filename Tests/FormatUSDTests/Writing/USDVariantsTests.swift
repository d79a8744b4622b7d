import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Variants of materials as a variant set.
@Suite struct USDVariantsTests {
    /// A square that wears the first material, and others in these variants.
    private static func square(_ rows: [(variant: Int, material: Int)], names: [String]) -> MeshScene {
        var scene = USDScenes.square()
        scene.materials = (0..<3).map { SceneMaterial(name: "m\($0)") }
        scene.materialVariants = names
        scene.meshes[0].primitives[0].material = .one(0)
        scene.meshes[0].primitives[0].variantMaterials = rows.map {
            VariantMaterial(variant: $0.variant, material: .one($0.material))
        }
        return scene
    }

    private static func rows(_ scene: MeshScene) -> [String] {
        scene.meshes.flatMap(\.primitives).map { primitive in
            "\(primitive.material): "
                + primitive.variantMaterials.map { "\($0.variant) \($0.material)" }.joined(separator: ", ")
        }
    }

    @Test func aVariantOfTheUsualMaterialsIsChosen() throws {
        let scene = Self.square([(0, 1), (1, 0)], names: ["night", "day"])
        let text = String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
        #expect(text.contains("string shadingVariant = \"day\""))
        #expect(text.contains("prepend variantSets = [\"shadingVariant\"]"))
        // A binding beside the set would be stronger than all variants.
        #expect(text.split(separator: "rel material:binding").count == 3)
        for isForeign in [false, true] {
            let back = try USDScenes.read(Array(text.utf8), isForeign: isForeign)
            #expect(back.scene.materialVariants == ["night", "day"])
            #expect(Self.rows(back.scene) == ["one(0): 0 one(1), 1 one(0)"])
            #expect(back.residue.isEmpty)
            #expect(back.census.allSatisfy { $0.isBalanced })
        }
    }

    @Test(arguments: ["usda", "usdc"])
    func namesAndRowsComeBackFromTheRecord(_ variant: String) throws {
        let scene = Self.square([(1, 1), (3, 0)], names: ["two words", "day", "day", "größe"])
        let bytes = try USDScenes.write(scene, variant).bytes
        let back = try USDScenes.read(bytes)
        #expect(back.scene.materialVariants == ["two words", "day", "day", "größe"])
        #expect(Self.rows(back.scene) == ["one(0): 1 one(1), 3 one(0)"])
        let foreign = try USDScenes.read(bytes, isForeign: true)
        #expect(foreign.scene.materialVariants == ["two_words", "day", "day_1", "größe"])
        #expect(Self.rows(foreign.scene) == ["one(0): 0 one(0), 1 one(1), 2 one(0), 3 one(0)"])
        try foreign.scene.validate()
    }

    @Test func withoutAVariantOfTheUsualMaterialsThereIsOneMore() throws {
        let scene = Self.square([(0, 1), (1, 2)], names: ["night", "default"])
        let (plan, layer) = try USDScenes.plan(scene)
        #expect(plan.losses.contains { $0.code == .variantGenerated && $0.severity == .reencoded })
        #expect(layer.specs.filter { $0.kind == .variant }.map(\.name) == ["night", "default", "default_1"])
        let bytes = try USDScenes.write(scene).bytes
        #expect(try USDScenes.read(bytes).scene.materialVariants == ["night", "default"])
        let foreign = try USDScenes.read(bytes, isForeign: true).scene
        #expect(foreign.materialVariants == ["night", "default", "default_1"])
        #expect(Self.rows(foreign) == ["one(0): 0 one(1), 1 one(2), 2 one(0)"])
    }

    @Test func subsetsAreWhatWearsTheSameInAllVariants() throws {
        var scene = Self.square([], names: ["a", "b"])
        scene.vertexSets[0].count = 4
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 3, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 2, 3, 1, 2, 3] as [Int32]),
            material: .perElement(Column([0, 0, 1] as [Int32])),
            variantMaterials: [
                VariantMaterial(variant: 0, material: .perElement(Column([0, 2, 2] as [Int32]))),
                VariantMaterial(variant: 1, material: .one(1)),
            ])
        scene.meshes[0].primitives = [faces]
        let (_, layer) = try USDScenes.plan(scene)
        let subsets = layer.specs.indices.filter { layer.specs[$0]["typeName"]?.word == "GeomSubset" }
        #expect(subsets.map { layer.numbers(layer.path(of: $0) + ".indices") } == [[0], [1], [2]])
        for isForeign in [false, true] {
            let back = try USDScenes.read(USDScenes.write(scene).bytes, isForeign: isForeign).scene
            let own = back.meshes[0].primitives[0]
            #expect(own.material.numbers(count: 3) == [0, 0, 1])
            #expect(own.material(inVariant: 0).numbers(count: 3) == [0, 2, 2])
            #expect(own.material(inVariant: 1).numbers(count: 3) == [1, 1, 1])
        }
    }

    @Test func prototypesHaveTheirOwnSet() throws {
        var scene = Self.square([(1, 1)], names: ["day", "night"])
        scene.nodes = [Node(name: "a", mesh: 0), Node(name: "b", mesh: 0)]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let bytes = try USDScenes.write(scene).bytes
        for isForeign in [false, true] {
            let back = try USDScenes.read(bytes, isForeign: isForeign)
            #expect(back.scene.materialVariants == ["day", "night"])
            #expect(Self.rows(back.scene) == [isForeign ? "one(0): 0 one(0), 1 one(1)" : "one(0): 1 one(1)"])
            #expect(back.residue.isEmpty)
        }
    }

    /// The children that a variant names would come first.
    @Test(arguments: ["usda", "usdc"])
    func theOrderOfPrimsStays(_ variant: String) throws {
        var scene = Self.square([(1, 1)], names: ["day", "night"])
        var plain = scene.meshes[0]
        plain.primitives[0].variantMaterials = []
        scene.meshes.insert(plain, at: 0)
        scene.nodes = [Node(name: "z", mesh: 0), Node(name: "a", mesh: 1), Node(name: "m", mesh: 0)]
        scene.scenes = [SceneRoot(roots: [0, 1, 2])]
        for isForeign in [false, true] {
            let back = try USDScenes.read(USDScenes.write(scene, variant).bytes, isForeign: isForeign).scene
            #expect(back.nodes.filter { $0.mesh != nil }.count == 3)
            let names = back.nodes.compactMap(\.name).filter { ["z", "a", "m"].contains($0) }
            #expect(names == ["z", "a", "m"])
        }
    }

    @Test func thousandsOfVariantsAreKept() throws {
        let scene = Self.square([(1, 1)], names: (0..<5000).map { "v\($0)" })
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene
        #expect(back.materialVariants == scene.materialVariants && Self.rows(back) == ["one(0): 1 one(1)"])
    }

    /// The reader would have a row for each node and variant.
    @Test func tooManyVariantsAreALoss() throws {
        var scene = Self.square([(1, 1)], names: (0..<500).map { "v\($0)" })
        let shown = scene.nodes.count
        scene.nodes += [Node](repeating: Node(name: "more", mesh: 0), count: 1100)
        scene.scenes[0].roots += shown..<scene.nodes.count
        let (plan, layer) = try USDScenes.plan(scene)
        #expect(plan.losses.filter { $0.code == .variantDropped }.count == 500)
        #expect(!layer.specs.contains { $0.kind == .variantSet })
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene
        #expect(back.materialVariants.isEmpty && Self.rows(back) == ["one(0): "])
    }
}
