import MeshFormats

/// The census of a stage's layers: a mark for each field of each spec that is in the scene or in a diagnostic.
///
/// Every field of every spec of every layer is a record of the census, composed or not. Fields that only declare a
/// property (its type, `custom`, `uniform`) count with the property.
final class USDFieldCensus {
    /// Where a field ended up.
    enum Fate: UInt8, Sendable {
        case scene, diagnostic
    }

    /// A field of a spec of a layer.
    struct Key: Hashable, Sendable {
        var layer: Int
        var spec: Int
        var field: String
    }

    /// Whether any value changes with time.
    let isTimed: Bool
    private let stage: USDStage
    /// The specs of the variants that the stage has chosen, by layer.
    private let chosen: [Set<Int>]
    private var scene: [[UInt64]]
    private var remarks: [[UInt64]]
    private var beyond: [Key: Fate] = [:]

    /// Creates a census of a stage's layers. Fields that composition read are already marked.
    init(_ stage: USDStage) {
        self.stage = stage
        isTimed = stage.layers.layers.contains { entry in
            entry.layer.specs.contains { $0["timeSamples"] != nil || $0["spline"] != nil }
        }
        var chosen = [Set<Int>](repeating: [], count: stage.layers.layers.count)
        for opinion in stage.prims.lazy.flatMap(\.opinions)
        where stage.layers.layers[opinion.layer].layer.specs[opinion.spec].kind == .variant {
            chosen[opinion.layer].insert(opinion.spec)
        }
        self.chosen = chosen
        scene = stage.layers.layers.map { [UInt64](repeating: 0, count: $0.layer.specs.count) }
        remarks = scene
        for (key, fate) in stage.consumed { mark(key.layer, key.spec, key.field, fate) }
        markClips()
        for layer in stage.layers.layers.indices {
            for field in layer == 0 ? Self.composed : Self.composed + Self.ofRootLayer { mark(layer, 0, field, .scene) }
        }
        // Without values that change there is nothing to time.
        if !isTimed { for field in Self.times { mark(0, 0, field, .scene) } }
    }

    /// The layer's fields that composition carries out.
    private static let composed = ["subLayers", "subLayerOffsets"]
    /// The layer's fields that have an effect in the root layer only.
    private static let ofRootLayer =
        [
            "metersPerUnit", "upAxis", "defaultPrim", "customLayerData", "documentation", "comment",
        ] + times
    private static let times = ["timeCodesPerSecond", "framesPerSecond", "startTimeCode", "endTimeCode"]

    /// Records that a field of an opinion is in the scene, or was left out with a diagnostic.
    func use(_ opinion: USDOpinion, _ field: String, _ fate: Fate = .scene) {
        mark(opinion.layer, opinion.spec, field, fate)
        // Curves are read as samples.
        if field == "timeSamples" { mark(opinion.layer, opinion.spec, "spline", fate) }
    }

    /// Records fields of all opinions on a property. Weaker opinions count too: the strongest overrode them.
    func use(_ property: USDProperty, _ fields: String..., fate: Fate = .scene) {
        for opinion in property.opinions { for field in fields { use(opinion, field, fate) } }
    }

    /// Records fields of all opinions on a prim.
    func use(_ prim: USDPrim, _ fields: String..., fate: Fate = .scene) {
        for opinion in prim.opinions { for field in fields { use(opinion, field, fate) } }
    }

    /// Records all that has no effect in layers of value clips: all but samples of what the stage has.
    private func markClips() {
        let prims = stage.clipLayers.isEmpty ? [] : stage.clipPrims()
        for layer in stage.clipLayers {
            for (index, spec) in stage.layers.layers[layer].layer.specs.enumerated() {
                let isShown =
                    spec.kind == .attribute && prims.contains(USDOpinion(layer: layer, spec: spec.parent))
                for (place, field) in spec.fields.enumerated() where !isShown || field.name != "timeSamples" {
                    set(layer, index, place, .scene)
                }
            }
        }
    }

    private func mark(_ layer: Int, _ spec: Int, _ field: String, _ fate: Fate) {
        let fields = stage.layers.layers[layer].layer.specs[spec].fields
        guard let index = fields.firstIndex(where: { $0.name == field }) else { return }
        set(layer, spec, index, fate)
    }

    private func set(_ layer: Int, _ spec: Int, _ index: Int, _ fate: Fate) {
        guard index < 64 else {
            let key = Key(layer: layer, spec: spec, field: String(index))
            if beyond[key] != .scene { beyond[key] = fate }
            return
        }
        switch fate {
        case .scene: scene[layer][spec] |= 1 << UInt64(index)
        case .diagnostic: remarks[layer][spec] |= 1 << UInt64(index)
        }
    }

    private func fate(_ layer: Int, _ spec: Int, _ index: Int) -> Fate? {
        guard index < 64 else { return beyond[Key(layer: layer, spec: spec, field: String(index))] }
        let bit: UInt64 = 1 << UInt64(index)
        return scene[layer][spec] & bit != 0 ? .scene : remarks[layer][spec] & bit != 0 ? .diagnostic : nil
    }

    // MARK: Accounts

