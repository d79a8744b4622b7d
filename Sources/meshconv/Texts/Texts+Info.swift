import MeshConvert
import MeshFormats
import MeshModel

/// The text about the contents of a file.
struct InfoTexts {
    let info: Info
    let isVerbose: Bool

    var text: String {
        var lines = TextLines()
        func add(_ word: String, _ subject: String, _ remark: String = "") {
            lines.add(word, subject, remark, color: .bold)
        }
        add("holds", holds)
        if let size { add("size", size) }
        if let surface = info.surface { add("surface", Self.text(surface)) }
        add("up", info.scene.upAxis.map { "\($0.rawValue) points up" } ?? "the file does not say which axis points up")
        for (word, rows) in attributes {
            for (index, row) in rows.enumerated() { add(index == 0 ? word : "", row.0, row.1) }
        }
        parts(add)
        lines.lines += info.diagnostics.prefix(isVerbose ? .max : 6).map {
            ReportTexts.line($0, isVerbose: isVerbose)
        }
        let kept = info.keptBy.isEmpty ? "no format" : info.keptBy.joined(separator: ", ")
        return "\(ReportTexts.name(info.path))   \(info.variant)   \(Texts.bytes(info.byteCount))\n"
            + lines.text(on: .standardOutput) + "Kept whole by: \(kept).\n"
    }

    private var holds: String {
        let totals = info.totals
        var parts = [Texts.count(totals.positions, "positions")]
        if totals.faces > 0 {
            parts.append(Texts.count(totals.faces, "faces"))
            if totals.faces != totals.triangles {
                parts[parts.count - 1] += " (\(Texts.count(totals.triangles, "triangles")))"
            }
        }
        if totals.lines > 0 { parts.append(Texts.count(totals.lines, "lines")) }
        if totals.points > 0 { parts.append(Texts.count(totals.points, "points")) }
        var text = parts.joined(separator: ", ")
        if info.instanced.triangles != totals.triangles {
            text += "; shown: \(Texts.count(info.instanced.triangles, "triangles"))"
        }
        return text
    }

    private var size: String? {
        guard let bounds = info.bounds else { return nil }
        let extent = bounds.maximum - bounds.minimum
        func text(_ point: SIMD3<Double>, _ separator: String) -> String {
            [point.x, point.y, point.z].map(Texts.short).joined(separator: separator)
        }
        let unit =
            info.scene.metersPerUnit.map { meters in
                LengthUnit.all.first { $0.meters == meters }?.symbol ?? "× \(Texts.short(meters)) m"
            } ?? "(the file does not say the unit)"
        return "\(text(extent, " × ")) \(unit), from (\(text(bounds.minimum, ", "))) to (\(text(bounds.maximum, ", ")))"
    }

    private static func text(_ surface: Info.Surface) -> String {
        var parts = [Texts.count(surface.pieces, "pieces")]
        parts.append(surface.openEdges == 0 ? "closed" : Texts.count(surface.openEdges, "open edges"))
        if surface.nonManifoldEdges > 0 {
            parts.append("\(Texts.count(surface.nonManifoldEdges, "edges")) with more than two faces")
        }
        return parts.joined(separator: ", ")
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
            let limit = isVerbose ? rows.count : 12
            if rows.count > limit { rows = rows.prefix(limit - 1) + [("\(rows.count - limit + 1) more", "--verbose")] }
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

    /// Adds materials, images, tables, objects and comments.
    private func parts(_ add: (String, String, String) -> Void) {
        let scene = info.scene
        if !scene.hasImplicitHierarchy, !scene.meshes.isEmpty {
            add("objects", list(scene.meshes.map { $0.name }, "meshes"), "")
        }
        for family in families { add(Texts.clean(family.name), Texts.count(family.count, "sets"), "") }
        if !scene.materials.isEmpty { add("materials", list(scene.materials.map { $0.name }, "materials"), "") }
        for image in scene.images.prefix(isVerbose ? .max : 6) {
            add("image", Texts.clean(image.uri), image.path == nil && image.bytes == nil ? "not found" : "")
        }
        for table in scene.tables {
            add(
                "table", "\(Texts.clean(table.name)): \(Texts.count(table.rowCount, "rows"))",
                Texts.clean(table.columns.map(\.semantic.name).joined(separator: " ")))
        }
        for entry in scene.metadata.prefix(isVerbose ? .max : 6) {
            add(Texts.clean(entry.key), Texts.clean(entry.value), "")
        }
        for residue in info.residue {
            add(
                "only here", "\(Texts.clean(residue.path)) (\(Texts.count(residue.count, "entries")))",
                Texts.clean(residue.kind))
        }
    }

    private var families: [Info.FamilyFacts] {
        var totals: [Info.FamilyFacts] = []
        for family in info.primitives.flatMap(\.families) {
            if let index = totals.firstIndex(where: { $0.name == family.name }) {
                totals[index].count += family.count
            } else {
                totals.append(family)
            }
        }
        return totals
    }

    private func list(_ names: [String?], _ plural: String) -> String {
        let known = names.compactMap { $0 }.filter { !$0.isEmpty }
        let shown = known.prefix(isVerbose ? .max : 6).map(Texts.clean).joined(separator: ", ")
        let rest = known.count > 6 && !isVerbose ? " …" : ""
        return "\(Texts.number(names.count))" + (shown.isEmpty ? "" : ": \(shown)\(rest)")
    }
}
