/// The specs of a layer that have something few others have, in their order.
struct USDLayerPlaces: Sendable {
    /// The arcs that each spec names.
    private(set) var arcs: [Int: USDArcs] = [:]
    /// The specs with a field whose type allows names of files.
    private(set) var files: [Int] = []
    /// The prims that say something of value clips.
    private(set) var clips: [Int] = []
    private(set) var variantSets: [Int] = []
    /// The specs with a field that composition doesn't carry out.
    private(set) var uncomposed: [Int] = []
    /// Whether any prim binds a material.
    private(set) var bindsMaterials = false
    /// Whether any value changes with time.
    private(set) var changesWithTime = false

    init(_ layer: USDLayer) {
        for spec in layer.specs.indices {
            let kind = layer.specs[spec].kind
            switch kind {
            case .variantSet: variantSets.append(spec)
            case .relationship where layer.specs[spec].name.hasPrefix("material:binding"): bindsMaterials = true
            default: break
            }
            for field in layer.specs[spec].fields {
                note(field, spec)
                switch kind {
                case .attribute, .relationship:
                    if field.name == "timeSamples" || field.name == "spline" { changesWithTime = true }
                case .pseudoRoot, .prim, .variant:
                    if let arc = USDArcs.named(in: field.name) { arcs[spec, default: []].insert(arc) }
                    if field.name == "clips" { clips.append(spec) }
                case .variantSet: break
                }
            }
        }
    }

    private mutating func note(_ field: USDField, _ spec: Int) {
        switch field.value {
        case .relocates, .arrayEdit: if uncomposed.last != spec { uncomposed.append(spec) }
        default: break
        }
        if field.value.canNameFiles(in: field.name), files.last != spec { files.append(spec) }
    }
}

/// The fields of a spec that composition follows.
struct USDArcs: OptionSet {
    let rawValue: UInt8

    static let references = Self(rawValue: 1)
    static let payloads = Self(rawValue: 2)
    static let inherits = Self(rawValue: 4)
    static let specializes = Self(rawValue: 8)
    static let variants = Self(rawValue: 16)
    static let selections = Self(rawValue: 32)
    static let instanceable = Self(rawValue: 64)

    /// The arcs that a field names, or nil.
    static func named(in field: String) -> Self? {
        switch field {
        case "references": .references
        case "payload": .payloads
        case "inheritPaths": .inherits
        case "specializes": .specializes
        case "variantSetNames": .variants
        case "variantSelection": .selections
        case "instanceable": .instanceable
        default: nil
        }
    }
}
