import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Variants of materials; a scene has one of them.
@Suite struct GLTFVariantTests {
    private static let sample: GLTFSample = {
        var sample = GLTFSample.triangle
        sample.members = sample.members.replacingOccurrences(
            of: "\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]",
            with: """
                "primitives": [{"attributes": {"POSITION": 0}, "material": 0, "extensions": {"KHR_materials_variants":
                  {"mappings": [{"material": 0, "variants": [0, 2]}, {"material": 1, "variants": [1]},
                                {"material": 9, "variants": [3]}]}}}, {"attributes": {"POSITION": 0}, "material": 0}]
                """)
        sample.members += """
            , "extensionsUsed": ["KHR_materials_variants"], "materials": [{"name": "red"}, {"name": "blue"}],
            "extensions": {"KHR_materials_variants": {"variants": [{"name": "day"}, {"name": "night"},
              {"name": "noon"}, {"name": "odd"}]}}
            """
        return sample
    }()

    private func read(_ choice: String?) throws -> (materials: [String], document: Document) {
        var options = ReadOptions()
        options.options["variant"] = choice
        let document = try Self.sample.read(options)
        let materials = document.scene.meshes[0].primitives.map { primitive -> String in
            guard case .one(let number) = primitive.material else { return "" }
            return document.scene.materials[number].name ?? ""
        }
        return (materials, document)
    }

    @Test(
        arguments: [
            (nil, ["red", "red"]), ("material=night", ["blue", "red"]), ("material=noon", ["red", "red"]),
            ("material=odd", ["red", "red"]),
        ] as [(String?, [String])])
    func aVariantHasItsMaterials(_ choice: String?, _ expected: [String]) throws {
        let (materials, document) = try read(choice)
        #expect(materials == expected)
        #expect(document.census.allSatisfy { $0.isBalanced })
        // The others are then only in the tree, and are reported on the way to other formats.
        let isReported = document.residue.contains { $0.path == "/extensions/KHR_materials_variants" }
        #expect(isReported == (choice != nil))
        #expect(document.scene.materialVariants.isEmpty == (choice != nil))
    }

    @Test func allVariantsAreInTheSceneWithoutAChoice() throws {
        let (_, document) = try read(nil)
        #expect(document.scene.materialVariants == ["day", "night", "noon", "odd"])
        let rows = document.scene.meshes[0].primitives.map { primitive in
            primitive.variantMaterials.map { "\($0.variant) \($0.material)" }
        }
        #expect(rows == [["0 one(0)", "1 one(1)", "2 one(0)"], []])
        // The mapping of a material that is not there is told.
        #expect(document.diagnostics.contains { $0.code == "gltf.unresolved-reference" })
    }

    @Test func ofTwoMaterialsForOneVariantTheFirstIsUsed() throws {
        let document = try Self.read(
            mappings: #"{"material": 1, "variants": [1]}, {"material": 0, "variants": [1, 0]}"#)
        let rows = document.scene.meshes[0].primitives[0].variantMaterials.map { "\($0.variant) \($0.material)" }
        #expect(rows == ["0 one(0)", "1 one(1)"])
        #expect(document.diagnostics.contains { $0.code == "gltf.khr-materials-variants-non-unique-variant" })
        #expect(document.census.allSatisfy { $0.isBalanced })
    }

    @Test(
        arguments: [
            #"{"material": 0, "variants": [1000000, -1, 4]}"#, #"{"material": -1, "variants": [0]}"#,
            #"{"variants": [0]}"#, #"{"material": 0}"#, #"{"material": "red", "variants": "all"}"#, "7",
            #"{"material": 9223372036854775807, "variants": [9223372036854775807]}"#,
        ])
    func mappingsOfNothingChangeNothing(_ mapping: String) throws {
        let document = try Self.read(mappings: mapping)
        #expect(document.scene.meshes[0].primitives[0].variantMaterials.isEmpty)
        #expect(document.census.allSatisfy { $0.isBalanced })
        try document.scene.validate()
    }

    @Test func mappingsWithoutAListOfVariantsChangeNothing() throws {
        var sample = Self.sample
        let start = try #require(
            sample.members.range(of: ",\n\"extensions\": {\"KHR_materials_variants\": {\"variants\""))
        sample.members = sample.members[..<start.lowerBound] + ""
        let document = try sample.read(ReadOptions())
        #expect(document.scene.materialVariants.isEmpty)
        #expect(document.scene.meshes[0].primitives[0].variantMaterials.isEmpty)
    }

    @Test func aSceneIsWrittenWithAllItsVariants() throws {
        var (_, document) = try read(nil)
        document.scene.meshes[0].primitives.removeLast()
        let content = Content(document.scene)
        var planner = GLTFPlanner(content, isBinary: false)
        let layout = try planner.plan()
        let members = JSONValue.object(layout.members)
        #expect(
            members["extensions"]?["KHR_materials_variants"]
                == ["variants": [["name": "day"], ["name": "night"], ["name": "noon"], ["name": "odd"]]])
        #expect(
            members["meshes"]?[0]?["primitives"]?[0]?["extensions"]?["KHR_materials_variants"]
                == ["mappings": [["material": 0, "variants": [0, 2]], ["material": 1, "variants": [1]]]])
        #expect(members["extensionsUsed"] == ["KHR_materials_variants"])
        #expect(members["extensionsRequired"] == nil)
    }

    /// The sample with other mappings of its first primitive.
    private static func read(mappings: String) throws -> Document {
        var sample = Self.sample
        let start = try #require(sample.members.range(of: "{\"material\": 0, \"variants\": [0, 2]}"))
        let end = try #require(sample.members.range(of: "\"variants\": [3]}"))
        sample.members.replaceSubrange(start.lowerBound..<end.upperBound, with: mappings)
        return try sample.read(ReadOptions())
    }

    @Test(arguments: ["material=dusk", "lod=night", "lod=low,material=night"])
    func aChoiceThatIsNotThereIsAWrongArgument(_ choice: String) throws {
        let error = #expect(throws: ReadError.self) { try read(choice) }
        #expect(error?.code == .usage)
        let known = "material=day, material=night, material=noon, material=odd"
        let found = choice.prefix { $0 != "," }
        #expect(error?.message == "the file has no variant '\(found)': use variant choice with one of \(known)")
    }
}
