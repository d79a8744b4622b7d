/// Encodes blocks of LZ4: looks up each word once in a table of offsets, and takes the longest match there.
///
/// Bounds: the destination has the largest size that the source can need, which is checked first; reads stay in the
/// source because copies begin at least 12 bytes and end at least 5 bytes before its end, as the format requires.
enum LZ4Encoder {
    private static let shortestCopy = 4
    private static let lastLiterals = 5
    private static let lastCopy = 12
    private static let farthest = 65535

    static func encode(_ source: UnsafeRawBufferPointer, to destination: UnsafeMutableRawBufferPointer) -> Int? {
        let count = source.count
        guard count < 1 << 31, destination.count >= LZ4Block.largestSize(of: count),
            let output = destination.baseAddress
        else { return nil }
        guard let input = source.baseAddress, count > lastCopy else {
            return unsafe literals(source.baseAddress, from: 0, to: count, output, 0)
        }
        // A small table for few bytes: clearing a large one would take longer than using it.
        let bits = min(12, max(6, Int.bitWidth - count.leadingZeroBitCount))
        let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << bits)
        unsafe table.initialize(repeating: 0, count: 1 << bits)
        defer { unsafe table.deallocate() }
        let shift = UInt32(32 - bits)

        @inline(__always) func word(_ at: Int) -> UInt32 {
            unsafe input.loadUnaligned(fromByteOffset: at, as: UInt32.self)
        }
        // The hash uses the byte order of the file, so that blocks are the same on every machine.
        @inline(__always) func slot(_ word: UInt32) -> Int { Int((word.littleEndian &* 2_654_435_761) &>> shift) }

        let lastStart = count - lastCopy
        var written = 0
        var anchor = 0
        var at = 1
        unsafe table[slot(word(0))] = 0
        scan: while true {
            // Steps become longer where nothing repeats.
            var next = at
            var tries = 1 << 5
            var from = 0
            while true {
                at = next
                guard at <= lastStart else { break scan }
                next = at &+ tries &>> 5
                tries &+= 1
                let here = word(at)
                let place = slot(here)
                from = unsafe Int(table[place])
                unsafe table[place] = UInt32(truncatingIfNeeded: at)
                if at &- from <= farthest, word(from) == here { break }
            }
            while at > anchor, from > 0,
                unsafe input.load(fromByteOffset: at &- 1, as: UInt8.self)
                    == input.load(fromByteOffset: from &- 1, as: UInt8.self)
            {
                at &-= 1
                from &-= 1
            }
            while true {
                let length = unsafe matching(input, at &+ shortestCopy, from &+ shortestCopy, count &- lastLiterals)
                written = unsafe sequence(
                    input, anchor, at, distance: at &- from, length: length, output, written)
                at &+= length &+ shortestCopy
                anchor = at
                guard at <= lastStart else { break scan }
                unsafe table[slot(word(at &- 2))] = UInt32(truncatingIfNeeded: at &- 2)
                // The next word is often in the table, too.
                let here = word(at)
                let place = slot(here)
                from = unsafe Int(table[place])
                unsafe table[place] = UInt32(truncatingIfNeeded: at)
                guard at &- from <= farthest, from < at, word(from) == here else { break }
            }
            at &+= 1
        }
        return unsafe literals(input, from: anchor, to: count, output, written)
    }

    /// The number of bytes from `at` on that equal those from `from` on, before `end`.
    @inline(__always)
    private static func matching(_ input: UnsafeRawPointer, _ at: Int, _ from: Int, _ end: Int) -> Int {
        var done = 0
        while at &+ done <= end &- 8 {
            let one = unsafe input.loadUnaligned(fromByteOffset: at &+ done, as: UInt64.self)
            let other = unsafe input.loadUnaligned(fromByteOffset: from &+ done, as: UInt64.self)
            if one != other { return done &+ (one ^ other).littleEndian.trailingZeroBitCount / 8 }
            done &+= 8
        }
        while at &+ done < end,
            unsafe input.load(fromByteOffset: at &+ done, as: UInt8.self)
                == input.load(fromByteOffset: from &+ done, as: UInt8.self)
        { done &+= 1 }
        return done
    }

    /// Writes the literals from `anchor` to `at` and a copy. Returns the number of bytes written so far.
    @inline(__always)
    private static func sequence(
        _ input: UnsafeRawPointer, _ anchor: Int, _ at: Int, distance: Int, length: Int,
        _ output: UnsafeMutableRawPointer, _ written: Int
    ) -> Int {
        let literals = at &- anchor
        let token = min(literals, 15) &<< 4 | min(length, 15)
        unsafe output.storeBytes(of: UInt8(truncatingIfNeeded: token), toByteOffset: written, as: UInt8.self)
        var next = written &+ 1
        if literals >= 15 { next = unsafe longer(literals &- 15, output, next) }
        unsafe (output + next).copyMemory(from: input + anchor, byteCount: literals)
        next &+= literals
        unsafe output.storeBytes(
            of: UInt16(truncatingIfNeeded: distance).littleEndian, toByteOffset: next, as: UInt16.self)
        next &+= 2
        if length >= 15 { next = unsafe longer(length &- 15, output, next) }
        return next
    }

    /// Writes the last sequence, which has literals only.
    private static func literals(
        _ input: UnsafeRawPointer?, from anchor: Int, to end: Int, _ output: UnsafeMutableRawPointer, _ written: Int
    ) -> Int {
        let literals = end - anchor
        unsafe output.storeBytes(of: UInt8(min(literals, 15) << 4), toByteOffset: written, as: UInt8.self)
        var next = written + 1
        if literals >= 15 { next = unsafe longer(literals - 15, output, next) }
        if let input = unsafe input {
            unsafe (output + next).copyMemory(from: input + anchor, byteCount: literals)
        }
        return next + literals
    }

    /// Writes the rest of a length: bytes of 255 and a smaller one.
    private static func longer(_ rest: Int, _ output: UnsafeMutableRawPointer, _ at: Int) -> Int {
        let full = rest / 255
        _ = unsafe (output + at).initializeMemory(as: UInt8.self, repeating: 255, count: full)
        unsafe output.storeBytes(of: UInt8(rest - full * 255), toByteOffset: at + full, as: UInt8.self)
        return at + full + 1
    }
}
