import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A text layer is read")
struct USDTextReaderTests {
    @Test("with what it says of itself")
    func layerMetadata() throws {
        let root = try USDTexts.read(USDTexts.everything).specs[0]
        let facts: [(String, String)] = [
            ("comment", "string 'a comment of the layer'"), ("documentation", "string 'two\n    lines'"),
            ("defaultPrim", "token 'Room'"), ("metersPerUnit", "double 0.01"), ("upAxis", "token 'Z'"),
            ("unknownField", "unregistered [1, 2.5, \"x\", (1, 2), @a@]"),
            ("unknownList", "unregistered e0 a0 p1 b0 d0 o0"), ("unknownEntries", "{x: int 1}"),
            ("subLayers", "string[] [\"a.usda\", \"b@c.usda\"]"), ("subLayerOffsets", "1.0*0.5, 0.0*1.0"),
            ("layerRelocates", "/Room/B=/Room/C, /Room/D="), ("primOrder", "token[] [\"Room\", \"Other\"]"),
            (
                "customLayerData",
                "{a: string 'b', d: {z: double[] 2 [1.0, 2.0], q: asset 'x', t: timecode 2.0, h: half 1.0}, "
                    + "no identifier: bool 1}"
            ),
        ]
        for (name, summary) in facts { #expect(root[name]?.summary == summary, "\(name)") }
        #expect(root.fields.filter(\.isUnregistered).map(\.name) == ["unknownField", "unknownList", "unknownEntries"])
        #expect(root.fields.count == facts.count)
    }

    @Test("with what its prims say")
    func primMetadata() throws {
        let layer = try USDTexts.read(USDTexts.everything)
        let room = try #require(layer.at("/Room"))
        let facts: [(String, String)] = [
            ("specifier", "def"), ("typeName", "token 'Mesh'"), ("comment", "string 'a comment of the prim'"),
            ("kind", "token 'component'"), ("apiSchemas", "token e0 a0 p1 b1 d0 o0"), ("permission", "private"),
            ("symmetryFunction", "token 'mirror'"), ("symmetryArguments", "{a: int 1}"),
            ("prefixSubstitutions", "{a: string 'b'}"), ("variantSelection", "lod=high"),
            ("variantSetNames", "string e0 a1 p0 b0 d0 o0"), ("references", "reference e0 a1 p0 b0 d0 o0"),
            ("payload", "payload explicit e2 a0 p0 b0 d0 o0"), ("inheritPaths", "path explicit e2 a0 p0 b0 d0 o0"),
            ("specializes", "path e0 a0 p0 b0 d1 o0"), ("hidden", "bool 1"), ("active", "bool 0"),
            ("displayGroupOrder", "string[] [\"a\", \"b\"]"), ("propertyOrder", "token[] [\"points\", \"z\"]"),
            ("primOrder", "token[] [\"Wall\"]"),
        ]
        for (name, summary) in facts { #expect(room[name]?.summary == summary, "\(name)") }
        #expect(room.fields.count == facts.count)
        guard case .list(let references) = room["references"], case .reference(let reference) = references.added.first,
            case .list(let inherits) = room["inheritPaths"], case .text(let path) = inherits.explicit.last
        else { return #expect(Bool(false)) }
        #expect(reference.asset == "a.usda" && reference.path == "/A" && reference.offset.offset == 2)
        #expect(reference.customData.map(\.value.summary) == ["int 2"])
        #expect(path == "/Room/Other", "a path is seen from its prim")
    }

    @Test("with its prims, variants and properties in their order")
    func structure() throws {
        let layer = try USDTexts.read(USDTexts.everything)
        let room = try #require(layer.at("/Room"))
        #expect(layer.specs[0].children.map { layer.specs[$0].name } == ["Room", "Class"])
        #expect(room.children.map { layer.specs[$0].name } == ["Wall"])
        #expect(room.variantSets.map { layer.specs[$0].name } == ["lod"])
        #expect(layer.at("/Room{lod=}")?.children.count == 2)
        #expect(layer.at("/Room{lod=high}")?["kind"]?.summary == "token 'group'")
        #expect(layer.at("/Room{lod=high}.detail")?["default"]?.summary == "float 1.0")
        #expect(layer.at("/Room{lod=high}Inside") != nil && layer.at("/Room{lod=.low}") != nil)
        #expect(layer.at("/Room{lod=high}{inner=a-b|c}") != nil)
        let names = room.properties.map { layer.specs[$0].name }
        #expect(names.prefix(5) == ["points", "strange", "stranger", "z", "y"] && names.count == 24)
        for parent in layer.specs.indices {
            let spec = layer.specs[parent]
            for child in spec.children + spec.properties + spec.variantSets {
                #expect(child > parent && layer.specs[child].parent == parent)
            }
        }
    }

    @Test(
        "with its properties",
        arguments: [
            ("points", "default", "float3[] 2 [1.0, 2.0, 3.0, -1.5, 0.0, 1000.0]"),
            ("points", "interpolation", "token 'vertex'"), ("points", "displayUnit", "displayUnit cm"),
            ("points", "documentation", "string 'where'"), ("points", "typeName", "token 'point3f[]'"),
            ("points", "custom", "bool 0"), ("points", "variability", "varying"),
            ("strange", "default", "unregistered (1, (2, word))"),
            ("stranger", "default", "unregistered [(1, 2), (3, 4.5)]"),
            ("z", "timeSamples", "1.0: None, 2.0: float 2.5, 3.0: float 1.0"),
            ("z", "connectionPaths", "path explicit e1 a0 p0 b0 d0 o0"),
            ("y", "connectionPaths", "path e0 a0 p2 b0 d0 o0"), ("purpose", "custom", "bool 1"),
            ("purpose", "variability", "uniform"), ("purpose", "default", "token 'render'"),
            ("yes", "default", "bool 1"), ("turn", "default", "quatf [2.0, 3.0, 4.0, 1.0]"),
            ("turns", "default", "quath[] 1 [0.0, 0.0, 0.0, 1.0]"),
            (
                "place", "default",
                "matrix4d [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 5.0, 6.0, 7.0, 1.0]"
            ),
            ("empty", "default", "int[] 0 []"),
            ("words", "default", "string[] [\"single\", \"double\", \"es\\\"caped\\n\"]"),
            ("file", "default", "asset 'textures/wall.png'"), ("files", "default", "asset[] [\"a\", \"b\"]"),
            ("none", "default", "None"), ("animated", "default", "AnimationBlock"),
            ("curve", "spline", "spline double 1.0: 2.0 held, 5.0: 4.0 held"),
            ("large", "default", "uint64 -1"), ("nothing", "typeName", "token 'opaque'"),
            ("material", "targetPaths", "path explicit e1 a0 p0 b0 d0 o0"),
            ("material", "bindMaterialAs", "token 'weakerThanDescendants'"), ("material", "variability", "uniform"),
            ("several", "targetPaths", "path explicit e3 a0 p0 b0 d0 o0"),
            ("nobody", "targetPaths", "path explicit e0 a0 p0 b0 d0 o0"), ("changing", "variability", "varying"),
            ("changing", "custom", "bool 1"), ("edited", "targetPaths", "path e0 a0 p1 b0 d0 o0"),
        ])
    func properties(name: String, field: String, summary: String) throws {
        let layer = try USDTexts.read(USDTexts.everything)
        #expect(layer.at("/Room.\(name)")?[field]?.summary == summary)
    }

    @Test(
        "with values of every type",
        arguments: [
            ("bool", "false", "bool 0"), ("bool", "0.5", "bool 1"), ("bool", "\"No\"", "bool 0"),
            ("uchar", "255", "uchar 255"), ("int", "-7", "int -7"), ("int", "1.9", "int 1"),
            ("uint", "4294967295", "uint 4294967295"),
            ("int64", "-9223372036854775808", "int64 -9223372036854775808"), ("half", "0.1", "half 0.0999755859375"),
            ("half", "1e6", "half inf"), ("float", "0.1", "float 0.10000000149011612"), ("float", ".5", "float 0.5"),
            ("float", "5.", "float 5.0"), ("float", "-inf", "float -inf"), ("float", "\"nan\"", "float nan"),
            ("double", "-0", "double -0.0"), ("double", "99999999999999999999", "double 1e+20"),
            ("double", "1E-3", "double 0.001"), ("timecode", "4", "timecode 4.0"), ("asset", "\"s\"", "asset 's'"),
            ("asset", "@@@a@@b\\@@@c@@@@", "asset 'a@@b@@@c@'"), ("string", "''", "string ''"),
            ("string", "\"\"\"a\n'b\" \\\"\"\"\"", "string 'a\n'b\" \"'"),
            ("token", "'\\x41\\102\\q\\\\'", "token 'ABq\\'"),
            ("pathExpression", "\"//\"", "pathExpression '//'"), ("int2", "(1, -2,)", "int2 [1.0, -2.0]"),
            ("half3", "(1, 2, 3)", "half3 [1.0, 2.0, 3.0]"),
            ("color4f", "(0, 1, 0.5, 1)", "float4 [0.0, 1.0, 0.5, 1.0]"),
            ("matrix2d", "((1, 2), (3, 4))", "matrix2d [1.0, 2.0, 3.0, 4.0]"),
            ("matrix3d", "((1,2,3),(4,5,6),(7,8,9))", "matrix3d [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]"),
            ("quatd", "(1, 0, 0.5, 0)", "quatd [0.0, 0.5, 0.0, 1.0]"),
            ("PointFloat", "(1, 2, 3)", "float3 [1.0, 2.0, 3.0]"),
            ("float", "</A>", "path </A>"), ("duration", "1.5", "duration 1.5"),
            ("bool[]", "[true, 0, \"yes\"]", "bool[] 3 [1.0, 0.0, 1.0]"),
            ("uchar[]", "[1,255]", "uchar[] 2 [1.0, 255.0]"),
            ("half[]", "[1, 65519]", "half[] 2 [1.0, 65504.0]"), ("uint64[]", "[1, 2]", "uint64[] 2 [1.0, 2.0]"),
            ("float[]", "[1, inf, -inf , .5, 5.,\n 1e3, ]", "float[] 6 [1.0, inf, -inf, 0.5, 5.0, 1000.0]"),
            ("int[]", "[[1, 2], [3, 4]]", "int[] 4 [1.0, 2.0, 3.0, 4.0]"),
            ("int[]", "[ # one\n 1, /* two */ 2 ]", "int[] 2 [1.0, 2.0]"),
            ("float2[]", "[(\n1,\n2\n), (3, 4,)]", "float2[] 2 [1.0, 2.0, 3.0, 4.0]"),
            ("matrix2d[]", "[((1, 2), (3, 4))]", "matrix2d[] 1 [1.0, 2.0, 3.0, 4.0]"),
            ("token[]", "[\"a\",\n'b',]", "token[] [\"a\", \"b\"]"),
            ("timecode[]", "[1, 2.5]", "timecode[] 2 [1.0, 2.5]"),
            ("int[]", "edit [ append 3; erase [0] ]", "edit int insert int 3, erase 0"),
        ])
    func values(type: String, text: String, summary: String) throws {
        #expect(try USDTexts.value(type, text)?.summary == summary)
    }

    @Test("with statements about one property together, the later counting")
    func repeatedProperty() throws {
        let layer = try USDTexts.body(
            "int x = 1\nint x = 2 (doc = \"d\")\ncustom int x.timeSamples = { 1: 5, 0: 3, 1: 6 }")
        let x = try #require(layer.at("/A.x"))
        #expect(x["default"]?.summary == "int 2" && x["documentation"] != nil && x["custom"]?.summary == "bool 1")
        #expect(x["timeSamples"]?.summary == "0.0: int 3, 1.0: int 6")
        #expect(layer.specs.count == 3)
    }

    @Test("with lists of which the last statement counts, whole or edited")
    func listEdits() throws {
        let layer = try USDTexts.read(
            "#usda 1.0\ndef \"A\" (\n prepend apiSchemas = [\"a\"]\n apiSchemas = [\"b\"]\n append apiSchemas = [\"c\"]\n"
                + " clipSets = None\n)\n{\n}\n")
        #expect(layer.at("/A")?["apiSchemas"]?.summary == "token e0 a0 p0 b1 d0 o0")
        #expect(layer.at("/A")?["clipSets"]?.summary == "string explicit e0 a0 p0 b0 d0 o0")
    }

    @Test("with names of Unicode letters and line ends of any system")
    func unicodeAndLineEnds() throws {
        let layer = try USDTexts.read("#usda 1.0\r\ndef \"Küche\"\r{\r\n int größe:süß = 1;\r\n}\r\n")
        #expect(layer.at("/Küche.größe:süß")?["default"]?.summary == "int 1")
    }

    @Test("with the bytes of strings that are no UTF-8")
    func bytes() throws {
        guard case .opaque(let opaque) = try USDTexts.value("string", "\"a\\xff\"") else { return #expect(Bool(false)) }
        #expect(opaque.kind == "string" && opaque.bytes == [0x61, 0xFF])
        let reading = try USDTextReader.read(Array("#usda 1.0\n(\n  doc = \"\\xff\"\n)\n".utf8))
        #expect(reading.diagnostics.map(\.location) == [.line(3, column: 9)])
    }

    @Test("alike on any number of threads")
    func threads() throws {
        let rows = (0..<400_000).map { "(\($0), -\($0).25, 1e-3)" }.joined(separator: ", ")
        let text =
            "#usda 1.0\ndef \"A\"\n{\n point3f[] points = [\(rows)]\n int[] i = [\((0..<900_000).map(String.init).joined(separator: ","))]\n}\n"
        let one = try USDTexts.read(text)
        let two = try USDTexts.read(text, threads: 3)
        #expect(USDLayerDifference.differences(one, two).isEmpty)
        guard case .array(let array) = two.at("/A.points")?["default"] else { return #expect(Bool(false)) }
        #expect(array.values.count == 400_000)
        #expect(array.values.rows(399_999..<400_000).doubles() == [399_999, -399_999.25, Double(Float(0.001))])
    }
}
