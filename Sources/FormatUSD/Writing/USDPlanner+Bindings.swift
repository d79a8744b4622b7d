import MeshFormats
import MeshModel

// Material bindings: of a whole prim, or of subsets of its faces.

extension USDPlanner {
    /// Whether all of a shape is visible from both sides. Elements without a material are double-sided.
    func isDoubleSided(_ shape: USDPlannedShape) -> Bool {
        switch shape.place.primitive.material {
        case .none: true
        case .one(let material): scene.materials[material]["doubleSided"].map { $0 == [1] } ?? false
        case .perElement(let column):
            Set(column.integers()).allSatisfy { material in
                material < 0 || scene.materials[Int(material)]["doubleSided"] == [1]
            }
        }
    }

    /// The materials that a reader finds at a shape's prim and its subsets, in order.
    func boundMaterials(_ shape: USDPlannedShape) -> [Int] {
        let plain = plainMaterial(of: shape).flatMap { plainMaterials[$0] }
        switch shape.place.primitive.material {
        case .none: return plain.map { [$0] } ?? []
        case .one(let one): return [one]
        case .perElement(let column):
            var order: [Int] = []
            for material in column.integers().map({ $0 < 0 ? plain ?? -1 : Int($0) }) where order.last != material {
                if material >= 0, !order.contains(material) { order.append(material) }
            }
            return order.count > 1 && shape.kind != .mesh ? [] : order
        }
    }

    /// Binds the materials of a shape.
    mutating func addMaterials(_ shape: USDPlannedShape, to prim: Int, _ names: inout USDNames) {
        let place = shape.place
        let path = ScenePath.materialBinding(mesh: place.mesh, primitive: place.index)
        let plain = plainMaterial(of: shape).flatMap { plainMaterials[$0] }
        var materials: [Int]
        switch place.primitive.material {
        case .none: materials = [-1]
        case .one(let one): materials = [one]
        case .perElement(let column):
            materials = column.integers().map { Int($0) }
            if let elements = shape.elements { materials = elements.map { materials[Int($0)] } }
        }
        guard let first = materials.first else { return }
        let bare = first < 0 && materials.count == 1 ? shape.elementCount : materials.count { $0 < 0 }
        let isMixed = materials.contains { $0 != first }
        if isMixed, shape.kind != .mesh {
            lose(
                .materialDropped, .dropped, path, "material of \(place.primitive.topology.rawValue)",
                materials.count { $0 >= 0 }, "elements", "in USD parts of meshes have materials of their own only")
            return
        }
        if plain != nil {
            lose(
                .materialGenerated, .reencoded, path, "material of \(place.primitive.topology.rawValue)", bare,
                "elements", "viewers of USD show what has no material as they like")
        }
        guard isMixed else {
            bind(first < 0 ? plain : first, to: prim)
            return
        }
        var elements: [Int: ContiguousArray<Int32>] = [:]
        var order: [Int] = []
        for (element, material) in materials.enumerated() {
            if elements[material] == nil { order.append(material) }
            elements[material, default: []].append(Int32(clamping: element))
        }
        layout.layer.attribute(
            prim, "subsetFamily:materialBind:familyType", "token",
            .token(bare > 0 && plain == nil ? "nonOverlapping" : "partition"),
            isUniform: true)
        for material in order {
            guard let number = material < 0 ? plain : material else { continue }
            let name = materialPaths[number].split(separator: "/").last.map(String.init) ?? "Material"
            let subset = layout.layer.define(names.unique(name), "GeomSubset", below: prim)
            addSubset(elements[material] ?? [], family: "materialBind", to: subset)
            bind(number, to: subset)
        }
    }

    private mutating func bind(_ material: Int?, to prim: Int) {
        guard let material, materialPaths.indices.contains(material) else { return }
        layout.layer.apply("MaterialBindingAPI", to: prim)
        layout.layer.relationship(prim, "material:binding", to: materialPaths[material])
    }
}
