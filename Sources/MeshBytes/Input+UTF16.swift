extension Input {
    /// Whether this is text in UTF-16.
    ///
    /// Such text begins with a byte order mark, and what follows is mostly ASCII, as keywords and numbers are: a binary
    /// file may begin with the same two bytes.
    public func isUTF16Text() throws(SystemError) -> Bool {
        let head = try read(0..<4096)
        guard let order = UTF16Order(head) else { return false }
        let units = order.units(of: head.dropFirst(2))
        let isPlain = units.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isPlain && !units.isEmpty && units.count { $0 < 0x80 } * 2 >= units.count
    }

    /// Text in UTF-16 as an input in UTF-8, in memory; pairs that are broken become U+FFFD.
    ///
    /// Only for an input of which ``isUTF16Text()`` is true; any other is returned as it is.
    public func convertedFromUTF16() throws(SystemError) -> Input {
        guard let order = UTF16Order(try read(0..<2)) else { return self }
        var text: [UInt8] = []
        var offset = 2
        while offset < byteCount {
            let end = min(offset + Self.bytesAtOnce, byteCount)
            let bytes = try read(offset..<end)
            guard bytes.count == end - offset else { throw shrunk }
            var units = order.units(of: bytes[...])
            offset = end
            // A pair is not parted.
            if offset < byteCount, let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                offset -= 2
            }
            text += String(decoding: units, as: UTF16.self).utf8
        }
        return .bytes(text, name: name)
    }

    private static let bytesAtOnce = 1 << 20
}

/// Which byte of a unit comes first.
private enum UTF16Order {
    case big
    case little

    /// By the byte order mark; nil without one.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): self = .big
        case (0xFF, 0xFE): self = .little
        default: return nil
        }
    }

    /// The units of whole pairs of bytes; a byte left over is left out.
    func units(of bytes: ArraySlice<UInt8>) -> [UInt16] {
        let (first, second): (UInt16, UInt16) = self == .big ? (8, 0) : (0, 8)
        return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << first | UInt16(bytes[$0 + 1]) << second
        }
    }
}
