import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// What MTL's highlights mean where surfaces have a roughness.
@Suite struct MTLGlossTests {
    private func material(_ mtl: String) throws -> SceneMaterial {
        let document = try OBJSample.read(
            "mtllib a.mtl\n\(OBJSample.triangle)usemtl m\nf 1 2 3\n", sideFiles: ["a.mtl": "newmtl m\n\(mtl)"])
        return try #require(document.scene.materials.first)
    }

    /// Blender writes 250 for a roughness of one half, and reads it so; assimp has the same curve.
    @Test(arguments: [(1000.0, 0.0), (810, 0.1), (250, 0.5), (10, 0.9), (0, 1), (5000, 0), (-3, 1)])
    func anExponentIsARoughness(exponent: Double, roughness: Double) throws {
        let found = try #require(try material("Ks 0.5 0.5 0.5\nNs \(exponent)\n").effective("roughness")?.first)
        #expect(abs(found - roughness) < 1e-12)
    }

    @Test(arguments: ["Ns 250\n", "Ns 250\nKs 0 0 0\n", "Ns 250\nKs 1 1 1\nillum 1\n", "Ks 1 1 1\n"])
    func aSurfaceWithoutHighlightsIsMatte(mtl: String) throws {
        #expect(try material(mtl).effective("roughness") == [1])
    }

    @Test func aRoughnessThatIsSaidCounts() throws {
        #expect(try material("Ks 1 1 1\nNs 250\nPr 0.25\n").effective("roughness") == [0.25])
    }
}
