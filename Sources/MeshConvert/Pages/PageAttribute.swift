import MeshFormats
import MeshModel

/// A row of a page's table: an attribute, or another kind of part, in both models.
struct PageAttribute {
    var name: String
    /// The rows and the range in each model: `1,024; 0 … 255`; nil: it is not there.
    var sides: [String?]
    /// Equal, changed, lost, added or in another form.
    var state: String

    /// The attributes of both models, then the numbers of other parts.
    static func rows(of subject: ComparisonPage.Subject) -> [PageAttribute] {
        let scenes = [subject.before.scene, subject.after.scene]
        let found = scenes.map(summaries)
        let names =
            found[0].map(\.semantic)
            + found[1].map(\.semantic).filter { own in !found[0].contains { $0.semantic == own } }
        var rows = names.map { semantic -> PageAttribute in
            let sides = found.map { side in side.first { $0.semantic == semantic }?.text }
            return PageAttribute(
                name: semantic.plainName, sides: sides, state: state(sides, kinds(of: semantic, subject)))
        }
        let parts: [(String, String, (MeshScene) -> Int)] = [
            ("meshes", "/meshes/", { $0.meshes.count }), ("nodes", "/nodes/", { $0.nodes.count }),
            ("materials", "/materials/", { $0.materials.count }), ("textures", "/textures/", { $0.textures.count }),
            ("images", "/images/", { $0.images.count }), ("animations", "/animations/", { $0.clips.count }),
            ("skins", "/skins/", { $0.skins.count }), ("cameras", "/cameras/", { $0.cameras.count }),
            ("lights", "/lights/", { $0.lights.count }),
        ]
        for (name, prefix, count) in parts {
            let counts = scenes.map(count)
            guard counts.contains(where: { $0 > 0 }) else { continue }
            let sides = counts.map { $0 == 0 ? nil : PlainNumbers.grouped($0) }
            // How vertices are divided among meshes is not a fact about them.
            let kinds = subject.changes.filter { change in
                change.entries.contains { entry in
                    entry.subject.hasPrefix(prefix) && !entry.subject.dropFirst(prefix.count).contains("/")
                        || entry.subject == prefix.dropLast()
                }
            }.map(\.kind)
            rows.append(PageAttribute(name: name, sides: sides, state: state(sides, kinds)))
        }
        return rows
    }

    private static func state(_ sides: [String?], _ kinds: [PageChange.Kind]) -> String {
        if sides[1] == nil { return PageChange.Kind.lost.word }
        if sides[0] == nil { return PageChange.Kind.added.word }
        let order: [PageChange.Kind] = [.lost, .changed, .form, .added]
        if let worst = order.first(where: kinds.contains) { return worst == .lost ? "partly lost" : worst.word }
        return "equal"
    }

    /// What the report or the comparison says about an attribute.
    private static func kinds(
        of semantic: AttributeSemantic, _ subject: ComparisonPage.Subject
    ) -> [PageChange.Kind] {
        subject.changes.filter { change in
            change.entries.contains { entry in
                let scene = (entry.facet == .generated ? subject.after : subject.before).scene
                return Self.semantic(of: entry.subject, scene) == semantic
            }
        }.map(\.kind)
    }

    private static func semantic(of path: String, _ scene: MeshScene) -> AttributeSemantic? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count >= 3, parts[0] == "vertexSets", let set = Int(parts[1]) else {
            guard parts.count == 5, parts[0] == "meshes" else { return nil }
            return AttributeSemantic(name: parts[4])
        }
        if parts[2] == "pools", parts.count > 3, let pool = Int(parts[3].prefix(while: { $0.isNumber })) {
            guard scene.vertexSets.indices.contains(set), scene.vertexSets[set].pools.indices.contains(pool) else {
                return nil
            }
            return scene.vertexSets[set].pools[pool].semantic
        }
        let name = parts[2]
        let isComponent = name.pathExtension.flatMap { Int($0) } != nil
        return AttributeSemantic(name: isComponent ? name.withoutExtension : name)
    }

    // MARK: Values

    private struct Summary {
        var semantic: AttributeSemantic
        var count = 0
        var low = Double.infinity
        var high = -Double.infinity
        var type: String

        var text: String {
            let range = low <= high ? "; \(PlainNumbers.short(low)) … \(PlainNumbers.short(high))" : ""
            return "\(PlainNumbers.grouped(count)) × \(type)\(range)"
        }
    }

    private static func summaries(of scene: MeshScene) -> [Summary] {
        var found: [Summary] = []
        func add(_ attribute: Attribute) {
            let (values, semantic) = (attribute.values, attribute.semantic)
            // Weights of joints and differences of targets are many; what moves has rows of its own.
            guard attribute.count > 0, semantic.ofTarget == nil else { return }
            let index = found.firstIndex { $0.semantic == semantic } ?? found.count
            if index == found.count {
                let type =
                    values.components == 1 ? values.type.name : "\(values.components) \(values.type.name)"
                found.append(Summary(semantic: semantic, type: type))
            }
            found[index].count += attribute.count
            for (_, buffer) in values.blocks(of: Double.self) {
                for value in buffer where value.isFinite {
                    found[index].low = min(found[index].low, value)
                    found[index].high = max(found[index].high, value)
                }
            }
        }
        for set in scene.vertexSets { (set.attributes + set.pools).forEach(add) }
        for primitive in scene.meshes.flatMap(\.primitives) { primitive.elementAttributes.forEach(add) }
        return found
    }
}
