import MeshBytes
import MeshFormats
import MeshModel

/// Compares the facts that only PLY files have.
enum PLYFacts {
    static func check(_ document: Document, _ sheet: inout FactSheet) {
        let shape = SceneShape(document.scene)
        // Every row of the face element counts as a face.
        sheet.expect("face_count", shape.polygons)
        sheet.expect("comments", document.count("comment"))
        sheet.expect("obj_info", document.count("obj_info"))
        if !document.hasNoVertices {
            // These facts are about property names: colours of mixed types keep these names, since they have no common
            // range.
            sheet.expect(
                "has_vertex_colors", shape.semantics.contains("COLOR_0") || shape.semantics.contains("red"))
            sheet.expect("has_normals", shape.semantics.contains("NORMAL"))
            sheet.expect("has_uvs", shape.semantics.contains("TEXCOORD_0"))
        }
        for (element, detail) in sheet.facts["elements"]?.object ?? [] {
            guard let rows = detail["count"]?.int, let properties = detail["properties"]?.array else { continue }
            for property in properties.compactMap(\.string) {
                let name = property.split(separator: ":").first.map(String.init) ?? property
                let kind = "\(element).\(name)"
                guard let entry = document.census.first(where: { $0.kind == kind }) else {
                    sheet.compare(["census: no \(kind)"])
                    continue
                }
                sheet.compare("census \(kind)", rows, Int64(entry.count))
            }
        }
    }
}
