/// Reads bits that are not coded, in words of four bytes, the highest of a word first.
struct DirectBits {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    private var word: UInt32 = 0
    private var count = 0

    init(_ reader: inout ByteReader) throws(DracoError) {
        let length = Int(try reader.uint32("length of bits"))
        guard length > 0, length & 3 == 0 else { throw reader.invalid("whole words of bits", found: "\(length) bytes") }
        place = reader.position
        try reader.skip(length, "bits")
        end = reader.position
        bytes = reader.bytes
    }

    /// Reads the next bits, 32 at most, the first of them as the highest.
    mutating func bits(_ count: Int) throws(DracoError) -> UInt32 {
        var value: UInt32 = 0
        var missing = count
        while missing > 0 {
            if self.count == 0 {
                guard place < end else {
                    throw DracoError(code: .truncated, expected: "\(missing) more bits", found: "0", offset: end)
                }
                word = 0
                for byte in 0..<4 { word |= UInt32(bytes[place + byte]) << UInt32(8 * byte) }
                place += 4
                self.count = 32
            }
            let taken = min(missing, self.count)
            // Shifts by the whole width give zero.
            value = value << UInt32(taken) | word >> UInt32(32 - taken)
            word = word << UInt32(taken)
            self.count -= taken
            missing -= taken
        }
        return value
    }
}
