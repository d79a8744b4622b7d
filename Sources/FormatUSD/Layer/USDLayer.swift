/// One USD layer as it is authored: specs with their fields, whether it came from text or from a crate file.
///
/// Nothing is resolved here: references, variants and list edits are kept as opinions. Both encodings fill and write this
/// one model, so what one of them says the other says too, understood or not.
///
/// - Order: children stay in authored order, and so do the fields of a spec.
/// - Ownership: large arrays are columns that may look at the bytes of the file.
struct USDLayer: Sendable {
    /// All specs; the first is the pseudo-root, and parents come before their children.
    var specs: [USDSpec] = [USDSpec(kind: .pseudoRoot, name: "", parent: -1)]

    /// Adds a spec below `parent` as its last child of that kind, and gives its index.
    mutating func add(_ kind: USDSpec.Kind, _ name: String, below parent: Int) -> Int {
        let index = specs.count
        specs.append(USDSpec(kind: kind, name: name, parent: parent))
        switch kind {
        case .attribute, .relationship: specs[parent].properties.append(index)
        case .variantSet: specs[parent].variantSets.append(index)
        case .pseudoRoot, .prim, .variant: specs[parent].children.append(index)
        }
        return index
    }

    /// The path of a spec as USD writes it: `/`, `/Room/Wall.points`, `/Room{lod=high}Wall`.
    func path(of index: Int) -> String {
        var parts: [String] = []
        var current = index
        while current > 0 {
            let spec = specs[current]
            switch spec.kind {
            case .pseudoRoot: break
            case .attribute, .relationship: parts.append("." + spec.name)
            case .variant: parts.append("{\(specs[spec.parent].name)=\(spec.name)}")
            // The set has no part of its own: its variants name it.
            case .variantSet: if current == index { parts.append("{\(spec.name)=}") }
            case .prim: parts.append(specs[spec.parent].kind == .variant ? spec.name : "/" + spec.name)
            }
            current = spec.parent
        }
        return parts.isEmpty ? "/" : parts.reversed().joined()
    }
}

/// One thing that a layer says something about: a prim, a property, a variant set or one of its variants.
struct USDSpec: Sendable {
    /// What kinds of spec a layer has.
    enum Kind: Sendable, Hashable {
        case pseudoRoot, prim, attribute, relationship, variantSet, variant
    }

    /// What it is.
    var kind: Kind
    /// The last part of the path alone: `Wall`, `primvars:st`, `lod`, `high`; empty for the pseudo-root.
    var name: String
    /// The spec that holds it; −1 for the pseudo-root.
    var parent: Int
    /// What is said of it, in authored order, each name once. What the lists below say is no field: `primChildren`,
    /// `properties`, `variantSetChildren`, `variantChildren`.
    var fields: [USDField] = []
    /// Prims of the pseudo-root, of a prim or of a variant; variants of a variant set.
    var children: [Int] = []
    /// Attributes and relationships of a prim or of a variant, in one order.
    var properties: [Int] = []
    /// Variant sets of a prim or of a variant.
    var variantSets: [Int] = []

    /// The value of a field, or nil.
    subscript(_ name: String) -> USDValue? {
        get { fields.first { $0.name == name }?.value }
        set {
            let index = fields.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): fields[index].value = value
            case (nil, let value?): fields.append(USDField(name: name, value: value))
            case (let index?, nil): fields.remove(at: index)
            case (nil, nil): break
            }
        }
    }
}

/// A name and what is said under it: `default`, `typeName`, `interpolation`, `kind` …
struct USDField: Sendable {
    /// The name as the crate has it (section 3.2 of the layer's format), which text spells in its own way.
    var name: String
    /// The value.
    var value: USDValue
    /// Whether the program that wrote the layer did not know the name: a crate file wraps such values, and they stay so.
    var isUnregistered = false
}
