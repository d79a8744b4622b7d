extension TextCursor {
    /// Reads numbers that blanks separate, as ``readDecimal()`` reads each, and returns how many there are.
    ///
    /// The cursor ends right behind the last number that something other than a blank follows, else behind the blanks
    /// in front of what is no number; after `most` numbers it ends behind the last of them.
    ///
    /// - Parameters:
    ///   - most: how many at most; `target` must have room for them.
    ///   - target: where they go.
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

    /// Reads `count` fractions k ÷ 255, each in the shortest digits of its float32 behind a single blank, the last before
    /// a line feed, as ``readDecimal()`` reads each.
    ///
    /// Whether all were of that shape; if not, the cursor stands where it was. It ends at the line feed.
    ///
    /// - Parameters:
    ///   - count: how many numbers.
    ///   - target: where they go; it must have room for them.
    public mutating func readCodeFractions(_ count: Int, into target: UnsafeMutablePointer<DecimalNumber>) -> Bool {
        // Each takes a blank and at most eleven bytes; the last has what it touches behind that.
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

    /// Reads `count` numbers that blanks separate as float32, one behind the other in the machine's byte order.
    ///
    /// Each must end at a blank, a line end or the end of the text. Whether all were read; if not, the cursor stands
    /// anywhere among them.
    ///
    /// - Parameters:
    ///   - count: how many numbers.
    ///   - target: room for `count` numbers of four bytes.
    public mutating func readFloat32s(_ count: Int, into target: UnsafeMutableRawPointer) -> Bool {
        // A pointer of its own: one that is stored and loaded again for each number costs as much as the digits.
        var p = unsafe current
        if unsafe p != end, unsafe p.pointee == 0x20 { unsafe p += 1 }
        for index in 0..<count {
            let place = unsafe target + index &* 4
            if let plain = unsafe PlainNumber(p, end), let value = plain.float32 {
                // The usual end of a number is a case of its own: the next load need not wait for a blank to be counted.
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

    /// The same, and whether the digits of all, trailing zeros aside, are the shortest that identify their float32.
    ///
    /// - Parameters:
    ///   - count: how many numbers.
    ///   - target: room for `count` numbers of four bytes.
    ///   - areShortest: false once digits are not; never set to true.
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

    /// The same of numbers as C's `%e` prints them, all with the shortest digits and single blanks between them.
    ///
    /// Whether all were of that shape; if not, the cursor stands where it was.
    @inline(__always) private mutating func readScientificFloat32s(
        _ count: Int, into target: UnsafeMutableRawPointer
    ) -> Bool {
        // Each takes a blank and a number of at most thirteen bytes.
        guard remaining >= count &* 14 &+ ScientificNumber.reach else { return false }
        var p = unsafe current
        for index in 0..<count {
            // What separates numbers is known and not counted: so the next one need not wait for this one's end.
            guard unsafe p.pointee == 0x20, let number = unsafe ScientificNumber(unchecked: p + 1),
                let float = number.float32, float.isShortest
            else { return false }
            unsafe target.storeBytes(of: float.value, toByteOffset: index &* 4, as: Float.self)
            unsafe p = unsafe number.next
        }
        unsafe current = unsafe p
        return true
    }

    /// Reads rows of a list each, `3 10 11 12` and a line feed, as bytes of a count and integers of one type.
    ///
    /// All lists have `count` items, below ten. It stops before the first row that is written in any other way, or has
    /// another count, a sign or more than seven digits, and near the end of the text; the cursor stands there.
    ///
    /// - Parameters:
    ///   - count: the items of each list, 1…9.
    ///   - type: the integers that they become.
    ///   - most: how many rows at most.
    ///   - target: room for `most` rows of one byte and `count` numbers; moves behind the last.
    /// - Returns: how many rows were read.
    @inlinable public mutating func readPlainLists<T: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, as type: T.Type, most: Int, into target: inout UnsafeMutableRawPointer
    ) -> Int {
        guard count > 0, count < 10 else { return 0 }
        // Of each number a blank and seven digits, and what is behind the last; a load sees eight bytes.
        let reach = count &* 9 &+ 18
        let digit = UInt8(truncatingIfNeeded: count)
        var rows = 0
        var p = unsafe current
        var place = unsafe target
        // Neighbours in a list have as many digits, nearly always: a guess that is checked costs less than a count that
        // the next number has to wait for.
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

    /// Moves over the digit of a value below ten, and a blank before it, if just that comes next and ends there.
    @inlinable public mutating func skip(digit: UInt8) -> Bool {
        guard remaining >= 3 else { return false }
        let p = unsafe current + (current.pointee == 0x20 ? 1 : 0)
        guard unsafe p[0] == 0x30 &+ digit, unsafe p[1] <= 0x20 else { return false }
        unsafe current = unsafe p + 1
        return true
    }

    /// Moves over a line feed, if it comes next.
    @inlinable public mutating func skipLineFeed() -> Bool {
        guard unsafe current != end, unsafe current.pointee == 0x0A else { return false }
        unsafe current += 1
        return true
    }

    /// Reads `count` whole numbers of at most seven digits and no sign that single blanks separate, as integers of a type.
    ///
    /// Whether all were read, each was of that shape and fits; if not, the cursor stands where it was.
    ///
    /// - Parameters:
    ///   - count: how many numbers.
    ///   - type: the integers that they become.
    ///   - target: room for `count` numbers of the type.
    @inlinable public mutating func readPlainIntegers<T: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, as type: T.Type, into target: UnsafeMutableRawPointer
    ) -> Bool {
        // Each number takes at most nine bytes: a blank, seven digits and what is behind; a load sees eight.
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
