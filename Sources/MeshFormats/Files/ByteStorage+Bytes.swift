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
        try unsafe withBytes { (raw) throws(SystemError) in
            try unsafe sink.write(UnsafeRawBufferPointer(rebasing: raw[range.clamped(to: 0..<raw.count)]))
        }
    }
}
