import MeshFormats
import MeshModel

/// Reads rows whose lists differ in length: one pass finds where each list's values start, then the columns are packed.
struct PLYRaggedWalk {
    private let element: PLYElement
    private let start: Int
    private var end: Int
    /// For each list property, the start of each row's values.
    private var starts: [ContiguousArray<Int64>] = []

    /// Creates a walk over the rows of `element`, which start at `offset`.
    init(_ element: PLYElement, at offset: Int) {
        self.element = element
        start = offset
        end = offset
    }

    /// The rows before the one in which the walk stopped.
    private(set) var wholeRows = 0

    /// Finds the starts; returns the error that stops it, if any.
    ///
    /// - Bounds: the caller has checked that the bytes can hold the least size of all rows, which limits the memory
    ///   used here to a multiple of the file size.
    mutating func run(_ bytes: PLYRowBytes) -> ReadError? {
        var position = start
        let lists = element.properties.filter(\.isList).count
        starts = Array(repeating: [0], count: lists)
        for index in starts.indices { starts[index].reserveCapacity(element.count + 1) }
        var totals = ContiguousArray<Int64>(repeating: 0, count: lists)
        for row in 0..<element.count {
            wholeRows = row
            var list = 0
            for property in element.properties {
                guard let countType = property.countType else {
                    position += property.type.byteCount
                    continue
                }
                guard position <= bytes.count - countType.byteCount else { return truncated(row, bytes) }
                guard let length = bytes.integer(countType, at: position), length >= 0 else {
                    return ReadError(
                        .invalidValue, .byte(position),
                        "expected a list length of at least 0 in row \(row) of element '\(element.name)'")
                }
                position += countType.byteCount
                guard length <= Int64((bytes.count - position) / property.type.byteCount) else {
                    return truncated(row, bytes)
                }
                position += Int(length) * property.type.byteCount
                totals[list] += length
                starts[list].append(totals[list])
                list += 1
            }
            if position > bytes.count { return truncated(row, bytes) }
        }
        end = position
        return nil
    }

    private func truncated(_ row: Int, _ bytes: PLYRowBytes) -> ReadError {
        ReadError(
            .truncated, .byte(bytes.count),
            "expected \(element.count) \(CountedNoun.text(element.count, "rows")) of element '\(element.name)', found the end of the file in row \(row)"
        )
    }

    /// The table with packed copies of all values, in the byte order of the rows.
    func table(in storage: ByteStorage, _ raw: UnsafeRawBufferPointer, byteOrder: ByteOrder) -> PLYTable {
        var columns: [PLYColumn] = []
        for index in element.properties.indices {
            columns.append(unsafe column(index, raw, byteOrder: byteOrder))
        }
        return PLYTable(
            element: element, storage: storage, offset: start, byteCount: end - start, byteOrder: byteOrder,
            stride: nil, columns: columns)
    }

    private func column(_ index: Int, _ raw: UnsafeRawBufferPointer, byteOrder: ByteOrder) -> PLYColumn {
        let property = element.properties[index]
        let size = property.type.byteCount
        let list = property.isList ? element.properties[..<index].filter(\.isList).count : nil
        // The position of a row's values: fixed bytes per row, and the lists before them.
        let before = gaps(before: index)
        let total = list.map { Int(starts[$0].last ?? 0) } ?? element.count
        let packed = unsafe ByteStorage(byteCount: total * size) { target in
            guard let from = raw.baseAddress, let to = target.baseAddress else { return }
            var next = 0
            for row in 0..<element.count {
                var position = start + before.fixed + row * before.perRow
                for other in before.lists {
                    position += Int(starts[other.list][row + other.shift]) * other.size
                }
                var length = size
                if let list { length = Int(starts[list][row + 1] - starts[list][row]) * size }
                unsafe (to + next).copyMemory(from: from + position, byteCount: length)
                next += length
            }
        }
        let values = Column(
            viewing: packed, offset: 0, stride: size, count: total, type: property.type, byteOrder: byteOrder)
        return PLYColumn(
            values: values ?? .empty(property.type), offsets: list.map { offsets(starts[$0]) })
    }

    /// The bytes before the values of property `index` in row `r`: `fixed + r × perRow` bytes and, for each list, its
    /// values up to row `r + shift`.
    private func gaps(before index: Int) -> (fixed: Int, perRow: Int, lists: [(list: Int, shift: Int, size: Int)]) {
        var fixed = 0
        var perRow = 0
        var lists: [(list: Int, shift: Int, size: Int)] = []
        for (place, property) in element.properties.enumerated() {
            let own = property.leastByteCount
            perRow += own
            if place < index { fixed += own }
            if place == index, let countType = property.countType { fixed += countType.byteCount }
            if property.isList { lists.append((lists.count, place < index ? 1 : 0, property.type.byteCount)) }
        }
        return (fixed, perRow, lists)
    }

    private func offsets(_ starts: ContiguousArray<Int64>) -> Column {
        guard let last = starts.last, last <= Int64(Int32.max) else { return Column(starts) }
        return Column(ContiguousArray(starts.map { Int32(truncatingIfNeeded: $0) }))
    }
}
