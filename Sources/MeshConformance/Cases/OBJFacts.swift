import MeshFormats
import MeshModel

/// Compares the facts that only OBJ files have.
enum OBJFacts {
    static func check(_ document: Document, _ sheet: inout FactSheet) {
        let shape = SceneShape(document.scene)
        // A statement with fewer than three corners is no face.
        sheet.expect("face_count", shape.faces)
        sheet.expect("texcoord_count", document.count("vt"))
        sheet.expect("normal_count", document.count("vn"))
        sheet.expect("line_elements", shape.lines)
        sheet.expect("point_elements", document.count("p") == 0 ? 0 : shape.points)
        sheet.expect("group_statements", document.count("g"))
        sheet.expect("object_statements", document.count("o"))
        if !document.hasNoVertices { sheet.expect("has_vertex_colors", shape.semantics.contains("COLOR_0")) }
        // These facts are about the indices of faces. If the file lacks the entries, indices are dropped with a
        // diagnostic.
        if document.count("vt") > 0 { sheet.expect("has_uvs", shape.faceSemantics.contains("TEXCOORD_0")) }
        if document.count("vn") > 0 { sheet.expect("has_normals", shape.faceSemantics.contains("NORMAL")) }
    }
}
