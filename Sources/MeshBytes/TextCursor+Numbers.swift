extension TextCursor {
    /// Reads an integer: an optional sign and digits, whatever follows them.
    ///
    /// Without digits, or beyond 64 bits, the result is nil and the cursor stays where it was.
    public mutating func readInteger() -> Int64? {
        var p = unsafe current
        guard unsafe p != end else { return nil }
        let negative = unsafe p.pointee == 0x2D
        if unsafe negative || p.pointee == 0x2B { unsafe p += 1 }
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
        return negative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
    }

    /// Reads a number as the nearest float64.
    ///
    /// Digits with a point and an exponent in any usual form (`1`, `+1`, `.5`, `5.`, `1e-3`), `nan`, `inf`, `infinity` in
    /// any case, and the older Microsoft forms (`1.#INF`, `-1.#IND`, `1.#QNAN`, `-nan(ind)`). Without a number the result
    /// is nil and the cursor stays where it was.
    public mutating func readFloat64() -> Double? {
        readDecimal()?.float64
    }

    /// Reads a number as the nearest float32, rounded once; the forms are those of ``readFloat64()``.
    public mutating func readFloat32() -> Float? {
        readDecimal()?.float32
    }

    /// Reads a number in both precisions; the forms are those of ``readFloat64()``.
    public mutating func readDecimal() -> Decimal? {
        let first = position
        var walker = self
        if walker.peek() == 0x2B || walker.peek() == 0x2D { walker.advance() }
        var digits = 0
        while walker.peek() &- 0x30 < 10 {
            walker.advance()
            digits += 1
        }
        if walker.peek() == 0x2E {
            walker.advance()
            while walker.peek() &- 0x30 < 10 {
                walker.advance()
                digits += 1
            }
        }
        guard digits > 0 else { return nil }
        if walker.peek() | 0x20 == 0x65 {
            var exponent = walker
            exponent.advance()
            if exponent.peek() == 0x2B || exponent.peek() == 0x2D { exponent.advance() }
            if exponent.peek() &- 0x30 < 10 {
                while exponent.peek() &- 0x30 < 10 { exponent.advance() }
                walker = exponent
            }
        }
        let text = text(first..<walker.position)
        guard let double = Double(text), let float = Float(text) else { return nil }
        self = walker
        return Decimal(float64: double, float32: float, isShortestFloat32: digits <= 6)
    }
}
