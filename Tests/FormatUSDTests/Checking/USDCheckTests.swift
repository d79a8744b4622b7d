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
}
