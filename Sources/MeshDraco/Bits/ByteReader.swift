/// Reads fields of the bitstream, each checked against the end, and counts the memory that is left.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var position = 0
    var version = BitstreamVersion(2, 2)
    private var budget: Int
    private let limits: DracoLimits

    init(_ bytes: [UInt8], limits: DracoLimits) {
        self.bytes = bytes
        self.limits = limits
        budget = limits.bytes(forLength: bytes.count)
    }

    var remaining: Int { bytes.count - position }

    // MARK: Errors

    func invalid(_ expected: String, found: String) -> DracoError {
        DracoError(code: .invalidValue, expected: expected, found: found, offset: position)
    }

    func unsupported(_ expected: String, found: String) -> DracoError {
        DracoError(code: .unsupported, expected: expected, found: found, offset: position)
    }

    private func truncated(_ what: StaticString, _ count: Int) -> DracoError {
        DracoError(
            code: .truncated, expected: "\(count) more bytes (\(what))", found: "\(remaining)", offset: position)
    }

    // MARK: Memory

    /// Takes memory for `count` elements from what is left. Must be called before any allocation of a claimed size.
    mutating func reserve(_ count: Int, of size: Int, _ what: StaticString) throws(DracoError) {
        let (total, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, total <= budget else {
            throw DracoError(
                code: .limitExceeded, expected: "no more than \(budget) bytes of memory for \(what)",
                found: "\(count) times \(size)", offset: position)
        }
        budget -= total
    }

    /// Throws for more faces or points than the caller allows.
    func check(faces: Int, points: Int) throws(DracoError) {
        for (count, limit, what) in [(faces, limits.faces, "faces"), (points, limits.points, "points")] {
            guard let limit, count > limit else { continue }
            throw DracoError(
                code: .limitExceeded, expected: "at most \(limit) \(what)", found: "\(count)", offset: position)
        }
    }

    // MARK: Fields

    mutating func byte(_ what: StaticString) throws(DracoError) -> UInt8 {
        guard position < bytes.count else { throw truncated(what, 1) }
        position += 1
        return bytes[position - 1]
    }

    mutating func uint16(_ what: StaticString) throws(DracoError) -> UInt16 {
        UInt16(truncatingIfNeeded: try little(2, what))
    }

    mutating func uint32(_ what: StaticString) throws(DracoError) -> UInt32 {
        UInt32(truncatingIfNeeded: try little(4, what))
    }

    mutating func uint64(_ what: StaticString) throws(DracoError) -> UInt64 {
        try little(8, what)
    }

    mutating func int8(_ what: StaticString) throws(DracoError) -> Int {
        Int(Int8(bitPattern: try byte(what)))
    }

    mutating func int32(_ what: StaticString) throws(DracoError) -> Int32 {
        Int32(bitPattern: try uint32(what))
    }

    mutating func float(_ what: StaticString) throws(DracoError) -> Float {
        Float(bitPattern: try uint32(what))
    }

    /// An integer of `count` bytes, 8 at most.
    mutating func little(_ count: Int, _ what: StaticString) throws(DracoError) -> UInt64 {
        guard remaining >= count else { throw truncated(what, count) }
        var value: UInt64 = 0
        for index in 0..<count {
            value |= UInt64(bytes[position + index]) << UInt64(8 * index)
        }
        position += count
        return value
    }

    /// An integer in groups of seven bits, the lowest first. The top bit of a byte means that another follows.
    mutating func variable(bits: Int, _ what: StaticString) throws(DracoError) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 70 {
            let next = try byte(what)
            let group = UInt64(next & 0x7F)
            let shifted = shift < 64 ? group << shift : 0
            guard shift < 64 ? shifted >> shift == group : group == 0 else { break }
            value |= shifted
            if next & 0x80 == 0 {
                guard bits == 64 || value >> UInt64(bits) == 0 else { break }
                return value
            }
            shift += 7
        }
        throw DracoError(
            code: .invalidValue, expected: "an integer of \(bits) bits (\(what))", found: "a longer one", offset: start)
    }

    /// A count: 32 bits, in groups of seven since version 2.0.
    mutating func count(_ what: StaticString) throws(DracoError) -> Int {
        try count(variableSince: BitstreamVersion(2, 0), what)
    }

    /// A count: 32 bits, in groups of seven since this version.
    mutating func count(variableSince since: BitstreamVersion, _ what: StaticString) throws(DracoError) -> Int {
        Int(version < since ? UInt64(try uint32(what)) : try variable(bits: 32, what))
    }

    /// The length of a part that follows: 64 bits, in groups of seven since this version. Checked against the end.
    mutating func length(variableSince since: BitstreamVersion, _ what: StaticString) throws(DracoError) -> Int {
        let value = version < since ? try uint64(what) : try variable(bits: 64, what)
        guard value <= UInt64(remaining) else {
            throw truncated(what, Int(clamping: value))
        }
        return Int(value)
    }

    mutating func skip(_ count: Int, _ what: StaticString) throws(DracoError) {
        guard count >= 0, count <= remaining else { throw truncated(what, count) }
        position += count
    }

    /// Moves to an offset, at most to the beginning or the end.
    mutating func move(to place: Int) {
        position = min(max(place, 0), bytes.count)
    }
}
