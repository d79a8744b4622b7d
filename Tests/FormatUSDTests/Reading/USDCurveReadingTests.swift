import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Curves as lines between their points.
@Suite struct USDCurveReadingTests {
    private func read(_ counts: String, _ more: String = "uniform token type = \"linear\"") throws -> (
        Document, primitive: Primitive
    ) {
        let text = """
            #usda 1.0
            def BasisCurves "C" {
                int[] curveVertexCounts = [\(counts)]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)]
                \(more)
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        try document.scene.validate()
        return (document, try #require(document.scene.meshes.first?.primitives.first))
    }

    private func lines(_ primitive: Primitive) -> [Int64] { primitive.vertices?.integers().map { Int64($0) } ?? [] }

    @Test func linearCurvesAreLines() throws {
        let (document, primitive) = try read("2, 3")
        #expect(primitive.topology == .lines && primitive.elementCount == 2 && lines(primitive) == [0, 1, 2, 3, 4])
        #expect(!document.diagnostics.contains { $0.severity == .warning })
        let closed = try read("2, 3", "uniform token type = \"linear\"\nuniform token wrap = \"periodic\"")
        #expect(lines(closed.primitive) == [0, 1, 2, 3, 4, 2])
    }

    /// The type that a layer doesn't say is cubic.
    @Test func smoothCurvesAreStraightWhichIsSaid() throws {
        for type in ["", "uniform token type = \"cubic\""] {
            let (document, primitive) = try read("5", type)
            #expect(lines(primitive) == [0, 1, 2, 3, 4])
            #expect(document.diagnostics.contains { $0.code == "usd.curves" && $0.severity == .warning })
        }
    }

    /// A cubic curve of five points has three joints. That is no defect of the file.
    @Test func valuesOfJointsAreListedAsLeftOut() throws {
        let widths = "float[] widths = [1, 2, 3] (\ninterpolation = \"varying\"\n)"
        let document = try read("5", widths).0
        #expect(document.diagnostics.filter { $0.severity == .warning }.map(\.code) == ["usd.curves"])
        #expect(document.residue.map(\.path).contains("BasisCurves.widths"))
        let linear = try read("5", "uniform token type = \"linear\"\n" + widths).0
        #expect(linear.diagnostics.filter { $0.severity == .warning }.map(\.code) == ["usd.primvar-count"])
        #expect(!linear.residue.map(\.path).contains("BasisCurves.widths"))
    }

    @Test func aValueForEachPointOfASmoothCurveIsItsOwn() throws {
        let widths = "float[] widths = [1, 2, 3, 4, 5] (\ninterpolation = \"varying\"\n)"
        let (document, _) = try read("5", widths)
        #expect(document.scene.vertexSets[0].attributes.map { $0.values.count } == [5, 5])
        #expect(!document.residue.map(\.path).contains("BasisCurves.widths"))
    }

    @Test(arguments: ["2, 4, 2", "2, -1, 2", "2, 2147483647"])
    func curvesBeyondTheirPointsAreLeftOutWithAllThatFollow(counts: String) throws {
        let (document, primitive) = try read(counts)
        #expect(primitive.elementCount == 1 && lines(primitive) == [0, 1])
        let warning = document.diagnostics.first { $0.code == "usd.topology" }
        #expect(warning?.message == "the curves don't fit their 5 points: the rest is left out")
    }
}
