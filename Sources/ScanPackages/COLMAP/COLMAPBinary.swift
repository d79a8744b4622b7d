import MeshFormats

/// A binary file of the model: the number of records in 8 bytes, then the records.
struct COLMAPBinary<Record: COLMAPRecord>: COLMAPParser {
    private var bytes: COLMAPBytes
    private var claimed: UInt64?
    private var found: UInt64 = 0

    init(byteCount: Int) { bytes = COLMAPBytes(byteCount: byteCount) }

    var place: InputLocation { .byte(bytes.offset) }

    mutating func take(_ piece: [UInt8], _ body: (Record) -> Void) throws(COLMAPFault) {
        bytes.add(piece)
        if claimed == nil { claimed = bytes.integer() }
        guard let claimed else { return }
        while found < claimed, bytes.skipObservations() {
            let start = bytes
            guard let record = try Record.read(&bytes) else {
                bytes = start
                return
            }
            found += 1
            body(record)
        }
        guard found == claimed, bytes.skipObservations(), bytes.hasMore else { return }
        throw COLMAPFault("expected the end of the file after \(claimed) \(Record.noun), found more")
    }

    mutating func finish(_ body: (Record) -> Void) throws(COLMAPFault) {
        guard let claimed else {
            throw COLMAPFault(truncated: "expected the number of \(Record.noun) in 8 bytes, found fewer")
        }
        guard found == claimed, bytes.skipObservations() else {
            throw COLMAPFault(truncated: "expected \(claimed) \(Record.noun), found the end of the file after \(found)")
        }
    }
}

/// The bytes of a binary file, as far as they have been read, and the place in them. Numbers are little-endian.
struct COLMAPBytes {
    private var bytes: [UInt8] = []
    private var position = 0
    /// The number of bytes before those that are held.
    private var base = 0
    /// The number of bytes that are still to be skipped.
    private var skipped = 0
    /// The size of the whole file.
    private let byteCount: Int

    /// The most bytes of a name, beyond which no path goes.
    private static let nameLimit = 4096

    init(byteCount: Int) { self.byteCount = byteCount }

    /// The place in the file.
    var offset: Int { base + position }
    /// Whether bytes are left of those read so far.
    var hasMore: Bool { position < bytes.count }

    /// Adds a chunk, and forgets what is before the place.
    mutating func add(_ piece: [UInt8]) {
        base += position
        if hasMore {
            bytes.removeFirst(position)
            bytes += piece
        } else {
            bytes = piece
        }
        position = 0
    }

    mutating func integer<Integer: FixedWidthInteger>() -> Integer? {
        let count = Integer.bitWidth / 8
        guard bytes.count - position >= count else { return nil }
        var value: Integer = 0
        for index in 0..<count { value |= Integer(truncatingIfNeeded: bytes[position + index]) << (8 * index) }
        position += count
        return value
    }

    /// The next float64s; nil: there are fewer.
    mutating func numbers(_ count: Int) -> [Double]? {
        guard bytes.count - position >= 8 * count else { return nil }
        return (0..<count).compactMap { _ in integer().map(Double.init(bitPattern:)) }
    }

    /// The text before the next zero byte.
    mutating func text() throws(COLMAPFault) -> String? {
        let rest = bytes[position...].prefix(Self.nameLimit + 1)
        guard let end = rest.firstIndex(of: 0) else {
            guard rest.count <= Self.nameLimit else {
                throw COLMAPFault("expected a name of at most \(Self.nameLimit) bytes, found a longer one")
            }
            return nil
        }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end + 1
        return text
    }

    /// Reads how many observations follow, which will be skipped.
    ///
    /// - Parameter size: the bytes of each.
    mutating func observations(of size: Int) throws(COLMAPFault) -> Int? {
        guard let claimed: UInt64 = integer() else { return nil }
        guard claimed <= UInt64(max(0, byteCount - offset)) / UInt64(size), let count = Int(exactly: claimed) else {
            throw COLMAPFault(truncated: "expected \(claimed) observations, found the end of the file before them")
        }
        skipped = count * size
        return count
    }

    /// Skips observations; false: some are still to come.
    mutating func skipObservations() -> Bool {
        let count = min(skipped, bytes.count - position)
        position += count
        skipped -= count
        return skipped == 0
    }
}
