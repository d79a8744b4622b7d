import MeshFormats
import MeshModel

// Material bindings: of a whole prim, or of subsets of its faces.

extension USDShapeContents {
    /// Binds the materials of a shape.
    mutating func addMaterials(
        _ shape: USDPlannedShape, to prim: Int, _ names: inout USDNames, _ draft: inout USDDraft
    ) {
        let place = shape.place
        let path = ScenePath.materialBinding(mesh: place.mesh, primitive: place.index)
        let plain = materials.plainMaterial(of: shape, draft)
        let looks = ElementLooks(place.primitive)
        let count = shape.elements?.count ?? place.primitive.elementCount
        // The look of each element that is written.
        func look(_ element: Int) -> Int {
            looks.numbers.map { Int($0[shape.elements.map { Int($0[element]) } ?? element]) } ?? 0
        }
        let isPlain: (Int) -> Bool = { looks.looks[$0].material < 0 }
        guard count > 0 || looks.numbers == nil else { return }
        let first = looks.looks[count > 0 ? look(0) : 0].material
        let isMixed = looks.numbers != nil && (0..<count).contains { looks.looks[look($0)].material != first }
        if isMixed, shape.kind != .mesh {
            draft.lose(
                .materialDropped, .dropped, path, "material of \(place.primitive.topology.rawValue)",
                (0..<count).count { !isPlain(look($0)) }, "elements",
                "USD can't give lines or points of one object different materials")
        } else if plain != nil {
            draft.lose(
                .materialGenerated, .reencoded, path, "material of \(place.primitive.topology.rawValue)",
                looks.numbers == nil ? (first < 0 ? count : 0) : (0..<count).count { isPlain(look($0)) }, "elements",
                "a plain material was added, so that all viewers show the same")
        }
        var elements: [Int: ContiguousArray<Int32>] = [:]
        var order: [Int] = []
        if looks.numbers != nil {
            for element in 0..<count {
                let own = look(element)
                if elements[own] == nil { order.append(own) }
                elements[own, default: []].append(Int32(clamping: element))
            }
        }
        guard order.count > 1 else { return bind(looks.looks[order.first ?? 0], shape, plain, to: prim, &draft) }
        guard shape.kind == .mesh else {
            return bindWhole(order.map { (looks.looks[$0], elements[$0]?.count ?? 0) }, shape, plain, to: prim, &draft)
        }
        let isWhole = order.allSatisfy { !isPlain($0) || plain != nil }
        draft.layer.attribute(
            prim, "subsetFamily:materialBind:familyType", "token", .token(isWhole ? "partition" : "nonOverlapping"),
            isUniform: true)
        for own in order {
            let look = looks.looks[own]
            let worn = ([look.material] + look.variants).lazy.compactMap { $0 < 0 ? plain : $0 }
            guard let first = worn.first else { continue }
            let name = materials.paths[first].split(separator: "/").last.map(String.init) ?? "Material"
            let subset = draft.layer.define(names.unique(name), "GeomSubset", below: prim)
            draft.layer.subset(subset, elements[own] ?? [], family: "materialBind")
            bind(look, shape, plain, to: subset, &draft)
        }
    }

    /// Binds what some elements wear: by itself, or in each variant if a variant changes it.
    private mutating func bind(
        _ look: ElementLooks.Look, _ shape: USDPlannedShape, _ plain: Int?, to prim: Int, _ draft: inout USDDraft
    ) {
        func number(_ material: Int) -> Int? { material < 0 ? plain : material }
        let rows = shape.place.primitive.variantMaterials
        guard !rows.isEmpty else { return bind(number(look.material), to: prim, &draft) }
        let own = Dictionary(zip(rows.map(\.variant), look.variants), uniquingKeysWith: { first, _ in first })
        bind((0..<(variants?.names.count ?? 0)).map { number(own[$0] ?? look.material) }, shape, to: prim, &draft)
    }

    /// Binds lines or points, which have one material in each variant: where they should have several, they have their
    /// usual one.
    private mutating func bindWhole(
        _ looks: [(look: ElementLooks.Look, count: Int)], _ shape: USDPlannedShape, _ plain: Int?, to prim: Int,
        _ draft: inout USDDraft
    ) {
        func only(_ materials: [Int]) -> Int? {
            guard let first = materials.first, materials.allSatisfy({ $0 == first }) else { return nil }
            return first < 0 ? plain : first
        }
        let usual = only(looks.map(\.look.material))
        let rows = shape.place.primitive.variantMaterials
        guard !rows.isEmpty else { return bind(usual, to: prim, &draft) }
        var numbers = [Int?](repeating: usual, count: variants?.names.count ?? 0)
        for (place, row) in rows.enumerated() {
            let own = looks.map { $0.look.variants[place] }
            if Set(own).count == 1 {
                numbers[row.variant] = only(own)
            } else {
                let lost = looks.filter { $0.look.variants[place] >= 0 && $0.look.variants[place] != usual }
                draft.lose(
                    .materialChanged, .approximated, ScenePath.variant(row.variant),
                    "material variant \(draft.scene.materialVariants[row.variant])", lost.reduce(0) { $0 + $1.count },
                    "elements", "USD can't give lines or points of one object different materials")
            }
        }
        bind(numbers, shape, to: prim, &draft)
    }

    /// Binds a material in each variant of the file.
    private mutating func bind(
        _ numbers: [Int?], _ shape: USDPlannedShape, to prim: Int, _ draft: inout USDDraft
    ) {
        let changed = Set(shape.place.primitive.variantMaterials.map(\.variant))
        let implied = draft.scene.materialVariants.indices.filter { !changed.contains($0) }
        if !implied.isEmpty { draft.origin.impliedVariants[shape.number] = implied }
        var isBound = false
        for (variant, number) in numbers.enumerated() {
            guard let number, materials.paths.indices.contains(number) else { continue }
            isBound = true
            variants?.bind(materials.paths[number], to: prim, in: variant, prims, &draft.layer)
        }
        if isBound { draft.layer.apply("MaterialBindingAPI", to: prim) }
    }

    private func bind(_ material: Int?, to prim: Int, _ draft: inout USDDraft) {
        guard let material, materials.paths.indices.contains(material) else { return }
        draft.layer.apply("MaterialBindingAPI", to: prim)
        draft.layer.relationship(prim, "material:binding", to: materials.paths[material])
    }
}