    /// All records by kind, sorted, and the residue.
    func accounts() -> (census: [CensusEntry], residue: [Residue]) {
        var entries: [String: CensusEntry] = [:]
        var residues: [String: Residue] = [:]
        let types = typeNames()
        for (layer, entry) in stage.layers.layers.enumerated() {
            let others = unchosenSets(layer)
            for (index, spec) in entry.layer.specs.enumerated() {
                for record in Self.records(of: spec) {
                    let other = others.isEmpty ? nil : others[index]
                    let kind = other.map { "variants of \($0)" } ?? kind(index, record, layer, types)
                    var account = entries[kind] ?? CensusEntry(kind: kind, count: 0)
                    account.count += 1
                    switch record.field.flatMap({ fate(layer, index, $0) }) {
                    case .scene?: account.inScene += 1
                    case .diagnostic?: account.inDiagnostics += 1
                    case nil:
                        account.inResidue += 1
                        let reason =
                            other != nil
                            ? USDShownFacts.variants
                            : USDSceneBuilder.isUnreadShape(kind)
                                ? Residue.unreadShapeKind : Self.residueKind(record, spec)
                        let shown = USDShownFacts.fact(of: kind, reason)
                        let none = Residue(path: kind, kind: reason, count: 0, shownAs: shown)
                        residues[kind, default: none].count += 1
                    }
                    entries[kind] = account
                }
            }
        }
        return (
            entries.values.sorted { $0.kind < $1.kind }, residues.values.sorted { $0.path < $1.path }
        )
    }

    /// The set of the variant that each spec of a layer belongs to, if the stage has another one of it; empty: the layer
    /// has no such variants.
    private func unchosenSets(_ layer: Int) -> [String?] {
        let specs = stage.layers.layers[layer].layer.specs
        guard specs.contains(where: { $0.kind == .variant }) else { return [] }
        var sets = [String?](repeating: nil, count: specs.count)
        for (index, spec) in specs.enumerated() where spec.parent >= 0 {
            sets[index] = sets[spec.parent]
            guard sets[index] == nil, spec.kind == .variant else { continue }
            if !chosen[layer].contains(index) { sets[index] = specs[spec.parent].name }
        }
        return sets
    }

    private struct Record {
        /// The index of the field, or nil for a property without fields.
        var field: Int?
        var name: String
    }

    private static func records(of spec: USDSpec) -> [Record] {
        let isProperty = spec.kind == .attribute || spec.kind == .relationship
        let records = spec.fields.indices.compactMap { index -> Record? in
            let name = spec.fields[index].name
            return isProperty && declaration.contains(name) ? nil : Record(field: index, name: name)
        }
        guard isProperty, records.isEmpty else { return records }
        return [Record(field: spec.fields.indices.first, name: "default")]
    }

    /// Fields that declare a property, without its value.
    private static let declaration: Set<String> = ["typeName", "variability", "custom"]

    private func kind(_ index: Int, _ record: Record, _ layer: Int, _ types: [[String]]) -> String {
        let spec = stage.layers.layers[layer].layer.specs[index]
        let owner = spec.kind == .attribute || spec.kind == .relationship ? spec.parent : index
        // All that a shape says is one thing where it is not read.
        if owner >= 0, USDSceneBuilder.isUnreadShape(types[layer][owner]) { return types[layer][owner] }
        switch spec.kind {
        case .pseudoRoot: return "layer (\(record.name))"
        case .prim: return "prim (\(record.name))"
        case .variantSet: return "variantSet (\(record.name))"
        case .variant: return "variant (\(record.name))"
        case .attribute, .relationship:
            let type = types[layer][spec.parent]
            let name = "\(type.isEmpty ? "prim" : type).\(spec.name)"
            return record.name == "default" || record.name == "targetPaths" ? name : "\(name) (\(record.name))"
        }
    }

    private static func residueKind(_ record: Record, _ spec: USDSpec) -> String {
        switch spec.kind {
        case .pseudoRoot: "layer metadata"
        case .prim: "prim metadata"
        case .variantSet, .variant: "variant metadata"
        case .attribute, .relationship:
            switch record.name {
            case "default", "targetPaths": "property"
            case "timeSamples", "spline": "animation"
            case "connectionPaths": "connection"
            default: "property metadata"
            }
        }
    }

    /// The type name of each spec's prim: its own, or else that of the first composed prim with an opinion from it.
    private func typeNames() -> [[String]] {
        var types = stage.layers.layers.map { [String](repeating: "", count: $0.layer.specs.count) }
        for prim in stage.prims where !prim.typeName.isEmpty {
            for opinion in prim.opinions where types[opinion.layer][opinion.spec].isEmpty {
                types[opinion.layer][opinion.spec] = prim.typeName
            }
        }
        for (layer, entry) in stage.layers.layers.enumerated() {
            for (index, spec) in entry.layer.specs.enumerated() {
                if case .text(_, let name)? = spec["typeName"], spec.kind == .prim { types[layer][index] = name }
                // A variant belongs to the prim of its variant set, selected or not.
                if spec.kind == .variant, spec.parent >= 0, types[layer][index].isEmpty {
                    let owner = entry.layer.specs[spec.parent].parent
                    if owner >= 0 { types[layer][index] = types[layer][owner] }
                }
            }
        }
        return types
    }
}
