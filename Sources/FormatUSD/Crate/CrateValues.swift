import MeshFormats
import MeshModel

/// Reads the values of a crate.
///
/// Equal values are stored once and referenced often, so each is read once and large arrays are shared. Yet the size of
/// a value counts each time it is referenced. Otherwise nested values could grow without limit.
struct CrateValues {
    var tables: CrateTables
    private var known: [CrateValueReference: (value: USDValue, size: Int)] = [:]
    private var pathTexts: [UInt32: String] = [:]
    /// The size so far of the value being read.
    var size = 0

    /// The maximum nesting of values, such as dictionaries in dictionaries.
    private let deepest: Int
    /// The approximate size of a value in addition to its contents.
    private static let overhead = 64

    init(_ tables: CrateTables, nesting: Int? = nil) {
        self.tables = tables
        deepest = nesting ?? 64
    }

    var bytes: CrateBytes { tables.bytes }

    /// Reads the value of a field, and whether it was wrapped as unknown to its writer.
    mutating func field(_ rep: CrateValueReference, named name: String) throws(ReadError) -> (
        value: USDValue, isUnregistered: Bool
    ) {
        var value = try self.value(rep)
        // Old layers have a single payload instead of a list. One without an asset means an empty list.
        if rep.typeNumber == CrateType.payload.rawValue, case .list(var list) = value,
            case .reference(let payload) = list.explicit.first, payload.asset.isEmpty
        {
            list.explicit = []
            value = .list(list)
        }
        return (value, rep.typeNumber == CrateType.unregisteredValue.rawValue)
    }

