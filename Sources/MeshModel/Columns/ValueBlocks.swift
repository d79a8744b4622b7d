/// The rows of a column and their values, block by block: `for (rows, values) in column.blocks(of: Double.self) { … }`.
///
/// The values of all blocks share one buffer, unless the caller keeps one.
@usableFromInline package struct ValueBlocks<Value>: Sequence, IteratorProtocol {
    @usableFromInline var blocks: RowBlocks
    @usableFromInline var values = ContiguousArray<Value>()
    @usableFromInline let read: (Range<Int>, inout ContiguousArray<Value>) -> Void

    @inlinable init(_ blocks: RowBlocks, _ read: @escaping (Range<Int>, inout ContiguousArray<Value>) -> Void) {
        (self.blocks, self.read) = (blocks, read)
    }

    @inlinable package mutating func next() -> (rows: Range<Int>, values: ContiguousArray<Value>)? {
        guard let rows = blocks.next() else { return nil }
        read(rows, &values)
        return (rows, values)
    }
}

// All rows and their values, converted as `read(_:into:)` does, block by block.
extension Column {
    @inlinable package func blocks(of _: Double.Type) -> ValueBlocks<Double> {
        ValueBlocks(blocks) { read($0, into: &$1) }
    }
    @inlinable package func blocks(of _: Float.Type) -> ValueBlocks<Float> {
        ValueBlocks(blocks) { read($0, into: &$1) }
    }
    @inlinable package func blocks(of _: Int64.Type) -> ValueBlocks<Int64> {
        ValueBlocks(blocks) { read($0, into: &$1) }
    }
    @inlinable package func blocks(of _: Int32.Type) -> ValueBlocks<Int32> {
        ValueBlocks(blocks) { read($0, into: &$1) }
    }
    @inlinable package func blocks(of _: UInt8.Type) -> ValueBlocks<UInt8> {
        ValueBlocks(blocks) { read($0, into: &$1) }
    }
}
