/// The materials that the elements of a primitive have in one of the scene's variants.
public struct VariantMaterial: Sendable {
    /// The index in ``MeshScene/materialVariants``.
    public var variant: Int
    /// The materials in this variant, instead of ``Primitive/material``.
    public var material: MaterialBinding

    /// Creates the materials of a variant.
    public init(variant: Int, material: MaterialBinding) {
        self.variant = variant
        self.material = material
    }
}

extension Primitive {
    /// The materials in a variant: those of the primitive itself, if the variant doesn't change it.
    public func material(inVariant variant: Int) -> MaterialBinding {
        var range = variantMaterials[...]
        while let middle = range.indices.dropFirst(range.count / 2).first {
            if range[middle].variant == variant { return range[middle].material }
            range = range[middle].variant < variant ? range[(middle + 1)...] : range[..<middle]
        }
        return material
    }

    /// Changes the materials of elements in the same way in all variants.
    package mutating func changeMaterials(_ change: (MaterialBinding) -> MaterialBinding) {
        material = change(material)
        for index in variantMaterials.indices {
            variantMaterials[index].material = change(variantMaterials[index].material)
        }
    }
}

extension MaterialBinding {
    /// The material of each element, −1 for none.
    package func numbers(count: Int) -> ContiguousArray<Int32> {
        switch self {
        case .none: return ContiguousArray(repeating: -1, count: count)
        case .one(let material): return ContiguousArray(repeating: Int32(clamping: material), count: count)
        case .perElement(let column):
            var numbers = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &numbers)
            return numbers
        }
    }

    /// The shortest form of a material for each element, −1 for none.
    package init(numbers: ContiguousArray<Int32>) {
        let first = numbers.first ?? -1
        guard numbers.allSatisfy({ $0 == first }) else {
            self = .perElement(Column(numbers))
            return
        }
        self = first < 0 ? .none : .one(Int(first))
    }
}
