import MeshBytes
import MeshFormats
import MeshModel

/// Compares the facts that only STL files have.
enum STLFacts {
    /// Returns the number of compared facts, and one line for each that does not hold.
    static func check(_ document: Document, _ facts: JSONValue) -> (count: Int, mismatches: [String]) {
        var found: [String] = []
        var compared = 0
        let scene = document.scene
        func expect(_ name: String, _ actual: Int) {
            guard let wanted = facts[name]?.int else { return }
            compared += 1
            if wanted != Int64(actual) { found.append("\(name): expected \(wanted), found \(actual)") }
        }
        func count(_ kind: String) -> Int {
            document.census.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
        }
        expect("facets", count("facet"))
        expect("triangle_count", scene.meshes.flatMap(\.primitives).reduce(0) { $0 + $1.elementCount })
        expect("nonzero_attribute_words", count("attribute word"))
        expect("zero_normals", count("zero normal"))
        expect("unique_positions", uniquePositions(scene))
        if let encoding = facts["encoding"]?.string {
            compared += 1
            if encoding != (document.variant == "stl.ascii" ? "ascii" : "binary") {
                found.append("encoding: expected \(encoding), found \(document.variant)")
            }
        }
        if let solids = facts["solids"]?.array?.map({ $0.string ?? "" }) {
            compared += 1
            let names = scene.nodes.map { $0.name ?? "" }
            if names != solids { found.append("solids: expected \(solids), found \(names)") }
        }
        if let header = facts["header"]?.string {
            compared += 1
            // Magics writes bytes after its key.
            let text = header.unicodeScalars.split(separator: "\0").first.map(String.init) ?? ""
            let wanted = text.range(of: "COLOR=").map { String(text[..<$0]) } ?? text
            let comments = scene.metadata.filter { $0.key == "comment" }.map(\.value).joined(separator: "\n")
            if trimmed(wanted) != comments { found.append("header: expected '\(wanted)', found '\(comments)'") }
        }
        for kind in ["normals", "colors", "words"] {
            let semantic = ["normals": "NORMAL", "colors": "COLOR_0", "words": "stl_attribute"][kind]
            guard let wanted = facts["has_face_\(kind)"]?.bool else { continue }
            compared += 1
            let has = scene.meshes.flatMap(\.primitives).contains { primitive in
                primitive.elementAttributes.contains { $0.semantic.name == semantic }
            }
            if wanted != has { found.append("has_face_\(kind): expected \(wanted), found \(has)") }
        }
        if let wanted = facts["first_color"]?.array?.compactMap(\.int) {
            compared += 1
            let colors = scene.meshes.first?.primitives.first?.elementAttributes.first { $0.semantic == .color(0) }
            let first = colors.map { $0.values.rows(0..<1).integers() } ?? []
            if first != wanted { found.append("first_color: expected \(wanted), found \(first)") }
        }
        return (compared, found)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\t" }.reversed())
    }

    private static func uniquePositions(_ scene: Scene) -> Int {
        var seen: Set<SIMD3<Double>> = []
        for set in scene.vertexSets {
            let values = set.attribute(.position)?.values.doubles() ?? []
            for first in stride(from: 0, to: values.count - 2, by: 3) {
                // Adding zero turns −0 into +0.
                seen.insert(SIMD3(values[first], values[first + 1], values[first + 2]) + SIMD3<Double>(repeating: 0))
            }
        }
        return seen.count
    }
}

extension String {
    /// Returns the index at which another text begins; nil if it is not contained.
    fileprivate func range(of other: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(other) }
    }
}
