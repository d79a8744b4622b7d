// Bounds: a slot is eleven bits of a product; a text that is kept has at most sixteen bytes, of the 32 that are reserved.

/// The texts of numbers that were printed not long ago: the colours of scans have a few hundred different numbers.
@safe struct RecentTexts: ~Copyable {
    /// How many numbers show whether the rest is worth it.
    static let trialCount = 2048
    private static let slotCount = 2048

    private struct Text {
        var bits: UInt32
        /// 0 in an empty slot.
        var byteCount: UInt32
        var lower: UInt64
        var upper: UInt64
    }

    private let slots: UnsafeMutablePointer<Text>
    /// How many numbers were found.
    private(set) var foundCount = 0

    init() {
        unsafe slots = .allocate(capacity: Self.slotCount)
        unsafe slots.initialize(repeating: Text(bits: 0, byteCount: 0, lower: 0, upper: 0), count: Self.slotCount)
    }

    deinit { unsafe slots.deallocate() }

    /// Writes a number as ``NumberPrinter`` does, and returns the number of bytes.
    @inline(__always)
    mutating func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let bits = value.bitPattern
        let slot = unsafe slots + Int(truncatingIfNeeded: (bits &* 0x9E37_79B1) &>> 21)
        let place = UnsafeMutableRawPointer(target)
        if unsafe slot.pointee.bits == bits && slot.pointee.byteCount > 0 {
            foundCount &+= 1
            unsafe place.storeBytes(of: slot.pointee.lower, as: UInt64.self)
            unsafe place.storeBytes(of: slot.pointee.upper, toByteOffset: 8, as: UInt64.self)
            return unsafe Int(slot.pointee.byteCount)
        }
        let count = unsafe NumberPrinter.write(value, to: target)
        if count <= 16 {
            unsafe slot.pointee = Text(
                bits: bits, byteCount: UInt32(count), lower: place.loadUnaligned(as: UInt64.self),
                upper: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        return count
    }
}
