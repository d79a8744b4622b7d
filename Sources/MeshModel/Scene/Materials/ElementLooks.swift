/// What each element of a primitive wears, by itself and in each variant: writers keep elements with one look together.
package struct ElementLooks {
    /// The materials of an element, −1 for none.
    package struct Look: Hashable {
        /// Its material.
        package var material: Int
        /// Its material in each of the primitive's ``Primitive/variantMaterials``.
        package var variants: [Int] = []
    }

    /// All looks, in the order of first use.
    package private(set) var looks: [Look]
    /// The look of each element; nil: all have the first one.
    package private(set) var numbers: ContiguousArray<Int32>?

    /// Finds the looks of a primitive.
    package init(_ primitive: Primitive) {
        looks = [Look(material: -1)]
        let count = primitive.elementCount
        add(primitive.material, count) { $0.material = $1 }
        for own in primitive.variantMaterials { add(own.material, count) { $0.variants.append($1) } }
    }

    private mutating func add(_ binding: MaterialBinding, _ count: Int, _ wear: (inout Look, Int) -> Void) {
        guard case .perElement(let column) = binding else {
            var material = -1
            if case .one(let one) = binding { material = one }
            for index in looks.indices { wear(&looks[index], material) }
            return
        }
        struct Key: Hashable {
            var look: Int32
            var material: Int32
        }
        var known: [Key: Int32] = [:]
        var found: [Look] = []
        var result = ContiguousArray<Int32>()
        result.reserveCapacity(count)
        var materials = ContiguousArray<Int32>()
        column.read(0..<min(column.count, count), into: &materials)
        for (element, material) in materials.enumerated() {
            let key = Key(look: numbers?[element] ?? 0, material: max(material, -1))
            if let number = known[key] {
                result.append(number)
                continue
            }
            let number = Int32(clamping: found.count)
            var look = looks[Int(key.look)]
            wear(&look, Int(key.material))
            known[key] = number
            found.append(look)
            result.append(number)
        }
        guard !found.isEmpty else { return wear(&looks[0], -1) }
        looks = found
        numbers = found.count > 1 ? result : nil
    }
}
