import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Nodes between texture coordinates and an image. Coordinates of MaterialX count from the bottom, options from the top: v = 1 − w.
@Suite("Coordinates of MaterialX")
struct MtlxCoordinateTests {
    private typealias Fix = MtlxFixture

    /// The document of an image whose coordinates come from the node `P`.
    private func document(_ nodes: String) throws -> Document {
        let image = Fix.image("N", "color3", "a.png", Fix.link("texcoord", "vector2", "P"))
        return try Fix.surface("gltf_pbr", Fix.link("base_color", "color3", "N"), image + nodes)
    }

    private func options(_ nodes: String) throws -> [String: [String]] {
        let document = try document(nodes)
        #expect(document.shaderLosses.isEmpty)
        let options = try #require(document.scene.materials.first?.textures.first).effectiveOptions
        return Dictionary(options.map { ($0.name, $0.words) }, uniquingKeysWith: { first, _ in first })
    }

    private let start = Fix.node("texcoord", "T", "vector2")

    private func step(_ category: String, _ numbers: String, type: String = "vector2") -> String {
        start
            + Fix.node(category, "P", "vector2", Fix.link("in1", "vector2", "T"), Fix.input("in2", type, numbers))
    }

    @Test("are multiplied, divided, moved and turned")
    func steps() throws {
        #expect(try options(step("multiply", "2, 3")) == ["scale": ["2", "3"], "offset": ["0", "-2"]])
        #expect(try options(step("multiply", "2", type: "float")) == ["scale": ["2", "2"], "offset": ["0", "-1"]])
        #expect(try options(step("divide", "0.5, 0.25")) == ["scale": ["2", "4"], "offset": ["0", "-3"]])
        #expect(try options(step("add", "0.25, 0.5")) == ["offset": ["0.25", "-0.5"]])
        #expect(try options(step("subtract", "0.25, 0.5")) == ["offset": ["-0.25", "0.5"]])
        // The other order: the number comes first.
        let swapped = Fix.node(
            "add", "P", "vector2", Fix.link("in2", "vector2", "T"), Fix.input("in1", "vector2", "1, 0.5"))
        #expect(try options(start + swapped) == ["offset": ["1", "-0.5"]])
        // u′ = v, v′ = −u, as MaterialX's shader turns.
        let turned = try options(
            start
                + Fix.node(
                    "rotate2d", "P", "vector2", Fix.link("in", "vector2", "T"), Fix.input("amount", "float", "90")))
        #expect(turned["offset"] == ["1", "1"])
        #expect(turned["rotation"]?.first?.hasPrefix("-1.570796") == true)
    }

    @Test("go through nodes in their order")
    func order() throws {
        let moved = Fix.node(
            "add", "A", "vector2", Fix.link("in1", "vector2", "T"), Fix.input("in2", "vector2", "0.5, 0.5"))
        let scaled = Fix.node(
            "multiply", "P", "vector2", Fix.link("in1", "vector2", "A"), Fix.input("in2", "float", "2"))
        #expect(try options(start + moved + scaled) == ["scale": ["2", "2"], "offset": ["1", "-2"]])
        let place =
            Fix.input("scale", "vector2", "0.5, 0.5") + Fix.input("offset", "vector2", "0.25, 0.5")
            + Fix.link("texcoord", "vector2", "T")
        let first = Fix.node("place2d", "P", "vector2", place, Fix.input("operationorder", "integer", "0"))
        #expect(try options(start + first) == ["scale": ["2", "2"], "offset": ["-0.25", "-0.5"]])
        let other = Fix.node("place2d", "P", "vector2", place, Fix.input("operationorder", "integer", "1"))
        #expect(try options(start + other) == ["scale": ["2", "2"], "offset": ["-0.5", "0"]])
    }

    @Test("are scaled, turned and moved by the node of UsdPreviewSurface")
    func transforms() throws {
        let node = Fix.node(
            "UsdTransform2d", "P", "vector2", Fix.link("in", "vector2", "T"), Fix.input("scale", "vector2", "2, 3"),
            Fix.input("rotation", "float", "90"), Fix.input("translation", "vector2", "0.25, 0"))
        let found = try options(start + node)
        // u′ = ¼ − 3v, v′ = 2u: from the top, across = 3w − 2¾ and down = 1 − 2u.
        #expect(found["scale"] == ["2", "3"] && found["offset"] == ["-2.75", "1"])
        #expect(found["rotation"]?.first?.hasPrefix("1.570796") == true)
    }

    @Test("that come from themselves, or over more nodes than are followed, are told as lost")
    func circles() throws {
        let circle = Fix.node(
            "add", "P", "vector2", Fix.link("in1", "vector2", "P"), Fix.input("in2", "vector2", "1, 0"))
        #expect(try document(circle).shaderLosses == ["shader node add 1"])
    }

