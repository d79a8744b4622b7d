import MeshBytes
import MeshFormats
import MeshModel

/// Compares the facts that only STL files have.
enum STLFacts {
    static func check(_ document: Document, _ sheet: inout FactSheet) {
        let scene = document.scene
        let primitives = scene.meshes.flatMap(\.primitives)
        sheet.expect("facets", document.count("facet"))
        sheet.expect("triangle_count", primitives.reduce(0) { $0 + $1.elementCount })
        sheet.expect("nonzero_attribute_words", document.count("attribute word"))
        sheet.expect("zero_normals", document.count("zero normal"))
        sheet.expect("unique_positions", uniquePositions(scene))
        sheet.expect("up_axis", scene.upAxis?.rawValue ?? "none")
        if let wanted = sheet.facts["meters_per_unit"]?.number {
            sheet.compare("meters_per_unit", wanted, scene.metersPerUnit ?? .nan)
        }
        sheet.expect("encoding", document.variant == "stl.ascii" ? "ascii" : "binary")
        sheet.expect("solids", scene.nodes.map { $0.name ?? "" })
        if let header = sheet.facts["header"]?.string {
            // Magics writes bytes after its key.
            let text = header.unicodeScalars.split(separator: "\0").first.map(String.init) ?? ""
            let wanted = text.range(of: "COLOR=").map { String(text[..<$0]) } ?? text
            let comments = scene.metadata.filter { $0.key == "comment" }.map(\.value).joined(separator: "\n")
            sheet.compare("header", trimmed(wanted), comments)
        }
        for kind in ["normals", "colors", "words"] {
            let semantic = ["normals": "NORMAL", "colors": "COLOR_0", "words": "stl_attribute"][kind]
            sheet.expect(
                "has_face_\(kind)",
                primitives.contains { $0.elementAttributes.contains { $0.semantic.name == semantic } })
        }
        let colors = primitives.first?.elementAttributes.first { $0.semantic == .color(0) }
        sheet.expect("first_color", colors?.values.rows(0..<1).doubles() ?? [])
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\t" }.reversed())
    }

    private static func uniquePositions(_ scene: MeshScene) -> Int {
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
