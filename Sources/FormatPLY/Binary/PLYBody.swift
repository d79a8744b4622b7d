import MeshFormats
import MeshModel

// Bounds: loads are checked against the storage; runs are the rows of a column, which lie inside of it.

/// Reads binary rows: as views of the body when all rows have the same length, else as packed copies.
enum PLYBody {
    /// Reads the table of an element whose rows start at `offset` of `storage`.
    ///
    /// - Parameter isText: whether the rows come from a text, so that offsets are not those of the file.
    static func table(
        _ element: PLYElement, in storage: ByteStorage, at offset: Int, byteOrder: ByteOrder, isText: Bool = false
    ) throws(ReadError) -> PLYTable {
        let least = element.leastByteCount
        let left = storage.byteCount - offset
        let (needed, overflow) = element.count.multipliedReportingOverflow(by: least)
        if overflow || needed > left {
            let rows = left / max(least, 1)
            throw ReadError(
                .truncated, .byte(storage.byteCount),
                "expected \(element.count) \(CountedNoun.text(element.count, "rows")) of element '\(element.name)', found bytes for at most \(rows)"
            )
        }
        if let table = uniform(element, in: storage, at: offset, byteOrder: byteOrder) { return table }
        return try unsafe storage.withBytes { (raw) throws(ReadError) in
            let bytes = unsafe PLYRowBytes(unsafe: raw, byteOrder: byteOrder)
            var walk = PLYRaggedWalk(element, at: offset)
            if let error = walk.run(bytes) { throw error }
            return unsafe walk.table(in: storage, raw, byteOrder: byteOrder)
        }
    }

    /// The number of rows of an element that are whole; all, unless the file is cut.
    static func wholeRows(_ element: PLYElement, in storage: ByteStorage, at offset: Int, byteOrder: ByteOrder) -> Int {
        var part = element
        part.count = min(element.count, max(storage.byteCount - offset, 0) / max(element.leastByteCount, 1))
        guard element.properties.contains(where: \.isList) else { return part.count }
        return unsafe storage.withBytes { raw in
            let bytes = unsafe PLYRowBytes(unsafe: raw, byteOrder: byteOrder)
            var walk = PLYRaggedWalk(part, at: offset)
            return walk.run(bytes)?.code == .truncated ? walk.wholeRows : part.count
        }
    }

    /// The table if all rows have the list lengths of the first row, else nil.
    private static func uniform(
        _ element: PLYElement, in storage: ByteStorage, at offset: Int, byteOrder: ByteOrder
    ) -> PLYTable? {
        guard let layout = layout(of: element, in: storage, byteOrder, at: offset) else { return nil }
        let (total, overflow) = element.count.multipliedReportingOverflow(by: layout.stride)
        guard !overflow, total <= storage.byteCount - offset else { return nil }
        func view(_ offset: Int, _ components: Int, _ type: ScalarType) -> Column? {
            Column(
                viewing: storage, offset: offset, stride: layout.stride, count: element.count,
                components: components, type: type, byteOrder: byteOrder)
        }
        var columns: [PLYColumn] = []
        for (property, place) in zip(element.properties, layout.places) {
            guard let countType = property.countType else { continue }
            guard let counts = view(place.offset - countType.byteCount, 1, countType),
                counts.areAll(Int64(place.components))
            else { return nil }
        }
        for (property, place) in zip(element.properties, layout.places) {
            guard let column = view(place.offset, place.components, property.type) else { return nil }
            columns.append(PLYColumn(values: column))
        }
        return PLYTable(
            element: element, storage: storage, offset: offset, byteCount: total, byteOrder: byteOrder,
            stride: layout.stride, columns: columns)
    }

    /// The offset and number of values of each property in the first row, and the row's length; nil when the row is cut
    /// off.
    private static func layout(
        of element: PLYElement, in storage: ByteStorage, _ byteOrder: ByteOrder, at offset: Int
    ) -> (places: [(offset: Int, components: Int)], stride: Int)? {
        func integer(_ type: ScalarType, at position: Int) -> Int64? {
            guard position >= 0, position <= storage.byteCount - type.byteCount else { return nil }
            return unsafe storage.withBytes(in: position..<position + type.byteCount) { raw in
                unsafe PLYRowBytes(unsafe: raw, byteOrder: byteOrder).integer(type, at: 0)
            }
        }
        var places: [(offset: Int, components: Int)] = []
        var position = offset
        for property in element.properties {
            var components = 1
            if let countType = property.countType {
                // Without rows any length will do; 3 (triangles) gives columns their usual shape.
                var length: Int64 = 3
                if element.count > 0 {
                    guard let found = integer(countType, at: position) else { return nil }
                    length = found
                }
                guard length >= 0, length <= Int64(storage.byteCount) else { return nil }
                components = Int(length)
                position += countType.byteCount
            }
            places.append((position, components))
            position += components * property.type.byteCount
            if element.count > 0, position > storage.byteCount { return nil }
        }
        return (places, position - offset)
    }
}

extension Column {
    /// Whether each row, an integer, has this value.
    func areAll(_ value: Int64) -> Bool {
        var areAll = true
        unsafe withRuns(0..<count) { first, rows in
            let bytes = unsafe UnsafeRawBufferPointer(
                start: first, count: (rows.count - 1) * stride + type.byteCount)
            let rowBytes = unsafe PLYRowBytes(unsafe: bytes, byteOrder: byteOrder)
            if !rowBytes.areAll(value, type, from: 0, stride: stride, rows: rows.count) { areAll = false }
        }
        return areAll
    }
}
