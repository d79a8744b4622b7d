/// Decodes blocks of LZ4.
///
/// Bounds: every read is checked against the end of the source, every write against the end of the destination, before
/// it happens. The fast path of most sequences copies 16 or 18 bytes at once if that much is left on both sides.
enum LZ4Decoder {
    static func decode(
        _ source: UnsafeRawBufferPointer, to destination: UnsafeMutableRawBufferPointer
    ) throws(CompressionError) -> Int {
        guard let input = source.baseAddress else { throw cutOff(0) }
        guard let output = destination.baseAddress else {
            // An empty block is one byte.
            guard unsafe source.count == 1 && source[0] == 0 else { throw tooLong(0) }
            return 0
        }
        let end = source.count
        let room = destination.count
        var at = 0
        var done = 0
        while true {
            guard at < end else { throw cutOff(at) }
            let token = unsafe Int(input.load(fromByteOffset: at, as: UInt8.self))
            at &+= 1
            var literals = token &>> 4
            var length = token & 15
            if literals < 15, at <= end &- 18, done <= room &- 34 {
                // Both copies of 16 and 18 bytes lie inside. Surplus bytes are overwritten later.
                unsafe copy16(from: input + at, to: output + done)
                at &+= literals
                done &+= literals
                let distance = unsafe Int(
                    UInt16(littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
                if length < 15, distance >= 8, distance <= done, at <= end &- 2 {
                    let to = unsafe output + done
                    let from = unsafe to - distance
                    unsafe copy8(from: from, to: to)
                    unsafe copy8(from: from + 8, to: to + 8)
                    unsafe to.storeBytes(
                        of: from.loadUnaligned(fromByteOffset: 16, as: UInt16.self), toByteOffset: 16, as: UInt16.self)
                    at &+= 2
                    done &+= length &+ 4
                    continue
                }
            } else {
                if literals == 15 { literals &+= try unsafe longer(input, &at, end) }
                guard literals <= end &- at else { throw cutOff(end) }
                guard literals <= room &- done else { throw tooLong(at) }
                unsafe (output + done).copyMemory(from: input + at, byteCount: literals)
                at &+= literals
                done &+= literals
                // The last sequence has no copy.
                if at == end { return done }
            }
            guard at <= end &- 2 else { throw cutOff(at) }
            let distance = unsafe Int(UInt16(littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
            guard distance > 0, distance <= done else {
                throw CompressionError(
                    expected: "a distance of 1 to \(done) bytes", found: "\(distance)", offset: at)
            }
            at &+= 2
            if length == 15 { length &+= try unsafe longer(input, &at, end) }
            length &+= 4
            guard length <= room &- done else { throw tooLong(at) }
            unsafe repeatBytes(output + done, distance: distance, length: length, room: room &- done)
            done &+= length
        }
    }

    /// Reads the rest of a length: bytes of 255 and a smaller one.
    private static func longer(
        _ input: UnsafeRawPointer, _ at: inout Int, _ end: Int
    ) throws(CompressionError) -> Int {
        var sum = 0
        while true {
            guard at < end else { throw cutOff(at) }
            let byte = unsafe input.load(fromByteOffset: at, as: UInt8.self)
            at &+= 1
            // No overflow: there are not 2⁵⁵ bytes of source.
            sum &+= Int(byte)
            if byte != 255 { return sum }
        }
    }

    /// Copies `length` bytes from `distance` before `to`, one after another, so that they may repeat.
    ///
    /// Bounds: `distance` bytes before `to` and `room` bytes from it on belong to the destination; length ≤ room.
    private static func repeatBytes(_ to: UnsafeMutableRawPointer, distance: Int, length: Int, room: Int) {
        if distance >= length {
            unsafe to.copyMemory(from: to - distance, byteCount: length)
            return
        }
        if distance == 1 {
            let byte = unsafe (to - 1).load(as: UInt8.self)
            _ = unsafe to.initializeMemory(as: UInt8.self, repeating: byte, count: length)
            return
        }
        // A pattern shorter than a word is first extended to a word or more: any multiple of the distance repeats, too.
        let far = distance >= 8 ? distance : (7 &+ distance) / distance &* distance
        var done = 0
        while done < min(far &- distance, length) {
            unsafe to.storeBytes(
                of: (to - distance).load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
            done &+= 1
        }
        while done < length, done <= room &- 8 {
            unsafe copy8(from: to + (done &- far), to: to + done)
            done &+= 8
        }
        while done < length {
            unsafe to.storeBytes(
                of: (to - far).load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
            done &+= 1
        }
    }

    @inline(__always)
    private static func copy8(from: UnsafeRawPointer, to: UnsafeMutableRawPointer) {
        unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
    }

    @inline(__always)
    private static func copy16(from: UnsafeRawPointer, to: UnsafeMutableRawPointer) {
        unsafe copy8(from: from, to: to)
        unsafe copy8(from: from + 8, to: to + 8)
    }

    @inline(never)
    private static func cutOff(_ at: Int) -> CompressionError {
        CompressionError(expected: "more bytes of the block", found: "its end", offset: at)
    }

    @inline(never)
    private static func tooLong(_ at: Int) -> CompressionError {
        CompressionError(expected: "no more contents", found: "another sequence", offset: at)
    }
}
