import MeshConvert
import MeshFormats
import MeshModel

/// The card of a file: what it is, what is in it, and what it is good for, on one screen.
struct CardTexts {
    let card: FileCard
    let isVerbose: Bool

    private var scene: MeshScene { card.scene }

    /// Returns the card.
    ///
    /// - Parameters:
    ///   - kept: the variants that lose nothing; nil: they are not known.
    ///   - details: all that only verbose texts have.
    func text(kept: [String]? = nil, details: String = "") -> String {
        var lines = CardLines(
            ReportTexts.name(card.path), "\(kind)   \(Texts.bytes(card.document.byteCount))", isVerbose: isVerbose)
        addShape(to: &lines)
        addLook(to: &lines)
        addRest(to: &lines)
        CardUses(card: card).add(to: &lines)
        if let kept {
            lines.add("lossless", kept.isEmpty ? "none" : kept.joined(separator: ", "))
        }
        addDiagnostics(to: &lines)
        lines.append(details)
        return lines.text
    }

    /// The format in words.
    private var kind: String {
        let document = card.document
        switch document.variant {
        case "glb": return "GLB (glTF in one file)"
        case "usdz": return "USDZ (USD in one file)"
        default: break
        }
        let name = card.format?.name ?? document.format
        guard let variant = card.format?.variants.first(where: { $0.id == document.variant }),
            (card.format?.variants.count ?? 0) > 1
        else { return name }
        return "\(name), \(variant.isText ? "text" : "binary")"
    }

    // MARK: Shape

    private func addShape(to lines: inout CardLines) {
        lines.add("holds", counts.isEmpty ? "nothing to show" : counts)
        if let size = CardSize(card).text { lines.add("size", size) }
        if card.bounds != nil { lines.add("up axis", upAxis) }
        var values = card.valueNames.map(Texts.clean)
        if let degree = card.splatDegree {
            values.insert("Gaussian splats (harmonics of degree \(degree))", at: 0)
        }
        if !values.isEmpty { lines.add("values", names: values, atMost: 9) }
        let names = scene.hasImplicitHierarchy ? [] : scene.meshes.compactMap(\.name).filter { !$0.isEmpty }
        if names.count > 1 { lines.add("objects", names: names.map(Texts.clean), atMost: 5) }
    }

    private var counts: String {
        let totals = card.totals
        var parts: [String] = []
        if totals.points != totals.positions || totals.faces > 0 {
            parts.append(Texts.count(totals.positions, "vertices"))
        }
        if totals.faces > 0 {
            parts.append(Texts.count(totals.faces, "faces"))
            if totals.faces != totals.triangles {
                parts[parts.count - 1] += " (\(Texts.count(totals.triangles, "triangles")))"
            }
        }
        if totals.lines > 0 { parts.append(Texts.count(totals.lines, "lines")) }
        if totals.points > 0 { parts.append(Texts.count(totals.points, "points")) }
        if scene.meshes.count > 1 { parts.append(Texts.count(scene.meshes.count, "meshes")) }
        if scene.nodes.count > 1 { parts.append(Texts.count(scene.nodes.count, "nodes")) }
        let text = parts.joined(separator: ", ")
        guard card.shown.triangles != totals.triangles else { return text }
        return text + "; with copies \(Texts.count(card.shown.triangles, "triangles")) are shown"
    }

    private var upAxis: String {
        if let axis = scene.upAxis { return axis.rawValue }
        let usual = card.format?.convention?.upAxis
        if usual == .z { return "not stated, usually Z in \(card.format?.name ?? ""): --up z turns it for the web" }
        return "not stated, taken as Y. If it lies on its side: --up z"
    }

    // MARK: Look

    private func addLook(to lines: inout CardLines) {
        let materials = scene.materials.enumerated().map { number, material in
            [Texts.clean(material.name ?? "material \(number + 1)"), Self.look(of: material)]
        }
        lines.add("materials", rows: materials, atMost: 4)
        let variants = scene.materialVariants.enumerated().map { number, name in
            [name.isEmpty ? "variant \(number + 1)" : Texts.clean(name)]
        }
        lines.add("variants", rows: variants, atMost: 6)
        let images = card.images.enumerated().map { number, image in
            let name = image.name.isEmpty ? "image \(number + 1)" : image.name
            let uses = image.uses.isEmpty ? "not used" : image.uses.joined(separator: ", ")
            guard image.isFound else { return [Texts.clean(name), "missing (\(uses))"] }
            let pixels = image.pixels.map { "\($0.width) × \($0.height)" }
            let facts = [pixels, image.kind, Texts.bytes(image.byteCount)].compactMap { $0 }.filter { !$0.isEmpty }
            return [Texts.clean(name), facts.joined(separator: ", "), uses]
        }
        lines.add("textures", rows: images, atMost: 6)
    }

