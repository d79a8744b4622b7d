/// Runs of decimal digits, eight bytes at a time.
@usableFromInline enum Digits {
    /// Eight bytes with the first in the lowest place, each less `0`: digits become 0…9.
    @inlinable static func load(_ p: UnsafePointer<UInt8>) -> UInt64 {
        let word = unsafe UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
    }

    /// How many of the bytes, from the first, are digits.
    @inlinable static func count(_ word: UInt64) -> Int {
        // Adding 0x76 sets the top bit of anything above 9; a carry can only disturb bytes behind the first such.
        let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
        return others.trailingZeroBitCount &>> 3
    }

    /// The value of the first `count` digits, 1…8.
    @inlinable static func value(_ word: UInt64, _ count: Int) -> UInt64 {
        var x = word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        x = ((x & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
        x = ((x & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
        return ((x & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    }

    static let powers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
    ]
}
