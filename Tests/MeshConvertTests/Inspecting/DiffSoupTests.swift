import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Unshared vertices compared with the meshes that are made of them.
@Suite struct DiffSoupTests {
    /// Two facets that share an edge; one of them has −0 where the other has 0.
    private static let soup =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        + "facet normal 0 0 1\nouter loop\nvertex 1 0 -0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"

    private func document(_ bytes: [UInt8], _ name: String) throws -> Document {
        try Pipeline().read(.bytes(bytes, name: name))
    }

    private func diff(_ mesh: String) throws -> Diff {
        Diff(
            from: try document(Array(Self.soup.utf8), "a.stl"), "a.stl", to: try document(Array(mesh.utf8), "a.obj"),
            "a.obj")
    }

    @Test(arguments: ["a.ply", "a.obj"])
    func nothingIsMissingWhereEqualVerticesAreOne(name: String) throws {
        let soup = try document(Array(Self.soup.utf8), "a.stl")
        let report = try convert(.document(soup, named: "a.stl"), to: .data(named: name))
        let diff = Diff(
            from: soup, "a.stl", to: try document(report.data ?? [], name), name)
        #expect(diff.isEqual, "\(diff.findings)")
        #expect(diff.findings.contains { $0.difference.facet == .sharing && $0.difference.count == 2 })
    }

    @Test func anotherPlaceIsADifferenceThere() throws {
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 \(0.5)\nf 1 2 3\nf 2 4 3\n"
        let diff = try diff(mesh)
        #expect(!diff.isEqual)
        #expect(diff.findings.filter(\.counts).map(\.difference.facet) == [.value])
    }

    @Test func aFaceThatIsMissingIsMissing() throws {
        #expect(try !diff("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").isEqual)
    }
}