    /// Reads the value of a rep.
    mutating func value(_ rep: CrateValueReference, depth: Int = 0) throws(ReadError) -> USDValue {
        if let (value, size) = known[rep] {
            try tables.take(size, at: rep.offset)
            self.size += size
            return value
        }
        guard depth < deepest else {
            throw ReadError(
                beyond: .nesting, .byte(rep.offset), "expected at most \(deepest) nested values, found more")
        }
        guard let type = CrateType(rawValue: rep.typeNumber) else {
            throw ReadError(
                .unsupported, .byte(rep.offset), "expected a value of type 1 to 61, found type \(rep.typeNumber)")
        }
        let before = size
        size = 0
        try count(Self.overhead, rep)
        let value: USDValue
        if rep.isArrayEdit {
            value = try arrayEdit(rep, type, depth: depth)
        } else if rep.isArray, type == .duration {
            guard case .array(let array) = try array(rep, .timecode) else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected durations, found something else")
            }
            try count(32 * array.values.count, rep)
            value = .opaque(USDOpaque(kind: "duration", bytes: CrateDuration.text(array.values.doubles())))
        } else if rep.isArray {
            guard let scalar = type.scalar else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected no array of \(type), found one")
            }
            value = try array(rep, scalar)
        } else if let inline = try inline(rep, type) {
            value = inline
        } else {
            guard !rep.isInline else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected the place of a \(type), found it inline")
            }
            var cursor = CrateCursor(bytes, at: rep.offset)
            value = try self.value(type, &cursor, depth)
        }
        known[rep] = (value, size)
        size += before
        return value
    }

    /// Counts memory used for a value.
    mutating func count(_ more: Int, _ rep: CrateValueReference) throws(ReadError) {
        try tables.take(more, at: rep.offset)
        size += more
    }

    mutating func count(_ more: Int, at cursor: CrateCursor) throws(ReadError) {
        try tables.take(more, at: cursor.offset)
        size += more
    }

    // MARK: Inline values

    /// The value stored in the rep itself, or nil if it is stored elsewhere.
    private func inline(_ rep: CrateValueReference, _ type: CrateType) throws(ReadError) -> USDValue? {
        let word = rep.inline
        switch type {
        case .bool: return .integer(.bool, word & 0xFF == 0 ? 0 : 1)
        case .uchar: return .integer(.uchar, Int64(word & 0xFF))
        case .int: return .integer(.int, Int64(Int32(bitPattern: word)))
        case .uint: return .integer(.uint, Int64(word))
        case .half: return .real(.half, HalfBits.value(UInt16(truncatingIfNeeded: word)))
        case .float: return .real(.float, Double(Float(bitPattern: word)))
        case .token: return try text(.token, word, rep.offset)
        case .asset: return .text(.asset, try token(word, rep.offset))
        case .string:
            return try text(.string, try stringToken(word, rep.offset), rep.offset)
        case .specifier:
            guard let specifier = USDSpecifier(rawValue: UInt8(clamping: word)) else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected specifier 0 to 2, found \(word)")
            }
            return .specifier(specifier)
        case .permission:
            guard word < 2 else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected permission 0 or 1, found \(word)")
            }
            return .permission(isPrivate: word == 1)
        case .variability:
            // 2 was once "config", which all readers treat as uniform.
            guard word < 3 else {
                throw ReadError(.invalidValue, .byte(rep.offset), "expected variability 0 or 1, found \(word)")
            }
            return .uniform(word > 0)
        case .half2:
            // Two halves fit into four bytes unchanged. Larger vectors are inlined as small integers.
            return .tuple(
                .half2,
                [
                    HalfBits.value(UInt16(truncatingIfNeeded: word)),
                    HalfBits.value(UInt16(truncatingIfNeeded: word >> 16)),
                ])
        case .valueBlock: return .block
        case .animationBlock: return .animationBlock
        default: break
        }
        guard rep.isInline else { return nil }
        switch type {
        case .int64: return .integer(.int64, Int64(Int32(bitPattern: word)))
        case .uint64: return .integer(.uint64, Int64(word))
        case .double: return .real(.double, Double(Float(bitPattern: word)))
        case .dictionary: return .dictionary([])
        case .matrix2d, .matrix3d, .matrix4d:
            let rows = type == .matrix2d ? 2 : type == .matrix3d ? 3 : 4
            var values = [Double](repeating: 0, count: rows * rows)
            for row in 0..<rows { values[row * rows + row] = Double(Int8(truncatingIfNeeded: word >> UInt32(8 * row))) }
            return .tuple(type.scalar ?? .matrix4d, values)
        case .double2, .float2, .int2, .double3, .float3, .half3, .int3, .double4, .float4, .half4, .int4:
            guard let scalar = type.scalar, let layout = scalar.layout else { return nil }
            return .tuple(
                scalar, (0..<layout.components).map { Double(Int8(truncatingIfNeeded: word >> UInt32(8 * $0))) })
        default: return nil
        }
    }

    // MARK: Values elsewhere

    private mutating func value(_ type: CrateType, _ cursor: inout CrateCursor, _ depth: Int) throws(ReadError)
        -> USDValue
    {
        switch type {
        case .int64: return .integer(.int64, try cursor.next(Int64.self, "an int64"))
        case .uint64: return .integer(.uint64, Int64(bitPattern: try cursor.next(UInt64.self, "a uint64")))
        case .double: return .real(.double, try cursor.double("a double"))
        case .timecode: return .real(.timecode, try cursor.double("a timecode"))
        case .pathExpression: return .text(.pathExpression, try string(&cursor))
        case .duration:
            return .opaque(USDOpaque(kind: "duration", bytes: CrateDuration.text(try cursor.double("a duration"))))
        case .dictionary: return .dictionary(try entries(&cursor, depth))
        case .pathVector: return .paths(try texts(try cursor.count(of: 4, "paths"), &cursor, .path))
        case .tokenVector: return .texts(.token, try texts(try cursor.count(of: 4, "tokens"), &cursor, .token))
        case .stringVector: return .texts(.string, try texts(try cursor.count(of: 4, "strings"), &cursor, .string))
        case .variantSelectionMap: return .selections(try pairs(&cursor, .string))
        case .relocates: return .relocates(try pairs(&cursor, .path))
        case .timeSamples: return .samples(try samples(&cursor, depth))
        case .payload:
            return .list(
                USDListEdit(
                    item: .payload, isExplicit: true, explicit: [.reference(try reference(.payload, &cursor, depth))]))
        case .doubleVector:
            let count = try cursor.count(of: 8, "doubles")
            guard let column = bytes.column(at: cursor.offset, rows: count, components: 1, type: .float64) else {
                throw CrateBytes.cutOff(cursor.offset, "doubles", count, cursor.left)
            }
            return .array(USDArray(type: .double, values: column))
        case .layerOffsetVector:
            let count = try cursor.count(of: 16, "time offsets")
            try self.count(16 * count, at: cursor)
            var offsets: [USDOffset] = []
            for _ in 0..<count { offsets.append(try offset(&cursor)) }
            return .offsets(offsets)
        case .value: return try inner(&cursor, depth)
        case .unregisteredValue: return try unregistered(&cursor, depth)
        case .spline: return try spline(&cursor, depth)
        default:
            if let item = USDListEdit.Item(rawValue: type.rawValue) { return .list(try list(item, &cursor, depth)) }
            guard let scalar = type.scalar, let layout = scalar.layout else {
                throw ReadError(.invalidValue, .byte(cursor.offset), "expected a \(type) inline, found its place")
            }
            guard
                let column = bytes.column(
                    at: cursor.offset, rows: 1, components: layout.components, type: layout.scalar)
            else {
                throw CrateBytes.cutOff(
                    cursor.offset, "a \(type)", layout.components * layout.scalar.byteCount, cursor.left)
            }
            return .tuple(scalar, column.doubles())
        }
    }

    /// Reads a value after a jump.
    private mutating func inner(_ cursor: inout CrateCursor, _ depth: Int) throws(ReadError) -> USDValue {
        try cursor.jump()
        let rep = CrateValueReference(bits: try cursor.next(UInt64.self, "a value"))
        return try value(rep, depth: depth + 1)
    }

    mutating func entries(_ cursor: inout CrateCursor, _ depth: Int) throws(ReadError) -> [USDEntry] {
        // A name and a jump at least. The value at the target takes eight more bytes.
        let count = try cursor.count(of: 20, "entries")
        try self.count(count * Self.overhead, at: cursor)
        var entries: [USDEntry] = []
        entries.reserveCapacity(count)
        for _ in 0..<count {
            let name = try string(&cursor)
            entries.append(USDEntry(name: name, value: try inner(&cursor, depth)))
        }
        return entries
    }

    private mutating func samples(_ cursor: inout CrateCursor, _ depth: Int) throws(ReadError) -> [USDSample] {
        let start = cursor.offset
        let times: [Double]
        switch try inner(&cursor, depth) {
        case .array(let array) where array.type == .double:
            try count(array.values.count * 8, at: cursor)
            times = array.values.doubles()
        default:
            throw ReadError(.invalidValue, .byte(start), "expected doubles as times of samples, found something else")
        }
        try cursor.jump()
        let count = try cursor.count(of: 8, "samples")
        guard count == times.count else {
            throw ReadError(
                .invalidValue, .byte(start), "expected a value for each of \(times.count) times, found \(count)")
        }
        let reps = try cursor.next(count, UInt64.self, "samples")
        try self.count(count * Self.overhead, at: cursor)
        var samples: [USDSample] = []
        samples.reserveCapacity(count)
        for (time, bits) in zip(times, reps) {
            samples.append(USDSample(time: time, value: try value(CrateValueReference(bits: bits), depth: depth + 1)))
        }
        return samples
    }

    private mutating func unregistered(_ cursor: inout CrateCursor, _ depth: Int) throws(ReadError) -> USDValue {
        let start = cursor.offset
        let value = try inner(&cursor, depth)
        switch value {
        case .text(.string, let text): return .opaque(USDOpaque(kind: "unregistered", bytes: Array(text.utf8)))
        case .dictionary: return value
        case .list(let list) where list.item == .unregistered: return value
        default:
            throw ReadError(
                .invalidValue, .byte(start),
                "expected a string, a dictionary or a list as unregistered value, found something else")
        }
    }

    private mutating func reference(
        _ item: USDListEdit.Item, _ cursor: inout CrateCursor, _ depth: Int
    ) throws(ReadError) -> USDReference {
        var reference = USDReference()
        reference.asset = try string(&cursor)
        reference.path = try path(try cursor.next(UInt32.self, "a path"), cursor.offset - 4)
        if item == .reference {
            reference.offset = try offset(&cursor)
            reference.customData = try entries(&cursor, depth)
        } else if tables.version >= .payloadOffsets {
            reference.offset = try offset(&cursor)
        }
        return reference
    }

    private func offset(_ cursor: inout CrateCursor) throws(ReadError) -> USDOffset {
        let offset = try cursor.double("a time offset")
        return USDOffset(offset: offset, scale: try cursor.double("a time scale"))
    }

    // MARK: Lists

    private mutating func list(
        _ item: USDListEdit.Item, _ cursor: inout CrateCursor, _ depth: Int
    ) throws(ReadError) -> USDListEdit {
        let bits = try cursor.next(UInt8.self, "a list")
        var list = USDListEdit(item: item, isExplicit: bits & 1 != 0)
        for operation in USDListEdit.Operation.allCases where bits & operation.crateBit != 0 {
            list[operation] = try items(item, &cursor, depth)
        }
        return list
    }

    private mutating func items(
        _ item: USDListEdit.Item, _ cursor: inout CrateCursor, _ depth: Int
    ) throws(ReadError) -> [USDListItem] {
        let size =
            switch item {
            case .token, .string, .path, .int, .uint: 4
            case .int64, .uint64: 8
            case .reference: 32
            case .payload: tables.version >= .payloadOffsets ? 24 : 8
            case .unregistered: 16
            }
        let count = try cursor.count(of: size, "items of a list")
        try self.count(count * Self.overhead, at: cursor)
        var items: [USDListItem] = []
        items.reserveCapacity(count)
        for _ in 0..<count {
            switch item {
            case .token: items.append(.text(try token(try cursor.next(UInt32.self, "a token"), cursor.offset - 4)))
            case .string: items.append(.text(try string(&cursor)))
            case .path: items.append(.text(try path(try cursor.next(UInt32.self, "a path"), cursor.offset - 4)))
            case .int: items.append(.integer(Int64(try cursor.next(Int32.self, "an int"))))
            case .uint: items.append(.integer(Int64(try cursor.next(UInt32.self, "a uint"))))
            case .int64, .uint64: items.append(.integer(try cursor.next(Int64.self, "an int64")))
            case .reference, .payload: items.append(.reference(try reference(item, &cursor, depth)))
            case .unregistered:
                let place = cursor.offset
                guard case .opaque(let opaque) = try unregistered(&cursor, depth) else {
                    throw ReadError(
                        .unsupported, .byte(place), "expected texts in a list of unregistered values, found more")
                }
                items.append(.text(String(decoding: opaque.bytes, as: UTF8.self)))
            }
        }
        return items
    }

    /// The table that the number of a word is from.
    enum Word { case token, string, path }

    mutating func texts(_ count: Int, _ cursor: inout CrateCursor, _ word: Word) throws(ReadError) -> [String] {
        try self.count(16 * count, at: cursor)
        let start = cursor.offset
        var texts: [String] = []
        texts.reserveCapacity(count)
        for (index, number) in try cursor.next(count, UInt32.self, "numbers of words").enumerated() {
            let place = start + 4 * index
            switch word {
            case .token: texts.append(try token(number, place))
            case .string: texts.append(try string(number, place))
            case .path: texts.append(try path(number, place))
            }
        }
        return texts
    }

    private mutating func pairs(_ cursor: inout CrateCursor, _ word: Word) throws(ReadError) -> [USDPair] {
        let count = try cursor.count(of: 8, "pairs")
        let texts = try texts(2 * count, &cursor, word)
        return (0..<count).map { USDPair(first: texts[2 * $0], second: texts[2 * $0 + 1]) }
    }

    // MARK: Words

    func token(_ number: UInt32, _ offset: Int) throws(ReadError) -> String {
        guard number < tables.tokens.count else { throw Self.missing(number, tables.tokens.count, "tokens", offset) }
        guard tables.oddTokens.isEmpty || tables.oddTokens[Int(number)] == nil else {
            throw ReadError(
                .invalidValue, .byte(offset),
                "expected UTF-8 in a list or a name, found '\(tables.tokens[Int(number)])'")
        }
        return tables.tokens[Int(number)]
    }

    private func stringToken(_ number: UInt32, _ offset: Int) throws(ReadError) -> UInt32 {
        guard number < tables.strings.count else { throw Self.missing(number, tables.strings.count, "strings", offset) }
        return tables.strings[Int(number)]
    }

    func string(_ number: UInt32, _ offset: Int) throws(ReadError) -> String {
        try token(try stringToken(number, offset), offset)
    }

    /// A single text, or its bytes if it is not UTF-8.
    private func text(_ type: USDType, _ number: UInt32, _ offset: Int) throws(ReadError) -> USDValue {
        if let bytes = tables.oddTokens[Int(number)] {
            return .opaque(USDOpaque(kind: type == .token ? "token" : "string", bytes: bytes))
        }
        return .text(type, try token(number, offset))
    }

    private func string(_ cursor: inout CrateCursor) throws(ReadError) -> String {
        try string(try cursor.next(UInt32.self, "a string"), cursor.offset - 4)
    }

    private mutating func path(_ number: UInt32, _ offset: Int) throws(ReadError) -> String {
        if let text = pathTexts[number] { return text }
        guard number < tables.paths.count else { throw Self.missing(number, tables.paths.count, "paths", offset) }
        let text = tables.paths.text(Int(number), tables.tokens)
        try tables.take(text.utf8.count + 2 * Self.overhead, at: offset)
        pathTexts[number] = text
        return text
    }

    private static func missing(_ number: UInt32, _ count: Int, _ things: String, _ offset: Int) -> ReadError {
        ReadError(.invalidIndex, .byte(offset), "expected the number of one of \(count) \(things), found \(number)")
    }
}
