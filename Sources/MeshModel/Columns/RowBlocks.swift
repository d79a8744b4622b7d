/// The consecutive blocks of a range of rows: `for rows in column.blocks { column.read(rows, into: &buffer) … }`.
///
/// Reading in blocks needs neither a call for each value nor a second copy of the whole column.
@usableFromInline package struct RowBlocks: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var start: Int
    @usableFromInline let end: Int
    @usableFromInline let rowsPerBlock: Int

    /// - Edge: a block has at least one row.
    @inlinable package init(_ rows: Range<Int>, of rowsPerBlock: Int) {
        start = rows.lowerBound
        end = rows.upperBound
        self.rowsPerBlock = Swift.max(1, rowsPerBlock)
    }

    /// Blocks of at most 16,384 values, for rows of `components` values.
    ///
    /// As float64 a block takes 128 KiB, which stays in the processor's cache until it is used. Any size from 1,024 to
    /// 65,536 values takes the same time (measured); larger blocks take up to 15 % more.
    @inlinable package init(_ rows: Range<Int>, components: Int) {
        self.init(rows, of: 16_384 / Swift.max(1, components))
    }

    @inlinable package mutating func next() -> Range<Int>? {
        guard start < end else { return nil }
        let first = start
        start += Swift.min(rowsPerBlock, end - first)
        return first..<start
    }
}

extension Column {
    /// All rows, block by block.
    @inlinable package var blocks: RowBlocks { blocks(in: 0..<count) }

    /// Some of the rows, block by block.
    @inlinable package func blocks(in rows: Range<Int>) -> RowBlocks { RowBlocks(rows, components: components) }
}

extension Range<Int> {
    /// The rows in blocks of 4096, which is the default size for rows of four values.
    @inlinable package var blocks: RowBlocks { RowBlocks(self, components: 4) }

    /// The rows in blocks of another size, where a buffer or the cache demands it.
    @inlinable package func blocks(of rowsPerBlock: Int) -> RowBlocks { RowBlocks(self, of: rowsPerBlock) }
}
