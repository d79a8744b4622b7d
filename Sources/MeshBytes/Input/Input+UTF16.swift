extension Input {
    /// Whether the input is text in UTF-16.
    ///
    /// Such text begins with a byte order mark, and most of it is ASCII, like keywords and numbers. The mark isn't
    /// enough: binary files may begin with the same two bytes.
    public func isUTF16Text() throws(SystemError) -> Bool {
        let head = try read(0..<4096)
        guard let order = UTF16Order(head) else { return false }
        let units = order.units(of: head.dropFirst(2))
        let isPlain = units.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isPlain && !units.isEmpty && units.count { $0 < 0x80 } * 2 >= units.count
    }

    /// Converts text from UTF-16 to UTF-8, in memory; broken surrogate pairs become U+FFFD.
    ///
    /// Use it only if ``isUTF16Text()`` is true; an input without a byte order mark is returned unchanged. The text is
    /// read twice, so that no more memory is used than the result has bytes.
    public func convertedFromUTF16() throws(SystemError) -> Input {
        guard let order = UTF16Order(try read(0..<2)) else { return self }
        var size = 0
        try forEachScalar(order) { size += UTF8.width($0) }
        let text = try MemoryBlock(byteCount: size)
        var end = 0
        try forEachScalar(order) { scalar in
            // Bounds: nothing is stored past the counted size; the check at the end finds files that have changed
            // since.
            let start = end
            end += UTF8.width(scalar)
            guard end <= size else { return }
            if scalar.value < 0x80 {
                unsafe text.base.storeBytes(
                    of: UInt8(truncatingIfNeeded: scalar.value), toByteOffset: start, as: UInt8.self)
                return
            }
            for (place, byte) in scalar.utf8.enumerated() {
                unsafe text.base.storeBytes(of: byte, toByteOffset: start + place, as: UInt8.self)
            }
        }
        guard end == size else { throw shrunk }
        return .block(text, name: name)
    }

    /// Calls `body` with the characters after the byte order mark; an odd byte at the end is ignored.
    private func forEachScalar(_ order: UTF16Order, _ body: (Unicode.Scalar) -> Void) throws(SystemError) {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let block = try MemoryBlock(byteCount: 1 << 18)
        var lead: UInt16?
        var offset = 2
        while offset < byteCount {
            let count = min(block.byteCount, byteCount - offset)
            guard unsafe try read(at: offset, count: count, into: block.base) == count else { throw shrunk }
            offset += count
            // Bounds: the block holds `count` bytes.
            for place in stride(from: 0, to: count - 1, by: 2) {
                let stored = unsafe block.base.loadUnaligned(fromByteOffset: place, as: UInt16.self)
                let unit = order == .big ? UInt16(bigEndian: stored) : UInt16(littleEndian: stored)
                if let first = lead {
                    lead = nil
                    if UTF16.isTrailSurrogate(unit) {
                        let (high, low) = (UInt32(first & 0x3FF), UInt32(unit & 0x3FF))
                        body(Unicode.Scalar(0x10000 + high << 10 + low) ?? replacement)
                        continue
                    }
                    body(replacement)
                }
                if UTF16.isLeadSurrogate(unit) {
                    lead = unit
                } else {
                    body(Unicode.Scalar(unit) ?? replacement)
                }
            }
        }
        if lead != nil { body(replacement) }
    }
}

/// The byte order of UTF-16 units.
private enum UTF16Order {
    case big
    case little

    /// Reads the byte order mark; nil without one.
    init?(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): self = .big
        case (0xFF, 0xFE): self = .little
        default: return nil
        }
    }

    /// The units of whole byte pairs; an odd byte at the end is ignored.
    func units(of bytes: ArraySlice<UInt8>) -> [UInt16] {
        let (first, second): (UInt16, UInt16) = self == .big ? (8, 0) : (0, 8)
        return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << first | UInt16(bytes[$0 + 1]) << second
        }
    }
}
