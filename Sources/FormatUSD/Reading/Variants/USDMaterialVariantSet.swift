import MeshModel

/// A variant set whose variants differ in nothing but bound materials.
///
/// - Form: variants have `over`s that bind materials, and that choose the variant of the same name further down, as
///   instances need it.
struct USDMaterialVariantSet {
    /// The name of the set.
    let name: String
    /// The names of its variants, in the order of the layers.
    let names: [String]
    /// All specs of the set's variants.
    private(set) var specs: [(layer: Int, spec: Int)] = []
    /// The bindings among them.
    private var bindings: Set<[Int]> = []

    /// Finds the first such set of the stage; nil: it has none.
    ///
    /// - Parameter chosen: the names of sets that are read in one variant, as `--variant` says.
    init?(_ stage: USDStage, except chosen: Set<String>) {
        var sets: [String: [(layer: Int, spec: Int)]] = [:]
        for (layer, entry) in stage.layers.layers.enumerated() {
            for spec in entry.places.variantSets {
                sets[entry.layer.specs[spec].name, default: []].append((layer, spec))
            }
        }
        guard !sets.isEmpty else { return nil }
        var owners: [String: [Int]] = [:]
        for (prim, value) in stage.prims.enumerated() where prim > 0 && !value.isAbstract && value.isActive {
            for opinion in value.opinions {
                for set in stage.spec(opinion).variantSets {
                    let name = stage.layers.layers[opinion.layer].layer.specs[set].name
                    if owners[name]?.last != prim { owners[name, default: []].append(prim) }
                }
            }
        }
        let found = sets.keys.filter { !chosen.contains($0) && owners[$0] != nil }
            .sorted { (owners[$0]?.first ?? 0, $0) < (owners[$1]?.first ?? 0, $1) }
        var opinions: [Int: Set<[Int]>] = [:]
        for name in found {
            guard let all = owners[name], let first = all.first else { continue }
            let ofFirst = opinions[first] ?? Set(stage.prims[first].opinions.map { [$0.layer, $0.spec] })
            opinions[first] = ofFirst
            if let own = Self(name, sets[name] ?? [], all, ofFirst, stage) {
                self = own
                return
            }
        }
        return nil
    }

    /// - Parameter opinions: the layers and specs of the first owner.
    private init?(
        _ name: String, _ sets: [(layer: Int, spec: Int)], _ owners: [Int], _ opinions: Set<[Int]>, _ stage: USDStage
    ) {
        guard let first = owners.first else { return nil }
        self.name = name
        var names: [String] = []
        var known: Set<ExactText> = []
        // The paths below the first owner at which each variant chooses the same variant.
        var choosing: [String: Set<String>] = [:]
        for (layer, set) in sets {
            let all = stage.layers.layers[layer].layer.specs
            guard all[set].variantSets.isEmpty, all[set].properties.isEmpty else { return nil }
            let isOfFirst = opinions.contains([layer, all[set].parent])
            for variant in all[set].children {
                let own = all[variant].name
                if isOfFirst, known.insert(ExactText(own)).inserted { names.append(own) }
                var open = [(spec: variant, path: "")]
                while let (index, path) = open.popLast() {
                    let spec = all[index]
                    guard spec.variantSets.isEmpty, spec.fields.allSatisfy({ Self.isAllowed($0, spec, name, own) })
                    else {
                        return nil
                    }
                    specs.append((layer, index))
                    if isOfFirst, spec["variantSelection"] != nil { choosing[own, default: []].insert(path) }
                    for property in spec.properties {
                        guard all[property].kind == .relationship,
                            USDSceneBuilder.bindingNames.contains(all[property].name),
                            all[property].fields.allSatisfy({ Self.allowedOfBinding.contains($0.name) })
                        else { return nil }
                        specs.append((layer, property))
                        bindings.insert([layer, property])
                    }
                    for child in spec.children { open.append((child, "\(path)/\(all[child].name)")) }
                }
            }
        }
        // A set of variants that do nothing is one of materials only where meshconv wrote it.
        guard !names.isEmpty, !bindings.isEmpty || name == USDVariants.set else { return nil }
        self.names = names
        let start = stage.path(of: first)
        let own = Set(specs.map { [$0.layer, $0.spec] })
        for other in owners.dropFirst() {
            let path = stage.path(of: other)
            guard path.hasPrefix(start + "/") else { return nil }
            let rest = String(path.dropFirst(start.count))
            guard names.allSatisfy({ choosing[$0]?.contains(rest) == true }) else { return nil }
            // A choice beside the variants is stronger than theirs.
            let choice = stage.prims[other].opinions.first { stage.spec($0).chooses(name) }
            guard let choice, own.contains([choice.layer, choice.spec]) else { return nil }
        }
    }

    private static let allowedOfBinding: Set<String> = ["targetPaths", "variability", "custom", "bindMaterialAs"]

    private static func isAllowed(_ field: USDField, _ spec: USDSpec, _ name: String, _ variant: String) -> Bool {
        switch (field.name, field.value) {
        case ("specifier", .specifier(let specifier)): return spec.kind == .variant || specifier == .over
        case ("apiSchemas", .list(let list)):
            return (list.explicit + list.prepended + list.appended + list.added).allSatisfy { item in
                if case .text("MaterialBindingAPI") = item { true } else { false }
            }
        case ("variantSelection", .selections(let pairs)):
            return spec.kind == .prim && pairs.allSatisfy { $0.first == name && $0.second == variant }
        default: return false
        }
    }

    /// Whether an opinion on a binding is that of a variant.
    func binds(_ opinion: USDOpinion) -> Bool { bindings.contains([opinion.layer, opinion.spec]) }
}

extension USDSpec {
    /// Whether it chooses a variant of a set.
    fileprivate func chooses(_ set: String) -> Bool {
        guard case .selections(let pairs)? = self["variantSelection"] else { return false }
        return pairs.contains { $0.first == set }
    }
}
