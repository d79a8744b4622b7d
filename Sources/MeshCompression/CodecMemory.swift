/// The only file of the module with unsafe code: raw memory behind types that the decoders can't misuse.
///
/// Reads and writes of single bytes and words are checked. Outside the memory they read 0 and write nothing: decoders
/// check the stream's rules themselves, to report precise errors. The loops over whole blocks state what their callers
/// have checked.

extension MeshoptDecoder {
    /// Decodes into an array that has the right size.
    static func decode(
        _ source: RawSpan, as stream: MeshoptStream, into result: inout [UInt8]
    ) throws(CompressionError) {
        try unsafe result.withUnsafeMutableBufferPointer { (room) throws(CompressionError) in
            try unsafe source.withUnsafeBytes { (bytes) throws(CompressionError) in
                try unsafe run(CodecSource(bytes), stream, CodecDestination(UnsafeMutableRawBufferPointer(room)))
            }
        }
    }

    /// Decodes the bytes of an array.
    ///
    /// - Parameters:
    ///   - source: exactly the whole stream.
    ///   - stream: its description in the JSON.
    /// - Returns: `count` × `stride` bytes, little-endian.
    package static func decode(_ source: [UInt8], as stream: MeshoptStream) throws(CompressionError) -> [UInt8] {
        try unsafe source.withUnsafeBufferPointer { (bytes) throws(CompressionError) in
            try unsafe decode(UnsafeRawBufferPointer(bytes).bytes, as: stream)
        }
    }
}

/// The bytes of a stream, valid for one call.
@safe struct CodecSource {
    let count: Int
    fileprivate let base: UnsafeRawBufferPointer

    fileprivate init(_ base: UnsafeRawBufferPointer) {
        unsafe self.base = unsafe base
        count = base.count
    }

    /// A byte; 0 outside the stream.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: count), let start = unsafe base.baseAddress else { return 0 }
        return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Four bytes, little-endian; 0 outside the stream.
    func word(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count - 4, let start = unsafe base.baseAddress else { return 0 }
        return unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

/// The memory that is decoded into, valid for one call.
@safe struct CodecDestination {
    let count: Int
    fileprivate let base: UnsafeMutableRawBufferPointer

    fileprivate init(_ base: UnsafeMutableRawBufferPointer) {
        unsafe self.base = unsafe base
        count = base.count
    }

    /// Four bytes, little-endian; 0 outside the memory.
    func word(at offset: Int) -> UInt32 {
        guard offset >= 0, offset <= count - 4, let start = unsafe base.baseAddress else { return 0 }
        return unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Stores an index of 4 bytes, or its low 2 bytes. Stores nothing outside the memory.
    @inline(__always)
    func store(index: UInt32, at position: Int, stride: Int) {
        let offset = position &* stride
        guard offset >= 0, offset <= count &- stride, let start = unsafe base.baseAddress else { return }
        if stride == 4 {
            unsafe start.storeBytes(of: index.littleEndian, toByteOffset: offset, as: UInt32.self)
        } else {
            unsafe start.storeBytes(
                of: UInt16(truncatingIfNeeded: index).littleEndian, toByteOffset: offset, as: UInt16.self)
        }
    }

    /// Replaces each whole word, little-endian. Bytes after the last one stay.
    @inline(__always)
    func replaceWords<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, _ change: (Word) -> Word) {
        let size = MemoryLayout<Word>.size
        guard let start = unsafe base.baseAddress else { return }
        for offset in stride(from: 0, through: count - size, by: size) {
            let word = unsafe Word(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: Word.self))
            unsafe start.storeBytes(of: change(word).littleEndian, toByteOffset: offset, as: Word.self)
        }
    }
}

/// The sixteen edges and the sixteen vertices that triangles have used last.
@safe final class RecentIndices {
    /// 32 words of edges, 16 of vertices; every index is reduced by a mask.
    private let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 48)
    private var edges = 0
    private var vertices = 0

    init() { unsafe words.initialize(repeating: 0, count: 48) }

    deinit { unsafe words.deallocate() }

    /// The edge that was pushed `age` edges ago; nil: there are fewer.
    @inline(__always)
    func edge(_ age: Int) -> (UInt32, UInt32)? {
        guard age < edges else { return nil }
        let slot = 2 &* ((edges &- 1 &- age) & 15)
        return unsafe (words[slot], words[slot &+ 1])
    }

