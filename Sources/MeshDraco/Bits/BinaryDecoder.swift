/// Decodes range-coded bits with one fixed probability (rABS): flags that mostly have the same value.
struct BinaryDecoder {
    private let bytes: [UInt8]
    private let start: Int
    private var place: Int
    private var state: UInt32
    /// The probability of a one, in 256ths.
    private let one: UInt32

    /// Reads the probability, the length and the coded bytes.
    init(_ reader: inout ByteReader) throws(DracoError) {
        let zero = try reader.byte("probability of a zero flag")
        // If `zero` is 0, this wraps to 0, as in the reference: then every flag is zero.
        one = UInt32(0 &- zero)
        let length = try reader.count(variableSince: BitstreamVersion(2, 2), "length of coded flags")
        start = reader.position
        try reader.skip(length, "coded flags")
        bytes = reader.bytes
        guard let ending = RangeEnding(bytes, start: start, end: reader.position), ending.size < 4,
            ending.state < 4096 * 255
        else {
            throw reader.invalid("the state that coded flags end with", found: "other bits")
        }
        place = reader.position - ending.size
        state = ending.state &+ 4096
    }

    @inline(__always)
    mutating func next() -> Bool {
        if state < 4096, place > start {
            place -= 1
            state = state << 8 | UInt32(bytes[place])
        }
        let rest = state & 255
        let share = (state >> 8) &* one
        if rest < one {
            state = share &+ rest
            return true
        }
        state = state &- share &- one
        return false
    }
}
