/// The bits of a scan up to the next marker, without the zero bytes that follow 0xFF.
///
/// - Bounds: only bytes from `base` to `base + end` are read. After a marker endless zeros follow, and ``isOverrun``
///   reports that they were used.
@safe struct JPEGBits {
    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The offset of the next byte to read; a marker is never passed.
    private(set) var position: Int
    /// The next bits, the first one on top; bits after `count` are those that follow, or zeros.
    private var word: UInt64 = 0
    private var count = 0
    /// The number of bits that were made up.
    private var padding = 0

    /// Creates the bits from `position` on.
    init(_ base: UnsafePointer<UInt8>, count end: Int, from position: Int) {
        unsafe self.base = unsafe base
        self.end = end
        self.position = position
    }

    /// Whether more bits were used than exist.
    var isOverrun: Bool { padding > count }

    /// Drops the remaining bits, and continues at `position`.
    mutating func restart(at position: Int) {
        self.position = position
        (word, count, padding) = (0, 0, 0)
    }

    /// Reads bytes until there are at least 56 bits.
    @inline(never)
    private mutating func fill() {
        if position + 8 <= end {
            let next = UInt64(
                bigEndian: unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
            // None of the eight bytes is 0xFF: in such a byte the highest bit is set, and adding one would clear it.
            if next & ~(next &+ 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080 == 0 {
                word |= next >> UInt64(truncatingIfNeeded: count)
                position &+= (63 &- count) >> 3
                count |= 56
                return
            }
        }
        // Bits after the counted ones are read again.
        word &= count == 0 ? 0 : ~0 << UInt64(64 - count)
        while count <= 56 {
            guard position < end else { return pad() }
            let byte = unsafe base[position]
            var step = 1
            if byte == 0xFF {
                guard position + 1 < end else { return pad() }
                let next = unsafe base[position + 1]
                // Any number of 0xFF bytes may precede a marker.
                if next == 0xFF {
                    position &+= 1
                    continue
                }
                guard next == 0 else { return pad() }
                step = 2
            }
            word |= UInt64(byte) << UInt64(truncatingIfNeeded: 56 &- count)
            count &+= 8
            position &+= step
        }
    }

    private mutating func pad() {
        // Capped; an overrun is noticed long before so many bits are used.
        padding = min(padding + 64 - count, 1 << 40)
        count = 64
    }

    /// Ensures that there are 32 bits: a code and the number after it.
    @inline(__always)
    mutating func prepare() { if count < 32 { fill() } }

    @inline(__always)
    private mutating func drop(_ number: Int) {
        word <<= UInt64(truncatingIfNeeded: number)
        count &-= number
    }

    /// The next bit; ``prepare()`` must have been called.
    @inline(__always)
    mutating func bit() -> Bool {
        let isSet = word >> 63 != 0
        drop(1)
        return isSet
    }

    /// The next bits as a number, 1 to 16 of them; ``prepare()`` must have been called.
    @inline(__always)
    mutating func number(_ size: Int) -> Int32 {
        let value = Int32(truncatingIfNeeded: word >> UInt64(truncatingIfNeeded: 64 &- size))
        drop(size)
        return value
    }

    /// The next bits as a coefficient or difference (F.2.2.1), 1 to 16 of them; ``prepare()`` must have been called.
    @inline(__always)
    mutating func coefficient(_ size: Int) -> Int32 {
        let value = number(size)
        return value < 1 &<< Int32(truncatingIfNeeded: size &- 1)
            ? value &+ 1 &- (1 &<< Int32(truncatingIfNeeded: size)) : value
    }

    /// The next symbol, nil if there is no such code; ``prepare()`` must have been called.
    @inline(__always)
    mutating func symbol(_ table: JPEGHuffmanTable) -> Int? {
        let entry = unsafe Int(table.codes[Int(truncatingIfNeeded: word >> UInt64(64 - JPEGHuffmanTable.lookBits))])
        if entry != 0 {
            drop(entry >> 8)
            return entry & 0xFF
        }
        return longSymbol(table)
    }

    @inline(never)
    private mutating func longSymbol(_ table: JPEGHuffmanTable) -> Int? {
        let look = Int32(truncatingIfNeeded: word >> 48)
        for length in JPEGHuffmanTable.lookBits + 1...16 where unsafe look < table.ends[length] {
            drop(length)
            let place = unsafe (look >> Int32(16 - length)) &+ table.places[length]
            // Codes of each length are counted, so the index is within the symbols.
            return unsafe Int(table.symbols[Int(place) & 0xFF])
        }
        return nil
    }

    /// The next coefficient whose code and bits are short: value · 256 + zeros before it · 16 + bits used. If it isn't
    /// short, returns 0 and uses no bits. ``prepare()`` must have been called.
    @inline(__always)
    mutating func shortCoefficient(_ table: JPEGHuffmanTable) -> Int32 {
        let entry = unsafe Int32(
            table.values[Int(truncatingIfNeeded: word >> UInt64(64 - JPEGHuffmanTable.lookBits))])
        drop(Int(entry & 15))
        return entry
    }
}
