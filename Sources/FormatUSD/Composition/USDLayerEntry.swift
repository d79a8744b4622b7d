import MeshModel

/// A layer and its location, with lookup tables for composition.
struct USDLayerEntry: Sendable {
    let layer: USDLayer
    let location: USDLayerLibrary.Location
    /// The path for messages. A layer in a package has the package first: `room.usdz[room.usdc]`.
    let path: String
    /// The arcs that each spec names.
    private var arcs: [Int: USDArcs] = [:]
    private var properties: [Int: [ExactText: Int]] = [:]
    private var children: [Int: [ExactText: Int]] = [:]

    /// Up to this count, names are searched one by one.
    private static let few = 12

    init(_ layer: USDLayer, _ location: USDLayerLibrary.Location, path: String) {
        self.layer = layer
        self.location = location
        self.path = path
        for (index, spec) in layer.specs.enumerated() {
            switch spec.kind {
            case .attribute, .relationship, .variantSet: continue
            case .pseudoRoot, .prim, .variant: break
            }
            if spec.properties.count > Self.few { properties[index] = Self.names(spec.properties, layer) }
            if spec.children.count > Self.few { children[index] = Self.names(spec.children, layer) }
            var found: USDArcs = []
            for field in spec.fields {
                switch field.name {
                case "references": found.insert(.references)
                case "payload": found.insert(.payloads)
                case "inheritPaths": found.insert(.inherits)
                case "specializes": found.insert(.specializes)
                case "variantSetNames": found.insert(.variants)
                case "variantSelection": found.insert(.selections)
                case "instanceable": found.insert(.instanceable)
                default: break
                }
            }
            if !found.isEmpty { arcs[index] = found }
        }
    }

    private static func names(_ specs: [Int], _ layer: USDLayer) -> [ExactText: Int] {
        Dictionary(specs.map { (ExactText(layer.specs[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The arcs that a spec names.
    func arcs(of spec: Int) -> USDArcs { arcs[spec] ?? [] }

    /// The property of a prim with this name.
    func property(_ name: String, of spec: Int) -> Int? {
        if let names = properties[spec] { return names[ExactText(name)] }
        return layer.specs[spec].properties.first { ExactText.areSame(layer.specs[$0].name, name) }
    }

    /// The child prim with this name.
    func child(_ name: String, of spec: Int) -> Int? {
        if let names = children[spec] { return names[ExactText(name)] }
        return layer.specs[spec].children.first { ExactText.areSame(layer.specs[$0].name, name) }
    }

    /// The prim or variant of this name below a prim or variant.
    func spec(_ part: USDPathTable.Part, of spec: Int) -> Int? {
        switch part {
        case .prim(let name): child(name, of: spec)
        case .variant(let set, let name): variant(set, name, of: spec)
        }
    }

    /// The variant with this set and name, of a prim or another variant.
    private func variant(_ set: String, _ name: String, of spec: Int) -> Int? {
        guard let set = layer.specs[spec].variantSets.first(where: { layer.specs[$0].name == set }) else { return nil }
        return layer.specs[set].children.first { ExactText.areSame(layer.specs[$0].name, name) }
    }

    /// All prims and variants below a prim or variant.
    func parts(below spec: Int) -> [(part: USDPathTable.Part, spec: Int)] {
        let specs = layer.specs
        return specs[spec].children.map { (.prim(specs[$0].name), $0) }
            + specs[spec].variantSets.flatMap { set in
                specs[set].children.map { (.variant(set: specs[set].name, name: specs[$0].name), $0) }
            }
    }

    /// The number of prims and variants below a prim or variant.
    func partCount(below spec: Int) -> Int {
        layer.specs[spec].variantSets.reduce(layer.specs[spec].children.count) {
            $0 + layer.specs[$1].children.count
        }
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
}
