import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Nodes of MaterialX")
struct MtlxNodeTests {
    private typealias Fix = MtlxFixture

    private func base(_ nodes: String, _ output: String = "", surface: String = "") throws -> SceneMaterial {
        let document = try Fix.surface("gltf_pbr", Fix.link("base_color", "color3", "N", output) + surface, nodes)
        #expect(document.shaderLosses.isEmpty)
        return try #require(document.scene.materials.first)
    }

    @Test("multiply an image with numbers")
    func factors() throws {
        let nodes =
            Fix.image("I", "color3", "a.png") + Fix.node("constant", "C", "float", Fix.input("value", "float", "0.5"))
            + Fix.node("multiply", "N", "color3", Fix.link("in1", "color3", "I"), Fix.link("in2", "float", "C"))
        let material = try base(nodes)
        #expect(material["baseColor"] == [0.5, 0.5, 0.5] && material.textures.map(\.slot) == ["baseColor"])
        #expect(material.textures[0].effectiveOptions.isEmpty)
    }

    @Test("calculate with numbers")
    func numbers() throws {
        func color(_ category: String, _ inputs: String) throws -> [Double]? {
            try base(Fix.node(category, "N", "color3", inputs))["baseColor"]
        }
        let (a, b) = (Fix.input("in1", "color3", "0.5, 0.25, 1"), Fix.input("in2", "color3", "0.25, 0.5, 0.5"))
        #expect(try color("add", a + b) == [0.75, 0.75, 1.5])
        #expect(try color("subtract", a + b) == [0.25, -0.25, 0.5])
        #expect(try color("divide", a + Fix.input("in2", "float", "0.5")) == [1, 0.5, 2])
        #expect(try color("max", a + b) == [0.5, 0.5, 1])
        #expect(try color("invert", Fix.input("in", "color3", "0.25, 0.5, 0")) == [0.75, 0.5, 1])
        #expect(try color("clamp", Fix.input("in", "color3", "-1, 0.5, 2")) == [0, 0.5, 1])
        let mix = Fix.input("fg", "color3", "1, 1, 1") + Fix.input("bg", "color3", "0, 0, 0.5")
        #expect(try color("mix", mix + Fix.input("mix", "float", "0.5")) == [0.5, 0.5, 0.75])
        #expect(try color("convert", Fix.input("in", "float", "0.5")) == [0.5, 0.5, 0.5])
        let parts = ["1", "0.5", "0"].enumerated().map { Fix.input("in\($0 + 1)", "float", $1) }.joined()
        #expect(try color("combine3", parts) == [1, 0.5, 0])
    }

