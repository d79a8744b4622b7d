/// A word of a text format, one to eight letters, that a cursor compares in one load.
public struct Keyword: Sendable {
    @usableFromInline let letters: UInt64
    @usableFromInline let mask: UInt64
    @usableFromInline let count: Int

    /// Creates a keyword from letters in lower case; those after the eighth are ignored.
    public init(_ word: StaticString) {
        var letters: UInt64 = 0
        var count = 0
        for letter in word.description.utf8.prefix(8) {
            letters |= UInt64(letter) << (8 * UInt64(count))
            count += 1
        }
        self.letters = letters
        self.count = count
        mask = count == 8 ? .max : 1 << (8 * UInt64(count)) &- 1
    }
}

extension TextCursor {
    /// Moves past whitespace and a keyword in any case, which must end at a blank, a line end or the end of the text.
    ///
    /// Without that keyword, it returns false and the cursor is after the whitespace.
    @inlinable public mutating func skip(_ keyword: Keyword) -> Bool {
        skipWhitespace()
        guard remaining > 8 else { return skipAtEnd(keyword) }
        // Bounds: there are eight letters and the byte after them.
        let word = UInt64(littleEndian: unsafe UnsafeRawPointer(current).loadUnaligned(as: UInt64.self))
        guard (word | 0x2020_2020_2020_2020) & keyword.mask == keyword.letters,
            unsafe current[keyword.count] <= 0x20
        else { return false }
        unsafe current += keyword.count
        return true
    }

    @inline(never) @usableFromInline mutating func skipAtEnd(_ keyword: Keyword) -> Bool {
        for index in 0..<keyword.count {
            let letter = UInt8(truncatingIfNeeded: keyword.letters &>> UInt64(8 &* index))
            guard peek(ahead: index) | 0x20 == letter else { return false }
        }
        guard peek(ahead: keyword.count) <= 0x20 else { return false }
        unsafe current += keyword.count
        return true
    }
}
