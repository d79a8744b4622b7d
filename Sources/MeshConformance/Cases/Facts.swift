import MeshBytes
import MeshFormats
import MeshModel

/// Compares a document with the facts of a manifest: those that a file of any format can have, and those of its format.
///
/// A new format needs no code here: the census, the attributes and the first rows say what its files hold.
enum Facts {
    /// What the facts of some formats mean, by format.
    private static let ofFormats: [String: @Sendable (Document, inout FactSheet) -> Void] = [
        "gltf": GLTFFacts.check, "obj": OBJFacts.check, "ply": PLYFacts.check, "stl": STLFacts.check,
        "usd": USDFacts.check,
    ]

    /// Returns the number of compared facts, and one line for each that does not hold.
    static func check(_ document: Document, _ facts: JSONValue) -> (count: Int, mismatches: [String]) {
        var sheet = FactSheet(facts)
        checkScene(document, &sheet)
        ofFormats[document.format]?(document, &sheet)
        return (sheet.count, sheet.mismatches)
    }

    private static func checkScene(_ document: Document, _ sheet: inout FactSheet) {
        let scene = document.scene
        let shape = SceneShape(scene)
        sheet.expect("variant", document.variant)
        sheet.expect("vertex_count", scene.vertexSets.reduce(0) { $0 + $1.count })
        sheet.expect("triangles_fan", shape.triangles)
        if case .object(let arities)? = sheet.facts["face_arity"] {
            let wanted = arities.compactMap { key, value in value.int.map { "\(key):\($0)" } }.sorted()
            sheet.compare("face_arity", wanted, shape.arities.map { "\($0.key):\($0.value)" }.sorted())
        }
        sheet.expect("vertex_attributes", shape.vertexAttributes)
        sheet.expect("face_attributes", shape.faceAttributes)
        for (name, row) in sheet.facts["first_values"]?.object ?? [] {
            let wanted = (row.array ?? []).map { $0.number ?? .nan }
            sheet.compare("first_values.\(name)", wanted, shape.firstRow(name))
        }
        for name in ["bbox", "bbox_all_vertices"] {
            if let box = sheet.facts[name] { sheet.compare(shape.mismatches(name, box)) }
        }
        if sheet.facts["reports"]?.bool == true {
            sheet.compare(document.diagnostics.isEmpty ? ["reports: nothing was reported"] : [])
        }
        sheet.expect("diagnostics", document.diagnostics.map(\.code))
        sheet.expect("census", counts: document.count)
        for entry in document.census where !entry.isBalanced {
            sheet.fail(
                "census \(entry.kind): \(entry.count) records, \(entry.inScene) in the scene, \(entry.inResidue) in the "
                    + "residue, \(entry.inDiagnostics) in diagnostics")
        }
    }
}

extension Document {
    /// The number of the file's records of a kind.
    func count(_ kind: String) -> Int { census.filter { $0.kind == kind }.reduce(0) { $0 + $1.count } }

    /// Whether no vertex set has vertices, so that nothing has attributes.
    var hasNoVertices: Bool { scene.vertexSets.allSatisfy { $0.count == 0 } }
}
