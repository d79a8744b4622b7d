import MeshFormats
import MeshModel

/// Turns the paths of differences into names for people.
struct SubjectNames {
    let source: MeshScene
    let target: MeshScene
    /// The matched parts; an unmatched part is missing as a whole.
    let links: Correspondence

    /// Returns the name of the subject and the kind of its elements.
    func words(for difference: Difference) -> (name: String, unit: String) {
        // Generated things are named in the target, the rest in the source.
        let scene = difference.facet == .generated ? target : source
        let subject = difference.subject
        if subject.hasPrefix("native:") { return (String(subject.dropFirst(7)), "entries") }
        let parts = subject.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard let kind = parts.first else { return (subject, "entries") }
        let index = parts.count > 1 ? Int(parts[1]) : nil
        switch kind {
        case "vertexSets":
            guard let index, parts.count > 2 else { return ("vertices", "vertices") }
            return vertexWords(index, parts.dropFirst(2).joined(separator: "/"), scene)
        case "meshes":
            guard let index else { return ("meshes", "meshes") }
            if parts.last == "targets" {
                return ("morph targets of \(mesh(index, scene))", "targets")
            }
            guard parts.count > 3, parts[2] == "primitives", let primitive = Int(parts[3]) else {
                return (mesh(index, scene), "pieces")
            }
            return primitiveWords(index, primitive, Array(parts.dropFirst(4)), scene)
        case "elements":
            let words = parts.last.flatMap(Topology.init(rawValue:)).map(PlainNames.name) ?? "elements"
            return (words, words)
        case "nodes":
            guard let index else { return ("nodes", "nodes") }
            return (named("node", index, scene.nodes.count) { scene.nodes[$0].name }, "nodes")
        case "materials":
            let name = named("material", index ?? 0, scene.materials.count) { scene.materials[$0].name }
            let isWhole = difference.facet == .presence && index.map { !links.materials.contains($0) } ?? true
            return (name, isWhole ? "materials" : "settings")
        case "variants":
            return (
                named("material variant", index ?? 0, scene.materialVariants.count) { scene.materialVariants[$0] },
                "variants"
            )
        case "textures":
            return (named("texture", index ?? 0, scene.textures.count) { scene.textures[$0].name }, "textures")
        case "images": return (named("image", index ?? 0, scene.images.count) { scene.images[$0].uri }, "images")
        case "skins": return (named("skin", index ?? 0, scene.skins.count) { scene.skins[$0].name }, "joints")
        case "animations":
            return (named("animation", index ?? 0, scene.clips.count) { scene.clips[$0].name }, "channels")
        case "tables":
            let table = named("table", index ?? 0, scene.tables.count) { scene.tables[$0].name }
            guard parts.count > 2 else { return (table, "rows") }
            return ("\(parts.dropFirst(2).joined(separator: "/")) of \(table)", "rows")
        case "metadata": return (parts.dropFirst().joined(separator: "/"), "lines")
        case "upAxis": return ("up axis", "entries")
        case "metersPerUnit": return ("unit", "entries")
        case "scenes": return ("scenes", "scenes")
        default: return (subject, "entries")
        }
    }

    private func mesh(_ index: Int, _ scene: MeshScene) -> String {
        named("mesh", index, scene.meshes.count) { scene.meshes[$0].name }
    }

    /// The name of one of `count` parts. Only its own name is looked up: there may be a difference for each of thousands.
    private func named(_ kind: String, _ index: Int, _ count: Int, _ name: (Int) -> String?) -> String {
        if index >= 0, index < count, let name = name(index), !name.isEmpty { return "\(kind) \(name)" }
        return count == 1 ? kind : "\(kind) \(index + 1)"
    }

    private func vertexWords(_ set: Int, _ rest: String, _ scene: MeshScene) -> (name: String, unit: String) {
        guard scene.vertexSets.indices.contains(set) else { return (rest, "vertices") }
        let attributes = scene.vertexSets[set].attributes.map(\.semantic)
        let pools = scene.vertexSets[set].pools.map(\.semantic)
        let isPool = rest.hasPrefix("pools/")
        func semantic(_ text: String) -> AttributeSemantic? {
            guard isPool else { return attributes.first { $0.name == text } }
            guard let pool = Int(text.dropFirst(6)), pools.indices.contains(pool) else { return nil }
            return pools[pool]
        }
        return words(rest, isPool ? "values" : "vertices", semantic)
    }

    private func primitiveWords(
        _ mesh: Int, _ index: Int, _ rest: [String], _ scene: MeshScene
    ) -> (name: String, unit: String) {
        guard scene.meshes.indices.contains(mesh), scene.meshes[mesh].primitives.indices.contains(index) else {
            return ("faces", "faces")
        }
        let primitive = scene.meshes[mesh].primitives[index]
        let elements = PlainNames.name(of: primitive.topology)
        guard let first = rest.first else { return (elements, elements) }
        if first == "material", rest.count == 1 { return ("materials of the \(elements)", elements) }
        if first == "corners", rest.count == 1 { return ("corners of the \(elements)", elements) }
        if first == "subsets", rest.count > 1 { return (rest.dropFirst().joined(separator: "/"), "sets") }
        return words(rest.joined(separator: "/"), elements) { text in
            primitive.elementAttributes.map(\.semantic).first { $0.name == text }
        }
    }

    /// Returns the words for an attribute or one component of it.
    private func words(
        _ text: String, _ unit: String, _ semantic: (String) -> AttributeSemantic?
    ) -> (name: String, unit: String) {
        if let found = semantic(text) { return (found.plainName, unit) }
        if let dot = text.lastIndex(of: "."), let component = Int(text[text.index(after: dot)...]),
            let found = semantic(String(text[..<dot]))
        {
            return (PlainNames.name(ofComponent: component, of: found), unit)
        }
        return (text, unit)
    }
}
