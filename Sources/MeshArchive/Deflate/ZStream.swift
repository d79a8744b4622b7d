import CZlib

/// One zlib stream, in one direction, with the block for its output.
///
/// It has one owner at a time and keeps no pointer to the input between two calls.
///
/// - Bounds: zlib is told the bytes left of the input and the size of the block, and keeps to both. An offset beyond the input
///   traps.
@safe final class ZStream {
    /// The result of one call of zlib.
    struct Step {
        var status: Int32
        var consumed: Int
        var produced: Int
    }

    /// The number of output bytes per step: large enough that calls cost nothing, small enough to stay in the cache.
    static let blockSize = 64 << 10
    /// zlib counts a call's input in 32 bits.
    private static let largestInput = 1 << 30

    private let stream: UnsafeMutablePointer<z_stream>
    private let block: UnsafeMutablePointer<UInt8>
    private let step: (z_streamp?, Int32) -> Int32
    private let end: (z_streamp?) -> Int32

    /// Creates a stream that decompresses; nil if there is no memory.
    convenience init?(inflating wrapping: DeflateWrapping) {
        unsafe self.init(
            step: { unsafe inflate($0, $1) },
            end: { unsafe inflateEnd($0) },
            start: { unsafe inflateInit2_($0, wrapping.windowBits, ZLIB_VERSION, $1) }
        )
    }

    /// Creates a stream that compresses; nil if there is no memory.
    convenience init?(deflating wrapping: DeflateWrapping, level: Int32, strategy: Int32 = Z_DEFAULT_STRATEGY) {
        unsafe self.init(
            step: { unsafe deflate($0, $1) },
            end: { unsafe deflateEnd($0) },
            start: {
                unsafe deflateInit2_(
                    $0, level, Z_DEFLATED, wrapping.windowBits, 8, strategy, ZLIB_VERSION, $1)
            }
        )
    }

    private init?(
        step: @escaping (z_streamp?, Int32) -> Int32,
        end: @escaping (z_streamp?) -> Int32,
        start: (z_streamp?, Int32) -> Int32
    ) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe block = .allocate(capacity: Self.blockSize)
        unsafe self.step = step
        unsafe self.end = end
        // If this fails, zlib has allocated nothing, and ending it is harmless.
        if unsafe start(stream, Int32(MemoryLayout<z_stream>.size)) != Z_OK { return nil }
    }

    deinit {
        _ = unsafe end(stream)
        unsafe stream.deallocate()
        unsafe block.deallocate()
    }

    /// Runs zlib from `offset` on until the input is used up or a block is full, and appends the output.
    func run(_ input: Span<UInt8>, from offset: Int, flush: Int32, into output: inout [UInt8]) -> Step {
        unsafe input.withUnsafeBufferPointer { raw in
            let count = Swift.min(raw.count - offset, Self.largestInput)
            let base = raw.baseAddress
            // zlib declares its input as writable and never writes to it.
            unsafe stream.pointee.next_in = base.map { unsafe UnsafeMutablePointer(mutating: $0 + offset) }
            unsafe stream.pointee.avail_in = UInt32(count)
            unsafe stream.pointee.next_out = block
            unsafe stream.pointee.avail_out = UInt32(Self.blockSize)
            let status = unsafe step(stream, flush)
            let consumed = unsafe count - Int(stream.pointee.avail_in)
            let produced = unsafe Self.blockSize - Int(stream.pointee.avail_out)
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: block, count: produced))
            unsafe stream.pointee.next_in = nil
            return Step(status: status, consumed: consumed, produced: produced)
        }
    }

    var message: String {
        guard let text = unsafe stream.pointee.msg else { return "unknown fault" }
        return unsafe String(cString: text)
    }
}
