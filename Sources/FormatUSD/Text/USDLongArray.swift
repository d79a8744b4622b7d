import MeshBytes
import MeshModel

extension USDPlainArray {
    /// The approximate number of chunks of a list that a thread reads at a time.
    private static let partPieceCount = 4
    /// The maximum byte length of a row that crosses from one part into the next.
    private static let longestRow = 4096

    /// The approximate start of a part, and the number of commas before it.
    private struct Cut {
        var position: Int
        var commas: Int
    }

    /// Reads a list with gaps from the file, after its opening bracket. Returns nil without moving if the list isn't
    /// plain.
    static func read(
        _ type: USDType, _ cursor: inout TextCursor, _ text: USDTextGaps, threads: Int
    ) -> Column? {
        guard let layout = type.layout, isPlain(type) else { return nil }
        let first = cursor.position
        let firstGap = text.index(behind: first)
        var gap = firstGap
        guard gap < text.gaps.count, text.gaps[gap].lowerBound >= first else { return nil }
        var cuts = [Cut(position: first, commas: 0)]
        var commas = 0
        var at = first
        var end = -1
        while end < 0 {
            let next = gap < text.gaps.count ? text.gaps[gap].lowerBound : cursor.endPosition
            let part = cursor.part(at..<next)
            if let close = part.find(0x5D, counting: 0x2C) {
                end = close.position
                commas += close.count
                break
            }
            guard gap < text.gaps.count else { return nil }
            commas += part.count(0x2C)
            for piece in stride(from: next, to: text.gaps[gap].upperBound, by: text.pieceByteCount) {
                if piece - cuts[cuts.count - 1].position >= partPieceCount * text.pieceByteCount {
                    cuts.append(Cut(position: piece, commas: commas))
                }
                commas += text.commas(ofPieceAt: piece)
            }
            at = text.gaps[gap].upperBound
            gap += 1
        }
        if let last = cuts.last, cuts.count > 1, end - last.position < longestRow { cuts.removeLast() }
        // The end of the list must be in memory after the last gap, to see whether a comma precedes the bracket.
        guard let isOpen = endsInComma(cursor, at..<end) else { return nil }
        guard let (rows, _, block) = room(for: commas + (isOpen ? 0 : 1), layout) else { return nil }
        let (parts, close) = (cuts, end)
        let areRead = Parallel.map(parts.count, threads: threads) { index in
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            return read(
                type, layout, text.input, parts[index], next, end: close, rows: rows, isFirst: index == 0, block)
        }
        guard !areRead.contains(false) else { return nil }
        for read in firstGap..<gap { text.mark(read) }
        cursor.move(to: end + 1)
        return column(layout, block, rows)
    }

    /// Reads the rows of a part from the file. Returns whether it has exactly the expected rows.
    private static func read(
        _ type: USDType, _ layout: (scalar: ScalarType, components: Int), _ input: Input, _ cut: Cut, _ next: Cut?,
        end: Int,
        rows: Int, isFirst: Bool, _ block: MemoryBlock
    ) -> Bool {
        let reach = next.map { min(end, $0.position + longestRow) } ?? end
        let count = reach - cut.position
        guard count > 0, let room = try? MemoryBlock(byteCount: count),
            let got = unsafe try? input.read(at: cut.position, count: count, into: room.base), got == count
        else { return false }
        // The cursor views the room, which must outlive it.
        return withExtendedLifetime(room) {
            let bytes = unsafe UnsafeRawBufferPointer(start: room.base, count: count)
            let cursor = unsafe TextCursor(unsafe: bytes, offset: cut.position)
            var begin = (position: cut.position, row: 0)
            if !isFirst {
                guard let found = row(behind: cut, cursor, layout.components) else { return false }
                begin = found
            }
            var stop = (position: end, row: rows)
            if let next {
                guard let found = row(behind: next, cursor, layout.components) else { return false }
                stop = found
            }
            // The file may have changed in the meantime.
            guard begin.row <= stop.row, stop.row <= rows, begin.position <= stop.position else { return false }
            var part = cursor.part(begin.position..<stop.position)
            // Bounds: the block has room for all rows, including these.
            let size = layout.components * layout.scalar.byteCount
            return unsafe read(
                type, layout.scalar, stop.row - begin.row, layout.components, &part, block.base + begin.row * size)
        }
    }

    /// The start and index of the first row after a cut.
    private static func row(
        behind cut: Cut, _ cursor: TextCursor, _ components: Int
    ) -> (position: Int, row: Int)? {
        var walker = cursor.part(cut.position..<cursor.endPosition)
        var commas = cut.commas
        if components > 1 {
            guard let close = walker.find(0x29, counting: 0x2C) else { return nil }
            commas += close.count
            walker.move(to: close.position)
        }
        guard let comma = walker.find(0x2C, counting: 0x2C) else { return nil }
        commas += 1
        guard commas % components == 0 else { return nil }
        return (comma.position + 1, commas / components)
    }
}
