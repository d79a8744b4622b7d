public import MeshBytes
public import MeshModel

extension ByteStorage {
    /// A view of the first `byteCount` bytes of a block, which it keeps alive.
    ///
    /// - Bounds: the block must not be written to from now on.
    public convenience init(_ block: MemoryBlock, byteCount: Int? = nil) {
        let count = min(byteCount ?? block.byteCount, block.byteCount)
        unsafe self.init(
            viewing: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block.bytes)[0..<count]),
            keptAliveBy: block)
    }

    /// Hands a range of bytes, clamped to what there is, to a sink without copying them.
    package func write(_ range: Range<Int>, to sink: ByteSink) throws(SystemError) {
        let range = range.clamped(to: 0..<byteCount)
        // What is not in memory comes in blocks.
        let step = source == nil ? range.count : 512 << 10
        for start in stride(from: range.lowerBound, to: range.upperBound, by: max(step, 1)) {
            try unsafe withBytes(in: start..<min(start + step, range.upperBound)) { (raw) throws(SystemError) in
                try unsafe sink.write(raw)
            }
        }
    }
}
