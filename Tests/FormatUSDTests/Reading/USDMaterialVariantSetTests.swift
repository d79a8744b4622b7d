import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Which variant sets are variants of materials.
@Suite struct USDMaterialVariantSetTests {
    private static func text(_ sets: String, selection: String = "looks = \"red\"") -> String {
        """
        #usda 1.0
        (
            defaultPrim = "A"
            upAxis = "Y"
            metersPerUnit = 1
        )
        def Xform "A" (
            prepend variantSets = ["looks", "size"]
            variants = { string \(selection) }
        )
        {
            def Mesh "M" ( prepend apiSchemas = ["MaterialBindingAPI"] )
            {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            }
            def Material "Red" {}
            def Material "Blue" {}
        \(sets)
        }
        """
    }

    private static func looks(red: String, blue: String) -> String {
        "variantSet \"looks\" = {\n\"red\" {\n\(red)\n}\n\"blue\" {\n\(blue)\n}\n}"
    }

    private static let red = "over \"M\" {\nrel material:binding = </A/Red>\n}"
    private static let blue = "over \"M\" {\nrel material:binding = </A/Blue>\n}"

    private func read(_ text: String, variant: String? = nil) throws -> Document {
        var options = ReadOptions()
        options.options["variant"] = variant
        return try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: options)
    }

    private func rows(_ scene: MeshScene) -> String {
        let primitive = scene.meshes[0].primitives[0]
        return "\(primitive.material): "
            + primitive.variantMaterials.map { "\($0.variant) \($0.material)" }.joined(separator: ", ")
    }

    @Test func aSetOfBindingsIsVariantsOfMaterials() throws {
        let document = try read(Self.text(Self.looks(red: Self.red, blue: Self.blue)))
        #expect(document.scene.materialVariants == ["red", "blue"])
        #expect(rows(document.scene) == "one(0): 0 one(0), 1 one(1)")
        #expect(!document.residue.contains { $0.path == "variants of looks" || $0.path.hasPrefix("variant") })
        #expect(document.census.allSatisfy { $0.isBalanced })
    }

    /// Without a choice nothing is bound; where a variant binds nothing, nothing is bound either.
    @Test func aVariantMayBindNothing() throws {
        let unchosen = try read(Self.text(Self.looks(red: "", blue: Self.blue), selection: "size = \"big\"")).scene
        #expect(unchosen.materialVariants == ["red", "blue"])
        #expect(rows(unchosen) == "none: 1 one(1)")
        let chosen = try read(Self.text(Self.looks(red: Self.red, blue: ""))).scene
        #expect(rows(chosen) == "one(0): 0 one(0), 1 none")
    }

    @Test func aChosenVariantIsTheOnlyOne() throws {
        let document = try read(Self.text(Self.looks(red: Self.red, blue: Self.blue)), variant: "looks=blue")
        #expect(document.scene.materialVariants.isEmpty)
        #expect(rows(document.scene) == "one(1): ")
        #expect(document.residue.contains { $0.path == "variants of looks" })
    }

    @Test(
        arguments: [
            "over \"M\" {\n point3f[] points = []\n rel material:binding = </A/Blue>\n}",
            "def Mesh \"N\" {}", "over \"M\" ( active = false ) {}", "double x = 1",
            "over \"M\" ( prepend references = </A/Red> ) {}", "over \"M\" {\nrel other = </A/Blue>\n}",
            "over \"M\" ( prepend apiSchemas = [\"SkelBindingAPI\"] ) {}",
            "over \"M\" ( variants = { string size = \"big\" } ) {}",
            "variantSet \"inner\" = {\n\"x\" {\n}\n}",
        ])
    func aSetThatChangesMoreIsReadInItsChosenVariant(_ blue: String) throws {
        let document = try read(Self.text(Self.looks(red: Self.red, blue: blue)))
        #expect(document.scene.materialVariants.isEmpty)
        #expect(rows(document.scene) == "one(0): ")
        #expect(!document.residue.isEmpty)
    }

    @Test func aSetWithoutBindingsIsNone() throws {
        #expect(try read(Self.text(Self.looks(red: "", blue: "over \"M\" {}"))).scene.materialVariants.isEmpty)
    }

    /// Another set stays what it is, and is read in its chosen variant.
    @Test func oneOfTwoSets() throws {
        let size = """
            variantSet "size" = {
                "big" {
                    double3 xformOp:translate = (1, 0, 0)
                }
                "small" {
                }
            }
            """
        let document = try read(Self.text(Self.looks(red: Self.red, blue: Self.blue) + "\n" + size))
        #expect(document.scene.materialVariants == ["red", "blue"])
        #expect(!document.residue.isEmpty)
    }

    /// Sets of two prims can be chosen apart, which the scene can't say.
    @Test func setsOfTwoPrimsAreReadInTheirChosenVariants() throws {
        let sets = """
            def Xform "B" ( prepend variantSets = "looks" )
            {
                variantSet "looks" = {
                    "red" {
                        rel material:binding = </A/Red>
                    }
                    "blue" {
                    }
                }
            }
            """
        let document = try read(Self.text(Self.looks(red: Self.red, blue: Self.blue) + "\n" + sets))
        #expect(document.scene.materialVariants.isEmpty)
        #expect(!document.residue.isEmpty)
    }

    /// What variants bind comes after what a stronger purpose or a stronger binding says, as usd-core has it.
    @Test func aStrongerPurposeOrBindingComesFirst() throws {
        let root = "rel material:binding:preview = </A/Red>"
        let strong = "rel material:binding = </A/Red> (\nbindMaterialAs = \"strongerThanDescendants\"\n)"
        for red in [root, strong] {
            let scene = try read(Self.text(Self.looks(red: red + "\n" + Self.blue, blue: Self.blue))).scene
            #expect(rows(scene) == "one(0): 0 one(0), 1 one(1)")
        }
        let weak = "rel material:binding = </A/Red>\n" + Self.blue
        #expect(try rows(read(Self.text(Self.looks(red: weak, blue: ""))).scene) == "one(1): 0 one(1), 1 none")
    }

    /// The usual variant binds a part of the mesh, and each variant another one.
    @Test func partsOfAMesh() throws {
        func part(_ name: String, _ face: Int) -> String {
            """
            def GeomSubset "\(name)" ( prepend apiSchemas = ["MaterialBindingAPI"] )
            {
                uniform token familyName = "materialBind"
                int[] indices = [\(face)]
            }
            """
        }
        func binds(_ part: String, _ material: String) -> String {
            "over \"M\" {\nover \"\(part)\" {\nrel material:binding = </A/\(material)>\n}\n}"
        }
        let text = Self.text(Self.looks(red: binds("a", "Red"), blue: binds("b", "Blue")))
            .replacing("faceVertexCounts = [3]", with: "faceVertexCounts = [3, 3]")
            .replacing("[0, 1, 2]", with: "[0, 1, 2, 0, 2, 1]")
            .replacing("(0, 1, 0)]", with: "(0, 1, 0)]\n" + part("a", 0) + "\n" + part("b", 1))
        let primitive = try read(text).scene.meshes[0].primitives[0]
        #expect(primitive.material.numbers(count: 2) == [0, -1])
        #expect(primitive.variantMaterials.map { $0.material.numbers(count: 2) } == [[0, -1], [-1, 1]])
    }

    /// A choice beside the variants is stronger than those in them: they change nothing there.
    @Test(arguments: [false, true])
    func aChoiceBesideTheVariantsIsStronger(_ isBeside: Bool) throws {
        let chosen = isBeside ? "variants = { string looks = \"red\" }" : ""
        func choice(_ name: String) -> String { "over \"I\" ( variants = { string looks = \"\(name)\" } ) {}" }
        let text =
            Self.text(Self.looks(red: choice("red"), blue: choice("blue")))
            .replacing("def Mesh \"M\"", with: "def Xform \"I\" ( references = </P>\n\(chosen) ) {}\ndef Mesh \"M\"")
                + """

                class Xform "P" ( prepend variantSets = "looks" )
                {
                    def Mesh "M" { }
                    \(Self.looks(red: Self.red, blue: Self.blue))
                }
                """
        #expect(try read(text).scene.materialVariants == (isBeside ? [] : ["red", "blue"]))
    }

    /// The work is that of the variants' specs, not of variants × prims.
    @Test func manyVariantsBesideManyPrims() throws {
        let variants = (0..<20_000).map { "\"v\($0)\" {\n\(Self.red)\n}" }.joined(separator: "\n")
        let more = (0..<1000).map { "def Xform \"X\($0)\" {\n}" }.joined(separator: "\n")
        let scene = try read(Self.text("variantSet \"looks\" = {\n\"red\" {\n}\n\(variants)\n}\n\(more)")).scene
        #expect(scene.materialVariants.count == 20_001)
        #expect(scene.meshes[0].primitives[0].variantMaterials.count == 20_000)
    }

    @Test func manyVariantsOfMuchAreReadInTheChosenOne() throws {
        let variants = (0..<5000).map { "\"v\($0)\" {\nrel material:binding = </A/Blue>\n}" }.joined(separator: "\n")
        let more = (0..<1000).map { "def Xform \"X\($0)\" {\n}" }.joined(separator: "\n")
        let document = try read(Self.text("variantSet \"looks\" = {\n\"red\" {\n}\n\(variants)\n}\n\(more)"))
        #expect(document.scene.materialVariants.isEmpty)
        #expect(!document.residue.isEmpty)
    }

    @Test func variantsOfManyFacesAreRefused() throws {
        let count = 40_000
        let part = "def GeomSubset \"a\" {\nint[] indices = [0]\nrel material:binding = </A/Red>\n}"
        let faces = [String](repeating: "3", count: count).joined(separator: ", ")
        let corners = [String](repeating: "0, 1, 2", count: count).joined(separator: ", ")
        let variants = (0..<2000).map { "\"v\($0)\" {\n\(Self.blue)\n}" }.joined(separator: "\n")
        let text = Self.text("variantSet \"looks\" = {\n\"red\" {\n}\n\(variants)\n}")
            .replacing("[3]", with: "[\(faces)]").replacing("[0, 1, 2]", with: "[\(corners)]\n\(part)")
        let error = #expect(throws: ReadError.self) { try read(text) }
        #expect(error?.code == .limitExceeded && "\(error?.location ?? .whole)".contains("/A/M"))
        #expect(try read(text, variant: "looks=v7").scene.meshes[0].primitives[0].elementCount == count)
    }
}
