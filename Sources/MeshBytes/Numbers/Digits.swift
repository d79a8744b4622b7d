// Bounds: eight bytes must be readable at the address.

/// Decimal digits in sequence, eight bytes at a time.
@usableFromInline enum Digits {
    /// Loads eight bytes, the first in the lowest place, and subtracts `0` from each: digits become 0…9.
    @inlinable static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
        let word = unsafe UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
    }

    /// The top bit of each byte that is not a digit; after the first such byte, bits may be wrong.
    @inlinable static func others(_ word: UInt64) -> UInt64 {
        // Adding 0x76 sets the top bit of anything above 9; a carry can only disturb bytes after the first such.
        ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
    }

    /// The number of bytes, from the first, that are digits.
    @inlinable static func count(_ word: UInt64) -> Int { others(word).trailingZeroBitCount &>> 3 }

    /// The value of the first `count` digits, 1…8.
    @inlinable static func value(_ word: UInt64, _ count: Int) -> UInt64 {
        eight(first(count, of: word))
    }

    /// The first `count` digits, 1…8, at the end of a word that begins with zeros.
    @inlinable static func first(_ count: Int, of word: UInt64) -> UInt64 {
        word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    }

    /// The word with zeros from the first byte on that is not a digit.
    ///
    /// - Parameter others: the result of ``others(_:)`` for the word.
    @inlinable static func leading(_ word: UInt64, _ others: UInt64) -> UInt64 {
        let first = others & (0 &- others)
        return word & ((first &>> 7) &- 1)
    }

    /// The value of eight digits.
    @inlinable static func eight(_ word: UInt64) -> UInt64 {
        var x = ((word & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
        x = ((x & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
        return ((x & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    }

    /// The value of the first four digits of a word.
    @inlinable static func four(_ word: UInt64) -> UInt64 {
        let x = (UInt32(truncatingIfNeeded: word) &* 2561) &>> 8
        return UInt64(((x & 0x00FF_00FF) &* 6_553_601) &>> 16)
    }

    static let powers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
    ]
}
