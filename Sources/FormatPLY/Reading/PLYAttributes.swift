import MeshModel

/// Builds attributes from an element's columns.
struct PLYAttributes {
    let table: PLYTable
    /// The value of a float colour that means 1 in this file.
    let colorScale: Double

    /// The attribute of a group.
    func attribute(_ group: PLYGrouping.Group, frame: (String) -> Frame = { _ in .plain }) -> Attribute {
        let first = table.element.properties[group.properties[0]]
        switch group.role {
        case .position: return Attribute(.position, joined(group.properties))
        case .normal: return Attribute(.normal, joined(group.properties))
        case .texCoord: return Attribute(.texCoord(0), joined(group.properties), frame: .bottomLeftUV)
        case .color:
            let isInteger = first.type.isInteger
            return Attribute(
                .color(0), joined(group.properties), normalized: isInteger,
                frame: Frame(colorSpace: .srgb, scale: isInteger ? 1 : colorScale))
        case .custom:
            guard group.properties.count > 1 else { return custom(group.properties[0], frame: frame(first.name)) }
            let name = PLYGrouping.value(of: group.properties.map { table.element.properties[$0].name })
            return Attribute(Self.customSemantic(name), joined(group.properties))
        }
    }

    /// The attribute of a property under its own name: one value per row, or a list.
    func custom(_ index: Int, frame: Frame = .plain) -> Attribute {
        let property = table.element.properties[index]
        let semantic = Self.customSemantic(property.name)
        let column = table.columns[index]
        guard property.isList else { return Attribute(semantic, column.values, frame: frame) }
        let (values, offsets) = Self.ragged(column)
        return Attribute(semantic, values, offsets: offsets, frame: frame)
    }

    /// The semantic of a property without a known meaning.
    static func customSemantic(_ name: String) -> AttributeSemantic {
        let semantic = AttributeSemantic(name: name)
        // A name that formats agree on must not be used by a property that only happens to have it.
        return semantic.isCustom ? semantic : AttributeSemantic(name: "ply_" + name)
    }

    /// Converts a list column to single values and offsets.
    static func ragged(_ column: PLYColumn) -> (values: Column, offsets: Column) {
        if let offsets = column.offsets { return (column.values, offsets) }
        let width = column.values.components
        let count = column.values.count
        let offsets: Column
        if count * width <= Int(Int32.max) {
            offsets = Column(ContiguousArray((0...count).map { Int32(truncatingIfNeeded: $0 * width) }))
        } else {
            offsets = Column(ContiguousArray((0...count).map { Int64($0 * width) }))
        }
        return (column.values.packedSingles(), offsets)
    }

    /// Scalar properties as the components of one column: a view if they are adjacent and of one type.
    func joined(_ indices: [Int]) -> Column {
        let columns = indices.map { table.columns[$0].values }
        let first = columns[0]
        let isSideBySide = columns.enumerated().allSatisfy { index, column in
            column.type == first.type && column.storage === first.storage && column.stride == first.stride
                && column.byteOrder == first.byteOrder
                && column.offset == first.offset + index * first.type.byteCount
        }
        if isSideBySide, first.count == 0 || first.stride >= columns.count * first.type.byteCount,
            let view = Column(
                viewing: first.storage, offset: first.offset, stride: first.stride, count: first.count,
                components: columns.count, type: first.type, byteOrder: first.byteOrder)
        {
            return view
        }
        return Column.interleaved(columns, type: Self.widest(columns.map(\.type)))
    }

    /// The smallest type that holds all values of `types`: int64 for integers that none holds, float64 for integers
    /// beside other numbers.
    static func widest(_ types: [ScalarType]) -> ScalarType {
        guard let first = types.first else { return .float32 }
        let type = types.reduce(first) { $0.joined(with: $1) }
        if types.allSatisfy(\.isInteger) { return type.isInteger ? type : .int64 }
        return types.contains(where: \.isInteger) ? .float64 : type
    }
}
