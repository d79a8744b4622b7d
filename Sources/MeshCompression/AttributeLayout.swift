/// The layout of an attribute stream: header byte, blocks, padding, tail.
struct AttributeLayout {
    /// 0 or 1.
    let version: Int
    /// The size of an element in bytes.
    let stride: Int
    /// The number of elements in a whole block: a multiple of 16, at most 256.
    let blockElements: Int
    /// The offset after the blocks, where padding and tail begin.
    let tailStart: Int
    /// The offset of the element from which the first one is a difference.
    let baseline: Int
    /// The offset of the channel modes, one byte for each four bytes of the element; version 1 only.
    let channels: Int

    /// The minimum size of padding and tail. It is never less than the 24 bytes of the longest group, so that a group
    /// that begins before the tail can be read without a check for each byte.
    private static let leastTail = (version0: 32, version1: 24)

    static func blockElements(stride: Int) -> Int {
        min((8192 / stride) & ~15, 256)
    }

    /// The minimum size of a stream with this count: in version 1, blocks with nothing but zeros.
    static func leastByteCount(of stream: MeshoptStream) -> Int {
        let size = blockElements(stride: stream.stride)
        let blocks = stream.count / size + (stream.count % size > 0 ? 1 : 0)
        // No overflow: count × stride fits an Int.
        return 1 + blocks * (stream.stride / 4) + max(stream.stride, leastTail.version1)
    }

    init(_ source: CodecSource, _ stream: MeshoptStream) throws(CompressionError) {
        let header = source[0]
        guard header == 0xA0 || header == 0xA1 else {
            throw CompressionError(expected: "header 0xa0 or 0xa1 of attributes", found: hex(header), offset: 0)
        }
        version = Int(header & 0x0F)
        stride = stream.stride
        blockElements = Self.blockElements(stride: stride)
        let parts = version == 0 ? stride : stride + stride / 4
        let padded = max(parts, version == 0 ? Self.leastTail.version0 : Self.leastTail.version1)
        guard source.count >= 1 + padded else {
            throw CompressionError(
                expected: "a tail of \(padded) bytes", found: "\(source.count - 1)", offset: source.count)
        }
        tailStart = source.count - padded
        baseline = source.count - parts
        channels = baseline + stride
        guard version == 1 else { return }
        for index in 0..<stride / 4 {
            let mode = source[channels + index]
            guard mode & 0x0F == 2 || mode < 2 else {
                throw CompressionError(
                    expected: "a channel mode: 0, 1, or 2 with a rotation", found: hex(mode), offset: channels + index)
            }
        }
    }
}

/// A byte in hexadecimal, as the specification writes it.
func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return (digits.utf8.count < 2 ? "0x0" : "0x") + digits
}
