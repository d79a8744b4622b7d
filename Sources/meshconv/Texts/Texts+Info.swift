import MeshConvert
import MeshFormats
import MeshModel

/// What only verbose texts tell about a file: ranges of values, the digest, and native facts.
struct InfoTexts {
    let info: Info

    var text: String {
        var lines = TextLines()
        func add(_ word: String, _ subject: String, _ remark: String = "") {
            lines.add(word, subject, remark, color: .bold)
        }
        if let bounds = info.bounds {
            add("bounds", "\(Self.text(bounds.minimum)) to \(Self.text(bounds.maximum))")
        }
        for (word, rows) in attributes {
            for (index, row) in rows.enumerated() { add(index == 0 ? word : "", row.0, row.1) }
        }
        for residue in info.residue {
            add(
                "only in \(info.variant.prefix { $0 != "." })",
                "\(Texts.clean(residue.path)) (\(Texts.count(residue.count, "entries")))",
                Texts.clean(residue.kind))
        }
        return lines.text(on: .standardOutput) + digest
    }

    /// The line of the digest; empty: there is none.
    var digest: String {
        guard let digest = info.digest else { return "" }
        var lines = TextLines()
        lines.add("digest", digest.unordered.description, color: .bold)
        return lines.text(on: .standardOutput)
    }

    private static func text(_ point: SIMD3<Double>) -> String {
        "(\([point.x, point.y, point.z].map(Texts.short).joined(separator: ", ")))"
    }

    /// The attributes of all primitives; those with the same interpolation and form are listed once.
    private var attributes: [(String, [(String, String)])] {
        let places: [(word: String, interpolation: Interpolation, topologies: Set<String>?)] = [
            ("vertices", .vertex, nil), ("corners", .faceVarying, nil), ("faces", .uniform, ["triangles", "polygons"]),
            ("lines", .uniform, ["lines"]), ("points", .uniform, ["points"]), ("whole", .constant, nil),
        ]
        return places.map { place in
            var rows: [(String, String)] = []
            var seen: Set<Info.AttributeFacts> = []
            for primitive in info.primitives where place.topologies?.contains(primitive.topology) ?? true {
                for facts in primitive.attributes
                where facts.interpolation == place.interpolation && seen.insert(facts).inserted {
                    rows.append(Self.row(facts))
                }
            }
            return (place.word, rows)
        }
    }

    private static func row(_ facts: Info.AttributeFacts) -> (String, String) {
        var remark = facts.type.name + (facts.components == 1 ? "" : " × \(facts.components)")
        if let space = facts.colorSpace { remark += space == .srgb ? ", sRGB" : ", linear" }
        if let range = facts.range, facts.semantic != .position {
            remark += ", \(Texts.short(range.lowerBound)) … \(Texts.short(range.upperBound))"
        }
        if facts.nonFiniteCount > 0 { remark += ", \(Texts.count(facts.nonFiniteCount, "values")) not finite" }
        let name = Texts.clean(facts.plainName)
        return ("\(name) (\(Texts.number(facts.count)))", remark)
    }
}
