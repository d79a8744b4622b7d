/// Several numbers at a time.
///
/// - Bounds: a quick way first compares the bytes left with the most that all its numbers can touch, and every other way
///   compares each byte's place with the end. A target has room for the count that the caller passes.
extension TextCursor {
    /// Reads numbers separated by blanks, each as ``readDecimal()`` does, and returns their count.
    ///
    /// The cursor ends right after the last number if anything but a blank follows it, else after the blanks before the
    /// text that is not a number. After `most` numbers it ends after the last of them.
    ///
    /// - Parameters:
    ///   - most: the maximum count; `target` must have room for them.
    ///   - target: the memory for the numbers.
    public mutating func readDecimals(_ most: Int, into target: UnsafeMutablePointer<DecimalNumber>) -> Int {
        var count = 0
        while count < most {
            skipBlanks()
            if let plain = unsafe PlainNumber(current, end), let number = plain.decimal {
                unsafe target[count] = number
                unsafe current = unsafe plain.next
            } else if let number = readAnyDecimal() {
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

    /// Reads `count` fractions k ÷ 255, as ``readDecimal()`` does. Each has the shortest digits of its float32 after a
    /// single blank, and a line feed follows the last.
    ///
    /// Returns whether all had this form, with the cursor at the line feed; if not, the cursor is unchanged.
    ///
    /// - Parameters:
    ///   - count: the count of numbers.
    ///   - target: the memory for the numbers; it must have room for them.
    public mutating func readCodeFractions(_ count: Int, into target: UnsafeMutablePointer<DecimalNumber>) -> Bool {
        // Each takes a blank and at most eleven bytes; reading the last touches bytes after it.
        guard remaining >= count &* 12 &+ CodeFraction.reach else { return false }
        var p = unsafe current
        for index in 0..<count {
            guard unsafe p.pointee == 0x20, let fraction = unsafe CodeFraction(unchecked: p + 1) else { return false }
            unsafe target[index] = fraction.number
            unsafe p = unsafe fraction.next
        }
        guard unsafe p.pointee == 0x0A else { return false }
        unsafe current = unsafe p
        return true
    }

    /// Reads `count` numbers separated by blanks as consecutive float32 values in the machine's byte order.
    ///
    /// Each must end at a blank, a line end or the end of the text. Returns whether all were read; if not, the cursor
    /// is anywhere among them.
    ///
    /// - Parameters:
    ///   - count: the count of numbers.
    ///   - target: memory for `count` numbers of four bytes.
    public mutating func readFloat32s(_ count: Int, into target: UnsafeMutableRawPointer) -> Bool {
        // A local pointer: storing and loading it for each number would cost as much as the digits.
        var p = unsafe current
        if unsafe p != end, unsafe p.pointee == 0x20 { unsafe p += 1 }
        for index in 0..<count {
            let place = unsafe target + index &* 4
            if let plain = unsafe PlainNumber(p, end), let value = plain.float32 {
                // The usual end of a number has its own case, so that the next load need not wait for a count of
                // blanks.
                let byte = unsafe plain.next.pointee
                if byte == 0x20, index != count &- 1 {
                    unsafe place.storeBytes(of: value, as: Float.self)
                    unsafe p = unsafe plain.next + 1
                    continue
                }
                if byte <= 0x20 {
                    unsafe place.storeBytes(of: value, as: Float.self)
                    unsafe p = unsafe plain.next
                    continue
                }
            }
            unsafe current = unsafe p
            skipBlanks()
            guard !isAtLineEnd, let value = readFloat32(), peek() <= 0x20 else { return false }
            unsafe place.storeBytes(of: value, as: Float.self)
            unsafe p = unsafe current
        }
        unsafe current = unsafe p
        return true
    }

    /// Like ``readFloat32s(_:into:)``, and checks whether all digits, trailing zeros aside, are the shortest for their
    /// float32.
    ///
    /// - Parameters:
    ///   - count: the count of numbers.
    ///   - target: memory for `count` numbers of four bytes.
    ///   - areShortest: set to false if some digits are not the shortest; never set to true.
    public mutating func readFloat32s(
        _ count: Int, into target: UnsafeMutableRawPointer, areShortest: inout Bool
    ) -> Bool {
        if unsafe readScientificFloat32s(count, into: target) { return true }
        return unsafe readAnyFloat32s(count, into: target, &areShortest)
    }

    @inline(never) private mutating func readAnyFloat32s(
        _ count: Int, into target: UnsafeMutableRawPointer, _ areShortest: inout Bool
    ) -> Bool {
        for index in 0..<count {
            skipBlanks()
            let place = unsafe target + index &* 4
            if let plain = unsafe PlainNumber(current, end), let value = plain.float32,
                unsafe plain.next.pointee <= 0x20
            {
                unsafe place.storeBytes(of: value, as: Float.self)
                if !plain.isShortest(value) { areShortest = false }
                unsafe current = unsafe plain.next
                continue
            }
            guard !isAtLineEnd, let number = readDecimal(), peek() <= 0x20 else { return false }
            unsafe place.storeBytes(of: number.float32, as: Float.self)
            if !number.isShortestFloat32 { areShortest = false }
        }
        return true
    }

    /// Reads numbers as C's `%e` prints them, all with the shortest digits, each after a single blank.
    ///
    /// Returns whether all had this form; if not, the cursor is unchanged.
    @inline(__always) private mutating func readScientificFloat32s(
        _ count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        // Each takes a blank and a number of at most thirteen bytes.
        guard remaining >= count &* 14 &+ ScientificNumber.reach else { return false }
        var p = unsafe current
        for index in 0..<count {
            // The separator is known and not counted, so the next number need not wait for the end of this one.
            guard unsafe p.pointee == 0x20, let number = unsafe ScientificNumber(unchecked: p + 1),
                let float = number.float32, float.isShortest
            else { return false }
            unsafe target.storeBytes(of: float.value, toByteOffset: index &* 4, as: Float.self)
            unsafe p = unsafe number.next
        }
        unsafe current = unsafe p
        return true
    }

    /// Reads rows of one list each, `3 10 11 12` and a line feed, as the bytes of a count and integers of one type.
    ///
    /// All lists have `count` items, fewer than ten. Reading stops before the first row that has another form, another
    /// count, a sign or more than seven digits, and near the end of the text; the cursor is there.
    ///
    /// - Parameters:
    ///   - count: the count of items in each list, 1…9.
    ///   - type: the integer type to store.
    ///   - most: the maximum number of rows.
    ///   - target: memory for `most` rows of one byte and `count` numbers; moves past the last row read.
    /// - Returns: the number of rows read.
    @inlinable public mutating func readPlainLists<T: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, as type: T.Type, most: Int, into target: inout UnsafeMutableRawPointer
    ) -> Int {
        guard count > 0, count < 10 else { return 0 }
        // For each number a blank and seven digits, and the bytes after the last; a load reads eight bytes.
        let reach = count &* 9 &+ 18
        let digit = UInt8(truncatingIfNeeded: count)
        var rows = 0
        var p = unsafe current
        var place = unsafe target
        // Neighbours in a list nearly always have the same number of digits. Checking a guess costs less than a count
        // that the next number has to wait for.
        var guess = 1
        while rows < most, unsafe end - p >= reach {
            guard unsafe p[0] == 0x30 &+ digit, unsafe p[1] == 0x20 else { break }
            unsafe place.storeBytes(of: digit, as: UInt8.self)
            var q = unsafe p + 2
            var index = 0
            while index < count {
                let word = unsafe Digits.load(q)
                let separator: UInt8 = index &+ 1 == count ? 0x0A : 0x20
                if unsafe Digits.others(Digits.first(guess, of: word)) != 0 || q[guess] != separator {
                    guess = Digits.count(word)
                    guard guess > 0, guess < 8, unsafe q[guess] == separator else {
                        guess = 1
                        break
                    }
                }
                guard let value = T(exactly: Digits.value(word, guess)) else { break }
                unsafe place.storeBytes(of: value, toByteOffset: 1 &+ index &* MemoryLayout<T>.size, as: T.self)
                unsafe q += guess &+ 1
                index &+= 1
            }
            guard index == count else { break }
            unsafe p = unsafe q
            unsafe place += 1 &+ count &* MemoryLayout<T>.size
            rows &+= 1
        }
        unsafe current = unsafe p
        unsafe target = unsafe place
        return rows
    }

    /// Moves past the digit of a value below ten, and a blank before it, if that comes next and the number ends there.
    @inlinable public mutating func skip(digit: UInt8) -> Bool {
        guard remaining >= 3 else { return false }
        let p = unsafe current + (current.pointee == 0x20 ? 1 : 0)
        guard unsafe p[0] == 0x30 &+ digit, unsafe p[1] <= 0x20 else { return false }
        unsafe current = unsafe p + 1
        return true
    }

    /// Moves past a line feed, if it comes next.
    @inlinable public mutating func skipLineFeed() -> Bool {
        guard unsafe current != end, unsafe current.pointee == 0x0A else { return false }
        unsafe current += 1
        return true
    }

    /// Reads `count` unsigned whole numbers of at most seven digits, separated by single blanks, as integers of a type.
    ///
    /// Returns whether all had this form and fit the type; if not, the cursor is unchanged.
    ///
    /// - Parameters:
    ///   - count: the count of numbers.
    ///   - type: the integer type to store.
    ///   - target: memory for `count` numbers of the type.
    @inlinable public mutating func readPlainIntegers<T: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, as type: T.Type, into target: UnsafeMutableRawPointer
    ) -> Bool {
        // Each number takes at most nine bytes: a blank, seven digits and the byte after; a load reads eight.
        guard remaining >= count &* 9 &+ 16 else { return false }
        var p = unsafe current
        if unsafe p.pointee == 0x20 { unsafe p += 1 }
        for index in 0..<count {
            let word = unsafe Digits.load(p)
            let digits = Digits.count(word)
            guard digits > 0, digits < 8, let value = T(exactly: Digits.value(word, digits)) else { return false }
            unsafe target.storeBytes(of: value, toByteOffset: index &* MemoryLayout<T>.size, as: T.self)
            unsafe p += digits
            if index == count &- 1 {
                guard unsafe p.pointee <= 0x20 else { return false }
            } else {
                guard unsafe p.pointee == 0x20 else { return false }
                unsafe p += 1
            }
        }
        unsafe current = unsafe p
        return true
    }
}
