/// One number at a time.
///
/// - Bounds: a load of eight bytes, after a sign, only where nine are left; else each byte's place is compared with the end.
extension TextCursor {
    /// Reads an integer: an optional sign and digits; anything may follow.
    ///
    /// Without digits, or beyond 64 bits, it returns nil and the cursor is unchanged.
    @inlinable public mutating func readInteger() -> Int64? {
        // One load holds up to seven digits.
        if unsafe end - current >= 9 {
            let sign = unsafe current.pointee
            let isNegative = sign == 0x2D
            let first = unsafe current + (isNegative || sign == 0x2B ? 1 : 0)
            let word = unsafe Digits.load(first)
            let count = Digits.count(word)
            if count == 0 { return nil }
            if count < 8 {
                let value = Int64(truncatingIfNeeded: Digits.value(word, count))
                unsafe current = unsafe first + count
                return isNegative ? 0 &- value : value
            }
        }
        return readAnyInteger()
    }

    @inline(never) @usableFromInline mutating func readAnyInteger() -> Int64? {
        var p = unsafe current
        guard unsafe p != end else { return nil }
        let sign = unsafe p.pointee
        let negative = sign == 0x2D
        if negative || sign == 0x2B { unsafe p += 1 }
        let first = unsafe p
        var magnitude: UInt64 = 0
        while unsafe p != end {
            let digit = unsafe p.pointee &- 0x30
            guard digit < 10 else { break }
            let (product, over) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if over || carry { return nil }
            magnitude = sum
            unsafe p += 1
        }
        guard unsafe p != first else { return nil }
        guard magnitude <= UInt64(Int64.max) + (negative ? 1 : 0) else { return nil }
        unsafe current = unsafe p
        return Int64(truncatingIfNeeded: negative ? 0 &- magnitude : magnitude)
    }

    /// Reads a number as the nearest float64.
    ///
    /// Accepts digits with a point and an exponent in any usual form (`1`, `+1`, `.5`, `5.`, `1e-3`), `nan`, `inf`,
    /// `infinity` in any case, and the older Microsoft forms (`1.#INF`, `-1.#IND`, `1.#QNAN`, `-nan(ind)`). Without a
    /// number, it returns nil and the cursor is unchanged.
    public mutating func readFloat64() -> Double? {
        if let plain = unsafe PlainNumber(current, end) {
            unsafe current = unsafe plain.next
            return plain.float64.with(sign: plain.sign)
        }
        guard let scan = unsafe DecimalScan(current, end) else { return readSpecial() }
        let magnitude = scan.float64
        unsafe current = unsafe scan.next
        return magnitude.with(isNegative: scan.isNegative)
    }

    /// Reads a number as the nearest float32, rounded once; the forms are those of ``readFloat64()``.
    public mutating func readFloat32() -> Float? {
        if let plain = unsafe PlainNumber(current, end), let value = plain.float32 {
            unsafe current = unsafe plain.next
            return value
        }
        guard let scan = unsafe DecimalScan(current, end) else { return readSpecial().map { Float($0) } }
        let magnitude = scan.float32
        unsafe current = unsafe scan.next
        return magnitude.with(isNegative: scan.isNegative)
    }

    /// Reads a number in both precisions; the forms are those of ``readFloat64()``.
    public mutating func readDecimal() -> DecimalNumber? {
        if let plain = unsafe PlainNumber(current, end), let number = plain.decimal {
            unsafe current = unsafe plain.next
            return number
        }
        return readAnyDecimal()
    }

    @inline(never) mutating func readAnyDecimal() -> DecimalNumber? {
        guard let scan = unsafe DecimalScan(current, end) else {
            return readSpecial().map { DecimalNumber(float64: $0, float32: Float($0), isShortestFloat32: true) }
        }
        let double = scan.float64
        let float = scan.float32(from: double)
        let isShortest = scan.isShortest(float, double)
        unsafe current = unsafe scan.next
        return DecimalNumber(
            float64: double.with(isNegative: scan.isNegative),
            float32: float.with(isNegative: scan.isNegative),
            isShortestFloat32: isShortest
        )
    }

    /// Reads infinities and NaN.
    @inline(never) private mutating func readSpecial() -> Double? {
        var walker = self
        let sign = walker.peek()
        if sign == 0x2D || sign == 0x2B { walker.advance() }
        var value: Double
        if walker.skip("1.#") {
            if walker.skip("inf") {
                value = .infinity
            } else if walker.skip("qnan") || walker.skip("snan") || walker.skip("ind") {
                value = .nan
            } else {
                return nil
            }
            while walker.peek() &- 0x30 < 10 { walker.advance() }
        } else if walker.skip("nan") {
            value = .nan
            if walker.peek() == 0x28 {
                var inner = walker
                inner.advance()
                while inner.isAtWordByte { inner.advance() }
                if inner.peek() == 0x29 {
                    inner.advance()
                    walker = inner
                }
            }
        } else if walker.skip("infinity") || walker.skip("inf") {
            value = .infinity
        } else {
            return nil
        }
        // `information` is a word, not a number.
        guard !walker.isAtWordByte else { return nil }
        if sign == 0x2D { value = -value }
        self = walker
        return value
    }

    /// Moves past a word in lower or upper case, if it comes next.
    private mutating func skip(_ word: StaticString) -> Bool {
        for index in 0..<word.utf8CodeUnitCount {
            let expected = unsafe word.utf8Start[index]
            let found = peek(ahead: index)
            let isLetter = expected >= 0x61
            guard (isLetter ? found | 0x20 : found) == expected else { return false }
        }
        for _ in 0..<word.utf8CodeUnitCount { advance() }
        return true
    }

    private var isAtWordByte: Bool {
        let byte = peek()
        return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
    }
}
