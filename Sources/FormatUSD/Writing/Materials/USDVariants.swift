import MeshFormats
import MeshModel

/// The variants of materials in the layer: a variant set of the default prim whose variants bind materials.
///
/// A binding beside the set would be stronger than all variants, so what wears several materials is bound in each variant
/// and nowhere else. Where no variant of the scene shows its usual materials, a last one does. Prototypes lie outside of
/// the default prim, and have a set of their own: the variants of the default prim choose theirs for each instance.
struct USDVariants {
    /// The name of the set. Pixar's own assets use it, and other converters from glTF.
    static let set = "shadingVariant"
    /// The name of the variant with the scene's usual materials.
    static let usual = "default"

    /// The name of each variant in the file. There may be one more than in the scene.
    let names: [String]
    /// The variant of the scene's usual materials.
    let chosen: Int
    /// The specs of the variants of each prim that has the set.
    private var variants: [Int: [Int]] = [:]
    /// The spec in a variant for each prim.
    private var overs: [[Int]: Int] = [:]

    /// Whether a file would have more rows of variants than are read: half of what the reader allows, since it counts
    /// them by its own prims.
    static func areTooMany(_ scene: MeshScene) -> Bool {
        let count = scene.materialVariants.count
        guard count > 0 else { return false }
        var faces = 0
        // A row for each primitive, and for each group of faces in it.
        let rowsOfMeshes = scene.meshes.map { mesh in
            mesh.primitives.reduce(0) { sum, primitive in
                guard !primitive.variantMaterials.isEmpty else { return sum }
                let looks = ElementLooks(primitive).looks.count
                if looks > 1 { faces += 2 * primitive.elementCount + looks }
                return sum + 1 + looks
            }
        }
        let rows = scene.nodes.reduce(0) { $0 + ($1.mesh.map { rowsOfMeshes[$0] } ?? 0) }
        return rows > USDVariantBindings.mostRows / 2 / count || faces > USDVariantBindings.mostFaces / 2 / count
    }

    /// Names the variants, and reports how; nil: the scene has none.
    init?(_ draft: inout USDDraft) {
        let scene = draft.scene
        guard !scene.materialVariants.isEmpty else { return nil }
        var unique = USDNames()
        var names = scene.materialVariants.map { unique.unique($0) }
        draft.links.variants = names.indices.map { $0 }
        draft.restored.variants = draft.links.variants
        for (index, name) in scene.materialVariants.enumerated() where names[index] != name {
            draft.lose(
                .nameChanged, .reencoded, ScenePath.variant(index), "material variant \(name)", 1, "variants",
                "USD allows only letters, digits and underscores in names, each name once")
        }
        if names != scene.materialVariants { draft.origin.variantNames = scene.materialVariants }
        if let usual = Self.usual(scene) {
            chosen = usual
        } else {
            chosen = names.count
            names.append(unique.unique(Self.usual))
            draft.origin.hasUsualVariant = true
            draft.links.variants.append(nil)
            draft.lose(
                .variantGenerated, .reencoded, ScenePath.variant(chosen), "material variant \(names[chosen])", 1,
                "variants", "added for the usual materials, which no variant has")
        }
        self.names = names
    }

    /// The first variant in which everything wears its usual materials.
    private static func usual(_ scene: MeshScene) -> Int? {
        var isUsual = [Bool](repeating: true, count: scene.materialVariants.count)
        for (_, _, primitive) in scene.placedPrimitives where !primitive.variantMaterials.isEmpty {
            let count = primitive.elementCount
            let own = primitive.material.numbers(count: count)
            for row in primitive.variantMaterials where isUsual[row.variant] {
                isUsual[row.variant] = row.material.numbers(count: count) == own
            }
        }
        return isUsual.firstIndex(of: true)
    }

    // MARK: Layer

    /// Adds the set to the default prim, and lets it choose for everything that shows a prototype with variants.
    mutating func finish(_ prims: USDPrims, _ layer: inout USDLayer) {
        guard let root = layer.specs[0].children.first else { return }
        let own = variants(of: root, &layer)
        for (prim, prototype) in prims.showing where variants[prototype] != nil {
            for (variant, name) in zip(own, names) {
                let over = over(prim, in: variant, &layer)
                layer.specs[over]["variantSelection"] = .selections([USDPair(first: Self.set, second: name)])
            }
        }
        for (prim, own) in variants { for variant in own { keepOrder(of: prim, variant, &layer) } }
    }

    /// States the order of children where those of a variant, which come first, would change it.
    private func keepOrder(of prim: Int, _ variant: Int, _ layer: inout USDLayer) {
        var open = [(prim: prim, over: variant)]
        while let (prim, over) = open.popLast() {
            let children = layer.specs[prim].children
            let overs = layer.specs[over].children
            func name(_ spec: Int) -> String { layer.specs[spec].name }
            if !zip(children, overs).allSatisfy({ name($0) == name($1) }) {
                layer.specs[prim]["primOrder"] = .texts(.token, children.map(name))
            }
            let primOf = Dictionary(children.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
            for child in overs where !layer.specs[child].children.isEmpty {
                if let own = primOf[name(child)] { open.append((own, child)) }
            }
        }
    }

    /// Binds a material to a prim in a variant.
    mutating func bind(_ path: String, to prim: Int, in number: Int, _ prims: USDPrims, _ layer: inout USDLayer) {
        // The prototype that the prim belongs to, else the default prim.
        var owner = prim
        while layer.specs[owner].parent > 0, !prims.prototypes.contains(owner) { owner = layer.specs[owner].parent }
        let over = over(prim, in: variants(of: owner, &layer)[number], &layer)
        layer.relationship(over, "material:binding", to: path)
    }

    private mutating func variants(of prim: Int, _ layer: inout USDLayer) -> [Int] {
        if let known = variants[prim] { return known }
        layer.specs[prim]["variantSelection"] = .selections([USDPair(first: Self.set, second: names[chosen])])
        layer.specs[prim]["variantSetNames"] = .list(
            USDListEdit(item: .string, prepended: [.text(Self.set)]))
        let set = layer.add(.variantSet, Self.set, below: prim)
        let own = names.map { layer.add(.variant, $0, below: set) }
        variants[prim] = own
        return own
    }

    /// The spec of a prim below a variant of one of its ancestors.
    private mutating func over(_ prim: Int, in variant: Int, _ layer: inout USDLayer) -> Int {
        let owner = layer.specs[layer.specs[variant].parent].parent
        var path: [Int] = []
        var current = prim
        while current != owner, current > 0 {
            path.append(current)
            current = layer.specs[current].parent
        }
        var place = variant
        for step in path.reversed() {
            let key = [place, step]
            if let known = overs[key] {
                place = known
            } else {
                place = layer.define(layer.specs[step].name, nil, below: place, .over)
                overs[key] = place
            }
        }
        return place
    }
}
