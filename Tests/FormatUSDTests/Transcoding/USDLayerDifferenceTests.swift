import MeshModel
import Testing

@testable import FormatUSD

@Suite("Two layers differ")
struct USDLayerDifferenceTests {
    private func differences(_ first: String, _ second: String) throws -> [String] {
        try USDLayerDifference.differences(USDTexts.body(first), USDTexts.body(second)).map {
            "\($0.path) \($0.field ?? "-"): \($0.what)"
        }
    }

    @Test(
        "in one thing, and it is told",
        arguments: [
            ("int x = 1", "int x = 2", "/A.x default: 1 here, 2 there"),
            ("int x = 1", "int x", "/A.x default: only here"), ("int x", "int x = 1", "/A.x default: only there"),
            ("float x = 0", "float x = -0", "/A.x default: 0.0 here, -0.0 there"),
            (
                "float3 x = (1, 2, 3)", "float3 x = (1, 2, 4)",
                "/A.x default: [1.0, 2.0, 3.0] here, [1.0, 2.0, 4.0] there"
            ),
            ("int[] x = [1, 2]", "int[] x = [1, 3]", "/A.x default: row 1 differs"),
            ("int[] x = [1, 2]", "int[] x = [1]", "/A.x default: 2 rows here, 1 there"),
            ("string x = \"e\u{301}\"", "string x = \"é\"", "/A.x default: 'e\u{301}' here, 'é' there"),
            ("token[] x = [\"a\"]", "token[] x = [\"b\"]", "/A.x default: item 0 differs"),
            ("int x", "custom int x", "/A.x custom: 0 here, 1 there"),
            ("int x", "uniform int x", "/A.x variability: varying here, uniform there"),
            ("rel x = None", "prepend rel x = </B>", "/A.x targetPaths: a whole list on one side, edits on the other"),
            ("rel x = </B>", "rel x = </C>", "/A.x targetPaths: explicit: item 0 differs"),
            (
                "int x.timeSamples = { 1: 2 }", "int x.timeSamples = { 1: 3 }",
                "/A.x timeSamples: sample at 1.0: 2 here, 3 there"
            ),
            (
                "int x (customData = { int a = 1 })", "int x (customData = { float a = 1 })",
                "/A.x customData: entry 'a': int here, float there"
            ),
            ("int x\nint y", "int y\nint x", "/A -: properties in another order"), ("int x", "", "/A.x -: only here"),
            ("", "def \"B\" {\n}", "/A/B -: only there"),
            ("def \"B\" {\n}", "over \"B\" {\n}", "/A/B specifier: def here, over there"),
            ("variantSet \"v\" = {\n \"a\" {}\n}", "variantSet \"v\" = {\n \"b\" {}\n}", "/A{v=a} -: only here"),
            ("odd x = 1", "odd x = 2", "/A.x default: other bytes of 'unregistered'"),
        ])
    func one(first: String, second: String, difference: String) throws {
        let found = try differences(first, second)
        #expect(found.first == difference)
        #expect(!(try differences(second, first)).isEmpty)
        #expect(try differences(first, first) == [] && differences(second, second) == [])
    }

    @Test("not where only the order of fields, entries or choices does")
    func orders() throws {
        #expect(try differences("int x (doc = \"a\"; hidden = true)", "int x (hidden = true; doc = \"a\")") == [])
        #expect(
            try differences(
                "int x (customData = { int a = 1; int b = 2 })", "int x (customData = { int b = 2; int a = 1 })") == [])
        #expect(try differences("float[] x = [1, nan]", "float[] x = [1, \"nan\"]") == [])
    }

    @Test("not in what need not be said")
    func implied() throws {
        var layer = try USDTexts.body("int x\nrel r")
        let said = layer
        for index in layer.specs.indices { layer.specs[index]["custom"] = nil }
        #expect(
            USDLayerDifference.differences(layer, said).isEmpty && USDLayerDifference.differences(said, layer).isEmpty)
    }

    @Test("in the type of equal arrays")
    func types() throws {
        let bits = Column([Int32(1), 2])
        let words = Column([UInt32(1), 2])
        func layer(_ array: USDArray) -> USDLayer {
            var layer = USDLayer()
            layer.specs[0]["x"] = .array(array)
            return layer
        }
        let ints = layer(USDArray(type: .int, values: bits))
        let uints = layer(USDArray(type: .uint, values: words))
        #expect(USDLayerDifference.differences(ints, uints).map(\.what) == ["int[] here, uint[] there"])
        let nan = layer(USDArray(type: .float, values: Column([Float.nan, 1])))
        let other = layer(USDArray(type: .float, values: Column([Float(bitPattern: 0x7FC0_0001), 1])))
        #expect(USDLayerDifference.differences(nan, other).isEmpty)
    }

    @Test("in no more than are asked for")
    func limit() throws {
        let first = try USDTexts.body((0..<50).map { "int x\($0) = 1" }.joined(separator: "\n"))
        let second = try USDTexts.body((0..<50).map { "int x\($0) = 2" }.joined(separator: "\n"))
        #expect(USDLayerDifference.differences(first, second, limit: 7).count == 7)
        #expect(USDLayerDifference.differences(first, second).count == 50)
    }
}
