/// The integer coding that crates apply before LZ4: differences between neighbours, each with a two-bit code.
///
/// - Layout: the most common difference, the codes (four per byte, the first in the lowest bits), then the differences.
///   A code gives the size of its difference: none for the common one, else 1, 2 or 4 bytes, or 2, 4 or 8 for wide
///   integers.
/// - Bounds: pointer accesses are checked against the sizes that callers pass.
enum CrateIntegers {
    /// The number of bytes for the common difference and the codes of `count` integers.
    static func headerSize(_ count: Int, isWide: Bool) -> Int {
        (isWide ? 8 : 4) + count / 4 + (count % 4 == 0 ? 0 : 1)
    }

    /// The maximum number of bytes for `count` integers, with room for the encoder's last store to overrun.
    static func largestSize(_ count: Int, isWide: Bool) -> Int {
        headerSize(count, isWide: isWide) + count * (isWide ? 8 : 4) + 8
    }

    /// Decodes `count` integers. Returns false if there are too few bytes.
    ///
    /// - Parameter target: room for `count` integers of eight or four bytes.
    static func decode(
        _ source: UnsafeRawBufferPointer, count: Int, isWide: Bool, to target: UnsafeMutableRawPointer
    ) -> Bool {
        isWide
            ? unsafe decode(source, count, as: Int64.self, to: target)
            : unsafe decode(source, count, as: Int32.self, to: target)
    }

