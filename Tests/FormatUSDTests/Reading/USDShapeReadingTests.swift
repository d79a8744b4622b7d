import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Implicit shapes as faces. Sizes and radii that a layer doesn't say are those of the schemas.
@Suite struct USDShapeReadingTests {
    private func read(_ type: String, _ body: String = "") throws -> (points: [SIMD3<Double>], document: Document) {
        let text = "#usda 1.0\ndef \(type) \"A\" {\n\(body)\n}\n"
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        try document.scene.validate()
        let numbers = try #require(document.scene.vertexSets.first?.attribute(.position)).values.doubles()
        let points = stride(from: 0, to: numbers.count, by: 3).map {
            SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2])
        }
        return (points, document)
    }

    private func radius(_ points: [SIMD3<Double>]) -> Double {
        points.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0
    }

    @Test(arguments: [
        ("", 1, 1, 1), ("double radiusBottom = 2\ndouble radiusTop = 0.5\ndouble height = 6", 2.0, 0.5, 3.0),
        ("double radiusTop = 0", 1, 0, 1),
    ])
    func aCylinderOfTwoRadiiHasOneAtEachEnd(body: String, bottom: Double, top: Double, half: Double) throws {
        let (points, document) = try read("Cylinder_1", body)
        #expect(points.allSatisfy { abs(abs($0.z) - half) < 1e-6 })
        #expect(abs(radius(points.filter { $0.z < 0 }) - bottom) < 1e-6)
        #expect(abs(radius(points.filter { $0.z > 0 }) - top) < 1e-6)
        #expect(document.diagnostics.allSatisfy { $0.severity == .note })
    }

    /// The boxes are those that usd-core computes (UsdGeomBoundable.ComputeExtentFromPlugins).
    @Test(arguments: [
        ("double radiusTop = 0.25\ndouble height = 4", 0.5009756, -2.5322256, 2.2348628),
        ("double radiusTop = 0.25\ndouble height = 0.1", 1.3462912, -2.6462913, 0.098145604),
        ("double radiusTop = 2\ndouble radiusBottom = 2", 2, -2.5, 2.5),
    ])
    func theConeOfACapsuleTouchesItsSpheres(body: String, widest: Double, bottom: Double, top: Double) throws {
        let (points, document) = try read("Capsule_1", body)
        // The rings of a coarse sphere may miss its widest place.
        #expect(radius(points) <= widest + 1e-6 && radius(points) > 0.98 * widest)
        #expect(abs((points.map(\.z).min() ?? 0) - bottom) < 1e-6 && abs((points.map(\.z).max() ?? 0) - top) < 1e-6)
        #expect(document.diagnostics.allSatisfy { $0.severity == .note })
    }

    /// The width lies along x, or along z where x is the axis (UsdGeomPlane).
    @Test(arguments: [("Z", SIMD3(2.0, 7, 0)), ("Y", SIMD3(2, 0, 7)), ("X", SIMD3(0, 7, 2))])
    func planesLieAsTheirAxisSays(axis: String, size: SIMD3<Double>) throws {
        let points = try read("Plane", "double width = 2\ndouble length = 7\ntoken axis = \"\(axis)\"").points
        let least = points.reduce(points[0]) { pointwiseMin($0, $1) }
        let most = points.reduce(points[0]) { pointwiseMax($0, $1) }
        #expect(SIMD3<Double>(most - least) == size)
    }

    /// Shapes of one form share their faces, and only those.
    @Test func shapesBesideOthersAreTheSameAsAlone() throws {
        let shapes = [
            ("Sphere", "double radius = 3"), ("Sphere", ""), ("Sphere", "double radius = 0"), ("Cube", ""),
            ("Plane", ""),
            ("Capsule", ""), ("Cylinder", ""), ("Cone", ""), ("Cylinder_1", "double radiusTop = 0"),
            ("Cone", "token axis = \"X\""),
        ]
        let text = shapes.enumerated().map { "def \($1.0) \"A\($0)\" {\n\($1.1)\n}" }.joined(separator: "\n")
        let scene = try USDFormat().read(
            .bytes(Array("#usda 1.0\n\(text)".utf8), name: "a.usda"), options: ReadOptions()
        ).scene
        try scene.validate()
        #expect(scene.meshes.count == shapes.count)
        for (mesh, (type, body)) in zip(scene.meshes, shapes) {
            let alone = try read(type, body).document.scene
            let (own, other) = (mesh.primitives[0], alone.meshes[0].primitives[0])
            #expect(own.vertices?.integers() == other.vertices?.integers() && own.elementCount == other.elementCount)
            let position = scene.vertexSets[own.vertexSet].attribute(.position)
            #expect(position?.values.doubles() == alone.vertexSets[0].attribute(.position)?.values.doubles())
        }
    }
}
