extension TextCursor {
    /// Reads numbers that blanks separate, as ``readDecimal()`` reads each, and returns how many there are.
    ///
    /// The cursor ends right behind the last number that something other than a blank follows, else behind the blanks
    /// in front of what is no number; after `most` numbers it ends behind the last of them.
    ///
    /// - Parameters:
    ///   - most: how many at most; `target` must have room for them.
    ///   - target: where they go.
    public mutating func readDecimals(_ most: Int, into target: UnsafeMutablePointer<Decimal>) -> Int {
        var count = 0
        while count < most {
            skipBlanks()
            if let (number, next) = unsafe Self.plain(current, end) {
                unsafe target[count] = number
                unsafe current = unsafe next
            } else if let number = readDecimal() {
                unsafe target[count] = number
            } else {
                return count
            }
            count &+= 1
            guard unsafe current != end else { return count }
            let byte = unsafe current.pointee
            guard byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C else { return count }
        }
        return count
    }

    /// Reads `count` numbers that blanks separate as float32, one behind the other in the machine's byte order.
    ///
    /// Each must end at a blank, a line end or the end of the text. Whether all were read; if not, the cursor stands
    /// anywhere among them.
    ///
    /// - Parameter target: room for `count` numbers of four bytes.
    public mutating func readFloat32s(_ count: Int, into target: UnsafeMutableRawPointer) -> Bool {
        for index in 0..<count {
            skipBlanks()
            guard !isAtLineEnd, let value = readPlainFloat32() ?? readFloat32(), peek() <= 0x20 else { return false }
            unsafe target.storeBytes(of: value, toByteOffset: index &* 4, as: Float.self)
        }
        return true
    }

    /// Reads `count` whole numbers of at most seven digits that single blanks separate, as integers of one type.
    ///
    /// Whether all were read, each was of that shape and fits; if not, the cursor stands where it was.
    ///
    /// - Parameter target: room for `count` numbers of the type.
    @inlinable public mutating func readPlainIntegers<T: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, as type: T.Type, into target: UnsafeMutableRawPointer
    ) -> Bool {
        // Each number takes at most ten bytes: a blank, a sign, seven digits and what is behind; a load sees eight.
        guard remaining >= count &* 10 &+ 16 else { return false }
        var p = unsafe current
        for index in 0..<count {
            if unsafe p.pointee == 0x20 { unsafe p += 1 }
            let isNegative = unsafe p.pointee == 0x2D
            if isNegative { unsafe p += 1 }
            let word = unsafe Digits.load(p)
            let digits = Digits.count(word)
            guard digits &- 1 < 7, digits > 0 else { return false }
            let magnitude = Int64(truncatingIfNeeded: Digits.value(word, digits))
            guard let value = T(exactly: isNegative ? 0 &- magnitude : magnitude) else { return false }
            unsafe p += digits
            guard unsafe p.pointee <= 0x20 else { return false }
            unsafe target.storeBytes(of: value, toByteOffset: index &* MemoryLayout<T>.size, as: T.self)
        }
        unsafe current = unsafe p
        return true
    }

    /// A number of the usual shape: a minus or none, one to seven digits, and perhaps a point and one to eight more.
    ///
    /// All its digits come in two loads, fit into a float64 exactly, and one division gives the value: a third of the
    /// work of the general way, whose results it repeats bit by bit. Nil: it is of another shape.
    @inline(__always) private static func plain(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (Decimal, UnsafePointer<UInt8>)? {
        // The sign, seven digits and the point before the second load, which is of eight bytes; and one byte behind.
        guard unsafe end - start >= 24 else { return nil }
        var p = unsafe start
        let isNegative = unsafe p.pointee == 0x2D
        if isNegative { unsafe p += 1 }
        let whole = unsafe Digits.load(p)
        let wholeCount = Digits.count(whole)
        guard wholeCount > 0, wholeCount < 8 else { return nil }
        var digits = Digits.value(whole, wholeCount)
        unsafe p += wholeCount
        var places = 0
        if unsafe p.pointee == 0x2E {
            unsafe p += 1
            let fraction = unsafe Digits.load(p)
            places = Digits.count(fraction)
            guard places > 0 else { return nil }
            digits = digits &* Digits.powers[places] &+ Digits.value(fraction, places)
            unsafe p += places
        }
        let next = unsafe p.pointee
        guard next &- 0x30 > 9, next | 0x20 != 0x65 else { return nil }
        let double = Double(Int64(truncatingIfNeeded: digits)) / exactPowers[places]
        // A tie of float32, or digits that may not be the shortest: the general way knows.
        guard double.bitPattern & 0x1FFF_FFFF != 0x1000_0000 else { return nil }
        let float = Float(double)
        if digits >= 1_000_000 {
            let grid = PowersOfTen.decimalExponent(Int(float.bitPattern >> 23) &- 150)
            guard 0 &- places > grid else { return nil }
        }
        let number =
            isNegative
            ? Decimal(float64: -double, float32: -float, isShortestFloat32: true)
            : Decimal(float64: double, float32: float, isShortestFloat32: true)
        return unsafe (number, p)
    }

    private static let exactPowers: [Double] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]
}