    /// The vertex that was pushed `age` vertices ago; nil: there are fewer.
    @inline(__always)
    func vertex(_ age: Int) -> UInt32? {
        guard age < vertices else { return nil }
        return unsafe words[32 &+ ((vertices &- 1 &- age) & 15)]
    }

    @inline(__always)
    func push(edge first: UInt32, _ second: UInt32) {
        let slot = 2 &* (edges & 15)
        unsafe words[slot] = first
        unsafe words[slot &+ 1] = second
        edges &+= 1
    }

    @inline(__always)
    func push(vertex: UInt32) {
        unsafe words[32 &+ (vertices & 15)] = vertex
        vertices &+= 1
    }
}

/// Memory for one channel of a block: four byte positions of 256 elements each, and a word for each element.
@safe final class CodecScratch {
    private static let elements = 256
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * CodecScratch.elements, alignment: 64)

    init() { unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 8 * Self.elements) }

    deinit { unsafe memory.deallocate() }

    /// Clears the bytes of a position (0 … 3).
    func clear(_ position: Int) {
        unsafe (memory + (position & 3) * Self.elements).initializeMemory(
            as: UInt8.self, repeating: 0, count: Self.elements)
    }

    /// Copies at most 256 bytes of the stream unchanged.
    func copy(_ count: Int, from source: CodecSource, at offset: Int, to position: Int) {
        guard count > 0, count <= Self.elements, offset >= 0, offset <= source.count - count,
            let start = unsafe source.base.baseAddress
        else { return }
        unsafe (memory + (position & 3) * Self.elements).copyMemory(from: start + offset, byteCount: count)
    }

    /// Unpacks at most 16 groups of 16 bytes. Returns the offset after them.
    ///
    /// Bounds: a group takes at most 24 bytes. If the stream has fewer left, the group isn't read and `Int.max` is
    /// returned. (The stream's tail has at least 24 bytes, so this doesn't happen in a valid stream.)
    func unpack(
        _ groups: Int, widths: UInt32, from source: CodecSource, header: Int, data: Int, to position: Int
    ) -> Int {
        guard groups <= Self.elements / 16, header >= 0, data >= 0, let start = unsafe source.base.baseAddress else {
            return Int.max
        }
        var offset = data
        for group in 0..<groups {
            guard offset <= source.count &- 24 else { return Int.max }
            let choice = source[header &+ group / 4] &>> UInt8(2 &* (group & 3)) & 3
            let width = widths &>> (8 &* UInt32(choice)) & 0xFF
            let from = unsafe start + offset
            let to = unsafe memory + ((position & 3) &* Self.elements &+ 16 &* group)
            switch width {
            case 0:
                unsafe to.storeBytes(of: 0, as: UInt64.self)
                unsafe to.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
            case 1: offset &+= unsafe Self.unpack1(from, to)
            case 2: offset &+= unsafe Self.unpack2(from, to)
            case 4: offset &+= unsafe Self.unpack4(from, to)
            default:
                unsafe to.copyMemory(from: from, byteCount: 16)
                offset &+= 16
            }
        }
        return offset
    }

    // The three functions below read at most 24 bytes and write 16. Each spreads 8 values over the bytes of a word,
    // the first in the lowest byte, and then replaces those that have all bits set by the bytes that follow.

    private static func unpack1(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) -> Int {
        var next = 2
        for half in 0..<2 {
            let bits = unsafe UInt64(from.load(fromByteOffset: half, as: UInt8.self))
            // Byte n keeps bit n; adding 0x7f carries it to the top of the byte.
            let kept = (bits &* 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201
            let set = (kept &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
            unsafe store(set >> 7, sentinels: set, half, to, from, &next)
        }
        return next
    }

    private static func unpack2(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) -> Int {
        var next = 4
        for half in 0..<2 {
            let first = unsafe UInt32(from.load(fromByteOffset: 2 &* half, as: UInt8.self))
            let second = unsafe UInt32(from.load(fromByteOffset: 2 &* half &+ 1, as: UInt8.self))
            // Shifts by 24, 14 and 4 in one product, and one to the right: the highest two bits go to the lowest byte.
            let low = (first &* 0x0100_4010 | first >> 6) & 0x0303_0303
            let high = (second &* 0x0100_4010 | second >> 6) & 0x0303_0303
            let values = UInt64(low) | UInt64(high) << 32
            unsafe store(
                values, sentinels: (values &+ 0x7D7D_7D7D_7D7D_7D7D) & 0x8080_8080_8080_8080, half, to, from, &next)
        }
        return next
    }

    private static func unpack4(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) -> Int {
        var next = 8
        for half in 0..<2 {
            var wide = unsafe UInt64(
                UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 4 &* half, as: UInt32.self)))
            wide = (wide | wide << 16) & 0x0000_FFFF_0000_FFFF
            wide = (wide | wide << 8) & 0x00FF_00FF_00FF_00FF
            let values = wide >> 4 & 0x000F_000F_000F_000F | (wide & 0x000F_000F_000F_000F) << 8
            unsafe store(
                values, sentinels: (values &+ 0x7171_7171_7171_7171) & 0x8080_8080_8080_8080, half, to, from, &next)
        }
        return next
    }

    /// Stores 8 values; those that `sentinels` marks with the top bit of their byte come from the bytes at `next`.
    @inline(__always)
    private static func store(
        _ values: UInt64, sentinels: UInt64, _ half: Int, _ to: UnsafeMutableRawPointer, _ from: UnsafeRawPointer,
        _ next: inout Int
    ) {
        unsafe to.storeBytes(of: values.littleEndian, toByteOffset: 8 &* half, as: UInt64.self)
        var left = sentinels
        while left != 0 {
            let byte = left.trailingZeroBitCount >> 3
            let value = unsafe from.load(fromByteOffset: next, as: UInt8.self)
            unsafe to.storeBytes(of: value, toByteOffset: 8 &* half &+ byte, as: UInt8.self)
            next &+= 1
            left &= left &- 1
        }
    }

    /// Makes words of the four positions' bytes, adds them up according to the channel mode, and stores them.
    ///
    /// Bounds: `count` ≤ 256 words at `offset`, `offset + stride`, … must lie in the destination; otherwise nothing is
    /// stored.
    func storeWords(
        of count: Int, taking mode: UInt8, from before: UInt32, into destination: CodecDestination, at offset: Int,
        stride: Int
    ) {
        guard count > 0, count <= Self.elements, offset >= 0, stride > 0, stride <= 256,
            offset &+ (count &- 1) &* stride <= destination.count &- 4, let start = unsafe destination.base.baseAddress
        else { return }
        let size = Self.elements
        let words = unsafe (memory + 4 * size).assumingMemoryBound(to: UInt32.self)
        let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
        // Always all 256: a fixed number of steps lets the compiler vectorise without a remainder.
        for element in 0..<size {
            let low = unsafe UInt32(bytes[element]) | UInt32(bytes[size &+ element]) &<< 8
            let high = unsafe UInt32(bytes[2 &* size &+ element]) | UInt32(bytes[3 &* size &+ element]) &<< 8
            unsafe words[element] = low | high &<< 16
        }
        var sum = before
        var to = unsafe start + offset
        switch mode & 3 {
        case 0:
            for element in 0..<count {
                let word = unsafe words[element]
                let delta = (word >> 1 & 0x7F7F_7F7F) ^ ((word & 0x0101_0101) &* 0xFF)
                sum = ((sum & 0x7F7F_7F7F) &+ (delta & 0x7F7F_7F7F)) ^ ((sum ^ delta) & 0x8080_8080)
                unsafe to.storeBytes(of: sum.littleEndian, as: UInt32.self)
                unsafe to += stride
            }
        case 1:
            for element in 0..<count {
                let word = unsafe words[element]
                let delta = (word >> 1 & 0x7FFF_7FFF) ^ ((word & 0x0001_0001) &* 0xFFFF)
                sum = ((sum & 0x7FFF_7FFF) &+ (delta & 0x7FFF_7FFF)) ^ ((sum ^ delta) & 0x8000_8000)
                unsafe to.storeBytes(of: sum.littleEndian, as: UInt32.self)
                unsafe to += stride
            }
        default:
            // The specification rotates stored words to the left, so they are rotated back.
            let turn = UInt32(mode >> 4)
            for element in 0..<count {
                let word = unsafe words[element]
                sum ^= word &>> turn | word &<< (32 &- turn)
                unsafe to.storeBytes(of: sum.littleEndian, as: UInt32.self)
                unsafe to += stride
            }
        }
    }
}
