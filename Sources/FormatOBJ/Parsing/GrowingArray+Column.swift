import MeshBytes
import MeshFormats
import MeshModel

extension GrowingArray where Value: ColumnScalar {
    /// The values as a column that shares this array's memory; nothing may be appended afterwards.
    func column(components: Int = 1) -> Column {
        guard let block, components > 0, count > 0 else { return .empty(Value.scalarType, components: components) }
        let size = MemoryLayout<Value>.size
        let storage = ByteStorage(block, byteCount: count * size)
        return Column(
            viewing: storage, offset: 0, stride: size * components, count: count / components, components: components,
            type: Value.scalarType) ?? .empty(Value.scalarType, components: components)
    }
}

extension OBJRows {
    /// The rows as a column that shares this list's memory; nothing may be appended afterwards.
    func column() -> Column {
        isDouble ? doubles.column(components: components) : singles.column(components: components)
    }
}
