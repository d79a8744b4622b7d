import MeshFormats

/// The sections of a crate: tokens, fields, field sets, paths and specs, which refer to each other by number.
struct CrateTables {
    let version: CrateVersion
    let bytes: CrateBytes
    private(set) var blocks: CrateBlocks
    /// The tokens, normally each once.
    private(set) var tokens: [String] = []
    /// The bytes of tokens that are not UTF-8, by number. Values may contain them, names may not.
    private(set) var oddTokens: [Int: [UInt8]] = [:]
    /// The strings, as token indices.
    private(set) var strings: ContiguousArray<UInt32> = []
    /// The name of each field, as a token index.
    private(set) var fieldNames: ContiguousArray<Int32> = []
    /// The value rep of each field.
    private(set) var fieldReps: ContiguousArray<CrateValueReference> = []
    /// Field indices. −1 ends a set.
    private(set) var fieldSets: ContiguousArray<Int32> = []
    private(set) var paths = CratePaths()
    /// The path, the start of the field set, and the kind of each spec.
    private(set) var specPaths: ContiguousArray<Int32> = []
    private(set) var specSets: ContiguousArray<Int32> = []
    private(set) var specKinds: ContiguousArray<Int32> = []
    private var sections: [String: Range<Int>] = [:]

    static let signature = Array("PXR-USDC".utf8)

    /// Reads all sections and checks their references to each other.
    init(_ bytes: CrateBytes) throws(ReadError) {
        self.bytes = bytes
        blocks = CrateBlocks(bytes)
        let found = try bytes.array(at: 0, min(8, bytes.count), "a signature")
        guard found == Self.signature else {
            throw ReadError(
                .invalidHeader, .byte(0), "expected 'PXR-USDC' at the beginning of a crate file, found something else")
        }
        let numbers = try bytes.array(at: 8, 3, "a version")
        version = CrateVersion(minor: numbers[1])
        let text = numbers.map(String.init).joined(separator: ".")
        guard numbers[0] == 0, version <= .newest else {
            throw ReadError(.unsupported, .byte(8), "expected a crate file of version 0.4 to 0.16, found \(text)")
        }
        guard version >= .oldest else {
            throw ReadError(
                .unsupported, .byte(8),
                "expected a crate file of version 0.4 to 0.16, found \(text): rewrite it with usdcat")
        }
        try readSections(at: Int(clamping: bytes.load(Int64.self, at: 16, "the table of contents")))
        try readTokens()
        try readStrings()
        try readFields()
        try readFieldSets()
        try readPaths()
        try readSpecs()
    }

    /// Counts bytes produced from the file.
    mutating func take(_ size: Int, at offset: Int) throws(ReadError) { try blocks.take(size, at: offset) }

    /// Passes the unpacker to `body`.
    mutating func withBlocks<R>(_ body: (inout CrateBlocks) throws(ReadError) -> R) throws(ReadError) -> R {
        try body(&blocks)
    }

    // MARK: Sections

    private mutating func readSections(at offset: Int) throws(ReadError) {
        guard bytes.has(8, at: offset), offset >= 88 else {
            throw ReadError(
                .truncated, .byte(16),
                "expected a table of contents inside of the file, which has \(bytes.count) bytes, found its place at \(offset)"
            )
        }
        var cursor = CrateCursor(bytes, at: offset)
        for _ in 0..<(try cursor.count(of: 32, "sections")) {
            let place = cursor.offset
            let letters = try bytes.array(at: place, 16, "the name of a section").prefix { $0 != 0 }
            cursor.offset += 16
            let start = Int(clamping: try cursor.next(Int64.self, "a section's start"))
            let size = Int(clamping: try cursor.next(Int64.self, "a section's size"))
            let name = String(decoding: letters, as: UTF8.self)
            guard bytes.has(size, at: start) else {
                throw ReadError(
                    .truncated, .byte(place),
                    "expected section \(name) inside of the file, which has \(bytes.count) bytes, found \(size) bytes at \(start)"
                )
            }
            guard sections[name] == nil else {
                throw ReadError(.invalidHeader, .byte(place), "expected each section once, found \(name) twice")
            }
            sections[name] = start..<start + size
        }
    }

    /// The place of the section of specs.
    var specsOffset: Int { sections["SPECS"]?.lowerBound ?? 0 }

    private func section(_ name: String) throws(ReadError) -> CrateCursor {
        guard let range = sections[name] else {
            throw ReadError(.invalidHeader, .byte(16), "expected a section \(name), found none")
        }
        return CrateCursor(bytes, at: range.lowerBound, end: range.upperBound)
    }

    private mutating func readTokens() throws(ReadError) {
        var cursor = try section("TOKENS")
        let start = cursor.offset
        let claim = try cursor.next(UInt64.self, "a count of tokens")
        let rawClaim = try cursor.next(UInt64.self, "the size of tokens")
        let size = try cursor.count(of: 1, "bytes of tokens")
        guard let raw = Int(exactly: rawClaim), let count = Int(exactly: claim), count <= raw else {
            throw ReadError(.invalidValue, .byte(start), "expected at most \(rawClaim) tokens, found \(claim)")
        }
        guard count > 0 else { return }
        let text = try blocks.unpack(at: cursor.offset, size: size, contents: raw, "tokens")
        // A `String` of up to 15 bytes is stored in its own 16 bytes, a longer one on the heap.
        try take(raw + count * 32, at: cursor.offset)
        tokens.reserveCapacity(count)
        var first = 0
        while tokens.count < count {
            guard let end = text[first...].firstIndex(of: 0) else {
                throw ReadError(
                    .invalidValue, .byte(start), "expected \(count) tokens that end in a zero, found \(tokens.count)")
            }
            let token = String(decoding: text[first..<end], as: UTF8.self)
            // Decoding replaces invalid bytes, so a different result means that the token is not UTF-8.
            if !token.utf8.elementsEqual(text[first..<end]) { oddTokens[tokens.count] = Array(text[first..<end]) }
            tokens.append(token)
            first = end + 1
        }
    }

