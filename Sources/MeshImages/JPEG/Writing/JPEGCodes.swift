/// Counts and writes the symbols of a scan (ITU-T T.81, F.1.2).
struct JPEGCodes {
    /// How often each symbol occurs: for luma, and for colour differences.
    private var dcCounts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 2)
    private var acCounts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 2)

    /// Counts the symbols of all blocks.
    mutating func count(_ bands: [JPEGBand], _ kinds: [Int]) {
        var (dc, ac) = (dcCounts, acCounts)
        Self.walk(bands, kinds) { isFirst, table, symbol, _ in
            if isFirst { dc[table][symbol] += 1 } else { ac[table][symbol] += 1 }
        }
        (dcCounts, acCounts) = (dc, ac)
    }

    /// The best codes for the symbols counted.
    func tables() -> (dc: [JPEGHuffmanCode], ac: [JPEGHuffmanCode]) {
        (dcCounts.map { JPEGHuffmanCode($0) }, acCounts.map { JPEGHuffmanCode($0) })
    }

    /// Appends the scan's data.
    func write(
        _ bands: [JPEGBand], _ kinds: [Int], _ dc: [JPEGHuffmanCode], _ ac: [JPEGHuffmanCode],
        to output: inout [UInt8]
    ) {
        var bits = JPEGBitWriter(output)
        output = []
        Self.walk(bands, kinds) { isFirst, table, symbol, value in
            let code = isFirst ? dc[table].codes[symbol] : ac[table].codes[symbol]
            let size = symbol & 15
            // Negative numbers are one less, without the sign (table F.1).
            let number = UInt32(truncatingIfNeeded: value < 0 ? value &- 1 : value) & ((1 << UInt32(size)) &- 1)
            bits.append(code.bits << UInt32(size) | number, code.count + size)
        }
        output = bits.finished()
    }

    /// Calls `body` for each symbol: whether it is a block's first, its table, and the number that follows.
    @inline(__always)
    private static func walk(
        _ bands: [JPEGBand], _ kinds: [Int],
        _ body: (_ isFirst: Bool, _ table: Int, _ symbol: Int, _ value: Int) -> Void
    ) {
        var last = [0, 0, 0]
        for band in bands {
            var at = 0
            for (block, mask) in band.masks.enumerated() {
                let kind = kinds[block % kinds.count]
                let table = min(kind, 1)
                var level = 0
                if mask & 1 != 0 {
                    level = Int(band.values[at])
                    at += 1
                }
                let difference = level - last[kind]
                last[kind] = level
                body(true, table, size(difference), difference)
                var (rest, place) = (mask & ~1, 0)
                while rest != 0 {
                    let next = rest.trailingZeroBitCount
                    rest &= rest &- 1
                    var zeros = next - place - 1
                    while zeros >= 16 {
                        body(false, table, 0xF0, 0)
                        zeros -= 16
                    }
                    let value = Int(band.values[at])
                    at += 1
                    body(false, table, zeros << 4 | size(value), value)
                    place = next
                }
                if place < 63 { body(false, table, 0, 0) }
            }
        }
    }

    /// The bits of a number without its sign.
    @inline(__always)
    private static func size(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }
}

/// Collects bits, the first on top, and puts a zero byte behind each 0xFF.
struct JPEGBitWriter {
    private var bytes: [UInt8]
    private var word: UInt64 = 0
    private var count = 0

    /// Continues a file.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Appends the lowest bits of a number, at most 32.
    @inline(__always)
    mutating func append(_ value: UInt32, _ size: Int) {
        word = word << UInt64(size) | UInt64(value)
        count &+= size
        while count >= 8 {
            count &-= 8
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// The file, after filling the last byte with ones.
    func finished() -> [UInt8] {
        var copy = self
        if copy.count > 0 { copy.append(0x7F, 7) }
        return copy.bytes
    }
}
