import MeshBytes
import MeshFormats
import MeshModel

/// Compares a document with the facts of a manifest.
enum Facts {
    /// Returns the number of compared facts, and one line for each that does not hold.
    static func check(_ document: Document, _ facts: JSONValue) -> (count: Int, mismatches: [String]) {
        if document.format == "gltf" { return GLTFFacts.check(document, facts) }
        if document.format == "usd" { return USDFacts.check(document, facts) }
        var found: [String] = []
        var compared = 0
        func expect(_ name: String, _ actual: Int) {
            guard let wanted = facts[name]?.int else { return }
            compared += 1
            if wanted != Int64(actual) { found.append("\(name): expected \(wanted), found \(actual)") }
        }
        func expect(_ name: String, _ actual: Bool) {
            guard let wanted = facts[name]?.bool else { return }
            compared += 1
            if wanted != actual { found.append("\(name): expected \(wanted), found \(actual)") }
        }
        let scene = document.scene
        let shape = Shape(scene, isText: document.format == "obj" || document.variant == "stl.ascii")
        expect("vertex_count", scene.vertexSets.reduce(0) { $0 + $1.count })
        // Every row of PLY's face element counts as a face; an OBJ statement with fewer than three corners does not.
        expect("face_count", document.format == "ply" ? shape.polygons : shape.faces)
        expect("triangles_fan", shape.triangles)
        if case .object(let arities)? = facts["face_arity"] {
            let wanted = arities.compactMap { key, value in value.int.map { "\(key):\($0)" } }.sorted()
            let actual = shape.arities.map { "\($0.key):\($0.value)" }.sorted()
            compared += 1
            if wanted != actual { found.append("face_arity: expected \(wanted), found \(actual)") }
        }
        let semantics = shape.semantics
        // Files without vertices have no attributes. The PLY facts are about property names: colours of mixed types
        // keep these names, since they have no common range.
        let isEmpty = scene.vertexSets.allSatisfy { $0.count == 0 }
        if !isEmpty { expect("has_vertex_colors", semantics.contains("COLOR_0") || semantics.contains("red")) }
        if document.format == "stl" {
            let stl = STLFacts.check(document, facts)
            compared += stl.count
            found += stl.mismatches
        }
        if document.format == "obj" {
            expect("texcoord_count", count(document, "vt"))
            expect("normal_count", count(document, "vn"))
            expect("line_elements", shape.lines)
            expect("point_elements", count(document, "p") == 0 ? 0 : shape.points)
            expect("group_statements", count(document, "g"))
            expect("object_statements", count(document, "o"))
        } else {
            if !isEmpty, document.format == "ply" { expect("has_normals", semantics.contains("NORMAL")) }
            expect("comments", count(document, "comment"))
            expect("obj_info", count(document, "obj_info"))
        }
        if document.format == "obj" {
            // These OBJ facts are about the indices of faces. If the file lacks the entries, indices are dropped with a
            // diagnostic.
            if count(document, "vt") > 0 { expect("has_uvs", shape.faceSemantics.contains("TEXCOORD_0")) }
            if count(document, "vn") > 0 { expect("has_normals", shape.faceSemantics.contains("NORMAL")) }
        } else if !isEmpty {
            expect("has_uvs", semantics.contains("TEXCOORD_0"))
        }
        if facts["reports"]?.bool == true {
            compared += 1
            if document.diagnostics.isEmpty { found.append("reports: nothing was reported") }
        }
        for name in ["bbox", "bbox_all_vertices"] {
            guard let box = facts[name] else { continue }
            compared += 1
            found += boxMismatches(name, box, shape)
        }
        for entry in document.census where !entry.isBalanced {
            found.append(
                "census \(entry.kind): \(entry.count) records, \(entry.inScene) in the scene, \(entry.inResidue) in the "
                    + "residue, \(entry.inDiagnostics) in diagnostics")
        }
        if case .object(let elements)? = facts["elements"] {
            for (element, detail) in elements {
                guard let rows = detail["count"]?.int, let properties = detail["properties"]?.array else { continue }
                for property in properties.compactMap(\.string) {
                    let name = property.split(separator: ":").first.map(String.init) ?? property
                    let kind = "\(element).\(name)"
                    compared += 1
                    guard let entry = document.census.first(where: { $0.kind == kind }) else {
                        found.append("census: no \(kind)")
                        continue
                    }
                    if Int64(entry.count) != rows {
                        found.append("census \(kind): expected \(rows), found \(entry.count)")
                    }
                }
            }
        }
        return (compared, found)
    }

    private static func count(_ document: Document, _ kind: String) -> Int {
        document.census.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
    }

    private static func boxMismatches(_ name: String, _ box: JSONValue, _ shape: Shape) -> [String] {
        var found: [String] = []
        for (side, actual) in [("min", shape.minimum), ("max", shape.maximum)] {
            guard let wanted = box[side]?.array?.compactMap(\.number), wanted.count == 3 else { continue }
            for axis in 0..<3 {
                // Facts have nine digits.
                let tolerance = max(abs(wanted[axis]) * 1e-8, 1e-12)
                if !(abs(wanted[axis] - actual[axis]) <= tolerance) {
                    found.append("\(name).\(side)[\(axis)]: expected \(wanted[axis]), found \(actual[axis])")
                }
            }
        }
        return found
    }

    private struct Shape {
        var faces = 0
        var polygons = 0
        var triangles = 0
        var lines = 0
        var points = 0
        var arities: [Int: Int] = [:]
        var semantics: Set<String> = []
        var faceSemantics: Set<String> = []
        var minimum = [Double](repeating: .infinity, count: 3)
        var maximum = [Double](repeating: -.infinity, count: 3)

        init(_ scene: Scene, isText: Bool) {
            for set in scene.vertexSets {
                for attribute in set.attributes { semantics.insert(attribute.semantic.name) }
                guard let positions = set.attribute(.position)?.values else { continue }
                for (index, stored) in positions.doubles().enumerated() where stored.isFinite {
                    // Text has decimals: compare a float32 by the decimal of its shortest digits.
                    let value = isText && positions.type == .float32 ? Double("\(Float(stored))") ?? stored : stored
                    minimum[index % 3] = min(minimum[index % 3], value)
                    maximum[index % 3] = max(maximum[index % 3], value)
                }
            }
            for mesh in scene.meshes {
                for primitive in mesh.primitives {
                    let set = scene.vertexSets[primitive.vertexSet]
                    let names = primitive.cornerAttributes.map { set.pools[$0.pool].semantic.name }
                    semantics.formUnion(names)
                    if primitive.topology == .polygons {
                        faceSemantics.formUnion(names)
                        faceSemantics.formUnion(set.attributes.map(\.semantic.name))
                    }
                    switch primitive.topology {
                    case .points: points += primitive.elementCount
                    case .lines: lines += primitive.elementCount
                    case .polygons:
                        polygons += primitive.elementCount
                        var walk = ElementWalk(primitive)
                        while let block = walk.next() {
                            for arity in block.arities {
                                arities[arity, default: 0] += 1
                                if arity >= 3 { faces += 1 }
                                triangles += max(arity - 2, 0)
                            }
                        }
                    }
                }
            }
        }
    }
}