    @Test("take channels of an image")
    func channels() throws {
        let nodes =
            Fix.image("I", "color3", "a.png")
            + Fix.node("separate3", "P", "multioutput", Fix.link("in", "color3", "I"))
            + Fix.node("extract", "E", "float", Fix.link("in", "color3", "I"), Fix.input("index", "integer", "2"))
            + Fix.node("swizzle", "W", "float", Fix.link("in", "color3", "I"), Fix.input("channels", "string", "r"))
        let material = try #require(
            Fix.surface(
                "gltf_pbr",
                Fix.link("roughness", "float", "P", "outg") + Fix.link("metallic", "float", "E")
                    + Fix.link("occlusion", "float", "W"), nodes
            ).scene.materials.first)
        // As in glTF, so that one texture has them all.
        #expect(material.textures.map(\.slot) == ["occlusion", "metallicRoughness"])
    }

    @Test("of normal maps keep their scale")
    func normals() throws {
        let nodes =
            Fix.image("I", "vector3", "a.png")
            + Fix.node("normalmap", "N", "vector3", Fix.link("in", "vector3", "I"), Fix.input("scale", "float", "0.5"))
        let document = try Fix.surface("standard_surface", Fix.link("normal", "vector3", "N"), nodes)
        let material = document.scene.materials[0]
        #expect(material.textures.map(\.slot) == ["normal"] && material["normalScale"] == [0.5])
        #expect(document.shaderLosses.isEmpty)
    }

    @Test("place images, and name their coordinates and edges")
    func placement() throws {
        func options(_ image: String, _ others: String = "") throws -> [String: [String]] {
            let material = try base(image + others)
            let options = try #require(material.textures.first).effectiveOptions
            return Dictionary(options.map { ($0.name, $0.words) }, uniquingKeysWith: { first, _ in first })
        }
        let tiled = Fix.node(
            "tiledimage", "N", "color3", Fix.input("file", "filename", "a.png"),
            Fix.input("uvtiling", "vector2", "2, 4"))
        // From the top, v = 1 − w, the rows begin at 1 − 4.
        #expect(try options(tiled) == ["scale": ["2", "4"], "offset": ["0", "-3"]])
        let place = Fix.node(
            "place2d", "P", "vector2", Fix.input("scale", "vector2", "0.5, 0.5"),
            Fix.input("offset", "vector2", "0, 0"))
        let placed = Fix.image("N", "color3", "a.png", Fix.link("texcoord", "vector2", "P"))
        #expect(try options(placed, place) == ["scale": ["2", "2"], "offset": ["0", "-1"]])
        let edges = Fix.image(
            "N", "color3", "a.png",
            Fix.input("uaddressmode", "string", "clamp") + Fix.input("vaddressmode", "string", "mirror"))
        #expect(try options(edges) == ["wrapS": ["33071"], "wrapT": ["33648"]])
        // glTF's own images have its transform.
        let gltf = Fix.node(
            "gltf_image", "N", "color3", Fix.input("file", "filename", "a.png"),
            Fix.input("scale", "vector2", "2, 3"), Fix.input("offset", "vector2", "0.25, 0.5"),
            Fix.input("factor", "color3", "1, 0.5, 0.25"))
        #expect(try options(gltf) == ["scale": ["2", "3"], "offset": ["0.25", "0.5"]])
        #expect(try base(gltf)["baseColor"] == [1, 0.5, 0.25])
    }

    @Test("of UsdPreviewSurface place images as USD's own do")
    func rotation() {
        var placement = ShaderPlacement()
        placement.scale(2, 3)
        placement.turn(degrees: 90)
        placement.move(0.25, 0)
        // u′ = ¼ − 3v, v′ = 2u: from the top, across = 3w − 2¾ and down = 1 − 2u.
        let words = Dictionary(
            (placement.options ?? []).map { ($0.name, $0.words) }, uniquingKeysWith: { first, _ in first })
        #expect(words["offset"] == ["-2.75", "1"] && words["scale"] == ["2", "3"])
        #expect(words["rotation"]?.first?.hasPrefix("1.570796") == true)
        let slot = TextureSlot("baseColor", texture: 0, options: placement.options ?? [])
        let read = TexturePlacement(slot)
        #expect(abs(read.across.y - 3) < 1e-9 && abs(read.down.x + 2) < 1e-9)
        var sheared = ShaderPlacement()
        sheared.turn(degrees: 30)
        sheared.scale(1, 2)
        #expect(sheared.options == nil)
        sheared.scale(0, 1)
        #expect(sheared.options == nil)
    }

    @Test("that are not understood are told by kind and name")
    func unknown() throws {
        let nodes =
            Fix.node("noise2d", "grain", "color3") + Fix.image("I", "color3", "a.png")
            + Fix.node("multiply", "N", "color3", Fix.link("in1", "color3", "I"), Fix.link("in2", "color3", "grain"))
        let document = try Fix.surface("standard_surface", Fix.link("base_color", "color3", "N"), nodes)
        #expect(document.shaderLosses == ["shader node noise2d 1"])
        #expect(document.residue.contains { $0.shownAs == .shaderNode("node noise2d (grain)") })
        // The image that is multiplied with it remains.
        #expect(document.scene.materials[0].texture("baseColor") != nil)
        let changed = try Fix.surface(
            "standard_surface", Fix.link("base_color", "color3", "H"),
            Fix.image("I", "color3", "a.png") + Fix.node("hsvadjust", "H", "color3", Fix.link("in", "color3", "I")))
        #expect(changed.shaderLosses == ["shader node hsvadjust 1"])
        #expect(changed.scene.materials[0].texture("baseColor") != nil)
    }

    @Test("in circles and in long chains end")
    func circles() throws {
        let circle =
            Fix.node("multiply", "A", "color3", Fix.link("in1", "color3", "B"))
            + Fix.node("multiply", "B", "color3", Fix.link("in1", "color3", "A"))
        let document = try Fix.surface("standard_surface", Fix.link("base_color", "color3", "A"), circle)
        #expect(document.shaderLosses == ["shader node multiply 1"])
        var chain = Fix.image("N0", "color3", "a.png")
        for index in 1...2000 {
            let link = Fix.link("in1", "color3", "N\(index - 1)") + Fix.link("in2", "color3", "N\(index - 1)")
            chain += Fix.node("multiply", "N\(index)", "color3", link)
        }
        let long = try Fix.surface("standard_surface", Fix.link("base_color", "color3", "N2000"), chain)
        #expect(!long.shaderLosses.isEmpty)
    }

    /// The document of a surface whose colour is the node `N`.
    private func colored(_ nodes: String) throws -> Document {
        try Fix.surface("gltf_pbr", Fix.link("base_color", "color3", "N"), nodes)
    }

    private let images = MtlxFixture.image("I", "color3", "a.png") + MtlxFixture.image("J", "color3", "b.png")

    @Test("read colours of vertices, which are a factor")
    func vertexColors() throws {
        for node in [
            Fix.node("geomcolor", "V", "color3"),
            Fix.node("geompropvalue", "V", "color3", Fix.input("geomprop", "string", "displayColor")),
            Fix.node("UsdPrimvarReader", "V", "color3", Fix.input("varname", "string", "displayColor")),
        ] {
            let half = Fix.node(
                "multiply", "N", "color3", Fix.link("in1", "color3", "V"), Fix.input("in2", "float", "0.5"))
            #expect(try base(node + half)["baseColor"] == [0.5, 0.5, 0.5])
        }
        // Other values of vertices are in no material: the surface has its default colour.
        let other = Fix.node("geompropvalue", "N", "color3", Fix.input("geomprop", "string", "heat"))
        let document = try colored(other)
        #expect(document.shaderLosses == ["shader node geompropvalue 1"])
        #expect(document.scene.materials[0]["baseColor"] == [1, 1, 1])
    }

    @Test("whose image names no file have its default value")
    func defaults() throws {
        let input = Fix.input("default", "color3", "1, 0.5, 0.25")
        #expect(try base(Fix.node("image", "N", "color3", input))["baseColor"] == [1, 0.5, 0.25])
        #expect(try base(Fix.node("image", "N", "color3"))["baseColor"] == [0, 0, 0])
    }

    @Test("of normal maps are level, of glTF's own kind, or told")
    func otherNormals() throws {
        func document(_ node: String) throws -> Document {
            try Fix.surface(
                "gltf_pbr", Fix.link("normal", "vector3", "N"),
                Fix.node("constant", "C", "vector3", Fix.input("value", "vector3", "0.5, 0.5, 1"))
                    + Fix.node("constant", "D", "vector3", Fix.input("value", "vector3", "0.75, 0.5, 1"))
                    + Fix.image("I", "vector3", "a.png") + node)
        }
        let own = try document(Fix.node("gltf_normalmap", "N", "vector3", Fix.input("file", "filename", "a.png")))
        #expect(own.scene.materials[0].textures.map(\.slot) == ["normal"] && own.shaderLosses.isEmpty)
        #expect(own.scene.materials[0]["normalScale"] == nil)
        let none = try document(Fix.node("gltf_normalmap", "N", "vector3"))
        #expect(none.scene.materials[0].textures.isEmpty && none.shaderLosses.isEmpty)
        // A level constant bends nothing, another one bends all.
        let level = try document(Fix.node("normalmap", "N", "vector3", Fix.link("in", "vector3", "C")))
        #expect(level.scene.materials[0].textures.isEmpty && level.shaderLosses.isEmpty)
        let bent = try document(Fix.node("normalmap", "N", "vector3", Fix.link("in", "vector3", "D")))
        #expect(bent.scene.materials[0].textures.isEmpty && bent.shaderLosses == ["shader node normalmap 1"])
        let object = try document(
            Fix.node(
                "normalmap", "N", "vector3", Fix.link("in", "vector3", "I"), Fix.input("space", "string", "object")))
        #expect(object.shaderLosses == ["shader node normalmap 1"])
    }

    @Test("that need what no material holds keep one image, and are told")
    func kept() throws {
        let cases = [
            (
                "extract", ["a.png"],
                Fix.node(
                    "extract", "X", "float", Fix.link("in", "color3", "I"), Fix.input("index", "integer", "7"))
                    + Fix.node("convert", "N", "color3", Fix.link("in", "float", "X"))
            ),
            (
                "swizzle", ["a.png"],
                Fix.node(
                    "swizzle", "N", "color3", Fix.link("in", "color3", "I"), Fix.input("channels", "string", "rgq"))
            ),
            (
                "combine3", ["b.png"],
                Fix.node("extract", "X", "float", Fix.link("in", "color3", "J"))
                    + Fix.node(
                        "combine3", "N", "color3", Fix.input("in1", "float", "1"), Fix.link("in2", "float", "X"),
                        Fix.input("in3", "float", "0"))
            ),
            (
                "mix", ["b.png"],
                Fix.node("extract", "X", "float", Fix.link("in", "color3", "I"))
                    + Fix.node(
                        "mix", "N", "color3", Fix.link("fg", "color3", "I"), Fix.link("bg", "color3", "J"),
                        Fix.link("mix", "float", "X"))
            ),
            (
                "gltf_image", ["b.png"],
                Fix.node(
                    "gltf_image", "N", "color3", Fix.input("file", "filename", "b.png"),
                    Fix.link("factor", "color3", "I"))
            ),
            ("invert", [], Fix.node("invert", "N", "color3")),
        ]
        for (node, files, nodes) in cases {
            let document = try colored(images + nodes)
            #expect(document.shaderLosses == ["shader node \(node) 1"])
            #expect(document.scene.images.map(\.uri) == files, "\(node)")
        }
    }
}
