/// Decodes blocks of attributes, four byte positions of the element at a time: each such channel has its own mode of
/// differences.
struct AttributeDecoder {
    private let source: CodecSource
    private let layout: AttributeLayout
    private let count: Int
    /// The bytes of four positions, each 256 long, and the words made of them.
    private let scratch = CodecScratch()

    init(_ source: CodecSource, _ stream: MeshoptStream) throws(CompressionError) {
        self.source = source
        layout = try AttributeLayout(source, stream)
        count = stream.count
    }

    func decode(into destination: CodecDestination) throws(CompressionError) {
        var offset = 1
        var first = 0
        while first < count {
            let elements = min(count - first, layout.blockElements)
            try decodeBlock(of: elements, at: &offset, from: first, into: destination)
            first += elements
        }
        guard offset == layout.tailStart else {
            throw CompressionError(
                expected: "the tail after the last block", found: "\(layout.tailStart - offset) bytes between",
                offset: offset)
        }
    }

    private func decodeBlock(
        of elements: Int, at offset: inout Int, from first: Int, into destination: CodecDestination
    ) throws(CompressionError) {
        let control = offset
        if layout.version == 1 { offset += layout.stride / 4 }
        try checkOffset(offset)
        for channel in 0..<layout.stride / 4 {
            let modes = layout.version == 1 ? source[control + channel] : 0
            for position in 0..<4 {
                try decodePosition(
                    position, of: elements, mode: (modes >> UInt8(2 * position)) & 3, at: &offset)
            }
            // The element before the block: the last one decoded, or that of the tail for the first block.
            let before =
                first == 0
                ? source.word(at: layout.baseline + 4 * channel)
                : destination.word(at: (first - 1) * layout.stride + 4 * channel)
            scratch.storeWords(
                of: elements, taking: layout.version == 1 ? source[layout.channels + channel] : 0, from: before,
                into: destination, at: first * layout.stride + 4 * channel, stride: layout.stride)
        }
    }

    /// Unpacks one byte position of all elements of a block.
    private func decodePosition(
        _ position: Int, of elements: Int, mode: UInt8, at offset: inout Int
    ) throws(CompressionError) {
        if layout.version == 1, mode == 2 {
            scratch.clear(position)
        } else if layout.version == 1, mode == 3 {
            let start = offset
            offset += elements
            try checkOffset(offset)
            scratch.copy(elements, from: source, at: start, to: position)
        } else {
            let groups = (elements + 15) / 16
            let header = offset
            offset += (groups + 3) / 4
            try checkOffset(offset)
            // The bit widths that two header bits select: 0 1 2 4 or 1 2 4 8 by mode, and 0 2 4 8 in version 0.
            let widths: UInt32 = layout.version == 0 ? 0x08_04_02_00 : mode == 0 ? 0x04_02_01_00 : 0x08_04_02_01
            offset = scratch.unpack(groups, widths: widths, from: source, header: header, data: offset, to: position)
            try checkOffset(offset)
        }
    }

    private func checkOffset(_ offset: Int) throws(CompressionError) {
        guard offset <= layout.tailStart else {
            throw CompressionError(
                expected: "more data before the tail at byte \(layout.tailStart)", found: "its end",
                offset: layout.tailStart)
        }
    }
}
