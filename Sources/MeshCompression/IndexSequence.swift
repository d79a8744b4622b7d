/// Decodes indices that are differences from one of two earlier ones (mode INDICES).
enum IndexSequence {
    static func decode(
        _ source: CodecSource, _ stream: MeshoptStream, into destination: CodecDestination
    ) throws(CompressionError) {
        // Version 0 has the same layout; only encoders differ.
        guard source[0] == 0xD1 || source[0] == 0xD0 else {
            throw CompressionError(expected: "header 0xd1 of indices", found: hex(source[0]), offset: 0)
        }
        var data = IndexData(source, from: 1, to: source.count - 4)
        var even: UInt32 = 0
        var odd: UInt32 = 0
        for position in 0..<stream.count {
            let value = try data.number()
            let delta = (value >> 2) ^ (0 &- (value >> 1 & 1))
            let index: UInt32
            if value & 1 == 0 {
                even &+= delta
                index = even
            } else {
                odd &+= delta
                index = odd
            }
            destination.store(index: index, at: position, stride: stream.stride)
        }
        try data.finish()
    }
}

/// The extra bytes of index streams: numbers with 7 bits in each byte.
struct IndexData {
    private let source: CodecSource
    private let end: Int
    private(set) var offset: Int

    init(_ source: CodecSource, from start: Int, to end: Int) {
        self.source = source
        self.end = end
        offset = start
    }

    /// Reads one byte.
    mutating func byte() throws(CompressionError) -> UInt8 {
        guard offset < end else {
            throw CompressionError(expected: "more data of indices", found: "the tail of the stream", offset: end)
        }
        defer { offset += 1 }
        return source[offset]
    }

    /// Reads a number of one to five bytes, the lowest 7 bits first. Bits above 32 are ignored.
    mutating func number() throws(CompressionError) -> UInt32 {
        let lead = try byte()
        guard lead >= 0x80 else { return UInt32(lead) }
        var result = UInt32(lead & 0x7F)
        for shift in stride(from: UInt32(7), through: 28, by: 7) {
            let next = try byte()
            result |= UInt32(next & 0x7F) &<< shift
            if next < 0x80 { return result }
        }
        throw CompressionError(expected: "a number of at most 5 bytes", found: "a sixth", offset: offset)
    }

    /// Throws if some data was not used.
    func finish() throws(CompressionError) {
        guard offset == end else {
            throw CompressionError(
                expected: "the tail after the last index", found: "\(end - offset) bytes between", offset: offset)
        }
    }
}
