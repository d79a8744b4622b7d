import MeshModel

/// A layer and its location, with lookup tables for composition.
final class USDLayerEntry: Sendable {
    let layer: USDLayer
    let location: USDLayerLibrary.Location
    /// The path for messages. A layer in a package has the package first: `room.usdz[room.usdc]`.
    let path: String
    /// The specs that have something few others have. Without these lists, each question would go through all specs.
    let places: USDLayerPlaces
    private let properties: [Int: [ExactText: Int]]
    private let children: [Int: [ExactText: Int]]

    /// Up to this count, names are searched one by one.
    private static let few = 12

    init(_ layer: USDLayer, _ location: USDLayerLibrary.Location, path: String) {
        self.layer = layer
        self.location = location
        self.path = path
        places = USDLayerPlaces(layer)
        var (properties, children): ([Int: [ExactText: Int]], [Int: [ExactText: Int]]) = ([:], [:])
        for spec in layer.specs.indices {
            let own = layer.specs[spec].properties
            if own.count > Self.few { properties[spec] = Self.names(own, layer) }
            // Variants are found by their set.
            guard layer.specs[spec].kind != .variantSet else { continue }
            let below = layer.specs[spec].children
            if below.count > Self.few { children[spec] = Self.names(below, layer) }
        }
        (self.properties, self.children) = (properties, children)
    }

    private static func names(_ specs: [Int], _ layer: USDLayer) -> [ExactText: Int] {
        Dictionary(specs.map { (ExactText(layer.specs[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The arcs that a spec names.
    func arcs(of spec: Int) -> USDArcs { places.arcs[spec] ?? [] }

    /// The value of a field of a spec.
    func value(of spec: Int, _ field: String) -> USDValue? { layer.specs[spec].fields.value(of: field) }

    /// The property of a prim with this name.
    func property(_ name: String, of spec: Int) -> Int? {
        if let names = properties[spec] { return names[ExactText(name)] }
        let specs = layer.specs
        return specs[spec].properties.first { ExactText.areSame(specs[$0].name, name) }
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

    /// All prims and variants below a prim or variant, of each name the first.
    func parts(below spec: Int) -> [(part: USDPathTable.Part, spec: Int)] {
        let specs = layer.specs
        let prims = specs[spec].children.map { (part: USDPathTable.Part.prim(specs[$0].name), spec: $0) }
        let variants = specs[spec].variantSets.flatMap { set in
            specs[set].children.map {
                (part: USDPathTable.Part.variant(set: specs[set].name, name: specs[$0].name), spec: $0)
            }
        }
        return (prims + variants).filter { self.spec($0.part, of: spec) == $0.spec }
    }

    /// The number of prims and variants below a prim or variant.
    func partCount(below spec: Int) -> Int {
        layer.specs[spec].variantSets.reduce(layer.specs[spec].children.count) {
            $0 + layer.specs[$1].children.count
        }
    }
}