    @Test("have a set of their own where a node names one")
    func sets() throws {
        for node in [
            Fix.node("texcoord", "P", "vector2", Fix.input("index", "integer", "1")),
            Fix.node("geompropvalue", "P", "vector2", Fix.input("geomprop", "string", "map2")),
        ] {
            let found = try document(node)
            #expect(found.shaderLosses.isEmpty)
            #expect(found.scene.materials.first?.textures.count == 1)
        }
        #expect(try options(Fix.node("geompropvalue", "P", "vector2", Fix.input("geomprop", "string", "UV0"))) == [:])
    }

    @Test("that other nodes make, or that are divided by 0, are told as lost")
    func lost() throws {
        let noise = Fix.node("noise2d", "P", "vector2", Fix.link("texcoord", "vector2", "T"))
        #expect(try !document(start + noise).shaderLosses.isEmpty)
        #expect(try !document(step("divide", "0, 1")).shaderLosses.isEmpty)
        let reversed = Fix.node(
            "divide", "P", "vector2", Fix.link("in2", "vector2", "T"), Fix.input("in1", "vector2", "1, 1"))
        #expect(try !document(start + reversed).shaderLosses.isEmpty)
    }

    // MARK: Images in calculations

    /// What a node whose inputs use the image `I` makes of the base colour.
    private func colored(_ category: String, _ inputs: String...) throws -> Document {
        try Fix.surface(
            "gltf_pbr", Fix.link("base_color", "color3", "N"),
            Fix.image("I", "color3", "a.png") + Fix.image("J", "color3", "b.png")
                + "<\(category) name=\"N\" type=\"color3\">\(inputs.joined())</\(category)>")
    }

    private let image = Fix.link("in1", "color3", "I")

    @Test("of an image that is divided, or to which nothing is added, are the image's")
    func exact() throws {
        func material(_ document: Document) throws -> SceneMaterial {
            #expect(document.shaderLosses.isEmpty)
            let material = try #require(document.scene.materials.first)
            #expect(material.textures.map(\.slot) == ["baseColor"])
            return material
        }
        let halved = try material(colored("divide", image, Fix.input("in2", "color3", "2, 4, 1")))
        #expect(halved["baseColor"] == [0.5, 0.25, 1])
        for document in [
            try colored("add", image, Fix.input("in2", "color3", "0, 0, 0")),
            try colored("add", Fix.input("in1", "color3", "0, 0, 0"), Fix.link("in2", "color3", "I")),
            try colored("subtract", image, Fix.input("in2", "color3", "0, 0, 0")),
            try colored(
                "mix", Fix.link("fg", "color3", "I"), Fix.input("bg", "color3", "1, 0, 0"),
                Fix.input("mix", "float", "1")),
            try colored("clamp", Fix.link("in", "color3", "I")),
        ] { #expect(try material(document)["baseColor"] == [1, 1, 1]) }
    }

    @Test("of an image that is changed otherwise keep the image, and tell the change as lost")
    func approximate() throws {
        for document in [
            try colored("add", image, Fix.input("in2", "color3", "0.5, 0, 0")),
            try colored("multiply", image, Fix.link("in2", "color3", "J")),
            try colored("power", image, Fix.input("in2", "color3", "3, 3, 3")),
            try colored(
                "mix", Fix.link("fg", "color3", "I"), Fix.input("bg", "color3", "1, 0, 0"),
                Fix.input("mix", "float", "0.75")),
            try colored("invert", Fix.link("in", "color3", "I")),
        ] {
            #expect(!document.shaderLosses.isEmpty)
            #expect(document.scene.materials.first?.textures.map(\.slot) == ["baseColor"])
        }
        // A power of 3 is no number that is known here.
        let power = try colored("power", Fix.input("in1", "color3", "1, 1, 0.5"), Fix.input("in2", "color3", "3, 3, 3"))
        #expect(!power.shaderLosses.isEmpty)
        #expect(power.scene.materials.first?["baseColor"] == [1, 1, 0.5])
    }

    @Test("of numbers have their luminance and their amount")
    func numbers() throws {
        func color(_ document: Document) -> [Double]? { document.scene.materials.first?["baseColor"] }
        let grey = try colored("luminance", Fix.input("in", "color3", "1, 0, 0"))
        #expect(color(grey)?.allSatisfy { abs($0 - 0.2722287) < 1e-6 } == true && grey.shaderLosses.isEmpty)
        let absolute = try colored("absval", Fix.input("in", "color3", "-0.5, 0.25, 0"))
        #expect(color(absolute) == [0.5, 0.25, 0])
    }
}
