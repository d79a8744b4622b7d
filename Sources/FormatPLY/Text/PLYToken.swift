import MeshBytes
import MeshModel

extension TextCursor {
    /// Reads a number that ends at a blank, a line end or the end of the text, as its bits in `type`.
    ///
    /// A whole number may have a point or an exponent (`255.0`). Returns nil when there is no number or `type` can't
    /// hold it; the cursor may then be anywhere within it.
    @inline(__always)
    mutating func readBits(_ type: ScalarType) -> UInt64? {
        switch type {
        case .float32:
            guard let value = readFloat32(), isAtTokenEnd else { return nil }
            return UInt64(value.bitPattern)
        case .float64:
            guard let value = readFloat64(), isAtTokenEnd else { return nil }
            return value.bitPattern
        default:
            let start = position
            guard let value = readInteger(), isAtTokenEnd else { return readWholeBits(type, from: start) }
            return PLYToken.bits(value, type)
        }
    }

    /// Whether the token ends here.
    @inline(__always)
    var isAtTokenEnd: Bool { peek() <= 0x20 }

    @inline(never)
    private mutating func readWholeBits(_ type: ScalarType, from start: Int) -> UInt64? {
        move(to: start)
        let token = readToken()
        if type == .uint64, let value = UInt64(text(token)) { return value }
        move(to: start)
        guard let value = readFloat64(), isAtTokenEnd, abs(value) <= 0x1p53, let whole = Int64(exactly: value) else {
            return nil
        }
        return PLYToken.bits(whole, type)
    }
}

/// Whole numbers as the bits of a type.
enum PLYToken {
    /// The bits of a whole number in an integer type; nil when the type can't hold it.
    @inline(__always)
    static func bits(_ value: Int64, _ type: ScalarType) -> UInt64? {
        let fits: Bool
        switch type {
        case .int8: fits = Int8(exactly: value) != nil
        case .uint8: fits = UInt8(exactly: value) != nil
        case .int16: fits = Int16(exactly: value) != nil
        case .uint16: fits = UInt16(exactly: value) != nil
        case .int32: fits = Int32(exactly: value) != nil
        case .uint32: fits = UInt32(exactly: value) != nil
        case .int64: fits = true
        case .uint64: fits = value >= 0
        case .float16, .float32, .float64: fits = false
        }
        return fits ? UInt64(bitPattern: value) : nil
    }
}
