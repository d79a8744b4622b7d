/// Decodes range-coded symbols (rANS) with a table of probabilities.
struct SymbolDecoder {
    private let bytes: [UInt8]
    private let start: Int
    private var place: Int
    private var state: UInt32
    private let precisionBits: UInt32
    /// The symbol of each part of the range.
    private let symbols: [UInt32]
    /// For each symbol, the size of its share of the range, and in the high half the beginning of the share.
    private let shares: [UInt64]

    /// Reads the table and the coded bytes. `width` is the claimed number of bits of a symbol, 1...18.
    init(_ reader: inout ByteReader, width: Int) throws(DracoError) {
        precisionBits = UInt32(min(max(3 * width / 2, 12), 20))
        let count = try reader.count("number of symbols")
        // One byte of the table can cover 64 symbols.
        guard count > 0, count / 64 <= reader.remaining else {
            throw reader.invalid("symbols whose table is in the data", found: "\(count) symbols")
        }
        try reader.reserve(count, of: 8, "probabilities")
        try reader.reserve(1 << Int(precisionBits), of: 4, "the range of symbols")
        shares = try Self.shares(count, &reader, precision: 1 << precisionBits)
        var symbols = [UInt32](repeating: 0, count: 1 << Int(precisionBits))
        for (symbol, share) in shares.enumerated() {
            let begin = Int(share >> 32)
            for part in begin..<(begin + Int(share & 0xFFFF_FFFF)) {
                symbols[part] = UInt32(truncatingIfNeeded: symbol)
            }
        }
        self.symbols = symbols
        let length = try reader.length(variableSince: BitstreamVersion(2, 0), "length of coded symbols")
        start = reader.position
        try reader.skip(length, "coded symbols")
        bytes = reader.bytes
        let base: UInt32 = 4 << precisionBits
        guard let ending = RangeEnding(bytes, start: start, end: reader.position),
            UInt64(ending.state) + UInt64(base) < UInt64(base) << 8
        else {
            throw reader.invalid("the state that coded symbols end with", found: "other bits")
        }
        place = reader.position - ending.size
        state = ending.state + base
    }

    /// Reads the probabilities: each in one to three bytes, or the number of consecutive symbols that do not occur.
    private static func shares(
        _ count: Int, _ reader: inout ByteReader, precision: UInt32
    ) throws(DracoError) -> [UInt64] {
        var shares: [UInt64] = []
        shares.reserveCapacity(count)
        var sum: UInt32 = 0
        while shares.count < count {
            let first = try reader.byte("probability of a symbol")
            var share = UInt32(first >> 2)
            if first & 3 == 3 {
                guard shares.count + Int(share) < count else {
                    throw reader.invalid("at most \(count - shares.count) symbols", found: "\(share + 1)")
                }
                for _ in 0...share {
                    shares.append(UInt64(sum) << 32)
                }
                continue
            }
            for extra in 0..<UInt32(first & 3) {
                share |= UInt32(try reader.byte("probability of a symbol")) << (8 * extra + 6)
            }
            guard share <= precision - sum else {
                throw reader.invalid("probabilities of \(precision) together", found: "more")
            }
            shares.append(UInt64(sum) << 32 | UInt64(share))
            sum += share
        }
        guard sum == precision else {
            throw reader.invalid("probabilities of \(precision) together", found: "\(sum)")
        }
        return shares
    }

    @inline(__always)
    mutating func next() -> UInt32 {
        let base: UInt32 = 4 << precisionBits
        while state < base, place > start {
            place -= 1
            state = state << 8 | UInt32(bytes[place])
        }
        let rest = state & ((1 << precisionBits) &- 1)
        let symbol = symbols[Int(rest)]
        let share = shares[Int(symbol)]
        state =
            (state >> precisionBits) &* UInt32(truncatingIfNeeded: share) &+ rest
            &- UInt32(truncatingIfNeeded: share >> 32)
        return symbol
    }
}