    /// Returns what a material is made of.
    private static func look(of material: SceneMaterial) -> String {
        let slots = material.textures.map(\.plainName)
        var parts: [String] = []
        if !material.textures.contains(where: { $0.slot == "baseColor" }), let color = material["baseColor"] {
            parts.append("colour \(color.map(number).joined(separator: " "))")
        }
        if !slots.isEmpty {
            parts.append("\(slots.count == 1 ? "texture" : "textures") of \(slots.joined(separator: ", "))")
        }
        for (name, words) in [("metallic", "metalness"), ("roughness", "roughness")] {
            guard material.texture(name) == nil, let value = material[name]?.first, name != "metallic" || value > 0
            else { continue }
            parts.append("\(words) \(number(value))")
        }
        if let alpha = material["alpha"]?.first, alpha < 1 { parts.append("opacity \(number(alpha))") }
        return parts.isEmpty ? "plain" : parts.joined(separator: ", ")
    }

    private static func number(_ value: Double) -> String { Texts.short((value * 100).rounded() / 100) }

    // MARK: Rest

    private func addRest(to lines: inout CardLines) {
        addMotion(to: &lines)
        let others = [(scene.cameras.count, "cameras"), (scene.lights.count, "lights")].filter { $0.0 > 0 }
        if !others.isEmpty { lines.add("also", others.map(Texts.count).joined(separator: ", ")) }
        let sets = scene.meshes.flatMap(\.primitives).flatMap(\.subsetFamilies)
        if !sets.isEmpty {
            lines.add("groups", names: sets.flatMap { $0.subsets.map { Texts.clean($0.name) } }, atMost: 6)
        }
        for table in scene.tables.prefix(isVerbose ? .max : 3) {
            let columns = table.columns.map { Texts.clean($0.semantic.name) }
            let start = "\(Texts.clean(table.name)): \(Texts.count(table.rowCount, "rows")) of "
            lines.add("table", names: columns, atMost: 6, after: start)
        }
        if !card.document.sideFiles.isEmpty {
            let names = card.document.sideFiles.map { Texts.clean(isVerbose ? $0 : Self.lastPart($0)) }
            lines.add("also read", names: names, atMost: 4)
        }
        for entry in scene.metadata.prefix(isVerbose ? .max : 2) {
            let value = Texts.clean(entry.value)
            lines.add(Texts.clean(entry.key), isVerbose ? value : CardLines.cut(value, to: 66))
        }
    }

    /// Adds animations with their seconds, joints and shapes, and what only the file's own format can hold of them.
    private func addMotion(to lines: inout CardLines) {
        let motion = card.motion
        let names = scene.clips.enumerated().map { index, clip in
            let name = clip.name.map(Texts.clean) ?? "animation \(index + 1)"
            return "\(name) \(Self.number(clip.duration)) s"
        }
        if !names.isEmpty { lines.add("animation", names: names, atMost: 5) }
        // Each once, though several clips may change it.
        var settings: [String] = []
        for clip in scene.clips {
            for own in MovedSetting.all(of: clip, in: scene).map({ Texts.clean($0.words) })
            where !settings.contains(own) { settings.append(own) }
        }
        if !settings.isEmpty { lines.add("changes", names: settings, atMost: isVerbose ? .max : 5) }
        if motion.joints > 0 {
            let skins = motion.skins > 1 ? ", \(Texts.count(motion.skins, "skins"))" : ""
            lines.add("skeleton", Texts.count(motion.joints, "joints") + skins)
        }
        if motion.targets > 0 { lines.add("shapes", Texts.count(motion.targets, "morph targets")) }
        if !motion.unread.isEmpty {
            let name = card.format?.name ?? ""
            lines.add("", "\(motion.unread.joined(separator: ", ")) kept only from \(name) to \(name)")
        }
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    // MARK: Diagnostics

    private func addDiagnostics(to lines: inout CardLines) {
        // The rows of textures say which are missing.
        let found = card.document.diagnostics.filter {
            isVerbose || ![Loss.Code.textureMissing.rawValue, "usd.texture-missing"].contains($0.code)
        }.inOrder { $0.severity < $1.severity }
        let limit = isVerbose || found.count <= 3 ? found.count : 2
        for diagnostic in found.prefix(limit) {
            let line = ReportTexts.line(diagnostic, isVerbose: false).subject
            lines.add(diagnostic.severity.rawValue, isVerbose ? line : CardLines.cut(line, to: 200))
        }
        if found.count > limit { lines.addMore(found.count - limit) }
    }
}
