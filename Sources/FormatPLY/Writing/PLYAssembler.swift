import MeshModel

/// Assembles the rows of an element from its fields, little-endian.
struct PLYAssembler: Sendable {
    let element: PLYElementLayout
    let format: PLYRowFormat
    /// The number of bytes of a row; nil when rows differ in length.
    let stride: Int?

    init(_ element: PLYElementLayout) {
        self.element = element
        format = PLYRowFormat(element.properties)
        var stride: Int? = 0
        for field in element.fields {
            switch field.lengths {
            case .scalars: stride = stride.map { $0 + field.values.rowByteCount }
            case .uniform:
                let count = field.properties[0].countType?.byteCount ?? 0
                stride = stride.map { $0 + count + field.values.rowByteCount }
            case .offsets: stride = nil
            }
        }
        self.stride = stride
    }

    /// The number of bytes of some rows.
    func byteCount(of rows: Range<Int>) -> Int {
        if let stride { return rows.count * stride }
        var total = 0
        for field in element.fields {
            let count = field.properties[0].countType?.byteCount ?? 0
            switch field.lengths {
            case .scalars: total += rows.count * field.values.rowByteCount
            case .uniform: total += rows.count * (count + field.values.rowByteCount)
            case .offsets(let starts):
                let items = Int(starts[rows.upperBound] - starts[rows.lowerBound])
                total += rows.count * count + items * field.values.rowByteCount
            }
        }
        return total
    }

    /// Writes rows to `target`.
    ///
    /// - Bounds: `target` has room for `byteCount(of: rows)` bytes; all of them are written.
    func assemble(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        if let stride { unsafe assembleFixed(rows, stride, to: target) } else { unsafe assembleMixed(rows, to: target) }
    }

    private func assembleFixed(_ rows: Range<Int>, _ stride: Int, to target: UnsafeMutableRawPointer) {
        var place = 0
        for field in element.fields {
            if case .uniform(let length) = field.lengths, let countType = field.properties[0].countType {
                unsafe fill(Int64(length), countType, rows.count, to: target + place, stride: stride)
                place += countType.byteCount
            }
            unsafe field.values.copy(rows, to: target + place, stride: stride)
            place += field.values.rowByteCount
        }
    }

    private func fill(
        _ value: Int64, _ type: ScalarType, _ rows: Int, to target: UnsafeMutableRawPointer, stride: Int
    ) {
        let bits = UInt64(bitPattern: value)
        for row in 0..<rows { unsafe PLYBits.store(bits, type.byteCount, to: target + row * stride) }
    }

    /// Writes rows with lists of mixed lengths: packs each field by itself, then copies row by row.
    private func assembleMixed(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        let packed = element.fields.map { field -> Column in
            var own = rows
            if case .offsets(let starts) = field.lengths {
                own = Int(starts[rows.lowerBound])..<Int(starts[rows.upperBound])
            }
            return unsafe Column.packed(field.values.type, count: own.count, components: field.values.components) {
                unsafe field.values.copy(own, to: $0, stride: field.values.rowByteCount)
            }
        }
        var next = [Int](repeating: 0, count: packed.count)
        var place = 0
        for row in rows {
            for (index, field) in element.fields.enumerated() {
                var units = 1
                if let countType = field.properties[0].countType {
                    if case .offsets(let starts) = field.lengths { units = Int(starts[row + 1] - starts[row]) }
                    let count = UInt64(units * field.values.components)
                    unsafe PLYBits.store(count, countType.byteCount, to: target + place)
                    place += countType.byteCount
                }
                let size = units * field.values.rowByteCount
                unsafe packed[index].storage.withBytes { raw in
                    if let base = raw.baseAddress, size > 0 {
                        unsafe (target + place).copyMemory(from: base + next[index], byteCount: size)
                    }
                }
                next[index] += size
                place += size
            }
        }
    }

    /// The rows in memory, if they already have the layout of the file and need no assembling.
    func wholeView() -> (storage: ByteStorage, range: Range<Int>)? {
        guard let stride, element.rowCount > 0 else { return nil }
        var found: (storage: ByteStorage, start: Int)?
        var place = 0
        for field in element.fields {
            var countPlace: (Int, ScalarType, Int)?
            if case .uniform(let length) = field.lengths, let countType = field.properties[0].countType {
                countPlace = (length, countType, place)
                place += countType.byteCount
            }
            guard field.values.parts.count == 1, case .rows(let column) = field.values.parts[0].source,
                column.type == field.values.type, column.byteOrder == .native, column.stride == stride,
                column.count == element.rowCount, column.offset >= place
            else { return nil }
            let start = column.offset - place
            if let found, found.storage !== column.storage || found.start != start { return nil }
            found = (column.storage, start)
            if let (length, type, offset) = countPlace {
                guard
                    let counts = Column(
                        viewing: column.storage, offset: start + offset, stride: stride, count: element.rowCount,
                        type: type),
                    counts.areAll(Int64(length))
                else { return nil }
            }
            place += field.values.rowByteCount
        }
        guard let found, found.start + stride * element.rowCount <= found.storage.byteCount else { return nil }
        return (found.storage, found.start..<found.start + stride * element.rowCount)
    }
}
