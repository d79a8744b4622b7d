import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// Equal digests in two formats: one square as each format writes it, and every case that a format keeps whole.
@Suite struct FileDigestTests {
    private func digest(_ text: String, _ name: String) throws -> Digest {
        FileDigest(try Pipeline().read(.bytes(Array(text.utf8), name: name)), path: name).digest
    }

    private let ply = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 255 0 0
        1 0 0 0 255 0
        1 1 0.1 0 0 255
        0 1 0 51 102 204
        3 0 1 2
        3 0 2 3

        """

    @Test func theSameSquareInPLYAndOBJHasOneDigest() throws {
        // Vertices in another order, faces in reverse order, colours as fractions.
        let obj = """
            v 0 1 0 0.2 0.4 0.8
            v 1 1 0.1 0 0 1
            v 0 0 0 1 0 0
            v 1 0 0 0 1 0
            f 3 2 1
            f 3 4 2

            """
        let (a, b) = (try digest(ply, "a.ply"), try digest(obj, "b.obj"))
        #expect(a.unordered == b.unordered)
        #expect(a.ordered != b.ordered)
    }

    @Test func theSameTrianglesInPLYOBJAndSTLHaveOneDigest() throws {
        let ply = """
            ply
            format ascii 1.0
            element vertex 4
            property float x
            property float y
            property float z
            element face 2
            property list uchar int vertex_indices
            end_header
            0 0 0
            1 0 0
            1 1 0
            0 1 0
            3 0 1 2
            3 0 2 3

            """
        // Facets in another order, and no shared vertex.
        let stl = """
            solid
            facet normal 0 0 1
            outer loop
            vertex 0 0 0
            vertex 1 1 0
            vertex 0 1 0
            endloop
            endfacet
            facet normal 0 0 1
            outer loop
            vertex 0 0 0
            vertex 1 0 0
            vertex 1 1 0
            endloop
            endfacet
            endsolid

            """
        let obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"
        let expected = try digest(ply, "a.ply").unordered
        #expect(try digest(obj, "a.obj").unordered == expected)
        #expect(try digest(stl, "a.stl").unordered == expected)
        let quad = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
        #expect(try digest(quad, "a.obj").unordered != expected)
    }

    @Test func anotherNumberIsAnotherDigest() throws {
        let other = ply.replacingOccurrences(of: "1 1 0.1", with: "1 1 0.10000001")
        #expect(try digest(ply, "a.ply").unordered != (try digest(other, "a.ply").unordered))
        let colour = ply.replacingOccurrences(of: "51 102 204", with: "51 102 205")
        #expect(try digest(ply, "a.ply").unordered != (try digest(colour, "a.ply").unordered))
        let turned = ply.replacingOccurrences(of: "3 0 2 3", with: "3 0 3 2")
        #expect(try digest(ply, "a.ply").unordered != (try digest(turned, "a.ply").unordered))
    }

    /// Whether the loss changes something that the digest covers. It ignores names, sharing, order, forms, materials,
    /// comments.
    private func touchesValues(_ loss: Loss) -> Bool {
        // The digest ignores where nodes are.
        if loss.code == .frameRecentered { return true }
        guard loss.subject.hasPrefix("/vertexSets") || loss.subject.hasPrefix("/meshes") else { return false }
        if loss.subject.hasSuffix("/material") || loss.subject.contains("/subsets/") { return false }
        switch loss.code.facet {
        // The name of an attribute is part of its content.
        case .presence, .value, .generated, .names: return true
        case .type, .order, .sharing: return false
        }
    }

    @Test(arguments: ["ply", "obj", "stl", "scan"])
    func whatAFormatKeepsKeepsItsDigest(kind: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Conformance/cases").appendingPathComponent(kind)
        let pipeline = Pipeline()
        let variants = pipeline.formats.flatMap { $0.descriptor.variants.map(\.id) }
        var compared = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".ply") || name.hasSuffix(".obj") || name.hasSuffix(".stl") {
            // In PLY a weight is a property with any name, so it gets another name there.
            if name == "v_w.obj" { continue }
            guard let input = try? Pipeline.open(folder.appendingPathComponent(name).path),
                let document = try? pipeline.read(input)
            else { continue }
            let before = Digest(document.scene)
            for variant in variants {
                var options = ConvertOptions()
                options.forceScene = true
                let output = Output(memoryNamed: "a.\(variant.prefix(3))")
                guard let route = try? pipeline.route(document, to: variant, options: options),
                    !route.losses.contains(where: touchesValues)
                else { continue }
                try pipeline.write(document, route, options: options, to: output)
                // Without vertices an OBJ is empty, and an empty file is refused.
                guard !output.mainBytes().isEmpty else { continue }
                for side in output.sideFiles() { options.reading.sideFiles[side.name] = .bytes(side.bytes) }
                options.from = StandardFormats.format(named: variant)?.descriptor.id
                options.reading.options["origin"] = "ignore"
                let back = try pipeline.read(.bytes(output.mainBytes(), name: output.name), options: options)
                compared += 1
                #expect(Digest(back.scene).unordered == before.unordered, "\(name) → \(variant)")
            }
        }
        #expect(compared > 0)
    }
}