    @inline(__always)
    private static func decode<T: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, _ count: Int, as: T.Type, to target: UnsafeMutableRawPointer
    ) -> Bool {
        let size = MemoryLayout<T>.size
        let header = headerSize(count, isWide: size == 8)
        guard count > 0, source.count >= header, let base = source.baseAddress else { return count == 0 }
        let end = source.count
        let common = unsafe T(littleEndian: base.loadUnaligned(as: T.self))
        // The byte count of each code, as four-bit fields: 0, 1, 2, 4 (or 0, 2, 4, 8).
        let sizes: UInt32 = size == 8 ? 0x8420 : 0x4210
        let bits = Int32(8 * size)
        var at = header
        var value: T = 0
        var index = 0
        var code = size
        // Four integers take at most four times their size, so one bounds check covers them.
        while index &+ 4 <= count, at &+ 4 &* size <= end {
            var codes = unsafe UInt32(base.load(fromByteOffset: code, as: UInt8.self))
            code &+= 1
            if codes == 0 {
                for step in 0..<4 {
                    value &+= common
                    unsafe target.storeBytes(of: value, toByteOffset: (index &+ step) &* size, as: T.self)
                }
            } else {
                for step in 0..<4 {
                    let width = Int32(truncatingIfNeeded: sizes &>> ((codes & 3) &* 4) & 15)
                    let raw = unsafe T(littleEndian: base.loadUnaligned(fromByteOffset: at, as: T.self))
                    let shift = T(truncatingIfNeeded: bits &- width &* 8)
                    let delta = codes & 3 == 0 ? common : (raw &<< shift) &>> shift
                    value &+= delta
                    at &+= Int(width)
                    codes &>>= 2
                    unsafe target.storeBytes(of: value, toByteOffset: (index &+ step) &* size, as: T.self)
                }
            }
            index &+= 4
        }
        while index < count {
            let codes = unsafe UInt32(base.load(fromByteOffset: size &+ index &>> 2, as: UInt8.self))
            let choice = codes &>> UInt32(2 &* (index & 3)) & 3
            var delta = common
            if choice != 0 {
                let width = Int(sizes &>> (choice &* 4) & 15)
                guard width <= end &- at else { return false }
                var raw: UInt64 = 0
                for byte in 0..<width {
                    raw |= unsafe UInt64(base.load(fromByteOffset: at &+ byte, as: UInt8.self)) &<< UInt64(8 &* byte)
                }
                let shift = Int64(64 &- 8 &* width)
                delta = T(truncatingIfNeeded: (Int64(bitPattern: raw) &<< shift) &>> shift)
                at &+= width
            }
            value &+= delta
            unsafe target.storeBytes(of: value, toByteOffset: index &* size, as: T.self)
            index &+= 1
        }
        return true
    }

    /// Encodes integers of eight or four bytes each.
    ///
    /// - Parameter target: room for ``largestSize(_:isWide:)``.
    /// - Returns: the number of bytes written.
    static func encode(_ source: UnsafeRawBufferPointer, isWide: Bool, to target: UnsafeMutableRawPointer) -> Int {
        isWide
            ? unsafe encode(source, as: Int64.self, to: target) : unsafe encode(source, as: Int32.self, to: target)
    }

    /// The minimum count of equal integers for which 0 is always the common difference.
    static let leastRepeated = 16

    /// Encodes one integer repeated ``leastRepeated`` times or more, without storing the repetitions.
    static func encode(repeating number: Int64, count: Int, isWide: Bool) -> [UInt8] {
        let size = isWide ? 8 : 4
        var bytes = [UInt8](repeating: 0, count: headerSize(count, isWide: isWide))
        guard number != 0, count > 0 else { return bytes }
        let unit = Int64(8 * size / 4)
        let magnitude = number ^ (number >> 63)
        let code: UInt8 = magnitude < 1 << (unit - 1) ? 1 : magnitude < 1 << (2 * unit - 1) ? 2 : 3
        bytes[size] = code
        for byte in 0..<(size / 4) << (Int(code) - 1) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        return bytes
    }

    @inline(__always)
    private static func encode<T: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, as: T.Type, to target: UnsafeMutableRawPointer
    ) -> Int {
        let size = MemoryLayout<T>.size
        let count = source.count / size
        guard count > 0, let base = source.baseAddress else { return 0 }
        let common = unsafe commonDifference(base, count, as: T.self)
        unsafe target.storeBytes(of: common.littleEndian, as: T.self)
        var at = headerSize(count, isWide: size == 8)
        var code = size
        var before: T = 0
        let sizes: UInt32 = size == 8 ? 0x8420 : 0x4210
        let small = T(1) << (size == 8 ? 15 : 7)
        let medium = T(1) << (size == 8 ? 31 : 15)
        // No branches, since they would be unpredictable. A difference needs one size step for each limit that it
        // exceeds, and no bytes if it is the common one.
        @inline(__always) func put(_ index: Int) -> UInt32 {
            let value = unsafe T(littleEndian: base.loadUnaligned(fromByteOffset: index &* size, as: T.self))
            let delta = value &- before
            before = value
            let magnitude = delta ^ (delta &>> T(8 &* size &- 1))
            let wide: UInt32 = 1 &+ (magnitude >= small ? 1 : 0) &+ (magnitude >= medium ? 1 : 0)
            let choice = wide & ((delta == common ? 1 : 0) &- 1)
            unsafe target.storeBytes(of: delta.littleEndian, toByteOffset: at, as: T.self)
            at &+= Int(sizes &>> (choice &* 4) & 15)
            return choice
        }
        var index = 0
        while index &+ 4 <= count {
            let codes = put(index) | put(index &+ 1) &<< 2 | put(index &+ 2) &<< 4 | put(index &+ 3) &<< 6
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: codes), toByteOffset: code, as: UInt8.self)
            code &+= 1
            index &+= 4
        }
        var codes: UInt32 = 0
        for rest in index..<count { codes |= put(rest) &<< UInt32(2 &* (rest & 3)) }
        if count & 3 != 0 {
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: codes), toByteOffset: code, as: UInt8.self)
        }
        return at
    }

    /// The difference that saves the most bytes when chosen as the common one. The largest wins a tie.
    ///
    /// For many integers, only evenly spaced runs are sampled: any choice is valid, and counting all took a quarter of
    /// the writing time. Differences over 16 bits are counted in a small table with eviction. They can only win if
    /// nearly all differences are equal, and then they stay.
    private static func commonDifference<T: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
        _ base: UnsafeRawPointer, _ count: Int, as: T.Type
    ) -> T {
        let size = MemoryLayout<T>.size
        @inline(__always) func number(_ index: Int) -> T {
            unsafe T(littleEndian: base.loadUnaligned(fromByteOffset: index &* size, as: T.self))
        }
        // The bytes saved each time that a difference is the common one.
        @inline(__always) func saving(_ delta: T) -> Int {
            let magnitude = delta ^ (delta &>> T(8 &* size &- 1))
            let unit = size / 4
            return magnitude < T(1) << T(8 &* unit &- 1)
                ? unit : magnitude < T(1) << T(16 &* unit &- 1) ? 2 * unit : size
        }
        if count <= 512 {
            var deltas = ContiguousArray<T>()
            deltas.reserveCapacity(count)
            var before: T = 0
            for index in 0..<count {
                deltas.append(number(index) &- before)
                before = number(index)
            }
            deltas.sort()
            var best: (delta: T, saved: Int) = (0, 0)
            var run = 0
            for index in 0..<count {
                run = index > 0 && deltas[index] == deltas[index - 1] ? run + 1 : 1
                let saved = run * saving(deltas[index])
                if saved >= best.saved { best = (deltas[index], saved) }
            }
            return best.delta
        }
        let near = 1 << 16
        let far = 1 << 8
        let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: near)
        unsafe counts.initialize(repeating: 0, count: near)
        let rivals = UnsafeMutablePointer<(delta: T, count: UInt32)>.allocate(capacity: far)
        unsafe rivals.initialize(repeating: (0, 0), count: far)
        defer {
            unsafe counts.deallocate()
            unsafe rivals.deallocate()
        }
        let run = 1024
        let runs = min(64, (count + run - 1) / run)
        for part in 0..<runs {
            let first = runs < 64 ? part * run : part * (count / runs)
            var before: T = first == 0 ? 0 : number(first - 1)
            for index in first..<min(first + run, count) {
                let value = number(index)
                let delta = value &- before
                before = value
                if delta >= -32768, delta < 32768 {
                    let slot = Int(truncatingIfNeeded: delta) &+ 32768
                    unsafe counts[slot] = counts[slot] &+ 1
                    continue
                }
                let slot = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: delta) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
                if unsafe rivals[slot].count == 0 {
                    unsafe rivals[slot] = (delta, 1)
                } else if unsafe rivals[slot].delta == delta {
                    unsafe rivals[slot].count &+= 1
                } else {
                    unsafe rivals[slot].count &-= 1
                }
            }
        }
        var best: (delta: T, saved: Int) = (0, 0)
        for slot in 0..<near where unsafe counts[slot] > 0 {
            let saved = unsafe Int(counts[slot]) * saving(T(slot - 32768))
            if saved >= best.saved { best = (T(slot - 32768), saved) }
        }
        for slot in 0..<far {
            let rival = unsafe rivals[slot]
            let saved = Int(rival.count) * saving(rival.delta)
            if rival.count > 0, saved > best.saved || saved == best.saved && rival.delta > best.delta {
                best = (rival.delta, saved)
            }
        }
        return best.delta
    }
}
