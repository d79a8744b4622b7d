import MeshModel

/// Copies of a column's rows, packed or as float32.
enum GLTFRows {
    /// The bytes of all rows without gaps.
    static func packed(_ column: Column) -> [UInt8] {
        let size = column.components * column.type.byteCount
        return unsafe column.storage.withBytes { raw in
            if column.isPacked { return unsafe Array(raw[column.offset..<column.offset + column.count * size]) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(column.count * size)
            for row in 0..<column.count {
                let start = column.offset + row * column.stride
                // Bounds: a column lies inside its storage.
                unsafe bytes.append(contentsOf: raw[start..<start + size])
            }
            return bytes
        }
    }

    /// Integers as float32.
    static func asSingles(_ column: Column) -> Column {
        var values = ContiguousArray<Float>()
        column.read(0..<column.count, into: &values)
        return Column(values, components: column.components)
    }

    /// Normalised integers as float32 fractions: c ÷ largest, and no less than −1.
    static func dequantized(_ column: Column) -> Column {
        guard let largest = column.type.normalizedMaximum else { return column }
        var values = ContiguousArray<Float>()
        values.reserveCapacity(column.count * column.components)
        var buffer = ContiguousArray<Double>()
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for code in buffer { values.append(Float(max(code / largest, -1))) }
        }
        return Column(values, components: column.components)
    }
}
