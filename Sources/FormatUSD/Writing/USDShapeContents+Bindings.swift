import MeshFormats
import MeshModel

// Material bindings: of a whole prim, or of subsets of its faces.

extension USDShapeContents {
    /// Binds the materials of a shape.
    func addMaterials(
        _ shape: USDPlannedShape, to prim: Int, _ names: inout USDNames, _ draft: inout USDDraft
    ) {
        let place = shape.place
        let path = ScenePath.materialBinding(mesh: place.mesh, primitive: place.index)
        let plain = materials.plainMaterial(of: shape, draft)
        var numbers: [Int]
        switch place.primitive.material {
        case .none: numbers = [-1]
        case .one(let one): numbers = [one]
        case .perElement(let column):
            numbers = column.integers().map { Int($0) }
            if let elements = shape.elements { numbers = elements.map { numbers[Int($0)] } }
        }
        guard let first = numbers.first else { return }
        let bare = first < 0 && numbers.count == 1 ? shape.elementCount : numbers.count { $0 < 0 }
        let isMixed = numbers.contains { $0 != first }
        if isMixed, shape.kind != .mesh {
            draft.lose(
                .materialDropped, .dropped, path, "material of \(place.primitive.topology.rawValue)",
                numbers.count { $0 >= 0 }, "elements",
                "USD can't give lines or points of one object different materials")
            return
        }
        if plain != nil {
            draft.lose(
                .materialGenerated, .reencoded, path, "material of \(place.primitive.topology.rawValue)", bare,
                "elements", "a plain material was added, so that all viewers show the same")
        }
        guard isMixed else {
            bind(first < 0 ? plain : first, to: prim, &draft)
            return
        }
        var elements: [Int: ContiguousArray<Int32>] = [:]
        var order: [Int] = []
        for (element, material) in numbers.enumerated() {
            if elements[material] == nil { order.append(material) }
            elements[material, default: []].append(Int32(clamping: element))
        }
        draft.layer.attribute(
            prim, "subsetFamily:materialBind:familyType", "token",
            .token(bare > 0 && plain == nil ? "nonOverlapping" : "partition"),
            isUniform: true)
        for material in order {
            guard let number = material < 0 ? plain : material else { continue }
            let name = materials.paths[number].split(separator: "/").last.map(String.init) ?? "Material"
            let subset = draft.layer.define(names.unique(name), "GeomSubset", below: prim)
            draft.layer.subset(subset, elements[material] ?? [], family: "materialBind")
            bind(number, to: subset, &draft)
        }
    }

    private func bind(_ material: Int?, to prim: Int, _ draft: inout USDDraft) {
        guard let material, materials.paths.indices.contains(material) else { return }
        draft.layer.apply("MaterialBindingAPI", to: prim)
        draft.layer.relationship(prim, "material:binding", to: materials.paths[material])
    }
}
