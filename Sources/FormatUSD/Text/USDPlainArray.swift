import MeshBytes
import MeshFormats
import MeshModel

// Bounds: the block has room for all rows; each piece begins at its first row and reads exactly its own.

/// Fast reading of plain number lists: without comments, words or nested lists, as nearly all lists are.
///
/// Commas are counted first, so that memory is allocated once and threads can read chunks in parallel. Other lists are
/// left to the general reader, which also reports errors.
enum USDPlainArray {
    /// The size of a chunk that a thread reads at a time.
    private static let pieceByteCount = 4 << 20

    /// Reads a list after its opening bracket. Returns nil without moving if the list isn't plain.
    ///
    /// - Parameter text: the gaps of the text, or nil if it has none.
    static func read(
        _ type: USDType, _ cursor: inout TextCursor, threads: Int, text: USDTextGaps? = nil
    ) -> Column? {
        guard let layout = type.layout, isPlain(type) else { return nil }
        let next = text.map { text in
            let gap = text.index(behind: cursor.position)
            return gap < text.gaps.count ? text.gaps[gap].lowerBound : cursor.endPosition
        }
        let known = next.map { cursor.part(cursor.position..<max(cursor.position, $0)) } ?? cursor
        guard let close = known.find(0x5D, counting: 0x2C) else {
            return text.flatMap { read(type, &cursor, $0, threads: threads) }
        }
        let range = cursor.position..<close.position
        let numbers = close.count + (endsInComma(cursor, range) == true ? 0 : 1)
        guard let (rows, size, block) = room(for: numbers, layout) else { return nil }
        guard
            let pieces = pieces(cursor, range, rows: rows, components: layout.components, threads: threads)
        else { return nil }
        let text = Shared(cursor: cursor)
        let areRead = Parallel.map(pieces.count, threads: threads) { index in
            var part = text.cursor.part(pieces[index].range)
            return unsafe read(
                type, layout.scalar, pieces[index].rows.count, layout.components, &part,
                block.base + pieces[index].rows.lowerBound * size)
        }
        guard !areRead.contains(false) else { return nil }
        cursor.move(to: close.position + 1)
        return column(layout, block, rows)
    }

    /// The number of rows, their size, and memory for them. nil if the numbers don't make whole rows.
    static func room(
        for numbers: Int, _ layout: (scalar: ScalarType, components: Int)
    ) -> (rows: Int, size: Int, block: MemoryBlock)? {
        let size = layout.components * layout.scalar.byteCount
        let (rows, rest) = numbers.quotientAndRemainder(dividingBy: layout.components)
        let (byteCount, overflow) = rows.multipliedReportingOverflow(by: size)
        guard rest == 0, rows > 0, !overflow, let block = try? MemoryBlock(byteCount: byteCount) else { return nil }
        return (rows, size, block)
    }

    /// A column of the rows in a block.
    static func column(
        _ layout: (scalar: ScalarType, components: Int), _ block: MemoryBlock, _ rows: Int
    ) -> Column? {
        let size = layout.components * layout.scalar.byteCount
        return Column(
            viewing: ByteStorage(block, byteCount: rows * size), offset: 0, stride: size, count: rows,
            components: layout.components, type: layout.scalar)
    }

    /// Whether lists of a type can be plain.
    static func isPlain(_ type: USDType) -> Bool {
        guard let layout = type.layout, layout.components <= 4, type.nesting.count <= 1 else { return false }
        switch layout.scalar {
        case .float32, .float64, .int32, .int64: return true
        default: return false
        }
    }

    /// Whether a comma follows the last number, or nil if there are only blanks.
    static func endsInComma(_ cursor: TextCursor, _ range: Range<Int>) -> Bool? {
        var walker = cursor
        var position = range.upperBound - 1
        while position >= range.lowerBound {
            walker.move(to: position)
            let byte = walker.peek()
            guard isBlank(byte) else { return byte == 0x2C }
            position -= 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Reads a chunk. Returns whether it has exactly the expected rows.
    static func read(
        _ type: USDType, _ scalar: ScalarType, _ rows: Int, _ components: Int, _ part: inout TextCursor,
        _ target: UnsafeMutableRawPointer
    ) -> Bool {
        let count = rows * components
        // Text has w first.
        let shift = type.isQuaternion ? 3 : 0
        let isRead: Bool
        switch scalar {
        case .float32:
            isRead = unsafe part.readFloat32Rows(
                rows, components: components, shift: shift, into: target.bindMemory(to: Float.self, capacity: count))
        case .float64:
            isRead = unsafe part.readFloat64Rows(
                rows, components: components, shift: shift, into: target.bindMemory(to: Double.self, capacity: count))
        case .int32:
            isRead = unsafe part.readInt32Rows(
                rows, components: components, into: target.bindMemory(to: Int32.self, capacity: count))
        case .int64:
            isRead = unsafe part.readInt64Rows(
                rows, components: components, into: target.bindMemory(to: Int64.self, capacity: count))
        default: return false
        }
        guard isRead else { return false }
        // A comma may follow the last row on its line, then line ends.
        while part.peek() == 0x20 || part.peek() == 0x09 { part.advance() }
        if part.peek() == 0x2C { part.advance() }
        while isBlank(part.peek()) { part.advance() }
        return part.isAtEnd
    }

    /// The byte and row ranges of the chunks of a list, or nil if the commas don't give them.
    private static func pieces(
        _ cursor: TextCursor, _ range: Range<Int>, rows: Int, components: Int, threads: Int
    ) -> [(range: Range<Int>, rows: Range<Int>)]? {
        guard threads > 1, range.count > 2 * pieceByteCount else { return [(range, 0..<rows)] }
        var pieces: [(range: Range<Int>, rows: Range<Int>)] = []
        var begin = range.lowerBound
        var row = 0
        while begin < range.upperBound {
            var end = range.upperBound
            if range.upperBound - begin > pieceByteCount * 3 / 2 {
                var walker = cursor.part(begin + pieceByteCount..<range.upperBound)
                if components > 1 {
                    guard let close = walker.find(0x29, counting: 0x29) else { return nil }
                    walker.move(to: close.position)
                }
                guard let comma = walker.find(0x2C, counting: 0x2C) else { return nil }
                end = comma.position + 1
            }
            guard end < range.upperBound else {
                pieces.append((begin..<end, row..<rows))
                break
            }
            // The comma after the chunk belongs to it, so there are as many commas as numbers.
            let numbers = cursor.part(begin..<end).count(0x2C)
            guard numbers % components == 0, numbers / components <= rows - row else { return nil }
            pieces.append((begin..<end, row..<row + numbers / components))
            row += numbers / components
            begin = end
        }
        return pieces
    }

    /// A cursor that threads copy, over text that doesn't change.
    private struct Shared: @unchecked Sendable {
        let cursor: TextCursor
    }
}
