import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

struct USDCheckTests {
    private static func findings(_ weights: String) throws -> [Diagnostic] {
        let text = """
            #usda 1.0
            (
                defaultPrim = "M"
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Mesh "M" (
                apiSchemas = ["SkelBindingAPI"]
            ) {
                float[] primvars:skel:jointWeights = [\(weights)] (
                    elementSize = 2
                    interpolation = "vertex"
                )
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        return try #require(document.native as? USDDocument).defects
    }

    @Test func weightsThatDoNotSumToOneAreCounted() throws {
        let found = try #require(Self.findings("1, 0, 0.5, 0.25, 0.5, 0.5, 2, 0, nan, 0").first)
        #expect(found.code == "usd.weights-sum" && found.count == 3)
        #expect(found.message == "expected weights with the sum 1, found 0.75 at point 1")
    }

    @Test func roundedSumsAndEmptyListsAreFine() throws {
        #expect(try Self.findings("0.3333, 0.6666, 1, 0").isEmpty)
        #expect(try Self.findings("").isEmpty)
        // Of which point the last one is, nobody knows: reading says so.
        #expect(try Self.findings("0.5, 0, 0.5").isEmpty)
    }

    private static func defects(_ text: String) throws -> [Diagnostic] {
        let bytes = Array("#usda 1.0\n\(text)".utf8)
        let document = try USDFormat().read(.bytes(bytes, name: "a.usda"), options: ReadOptions())
        return try #require(document.native as? USDDocument).defects
    }

    @Test func aStageHasADefaultPrimAUnitAndAnUpAxis() throws {
        let found = try Self.defects("def Xform \"A\" {\n}\n")
        #expect(
            found.map(\.code) == ["usd.missing-default-prim", "usd.missing-meters-per-unit", "usd.missing-up-axis"])
        #expect(found.allSatisfy { $0.severity == .error && $0.count == 1 })
    }

    @Test func primsThatDoNotApplyTheSchemaOfTheirPropertiesAreCountedOnceEach() throws {
        let found = try Self.defects(
            """
            (
                defaultPrim = "A"
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Xform "A" (
                apiSchemas = ["MaterialBindingAPI"]
            ) {
                rel material:binding = </A/L>
                rel skel:skeleton = </A/S>
                def Material "L" {
                }
                def Mesh "B" {
                    rel material:binding = </A/L>
                    uniform token[] skel:joints = ["a"]
                    int[] primvars:skel:jointIndices = []
                }
            }
            """)
        #expect(found.map(\.code) == ["usd.missing-material-binding-api", "usd.missing-skel-binding-api"])
        #expect(found.map(\.count) == [1, 2])
        #expect(found.map { $0.message.hasSuffix("first: /A/B") } == [true, false])
        #expect(found.last?.message.hasSuffix("of SkelBindingAPI without applying it; first: /A") == true)
    }
}
