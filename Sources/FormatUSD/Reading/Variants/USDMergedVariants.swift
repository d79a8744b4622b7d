import MeshModel

/// The layers of a stage, changed so that a set of materials has one variant only. That variant has the bindings of all
/// variants, so the stage is composed once, not once for each.
struct USDMergedVariants {
    /// The layers, with the specs at their numbers. Those of the merged variants come after them.
    private(set) var layers: USDLayerLibrary
    /// The binding that each variant has in place of a merged one: spec by variant.
    private var bindings: [Site: [Int: Int]] = [:]

    /// The name of the merged variant.
    static let name = "all"

    private struct Site: Hashable {
        var layer: Int
        var spec: Int
    }

    init(_ set: USDMaterialVariantSet, _ layers: USDLayerLibrary) {
        self.layers = layers
        let numbers = Dictionary(
            set.names.enumerated().map { (ExactText($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
        for (index, entry) in layers.layers.enumerated() {
            let specs = entry.layer.specs
            let sets = specs.indices.filter { specs[$0].kind == .variantSet && specs[$0].name == set.name }
            guard !sets.isEmpty else { continue }
            var layer = entry.layer
            for spec in sets { merge(spec, index, &layer, numbers) }
            self.layers.replace(index, by: layer)
        }
    }

    /// The opinions that a variant has in place of those on a merged binding; nil: those beside all variants.
    func opinions(_ merged: [USDOpinion], in variant: Int?) -> [USDOpinion] {
        merged.compactMap { opinion in
            guard let own = bindings[Site(layer: opinion.layer, spec: opinion.spec)] else { return opinion }
            return variant.flatMap { own[$0] }.map { spec in
                var opinion = opinion
                opinion.spec = spec
                return opinion
            }
        }
    }

    /// The variants that an opinion on a merged binding stands for.
    func variants(of opinion: USDOpinion) -> [Int: Int].Keys? {
        bindings[Site(layer: opinion.layer, spec: opinion.spec)]?.keys
    }

    /// Replaces the variants of a set by a merged one. As elsewhere, the first of several specs of one name counts.
    private mutating func merge(_ set: Int, _ number: Int, _ layer: inout USDLayer, _ numbers: [ExactText: Int]) {
        struct Key: Hashable {
            var parent: Int
            var name: ExactText
        }
        let variants = layer.specs[set].children
        layer.specs[set].children = []
        let all = layer.add(.variant, Self.name, below: set)
        var overs: [Key: Int] = [:]
        var properties: [Key: Int] = [:]
        var seen: Set<ExactText> = []
        for spec in variants where seen.insert(ExactText(layer.specs[spec].name)).inserted {
            guard let variant = numbers[ExactText(layer.specs[spec].name)] else { continue }
            var visited: Set<Int> = []
            var open = [(spec: spec, merged: all)]
            while let (spec, merged) = open.popLast() {
                for property in layer.specs[spec].properties {
                    let name = layer.specs[property].name
                    let key = Key(parent: merged, name: ExactText(name))
                    let own = properties[key] ?? layer.add(.relationship, name, below: merged)
                    properties[key] = own
                    let site = Site(layer: number, spec: own)
                    if bindings[site]?[variant] == nil { bindings[site, default: [:]][variant] = property }
                }
                for child in layer.specs[spec].children {
                    let name = layer.specs[child].name
                    let key = Key(parent: merged, name: ExactText(name))
                    let own = overs[key] ?? layer.define(name, nil, below: merged, .over)
                    overs[key] = own
                    if visited.insert(own).inserted { open.append((child, own)) }
                }
            }
        }
    }
}
