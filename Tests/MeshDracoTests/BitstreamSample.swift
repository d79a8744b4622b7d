/// Bitstreams written by hand from the specification.
enum BitstreamSample {
    /// The header of a bitstream of version 2.2.
    static func header(type: UInt8 = 1, method: UInt8 = 0, flags: UInt16 = 0) -> [UInt8] {
        Array("DRACO".utf8) + [2, 2, type, method, UInt8(flags & 0xFF), UInt8(flags >> 8)]
    }

    /// Three points: the origin, (1, 0, 0), (0, 2, 0).
    static let positions: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 2, 0].flatMap { (value: Float) in
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }

    /// One face: sequential, indices of one byte, positions as floats with unique id 7.
    static let triangle: [UInt8] =
        header() + [1, 3, 1] + [0, 1, 2] + [1] + [1, 0, 9, 3, 0, 7] + [0] + positions

    /// A count in groups of seven bits.
    static func variable(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    /// Symbols that all equal `symbol`: raw, in a table of one probability, without any coded bit.
    static func symbols(_ symbol: UInt8) -> [UInt8] {
        // Zeros up to the symbol, then 4096 in two bytes: 6 low bits, 8 above them.
        let zeros: [UInt8] = symbol == 0 ? [] : [(symbol - 1) << 2 | 3]
        return [1, 1] + variable(UInt64(symbol) + 1) + zeros + [0x01, 0x40] + [1, 0]
    }

    /// Edgebreaker by valence that claims this many faces, all symbols being `symbol`, after corners of two edges.
    static func claim(faces: UInt64, symbol: UInt8) -> [UInt8] {
        let counts = variable(faces) + variable(faces) + [0] + variable(faces) + [0]
        let contexts = variable(faces) + symbols(symbol) + [0, 0, 0, 0, 0]
        return header(method: 1) + [2] + counts + [0] + [0x80, 1, 0] + contexts
    }
}
