import MeshModel

/// The values of a property.
///
/// - Shape: a scalar has one component and no offsets. A list with the same length in each row has that many components
///   and no offsets. A list with mixed lengths has single values and `count + 1` offsets.
struct PLYColumn: Sendable {
    /// The values.
    var values: Column
    /// For lists of mixed lengths, the start of each row's values, and the end of the last.
    var offsets: Column?

    /// The number of values in all rows.
    var itemCount: Int { values.count * values.components }

    /// The number of values in the longest row.
    var longest: Int64 {
        guard let starts = offsets?.integers() else { return Int64(values.count == 0 ? 0 : values.components) }
        return zip(starts.dropFirst(), starts).reduce(0) { max($0, $1.0 - $1.1) }
    }
}

/// An element's rows as they are in memory, and a column for each property that shares their memory.
struct PLYTable: Sendable {
    /// The element as the header declares it.
    var element: PLYElement
    /// The rows, in the order of the body.
    var storage: ByteStorage
    /// The offset of the rows in `storage`.
    var offset: Int
    /// The number of bytes of all rows.
    var byteCount: Int
    /// The byte order of numbers in the rows.
    var byteOrder: ByteOrder
    /// The number of bytes of each row; nil when lists have mixed lengths.
    var stride: Int?
    /// A column for each property.
    var columns: [PLYColumn]

    /// The offset in `storage` where a row starts; the row after the last gives the end of the rows.
    func rowStart(_ row: Int) -> Int {
        if let stride { return offset + row * stride }
        var start = offset
        for (property, column) in zip(element.properties, columns) {
            guard let countType = property.countType else {
                start += row * property.type.byteCount
                continue
            }
            let items = column.offsets?.rows(row..<row + 1).integers().first ?? Int64(row * column.values.components)
            start += row * countType.byteCount + Int(items) * property.type.byteCount
        }
        return start
    }

    /// Whether a list's count has another type than writers use for lists of this length.
    func hasOddCount(_ index: Int) -> Bool {
        guard let countType = element.properties[index].countType, countType != .uint8 else { return false }
        return countType != PLYField.countType(columns[index].longest)
    }

    /// The index of a property in the element.
    func index(of name: String) -> Int? { element.properties.firstIndex { $0.name == name } }
}
