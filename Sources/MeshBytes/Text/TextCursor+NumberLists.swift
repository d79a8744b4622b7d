extension TextCursor {
    /// Finds the next byte of one value and counts those of another value before it; nil if there is none.
    public func find(_ byte: UInt8, counting other: UInt8) -> (position: Int, count: Int)? {
        let (found, count) = scan(byte, counting: other)
        return found.map { (position + $0, count) }
    }

    /// The number of bytes of one value that are left.
    public func count(_ byte: UInt8) -> Int {
        // UTF-8 never has this byte.
        scan(0xFF, counting: byte).count
    }

    /// The distance to the next byte of one value, and the number of bytes of another value before it, or in the rest.
    ///
    /// - Bounds: loads of 32 bytes, each inside the text.
    private func scan(_ byte: UInt8, counting other: UInt8) -> (distance: Int?, count: Int) {
        let wanted = SIMD32<UInt8>(repeating: byte)
        let counted = SIMD32<UInt8>(repeating: other)
        let first = unsafe UnsafeRawPointer(current)
        let length = remaining
        var index = 0
        var total = 0
        search: while length - index >= 32 {
            var counts = SIMD32<UInt8>()
            // A byte can count to 255 before it has to be added up.
            for _ in 0..<min(255, (length - index) / 32) {
                let chunk = unsafe first.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
                if any(chunk .== wanted) {
                    total += Int(SIMD32<UInt16>(truncatingIfNeeded: counts).wrappedSum())
                    break search
                }
                // A true lane of the mask equals −1.
                counts &-= unsafe unsafeBitCast(chunk .== counted, to: SIMD32<UInt8>.self)
                index += 32
            }
            total += Int(SIMD32<UInt16>(truncatingIfNeeded: counts).wrappedSum())
        }
        while index < length {
            let found = unsafe first.load(fromByteOffset: index, as: UInt8.self)
            if found == byte { return (index, total) }
            if found == other { total += 1 }
            index += 1
        }
        return (nil, total)
    }

    /// The position of the first byte that is not ASCII; nil if there is none.
    ///
    /// - Bounds: loads of 32 bytes, each inside the text.
    public func findNonASCII() -> Int? {
        let first = unsafe UnsafeRawPointer(current)
        let length = remaining
        let limit = SIMD32<UInt8>(repeating: 0x80)
        var index = 0
        while length - index >= 32 {
            let chunk = unsafe first.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
            if any(chunk .>= limit) { break }
            index += 32
        }
        while index < length {
            if unsafe first.load(fromByteOffset: index, as: UInt8.self) >= 0x80 { return position + index }
            index += 1
        }
        return nil
    }

    /// A cursor over a range of the text; the text must outlive it too.
    public func part(_ range: Range<Int>) -> TextCursor {
        let bounds = range.clamped(to: offset..<endPosition)
        let base = unsafe start + (bounds.lowerBound - offset)
        return unsafe TextCursor(
            unsafe: UnsafeRawBufferPointer(start: base, count: bounds.count), offset: bounds.lowerBound)
    }

    // MARK: Rows

    /// Reads rows of numbers like `(1, 2, 3), (4, 5, 6)` as float32, rounded from the nearest float64.
    ///
    /// Blanks and line ends may come before a number or a row, blanks after it. Anything else ends reading: it returns
    /// false, and the cursor position and the stored values are undefined.
    ///
    /// - Parameters:
    ///   - rows: the required number of rows; the cursor ends after the last.
    ///   - components: the count of numbers per row; single ones have no parentheses.
    ///   - shift: the rotation of numbers within a row: with 3 of 4 the first becomes the last.
    ///   - target: memory for all of them.
    public mutating func readFloat32Rows(
        _ rows: Int, components: Int, shift: Int, into target: UnsafeMutablePointer<Float>
    ) -> Bool {
        readRows(rows, components, shift, { $0.readPlainNumber() }, { unsafe target[$0] = Float($1) })
    }

    /// Reads rows of numbers as ``readFloat32Rows(_:components:shift:into:)`` does, as float64.
    public mutating func readFloat64Rows(
        _ rows: Int, components: Int, shift: Int, into target: UnsafeMutablePointer<Double>
    ) -> Bool {
        readRows(rows, components, shift, { $0.readPlainNumber() }, { unsafe target[$0] = $1 })
    }

    /// Reads rows of signed 32-bit integers, in the form of ``readFloat32Rows(_:components:shift:into:)``.
    public mutating func readInt32Rows(
        _ rows: Int, components: Int, into target: UnsafeMutablePointer<Int32>
    ) -> Bool {
        readRows(
            rows, components, 0, { cursor in cursor.readPlainInteger().flatMap { Int32(exactly: $0) } },
            { unsafe target[$0] = $1 })
    }

    /// Reads rows of signed 64-bit integers, in the form of ``readFloat32Rows(_:components:shift:into:)``.
    public mutating func readInt64Rows(
        _ rows: Int, components: Int, into target: UnsafeMutablePointer<Int64>
    ) -> Bool {
        readRows(rows, components, 0, { $0.readPlainInteger() }, { unsafe target[$0] = $1 })
    }

    @inline(__always) private mutating func readRows<Value>(
        _ rows: Int, _ components: Int, _ shift: Int, _ read: (inout TextCursor) -> Value?,
        _ store: (Int, Value) -> Void
    ) -> Bool {
        // A local cursor stays in registers.
        var walker = self
        var base = 0
        let isTuple = components > 1
        for row in 0..<rows {
            walker.skipGap()
            if isTuple, !walker.skip(sign: 0x28) { return false }
            for component in 0..<components {
                walker.skipGap()
                guard let value = read(&walker) else { return false }
                var place = component &+ shift
                if place >= components { place &-= components }
                store(base &+ place, value)
                if component &+ 1 < components, !walker.skipComma() { return false }
            }
            if isTuple {
                walker.skipSpaces()
                guard walker.skip(sign: 0x29) else { return false }
            }
            if row &+ 1 < rows, !walker.skipComma() { return false }
            base &+= components
        }
        self = walker
        return true
    }

    /// Skips blanks and line ends; usually there is one or none.
    @inline(__always) private mutating func skipGap() {
        while unsafe current != end {
            let byte = unsafe current.pointee
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            unsafe current += 1
        }
    }

    @inline(__always) private mutating func skipSpaces() {
        while unsafe current != end {
            let byte = unsafe current.pointee
            guard byte == 0x20 || byte == 0x09 else { return }
            unsafe current += 1
        }
    }

    @inline(__always) private mutating func skip(sign: UInt8) -> Bool {
        guard unsafe current != end, unsafe current.pointee == sign else { return false }
        unsafe current += 1
        return true
    }

    @inline(__always) private mutating func skipComma() -> Bool {
        if skip(sign: 0x2C) { return true }
        skipSpaces()
        return skip(sign: 0x2C)
    }

    /// Reads digits, with an optional minus, point and exponent; or `inf`, `-inf`, `nan`.
    @inline(__always) private mutating func readPlainNumber() -> Double? {
        if let plain = unsafe PlainNumber(current, end) {
            unsafe current = unsafe plain.next
            return plain.float64.with(sign: plain.sign)
        }
        return readOtherNumber()
    }

    @inline(never) private mutating func readOtherNumber() -> Double? {
        let isNegative = peek() == 0x2D
        let first = isNegative ? peek(ahead: 1) : peek()
        if first &- 0x30 < 10 || first == 0x2E {
            // Only numbers with digits: other forms that cursors read are not allowed here.
            guard let value = readFloat64(), value.isFinite else { return nil }
            return value
        }
        let word = isNegative ? 1 : 0
        let isInfinite = first == 0x69 && peek(ahead: word + 1) == 0x6E && peek(ahead: word + 2) == 0x66
        let isNone =
            !isNegative && first == 0x6E && peek(ahead: 1) == 0x61 && peek(ahead: 2) == 0x6E
        guard isInfinite || isNone else { return nil }
        switch peek(ahead: word + 3) {
        case 0x2C, 0x29, 0x5D, 0x20, 0x09, 0x0A, 0x0D: break
        default: guard remaining == word + 3 else { return nil }
        }
        move(to: position + word + 3)
        return isNone ? .nan : isNegative ? -.infinity : .infinity
    }

    @inline(__always) private mutating func readPlainInteger() -> Int64? {
        guard unsafe current != end, unsafe current.pointee != 0x2B else { return nil }
        return readInteger()
    }
}
