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
        // The others are only in the tree, and are reported on the way to other formats.
        #expect(document.residue.contains { $0.path == "/extensions/KHR_materials_variants" })
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
