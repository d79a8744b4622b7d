import MeshModel

/// One USD layer as authored: specs with their fields. It may come from text or from a crate file.
///
/// Nothing is composed here: references, variants and list edits stay opinions. Both encodings read and write this one
/// model, so a change of encoding also keeps fields that meshconv doesn't understand.
///
/// - Order: children and fields keep their authored order.
/// - Ownership: large arrays are columns that may view the bytes of the file.
struct USDLayer: Sendable {
    /// All specs. The first is the pseudo-root, and parents come before their children.
    var specs: [USDSpec] = [USDSpec(kind: .pseudoRoot, name: "", parent: -1)]

    /// Adds a spec as the last child of its kind below `parent`, and returns its index.
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

    /// The path of a spec in USD's syntax: `/`, `/Room/Wall.points`, `/Room{lod=high}Wall`.
    func path(of index: Int) -> String {
        var parts: [String] = []
        var current = index
        while current > 0 {
            let spec = specs[current]
            switch spec.kind {
            case .pseudoRoot: break
            case .attribute, .relationship: parts.append("." + spec.name)
            case .variant: parts.append("{\(specs[spec.parent].name)=\(spec.name)}")
            // A set adds nothing to the path: its variants include its name.
            case .variantSet: if current == index { parts.append("{\(spec.name)=}") }
            case .prim: parts.append(specs[spec.parent].kind == .variant ? spec.name : "/" + spec.name)
            }
            current = spec.parent
        }
        return parts.isEmpty ? "/" : parts.reversed().joined()
    }
}

/// One entry of a layer: a prim, a property, a variant set or a variant.
struct USDSpec: Sendable {
    /// The kind of a spec. Raw values are those of crate files.
    enum Kind: Int32, Sendable, Hashable {
        case attribute = 1
        case prim = 6
        case pseudoRoot, relationship
        case variant = 10
        case variantSet

        /// Whether it is an attribute or a relationship.
        var isProperty: Bool { self == .attribute || self == .relationship }
    }

    var kind: Kind
    /// The last component of the path: `Wall`, `primvars:st`, `lod`, `high`. Empty for the pseudo-root.
    var name: String
    /// The index of the parent spec, or −1 for the pseudo-root.
    var parent: Int
    /// The fields, in authored order, each name once. The lists below replace the fields `primChildren`, `properties`,
    /// `variantSetChildren` and `variantChildren`.
    var fields: [USDField] = []
    /// The prims of the pseudo-root, a prim or a variant, or the variants of a variant set.
    var children: [Int] = []
    /// The attributes and relationships of a prim or variant, in their common order.
    var properties: [Int] = []
    /// The variant sets of a prim or variant.
    var variantSets: [Int] = []

    /// The value of a field, or nil.
    subscript(_ name: String) -> USDValue? {
        get { fields.value(of: name) }
        set {
            let index = fields.firstIndex { ExactText.areSame($0.name, name) }
            switch (index, newValue) {
            case (let index?, let value?): fields[index].value = value
            case (nil, let value?): fields.append(USDField(name: name, value: value))
            case (let index?, nil): fields.remove(at: index)
            case (nil, nil): break
            }
        }
    }
}

extension [USDField] {
    /// The value of the field with this name, or nil. Only what is found is copied.
    func value(of name: String) -> USDValue? {
        for index in indices where ExactText.areSame(self[index].name, name) { return self[index].value }
        return nil
    }
}

/// A field: its name (`default`, `typeName`, `interpolation`, `kind` …) and its value.
struct USDField: Sendable {
    /// The name as in crate files. Text may spell it differently.
    var name: String
    var value: USDValue
    /// Whether the program that wrote the layer didn't know the name. Crate files wrap such values, and so do we.
    var isUnregistered = false
}
