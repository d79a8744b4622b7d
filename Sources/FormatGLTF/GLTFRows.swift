import MeshModel

/// The rows of a column as bytes without gaps.
enum GLTFRows {
    /// A copy of all rows, as they are stored.
    static func packed(_ column: Column) -> [UInt8] {
        let size = column.components * column.type.byteCount
        return unsafe column.storage.withBytes { raw in
            if column.isPacked { return unsafe Array(raw[column.offset..<column.offset + column.count * size]) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(column.count * size)
            for row in 0..<column.count {
                let start = column.offset + row * column.stride
                // Bounds: a column lies inside of its storage.
                unsafe bytes.append(contentsOf: raw[start..<start + size])
            }
            return bytes
        }
    }
}