    private mutating func readStrings() throws(ReadError) {
        var cursor = try section("STRINGS")
        let count = try cursor.count(of: 4, "strings")
        let place = cursor.offset
        strings = try cursor.next(count, UInt32.self, "strings")
        for (index, token) in strings.enumerated() where token >= tokens.count {
            throw ReadError(
                .invalidIndex, .byte(place + 4 * index),
                "expected the number of one of \(tokens.count) tokens, found \(token)")
        }
    }

    private mutating func readFields() throws(ReadError) {
        var cursor = try section("FIELDS")
        let count = try claimedCount(&cursor, "fields")
        fieldNames = try blocks.integers(&cursor, count: count, "names of fields")
        try check(fieldNames, below: tokens.count, cursor.offset, "a field's name", "tokens")
        try checkNames(fieldNames, cursor.offset, "fields")
        let size = try cursor.count(of: 1, "bytes of values")
        guard count > 0 else { return }
        let raw = try blocks.unpack(at: cursor.offset, size: size, contents: 8 * count, "values of fields")
        try take(16 * count, at: cursor.offset)
        fieldReps.reserveCapacity(count)
        for index in 0..<count {
            var bits: UInt64 = 0
            for byte in (0..<8).reversed() { bits = bits << 8 | UInt64(raw[8 * index + byte]) }
            fieldReps.append(CrateValueReference(bits: bits))
        }
    }

    private mutating func readFieldSets() throws(ReadError) {
        var cursor = try section("FIELDSETS")
        let count = try claimedCount(&cursor, "members of field sets")
        fieldSets = try blocks.integers(&cursor, count: count, "members of field sets")
        for field in fieldSets where field < -1 || Int(field) >= fieldNames.count {
            throw ReadError(
                .invalidIndex, .byte(cursor.offset),
                "expected the number of one of \(fieldNames.count) fields, found \(field)")
        }
        guard fieldSets.last ?? -1 == -1 else {
            throw ReadError(.invalidValue, .byte(cursor.offset), "expected an end of the last field set, found none")
        }
    }

    private mutating func readPaths() throws(ReadError) {
        var cursor = try section("PATHS")
        let start = cursor.offset
        let claim = try cursor.next(UInt64.self, "a count of paths")
        let count = try claimedCount(&cursor, "paths")
        // The empty path has a number but is not in the tree.
        guard let slots = Int(exactly: claim), slots >= count, slots <= count + 1 + bytes.count else {
            throw ReadError(.invalidValue, .byte(start), "expected numbers for \(count) paths, found \(claim)")
        }
        let indices = try blocks.integers(&cursor, count: count, "numbers of paths")
        let elements = try blocks.integers(&cursor, count: count, "elements of paths")
        let jumps = try blocks.integers(&cursor, count: count, "jumps of paths")
        try take(slots * 16, at: start)
        paths = try CratePaths(slots, indices, elements, jumps, tokens: tokens.count, at: start)
        try checkNames(elements, start, "paths")
    }

    private mutating func readSpecs() throws(ReadError) {
        var cursor = try section("SPECS")
        let count = try claimedCount(&cursor, "specs")
        let start = cursor.offset
        specPaths = try blocks.integers(&cursor, count: count, "paths of specs")
        specSets = try blocks.integers(&cursor, count: count, "field sets of specs")
        specKinds = try blocks.integers(&cursor, count: count, "kinds of specs")
        try check(specPaths, below: paths.count, start, "a spec's path", "paths")
        try check(specSets, below: fieldSets.count, start, "a spec's field set", "members of field sets")
        for first in specSets where first > 0 && fieldSets[Int(first) - 1] != -1 {
            throw ReadError(.invalidIndex, .byte(start), "expected the beginning of a field set, found \(first)")
        }
    }

    /// Reads a count of compressed elements. The compressed bytes are checked before anything is allocated.
    private func claimedCount(_ cursor: inout CrateCursor, _ what: String) throws(ReadError) -> Int {
        let place = cursor.offset
        let claim = try cursor.next(UInt64.self, "a count of \(what)")
        // Element numbers have 32 bits.
        guard claim <= UInt32.max, let count = Int(exactly: claim) else {
            throw ReadError(.invalidValue, .byte(place), "expected at most \(UInt32.max) \(what), found \(claim)")
        }
        return count
    }

    /// Rejects names that are not UTF-8, since different names could decode to the same text.
    private func checkNames(_ numbers: ContiguousArray<Int32>, _ offset: Int, _ what: String) throws(ReadError) {
        guard !oddTokens.isEmpty else { return }
        for number in numbers where oddTokens[Int(number.magnitude)] != nil {
            throw ReadError(
                .invalidValue, .byte(offset),
                "expected UTF-8 in the names of \(what), found '\(tokens[Int(number.magnitude)])'")
        }
    }

    private func check(
        _ numbers: ContiguousArray<Int32>, below limit: Int, _ offset: Int, _ what: String, _ things: String
    ) throws(ReadError) {
        for number in numbers where number < 0 || Int(number) >= limit {
            throw ReadError(
                .invalidIndex, .byte(offset),
                "\(what): expected the number of one of \(limit) \(things), found \(number)")
        }
    }
}
