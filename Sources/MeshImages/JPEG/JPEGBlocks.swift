/// Decodes the blocks of a scan, one at a time: the procedures of ITU-T T.81, F.2.2 and G.1.2.
///
/// - Bounds: a block is 64 coefficients from its pointer on, rows of eight; `order` has 64 indices, all below 64.
@safe struct JPEGBlocks {
    var bits: JPEGBits
    /// The index of each coefficient in its block, in the order of the file.
    let order: UnsafePointer<UInt8>
    /// The first and last coefficient of a scan, and the position of the lowest bit in its coefficients.
    var first = 0
    var last = 63
    var low: Int32 = 0
    /// The number of following blocks without new coefficients in this scan; existing ones are only refined.
    var endRun = 0

    /// The order in which coefficients are stored: figure A.6.
    static let zigzag: [UInt8] = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14,
        21,
        28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61,
        54,
        47, 55, 62, 63,
    ]

    init(_ bits: JPEGBits, order: UnsafePointer<UInt8>) {
        self.bits = bits
        unsafe self.order = unsafe order
    }

    /// Decodes all coefficients of a block that is zero (F.2.2).
    ///
    /// - Returns: the index of the last coefficient in the file's order; nil if the data are not valid codes.
    mutating func sequential(
        _ block: UnsafeMutablePointer<Int16>, _ dc: JPEGHuffmanTable, _ ac: JPEGHuffmanTable, _ prediction: inout Int32
    ) -> Int? {
        bits.prepare()
        guard let size = bits.symbol(dc) else { return nil }
        if size > 0 { prediction &+= bits.coefficient(size & 15) }
        unsafe block[0] = Int16(truncatingIfNeeded: prediction)
        var (place, end) = (1, 0)
        while place < 64 {
            bits.prepare()
            let short = bits.shortCoefficient(ac)
            if short != 0 {
                place &+= Int(short >> 4 & 15)
                guard place < 64 else { return nil }
                unsafe block[Int(order[place])] = Int16(truncatingIfNeeded: short >> 8)
            } else {
                guard let symbol = bits.symbol(ac) else { return nil }
                let size = symbol & 15
                if size == 0 {
                    if symbol != 0xF0 { break }
                    place &+= 16
                    continue
                }
                place &+= symbol >> 4
                guard place < 64 else { return nil }
                unsafe block[Int(order[place])] = Int16(truncatingIfNeeded: bits.coefficient(size))
            }
            end = place
            place &+= 1
        }
        return end
    }

    /// Decodes the upper bits of a block's first coefficient (G.1.2.1).
    mutating func firstDC(
        _ block: UnsafeMutablePointer<Int16>, _ dc: JPEGHuffmanTable, _ prediction: inout Int32
    ) -> Bool {
        bits.prepare()
        guard let size = bits.symbol(dc) else { return false }
        if size > 0 { prediction &+= bits.coefficient(size & 15) }
        unsafe block[0] = Int16(truncatingIfNeeded: prediction &<< low)
        return true
    }

    /// Decodes a further bit of a block's first coefficient.
    mutating func refineDC(_ block: UnsafeMutablePointer<Int16>) {
        bits.prepare()
        if bits.bit() { unsafe block[0] |= Int16(truncatingIfNeeded: 1 &<< low) }
    }

    /// Decodes the upper bits of a range of a block's coefficients (G.1.2.2).
    mutating func firstAC(_ block: UnsafeMutablePointer<Int16>, _ ac: JPEGHuffmanTable) -> Bool {
        if endRun > 0 {
            endRun &-= 1
            return true
        }
        var place = first
        while place <= last {
            bits.prepare()
            guard let symbol = bits.symbol(ac) else { return false }
            let (run, size) = (symbol >> 4, symbol & 15)
            if size == 0 {
                if run < 15 {
                    endRun = (1 &<< run) &- 1
                    if run > 0 { endRun &+= Int(bits.number(run)) }
                    break
                }
                place &+= 16
                continue
            }
            place &+= run
            guard place < 64 else { return false }
            unsafe block[Int(order[place])] = Int16(truncatingIfNeeded: bits.coefficient(size) &<< low)
            place &+= 1
        }
        return true
    }

    /// Decodes a further bit of a range of a block's coefficients (G.1.2.3).
    mutating func refineAC(_ block: UnsafeMutablePointer<Int16>, _ ac: JPEGHuffmanTable) -> Bool {
        // A file of a few bytes can contain millions of such blocks, again and again.
        if endRun > 0, unsafe Self.isZero(block) {
            endRun &-= 1
            return true
        }
        let step = Int16(truncatingIfNeeded: 1 &<< low)
        var place = first
        if endRun == 0 {
            while place <= last {
                bits.prepare()
                guard let symbol = bits.symbol(ac) else { return false }
                var run = symbol >> 4
                var value: Int16 = 0
                if symbol & 15 != 0 {
                    // Any size is read as 1, the only valid one.
                    value = bits.bit() ? step : 0 &- step
                } else if run < 15 {
                    endRun = 1 &<< run
                    if run > 0 { endRun &+= Int(bits.number(run)) }
                    break
                }
                // Skips as many zero coefficients as the code says; the others on the way have a bit each.
                while place <= last {
                    let target = unsafe block + Int(order[place])
                    if unsafe target.pointee != 0 {
                        unsafe refine(target, step)
                    } else {
                        if run == 0 { break }
                        run &-= 1
                    }
                    place &+= 1
                }
                if value != 0, place <= last { unsafe block[Int(order[place])] = value }
                place &+= 1
            }
        }
        if endRun > 0 {
            while place <= last {
                let target = unsafe block + Int(order[place])
                if unsafe target.pointee != 0 { unsafe refine(target, step) }
                place &+= 1
            }
            endRun &-= 1
        }
        return true
    }

    /// Whether all coefficients of a block but the first are zero.
    @inline(__always)
    private static func isZero(_ block: UnsafeMutablePointer<Int16>) -> Bool {
        let words = UnsafeRawPointer(block)
        var all = unsafe UInt64(littleEndian: words.loadUnaligned(as: UInt64.self)) >> 16
        for offset in 1..<16 { unsafe all |= words.loadUnaligned(fromByteOffset: offset &* 8, as: UInt64.self) }
        return all == 0
    }

    @inline(__always)
    private mutating func refine(_ coefficient: UnsafeMutablePointer<Int16>, _ step: Int16) {
        bits.prepare()
        guard bits.bit(), unsafe coefficient.pointee & step == 0 else { return }
        unsafe coefficient.pointee = coefficient.pointee &+ (coefficient.pointee > 0 ? step : 0 &- step)
    }
}
