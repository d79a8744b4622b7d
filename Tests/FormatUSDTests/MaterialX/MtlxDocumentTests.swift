import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Documents of MaterialX")
struct MtlxDocumentTests {
    private typealias Fix = MtlxFixture

    private static let red = """
        <standard_surface name="S" type="surfaceshader"><input name="base_color" type="color3" value="1,0,0"/>
        </standard_surface><surfacematerial name="Red" type="material">
        <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
        """

    private func layer(_ contents: String) throws -> USDLayer {
        let document = try MtlxDocument(MtlxXMLReader.read(Array("<materialx>\(contents)</materialx>".utf8)))
        return try MtlxTranslation.layer(of: document) { _ in true }.layer
    }

    @Test("are prims of materials, shaders and graphs, as OpenUSD reads them")
    func prims() throws {
        let layer = try layer(
            """
            <nodegraph name="G"><input name="t" type="float" value="2"/>
            <image name="i" type="color3"><input name="file" type="filename" value="a.png"/></image>
            <multiply name="m" type="color3"><input name="in1" type="color3" nodename="i"/>
            <input name="in2" type="float" interfacename="t"/></multiply>
            <output name="o" type="color3" nodename="m"/></nodegraph>
            <gltf_pbr name="S" type="surfaceshader"><input name="base_color" type="color3" nodegraph="G" output="o"/>
            <input name="roughness" type="float" value="0.5"/></gltf_pbr>
            <surfacematerial name="M" type="material">
            <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
            """)
        let paths = layer.specs.indices.map { layer.path(of: $0) }.filter { !$0.contains(".inputs:") }
        #expect(
            paths == [
                "/", "/MaterialX", "/MaterialX/Materials", "/MaterialX/NodeGraphs", "/MaterialX/NodeGraphs/G",
                "/MaterialX/NodeGraphs/G/i", "/MaterialX/NodeGraphs/G/i.info:id",
                "/MaterialX/NodeGraphs/G/i.outputs:out",
                "/MaterialX/NodeGraphs/G/m", "/MaterialX/NodeGraphs/G/m.info:id",
                "/MaterialX/NodeGraphs/G/m.outputs:out",
                "/MaterialX/NodeGraphs/G.outputs:o", "/MaterialX/Materials/M",
                "/MaterialX/Materials/M.outputs:mtlx:surface", "/MaterialX/Materials/M/S",
                "/MaterialX/Materials/M/S.info:id", "/MaterialX/Materials/M/S.outputs:surface",
                "/MaterialX/Materials/M/G",
            ])
        func value(_ path: String, _ field: String) -> USDValue? {
            layer.specs.indices.first { layer.path(of: $0) == path }.flatMap { layer.specs[$0][field] }
        }
        #expect(value("/MaterialX/NodeGraphs/G/m.info:id", "default")?.word == "ND_multiply_color3FA")
        #expect(value("/MaterialX/Materials/M.inputs:roughness", "default")?.number == 0.5)
        guard case .list(let list)? = value("/MaterialX/Materials/M/S.inputs:base_color", "connectionPaths"),
            case .text(let path)? = list.explicit.first
        else { throw ReadError(.invalidValue, .whole, "expected a connection, found none") }
        #expect(path == "/MaterialX/Materials/M/G.outputs:o")
    }

    @Test("are read where layers refer to them, and with what they include")
    func references() throws {
        let document = try Fix.document(
            "<xi:include href=\"b.mtlx\"/>",
            files: [
                "b.mtlx": "<materialx><xi:include href='a.mtlx'/><xi:include href='c.mtlx'/>\(Self.red)</materialx>"
            ])
        #expect(document.scene.materials.map(\.name) == ["Red"])
        #expect(document.scene.materials[0]["baseColor"] == [1, 0, 0])
        #expect(document.diagnostics.filter { $0.code == "usd.layer-missing" }.count == 1)
        let layered = try Fix.usd(
            "(\n    subLayers = [@./a.mtlx@]\n)\n", files: ["a.mtlx": "<materialx>\(Self.red)</materialx>"])
        #expect(layered.scene.materials.map(\.name) == ["Red"])
        let payload = try Fix.usd(
            "def \"A\" (payload = @./a.mtlx@</MaterialX/Materials/Red>)\n{\n    color3f inputs:base_color = (0, 1, 0)\n}\n",
            files: ["a.mtlx": "<materialx>\(Self.red)</materialx>"])
        // The layer's opinion on the material's interface is stronger.
        #expect(payload.scene.materials.map { $0["baseColor"] } == [[0, 1, 0]])
    }

    @Test("are read from packages, with images beside them")
    func packages() throws {
        let root = "#usda 1.0\ndef \"A\" (references = @./look/a.mtlx@</MaterialX>) {\n}\n"
        let surface = """
            <materialx><xi:include href="b.mtlx"/><standard_surface name="S" type="surfaceshader">
            <input name="base_color" type="color3" nodename="i"/></standard_surface>
            <surfacematerial name="M" type="material">
            <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial></materialx>
            """
        let image = "<materialx>\(Fix.image("i", "color3", "../t/a.png"))</materialx>"
        let package = try USDPackageFixture.package(bytes: [
            ("root.usda", Array(root.utf8)), ("look/a.mtlx", Array(surface.utf8)), ("look/b.mtlx", Array(image.utf8)),
            ("t/a.png", Fix.image),
        ])
        let document = try USDReader(input: .bytes(package, name: "a.usdz"), options: ReadOptions()).read()
        #expect(document.scene.materials.map(\.name) == ["M"] && document.scene.images.map(\.bytes) == [Fix.image])
        #expect(document.shaderLosses.isEmpty && document.diagnostics.allSatisfy { $0.severity == .note })
    }

    @Test("may define nodes of their own by graphs")
    func definitions() throws {
        let document = try Fix.surface(
            "standard_surface", Fix.link("base_color", "color3", "mine"),
            """
            <nodedef name="ND_tint" node="tint"><input name="c" type="color3" value="0,0,1"/>
            <output name="out" type="color3"/></nodedef>
            <nodegraph name="NG_tint" nodedef="ND_tint"><multiply name="m" type="color3">
            <input name="in1" type="color3" interfacename="c"/><input name="in2" type="float" value="0.5"/></multiply>
            <output name="out" type="color3" nodename="m"/></nodegraph>
            <tint name="mine" type="color3"><input name="c" type="color3" value="1,1,0"/></tint>
            """)
        #expect(document.scene.materials[0]["baseColor"] == [0.5, 0.5, 0] && document.shaderLosses.isEmpty)
        let none = try Fix.surface(
            "standard_surface", Fix.link("base_color", "color3", "N"),
            "<nodedef name='ND_x' node='x' type='color3'/>" + Fix.node("x", "N", "color3"))
        #expect(none.shaderLosses == ["shader node x 1"])
    }

    @Test("that define a node by itself end")
    func circles() throws {
        let document = try Fix.surface(
            "standard_surface", Fix.link("base_color", "color3", "mine"),
            """
            <nodedef name="ND_t" node="t" type="color3"/><nodegraph name="G" nodedef="ND_t">
            <t name="a" type="color3"/><t name="b" type="color3"/><output name="out" type="color3" nodename="a"/>
            </nodegraph><t name="mine" type="color3"/>
            """)
        #expect(document.diagnostics.contains { $0.code == "usd.cycle" })
    }

    @Test("that are broken are told with the line, and the rest is read")
    func broken() throws {
        let files = ["a.mtlx": "<materialx>\n<a></b></materialx>"]
        let document = try Fix.usd("def \"Looks\" (references = @./a.mtlx@</MaterialX>)\n{\n}\n", files: files)
        let diagnostic = document.diagnostics.first { $0.code == "usd.layer-unreadable" }
        #expect(diagnostic?.location == .sideFile("a.mtlx", .line(2, column: 4)))
        #expect(document.residue.contains { $0.isMissing || $0.path.contains("a.mtlx") })
        let other = try Fix.usd(
            "def \"Looks\" (references = @./a.mtlx@</MaterialX>)\n{\n}\n", files: ["a.mtlx": "<html/>"])
        #expect(other.diagnostics.contains { $0.code == "usd.layer-unreadable" })
    }

    @Test("have a prefix for files that counts unless a file is there without it")
    func prefix() throws {
        func uri(_ value: String, _ prefix: String) throws -> String? {
            let document = try Fix.document(
                """
                <nodegraph name="G" fileprefix="\(prefix)">\(Fix.image("i", "color3", value))
                <output name="o" type="color3" nodename="i"/></nodegraph>
                <gltf_pbr name="S" type="surfaceshader"><input name="base_color" type="color3" nodegraph="G" output="o"/>
                </gltf_pbr><surfacematerial name="M" type="material">
                <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
                """)
            return document.scene.images.first?.uri
        }
        #expect(try uri("a.png", "") == "a.png")
        #expect(try uri("a.png", "x/") == "a.png")
        #expect(try uri("png", "a.") == "a.png")
        #expect(try uri("d.png", "x/") == "x/d.png")
    }

    @Test("give way to a UsdPreviewSurface of the same material")
    func universal() throws {
        let network = """
            def Material "M" {
                token outputs:surface.connect = </M/P.outputs:surface>
                token outputs:mtlx:surface.connect = </M/X.outputs:surface>
                def Shader "P" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor = (0, 1, 0)
                    token outputs:surface
                }
                def Shader "X" {
                    uniform token info:id = "ND_standard_surface_surfaceshader"
                    color3f inputs:base_color = (1, 0, 0)
                    token outputs:surface
                }
            }

            """
        #expect(try Fix.usd(network).scene.materials[0]["baseColor"] == [0, 1, 0])
        let alone = network.replacing("token outputs:surface.connect = </M/P.outputs:surface>", with: "")
        #expect(try Fix.usd(alone).scene.materials[0]["baseColor"] == [1, 0, 0])
    }

    @Test("have names of definitions that follow from category and types")
    func names() {
        let cases: [(String, String, [String: String], String)] = [
            ("image", "color3", [:], "ND_image_color3"),
            ("multiply", "color3", ["in2": "float"], "ND_multiply_color3FA"),
            ("multiply", "float", ["in2": "float"], "ND_multiply_float"),
            ("normalmap", "vector3", [:], "ND_normalmap_float"),
            ("extract", "float", ["in": "color4"], "ND_extract_color4"),
            ("UsdTransform2d", "vector2", [:], "ND_UsdTransform2d"),
            ("convert", "color3", ["in": "float"], "ND_convert_float_color3"),
            ("separate3", "multioutput", ["in": "color3"], "ND_separate3_color3"),
            ("gltf_image", "color3", [:], "ND_gltf_image_color3_color3_1_0"),
            ("mix", "color3", ["mix": "float"], "ND_mix_color3"), ("surface", "surfaceshader", [:], "ND_surface"),
            ("dielectric_bsdf", "BSDF", [:], "ND_dielectric_bsdf"),
            ("ifequal", "float", ["value1": "integer"], "ND_ifequal_floatI"),
            ("combine2", "vector2", ["in1": "float", "in2": "float"], "ND_combine2_vector2"),
            ("combine2", "color4", ["in1": "color3", "in2": "float"], "ND_combine2_color4CF"),
            ("combine2", "vector4", ["in1": "vector3", "in2": "float"], "ND_combine2_vector4VF"),
            ("combine2", "vector4", ["in1": "vector2", "in2": "vector2"], "ND_combine2_vector4VV"),
            ("layer", "BSDF", [:], "ND_layer_bsdf"), ("mix", "EDF", ["mix": "float"], "ND_mix_edf"),
            ("multiply", "BSDF", ["in2": "float"], "ND_multiply_bsdfF"),
            ("multiply", "EDF", ["in2": "color3"], "ND_multiply_edfC"),
        ]
        for (category, type, inputs, id) in cases {
            #expect(MtlxNodeName.id(category, type, inputs: inputs, version: 139) == id)
        }
        #expect(MtlxNodeName.id("normalmap", "vector3", inputs: [:], version: 138) == "ND_normalmap")
        let known: Set = ["image", "gltf_image"]
        for (id, category) in [
            ("ND_image_color3", "image"), ("ND_gltf_image_color3_color3_1_0", "gltf_image"), ("ND_image", "image"),
            ("ND_tiledimage_color3", nil), ("ND_", nil), ("ND__image", nil), ("image_color3", nil),
        ] { #expect(MtlxNodeName.category(id, of: known) == category, "\(id)") }
    }

    /// A definition and its graph, which an element of its own joins.
    private static let joined = """
        <nodedef name="ND_tint" node="tint"><input name="c" type="color3" value="0,0,1"/>
        <output name="out" type="color3"/></nodedef>
        <implementation name="IM_tint" nodedef="ND_tint" nodegraph="NG_tint"/>
        <nodegraph name="NG_tint"><multiply name="m" type="color3">
        <input name="in1" type="color3" interfacename="c"/><input name="in2" type="float" value="0.5"/></multiply>
        <output name="out" type="color3" nodename="m"/></nodegraph>
        """

    @Test("may say in an element of its own which graph implements a definition")
    func implementations() throws {
        func color(_ node: String) throws -> [Double]? {
            let document = try Fix.surface(
                "standard_surface", Fix.link("base_color", "color3", "mine"), Self.joined + node)
            #expect(document.shaderLosses.isEmpty)
            return document.scene.materials[0]["baseColor"]
        }
        #expect(try color(Fix.node("tint", "mine", "color3", Fix.input("c", "color3", "1, 1, 0"))) == [0.5, 0.5, 0])
        // What the node doesn't say is the definition's value.
        #expect(try color("<tint name=\"mine\" type=\"color3\"/>") == [0, 0, 0.5])
    }

    @Test("may name the definition of a node where there are several")
    func namedDefinitions() throws {
        func definition(_ name: String, _ value: String) -> String {
            """
            <nodedef name="ND_\(name)" node="tint"><output name="out" type="color3"/></nodedef>
            <nodegraph name="NG_\(name)" nodedef="ND_\(name)">\(Fix.node("constant", "k", "color3", Fix.input("value", "color3", value)))
            <output name="out" type="color3" nodename="k"/></nodegraph>
            """
        }
        func color(_ attribute: String) throws -> [Double]? {
            try Fix.surface(
                "standard_surface", Fix.link("base_color", "color3", "mine"),
                definition("a", "1, 0, 0") + definition("b", "0, 1, 0")
                    + "<tint name=\"mine\" type=\"color3\" \(attribute)/>"
            ).scene.materials[0]["baseColor"]
        }
        #expect(try color("") == [1, 0, 0])
        #expect(try color("nodedef=\"ND_b\"") == [0, 1, 0])
    }

    @Test("have the first output of a graph or node where a connection names none")
    func firstOutputs() throws {
        let layer = try layer(
            """
            <nodegraph name="G"><constant name="k" type="color3"/><output name="first" type="color3" nodename="k"/>
            <output name="second" type="color3" nodename="k"/></nodegraph>
            <artistic_ior name="a" type="multioutput"><output name="ior" type="color3"/>
            <output name="extinction" type="color3"/></artistic_ior>
            <UsdUVTexture name="t" type="multioutput"/><gltf_anisotropy_image name="g" type="multioutput"/>
            <gltf_pbr name="S" type="surfaceshader"><input name="base_color" type="color3" nodegraph="G"/>
            <input name="emissive" type="color3" nodename="a"/><input name="roughness" type="float" nodename="t"/>
            <input name="anisotropy_strength" type="float" nodename="g"/></gltf_pbr>
            <surfacematerial name="M" type="material">
            <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
            """)
        func target(_ input: String) -> String? {
            guard case .list(let list)? = layer.at("/MaterialX/Materials/M/S.inputs:\(input)")?["connectionPaths"],
                case .text(let path)? = list.explicit.first
            else { return nil }
            return path.lastPathPart
        }
        #expect(target("base_color") == "G.outputs:first" && target("emissive") == "a.outputs:ior")
        #expect(target("roughness") == "t.outputs:r")
        #expect(target("anisotropy_strength") == "g.outputs:anisotropy_strength_out")
        let outputs = layer.specs.indices.map { layer.path(of: $0).lastPathPart }.filter { $0.contains(".outputs:") }
        #expect(Set(outputs.filter { $0.hasPrefix("a.") }) == ["a.outputs:ior", "a.outputs:extinction"])
        #expect(
            Set(outputs.filter { $0.hasPrefix("t.") }) == Set(["r", "g", "b", "a", "rgb"].map { "t.outputs:\($0)" }))
        #expect(outputs.filter { $0.hasPrefix("g.") }.count == 2)
    }

    @Test("of old versions name outputs of the top level")
    func topOutputs() throws {
        let document = try Fix.surface(
            "standard_surface", "<input name=\"base_color\" type=\"color3\" output=\"O\"/>",
            Fix.node("constant", "k", "color3", Fix.input("value", "color3", "0, 1, 0.5"))
                + "<output name=\"O\" type=\"color3\" nodename=\"k\"/>")
        #expect(document.scene.materials[0]["baseColor"] == [0, 1, 0.5])
    }

    @Test("say which of their elements are not read")
    func unread() throws {
        let document = try Fix.document("<look name=\"L\"/>\(Self.red)")
        #expect(document.scene.materials.map(\.name) == ["Red"])
        let note = document.diagnostics.first { $0.code == "usd.materialx" }
        #expect(note?.message == "a.mtlx: the element 'look' is not supported" && note?.severity == .note)
    }

    @Test("have colours in the space that a value, an ancestor or the document names")
    func colorSpaces() throws {
        func document(_ root: String, _ input: String, _ others: String = "") throws -> Document {
            let text = """
                <materialx version="1.39" \(root)>\(others)<gltf_pbr name="S" type="surfaceshader">\(input)</gltf_pbr>
                <surfacematerial name="M" type="material">
                <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial></materialx>
                """
            return try Fix.usd(
                "def \"Looks\" (references = @./a.mtlx@</MaterialX>)\n{\n}\n", files: ["a.mtlx": text])
        }
        let gray = "<input name=\"base_color\" type=\"color3\" value=\"0.5, 0.5, 0.5\"/>"
        let encoded = gray.replacing("/>", with: " colorspace=\"srgb_texture\"/>")
        func color(_ root: String, _ input: String) throws -> Double {
            try #require(document(root, input).scene.materials[0]["baseColor"]?.first)
        }
        // ((0.5 + 0.055) / 1.055)^2.4.
        #expect(try abs(color("", encoded) - 0.21404114) < 1e-6)
        // The space of the root is that in which the document calculates.
        for space in ["lin_rec709", "srgb_texture"] {
            #expect(try color("colorspace=\"\(space)\"", gray) == 0.5)
        }
        let link = Fix.link("base_color", "color3", "I")
        func image(_ space: String) -> String {
            "<image name=\"I\" type=\"color3\"><input name=\"file\" type=\"filename\" value=\"a.png\" colorspace=\"\(space)\"/></image>"
        }
        #expect(try document("", link, image("srgb_texture")).shaderLosses.isEmpty)
        // The name of a file may be an input of a graph.
        let graph = """
            <nodegraph name="G"><input name="f" type="filename" value="a.png" colorspace="lin_rec709"/>
            <image name="I" type="color3"><input name="file" type="filename" interfacename="f"/></image>
            <output name="o" type="color3" nodename="I"/></nodegraph>
            """
        let inside = "<input name=\"base_color\" type=\"color3\" nodegraph=\"G\"/>"
        #expect(try document("", inside, graph).shaderLosses.count == 1)
        let linear = try document("", link, image("lin_rec709"))
        #expect(linear.shaderLosses == ["shader input colour space lin_rec709 of images 1"])
        #expect(linear.scene.materials[0].texture("baseColor") != nil)
    }
}
