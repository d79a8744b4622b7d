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
    /// The specs of shaders that only surfaces for other renderers use, by layer.
    private var ofOtherSurfaces: [Int: Set<Int>] = [:]

    /// Creates a census of a stage's layers. Fields that composition read are already marked.
    init(_ stage: USDStage) {
        self.stage = stage
        isTimed = stage.layers.layers.contains(where: \.places.changesWithTime)
        var chosen = [Set<Int>](repeating: [], count: stage.layers.layers.count)
        if stage.layers.layers.contains(where: { !$0.places.variantSets.isEmpty }) {
            for opinion in stage.prims.lazy.flatMap(\.opinions)
            where stage.layers.layers[opinion.layer].layer.specs[opinion.spec].kind == .variant {
                chosen[opinion.layer].insert(opinion.spec)
            }
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

    /// The fields that declare an attribute and say what its value is for, with its value without a time.
    static let ofValue =
        declaration + ["default", "interpolation", "elementSize", "unauthoredValuesIndex"]

    /// Records fields of all opinions on a property or prim. Weaker opinions count too: the strongest overrode them.
    ///
    /// - Parameters:
    ///   - fields: their names; nil: all fields.
    ///   - fate: whether they are in the scene, or were left out with a diagnostic.
    func use(_ opinions: [USDOpinion], _ fields: [String]?, _ fate: Fate = .scene) {
        for opinion in opinions {
            let own = stage.layers.layers[opinion.layer].layer.specs[opinion.spec].fields
            for index in own.indices {
                // Curves are read as samples.
                let name = own[index].name == "spline" ? "timeSamples" : own[index].name
                if fields?.contains(name) ?? true { set(opinion.layer, opinion.spec, index, fate) }
            }
        }
    }

    /// Records that a prim is part of a surface for other renderers, beside one that is read.
    func setAside(_ opinions: [USDOpinion]) {
        for opinion in opinions { ofOtherSurfaces[opinion.layer, default: []].insert(opinion.spec) }
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
        var ledger = USDFieldLedger()
        let types = typeNames()
        for (layer, entry) in stage.layers.layers.enumerated() {
            let others = unchosenSets(layer)
            let specs = entry.layer.specs
            for index in specs.indices {
                let isProperty = specs[index].kind.isProperty
                let owner = isProperty ? specs[index].parent : index
                var heading = USDFieldLedger.Heading(kind: specs[index].kind)
                if !others.isEmpty, let set = others[index] {
                    heading.unchosen = set
                } else if ofOtherSurfaces[layer]?.contains(owner) == true {
                    heading.isOfOtherSurface = true
                } else {
                    heading.type = owner >= 0 ? types[layer][owner] : ""
                    heading.name = isProperty ? specs[index].name : ""
                }
                for record in Self.records(of: specs[index].fields, isProperty: isProperty) {
                    heading.field = record.name
                    ledger.add(heading, record.field.flatMap { fate(layer, index, $0) })
                }
            }
        }
        return (ledger.census, ledger.residue)
    }

    /// The set of the variant that each spec of a layer belongs to, if the stage has another one of it; empty: the layer
    /// has no such variants.
    private func unchosenSets(_ layer: Int) -> [String?] {
        guard !stage.layers.layers[layer].places.variantSets.isEmpty else { return [] }
        let specs = stage.layers.layers[layer].layer.specs
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

    /// The records of a spec with these fields.
    private static func records(of fields: [USDField], isProperty: Bool) -> [Record] {
        var records: [Record] = []
        for index in fields.indices where !isProperty || !declaration.contains(fields[index].name) {
            records.append(Record(field: index, name: fields[index].name))
        }
        guard isProperty, records.isEmpty else { return records }
        return [Record(field: fields.indices.first, name: "default")]
    }

    /// Fields that declare a property, without its value.
    static let declaration = ["typeName", "variability", "custom"]

    /// The type name of each spec's prim: its own, or else that of the first composed prim with an opinion from it.
    private func typeNames() -> [[String]] {
        var types = stage.layers.layers.map { [String](repeating: "", count: $0.layer.specs.count) }
        for prim in stage.prims where !prim.typeName.isEmpty {
            for opinion in prim.opinions where types[opinion.layer][opinion.spec].isEmpty {
                types[opinion.layer][opinion.spec] = prim.typeName
            }
        }
        for (layer, entry) in stage.layers.layers.enumerated() {
            let specs = entry.layer.specs
            for index in specs.indices {
                switch specs[index].kind {
                case .prim:
                    if case .text(_, let name)? = specs[index]["typeName"] { types[layer][index] = name }
                case .variant:
                    // It belongs to the prim of its variant set, selected or not.
                    guard specs[index].parent >= 0, types[layer][index].isEmpty else { continue }
                    let owner = specs[specs[index].parent].parent
                    if owner >= 0 { types[layer][index] = types[layer][owner] }
                default: continue
                }
            }
        }
        return types
    }
}
