import MeshFormats
import MeshModel

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
        var columns: [PLYColumn] = []
        let stride = unsafe storage.withBytes { raw -> Int? in
            let bytes = unsafe PLYRowBytes(unsafe: raw, byteOrder: byteOrder)
            guard let layout = layout(of: element, bytes, at: offset) else { return nil }
            let (total, overflow) = element.count.multipliedReportingOverflow(by: layout.stride)
            guard !overflow, total <= bytes.count - offset else { return nil }
            for (property, place) in zip(element.properties, layout.places) {
                guard let countType = property.countType else { continue }
                let countOffset = place.offset - countType.byteCount
                guard
                    bytes.areAll(
                        Int64(place.components), countType, from: countOffset, stride: layout.stride,
                        rows: element.count)
                else { return nil }
            }
            for (property, place) in zip(element.properties, layout.places) {
                guard
                    let column = Column(
                        viewing: storage, offset: place.offset, stride: layout.stride, count: element.count,
                        components: place.components, type: property.type, byteOrder: byteOrder)
                else { return nil }
                columns.append(PLYColumn(values: column))
            }
            return layout.stride
        }
        guard let stride else { return nil }
        return PLYTable(
            element: element, storage: storage, offset: offset, byteCount: element.count * stride,
            byteOrder: byteOrder, stride: stride, columns: columns)
    }

    /// The offset and number of values of each property in the first row, and the row's length; nil when the row is cut
    /// off.
    private static func layout(
        of element: PLYElement, _ bytes: PLYRowBytes, at offset: Int
    ) -> (places: [(offset: Int, components: Int)], stride: Int)? {
        var places: [(offset: Int, components: Int)] = []
        var position = offset
        for property in element.properties {
            var components = 1
            if let countType = property.countType {
                // Without rows any length will do; 3 (triangles) gives columns their usual shape.
                var length: Int64 = 3
                if element.count > 0 {
                    guard let found = bytes.integer(countType, at: position) else { return nil }
                    length = found
                }
                guard length >= 0, length <= Int64(bytes.count) else { return nil }
                components = Int(length)
                position += countType.byteCount
            }
            places.append((position, components))
            position += components * property.type.byteCount
            if element.count > 0, position > bytes.count { return nil }
        }
        return (places, position - offset)
    }
}
