import MeshBytes
import MeshFormats
import MeshModel

/// Writes values into a crate and returns their reps. Small values go into the rep itself; equal values are written
/// once.
struct CrateValueWriter {
    var output: CrateOutput
    private(set) var words: CrateWords
    private(set) var paths: CratePathTable
    /// The version required by the values written so far.
    private(set) var version = CrateVersion.payloadOffsets
    private var known: [Small: CrateValueReference] = [:]
    private var arrays = CrateArrayTable()

    /// A value other than a large array, by its bytes.
    private struct Small: Hashable {
        var type: UInt8
        var bytes: [UInt8]
    }

    /// The maximum nesting of values. Readers reject deeper ones.
    private static let deepest = 64

    init(_ sink: ByteSink) {
        output = CrateOutput(sink)
        words = CrateWords(output: sink.path)
        paths = CratePathTable(output: sink.path)
    }

    // MARK: Fields

    /// Writes the value of a field and returns its rep.
    mutating func pack(_ field: USDField) throws(WriteError) -> CrateValueReference {
        switch field.value {
        case .texts(.token, let texts) where field.name == "primOrder" || field.name == "propertyOrder":
            return try packTokenVector(texts)
        case .texts(.string, let texts) where field.name == "subLayers",
            .texts(.asset, let texts) where field.name == "subLayers":
            return try pack(.stringVector, try numbers(texts, .string))
        case .list(let list) where field.name == "payload" && list.item == .payload:
            return try packPayload(list)
        case .list(let list) where list.item == .unregistered:
            return try wrap(try pack(field.value))
        case .dictionary where field.isUnregistered: return try wrap(try pack(field.value))
        default: return try pack(field.value)
        }
    }

    /// Writes a list of child names and returns its rep.
    mutating func packTokenVector(_ names: [String]) throws(WriteError) -> CrateValueReference {
        try pack(.tokenVector, try numbers(names, .token))
    }

    /// The number of a spec's path.
    mutating func addPath(_ element: String, below parent: UInt32, isProperty: Bool = false) throws(WriteError)
        -> UInt32
    {
        paths.add(try words.token(element), below: parent, isProperty: isProperty)
    }

    /// The number of a token.
    mutating func token(_ word: String) throws(WriteError) -> UInt32 { try words.token(word) }

    /// Writes a list of at most one payload in the old single form, which all readers support.
    private mutating func packPayload(_ list: USDListEdit) throws(WriteError) -> CrateValueReference {
        guard list.isExplicit, list.explicit.count < 2, list.hasOnlyExplicit else { return try pack(.list(list)) }
        var payload = USDReference()
        if case .reference(let one) = list.explicit.first {
            // Without an asset, the single form would be read as no payload.
            guard !one.asset.isEmpty else { return try pack(.list(list)) }
            payload = one
        }
        var bytes: [UInt8] = []
        try append(payload, .payload, to: &bytes, depth: 0)
        return try pack(.payload, bytes)
    }

    /// Wraps a value whose field was unknown to the writer of the layer.
    private mutating func wrap(_ rep: CrateValueReference) throws(WriteError) -> CrateValueReference {
        try pack(.unregisteredValue, [UInt8](inner: rep))
    }

    // MARK: Values

    /// Writes a value and returns its rep.
    mutating func pack(_ value: USDValue, depth: Int = 0) throws(WriteError) -> CrateValueReference {
        guard depth < Self.deepest else {
            throw unrepresentable("expected values at most \(Self.deepest) deep in each other, found more")
        }
        switch value {
        case .block: return inline(.valueBlock, 0)
        case .animationBlock: return inline(.animationBlock, 0)
        case .specifier(let specifier): return inline(.specifier, UInt32(specifier.rawValue))
        case .uniform(let isUniform): return inline(.variability, isUniform ? 1 : 0)
        case .permission(let isPrivate): return inline(.permission, isPrivate ? 1 : 0)
        case .integer(let type, let value): return try packInteger(type, value)
        case .real(let type, let value): return try packReal(type, value)
        case .tuple(let type, let values): return try packTuple(type, values)
        case .text(let type, let text): return try packText(type, text)
        case .array(let array): return try packArray(array)
        case .texts(let type, let texts): return try packTexts(type, texts)
        case .paths(let texts): return try pack(.pathVector, try numbers(texts, .path))
        case .dictionary(let entries):
            guard !entries.isEmpty else { return inline(.dictionary, 0) }
            var bytes: [UInt8] = []
            try append(entries, to: &bytes, depth: depth)
            return try pack(.dictionary, bytes)
        case .list(let list): return try packList(list, depth)
        case .samples(let samples): return try packSamples(samples, depth)
        case .selections(let pairs): return try pack(.variantSelectionMap, try numbers(pairs, .string))
        case .relocates(let pairs):
            need(.relocates)
            return try pack(.relocates, try numbers(pairs, .path))
        case .offsets(let offsets):
            var bytes = [UInt8](littleEndian: UInt64(offsets.count))
            for offset in offsets { bytes.append(offset) }
            return try pack(.layerOffsetVector, bytes)
        case .spline(let spline): return try pack(spline, depth: depth)
        case .arrayEdit(let edit): return try pack(edit, depth: depth)
        case .opaque(let opaque): return try packOpaque(opaque)
        }
    }

    /// Writes these bytes unless an equal value was written before, and returns their rep.
    mutating func pack(_ type: CrateType, _ bytes: [UInt8]) throws(WriteError) -> CrateValueReference {
        let small = Small(type: type.rawValue, bytes: bytes)
        if let rep = known[small] { return rep }
        let rep = CrateValueReference(type, payload: UInt64(output.offset))
        try output.write(bytes)
        known[small] = rep
        return rep
    }

    /// The rep of a value that it holds itself.
    private func inline(_ type: CrateType, _ word: UInt32) -> CrateValueReference {
        CrateValueReference(type, isInline: true, payload: UInt64(word))
    }

    private mutating func packInteger(_ type: USDType, _ value: Int64) throws(WriteError) -> CrateValueReference {
        let word: UInt32?
        switch type {
        case .bool: word = value == 0 ? 0 : 1
        case .uchar: word = UInt8(exactly: value).map(UInt32.init)
        case .int: word = Int32(exactly: value).map(UInt32.init(bitPattern:))
        case .uint: word = UInt32(exactly: value)
        case .int64, .uint64:
            let short = type == .int64 ? Int32(exactly: value).map(UInt32.init(bitPattern:)) : UInt32(exactly: value)
            if let short { return inline(CrateType(type), short) }
            return try pack(CrateType(type), [UInt8](littleEndian: UInt64(bitPattern: value)))
        default: throw unrepresentable("expected a type of whole numbers, found \(type)")
        }
        guard let word else { throw unrepresentable("expected a value of \(type), found \(value)") }
        return inline(CrateType(type), word)
    }

    private mutating func packReal(_ type: USDType, _ value: Double) throws(WriteError) -> CrateValueReference {
        switch type {
        case .half: return inline(.half, UInt32(HalfBits.bits(value)))
        case .float: return inline(.float, Float(value).bitPattern)
        case .double, .timecode:
            if type == .timecode { need(.timecodes) }
            // Only doubles can be inlined as floats.
            if type == .double, value.isFinite, Double(Float(value)) == value {
                return inline(.double, Float(value).bitPattern)
            }
            return try pack(CrateType(type), [UInt8](littleEndian: value.bitPattern))
        default: throw unrepresentable("expected a type of fractions, found \(type)")
        }
    }

    private mutating func packTuple(_ type: USDType, _ values: [Double]) throws(WriteError) -> CrateValueReference {
        guard let layout = type.layout, layout.components > 1, values.count == layout.components else {
            throw unrepresentable("expected the values of a \(type), found \(values.count)")
        }
        if type == .half2 {
            // Two halves fit into four bytes unchanged.
            return inline(.half2, UInt32(HalfBits.bits(values[0])) | UInt32(HalfBits.bits(values[1])) << 16)
        }
        if !type.isQuaternion, let word = Self.short(values, rows: type.nesting.count > 1 ? type.nesting[0] : nil) {
            return inline(CrateType(type), word)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * values.count)
        for value in values {
            switch layout.scalar {
            case .float64: bytes.append(value.bitPattern)
            case .float32: bytes.append(Float(value).bitPattern)
            case .float16: bytes.append(HalfBits.bits(value))
            default:
                guard let whole = Int32(exactly: value) else {
                    throw unrepresentable("expected values of a \(type), found \(value)")
                }
                bytes.append(UInt32(bitPattern: whole))
            }
        }
        return try pack(CrateType(type), bytes)
    }

    /// The numbers of a tuple, or the diagonal of a matrix, as small integers. nil if they aren't, or if others aren't 0.
    private static func short(_ values: [Double], rows: Int?) -> UInt32? {
        var word: UInt32 = 0
        for (index, value) in values.enumerated() {
            // −0 can't be inlined, although it equals 0.
            guard let short = Int8(exactly: value), value != 0 || value.sign == .plus else { return nil }
            let place = rows.map { index / $0 == index % $0 ? index / $0 : -1 } ?? index
            guard place >= 0 || short == 0 else { return nil }
            if place >= 0 { word |= UInt32(UInt8(bitPattern: short)) << UInt32(8 * place) }
        }
        return word
    }

    private mutating func packText(_ type: USDType, _ text: String) throws(WriteError) -> CrateValueReference {
        switch type {
        // A single asset path is stored as a token, those in arrays as strings.
        case .token, .asset: return inline(CrateType(type), try words.token(text))
        case .string: return inline(.string, try words.string(text))
        case .pathExpression:
            need(.pathExpressions)
            return try pack(.pathExpression, [UInt8](littleEndian: try words.string(text)))
        default: throw unrepresentable("expected a type of words, found \(type)")
        }
    }

    private mutating func packSamples(_ samples: [USDSample], _ depth: Int) throws(WriteError) -> CrateValueReference {
        var times = [UInt8](littleEndian: UInt64(samples.count))
        for sample in samples { times.append(sample.time.bitPattern) }
        var bytes = [UInt8](inner: try pack(.doubleVector, times))
        // Jump straight ahead: the values are already written, and their reps follow the count.
        bytes.append(UInt64(8))
        bytes.append(UInt64(samples.count))
        for sample in samples { bytes.append(try pack(sample.value, depth: depth + 1).bits) }
        return try pack(.timeSamples, bytes)
    }

    private mutating func packOpaque(_ opaque: USDOpaque) throws(WriteError) -> CrateValueReference {
        switch opaque.kind {
        case "unregistered":
            return try wrap(inline(.string, words.string(try words.token(opaque.bytes))))
        // Texts that are not UTF-8.
        case "token": return inline(.token, try words.token(opaque.bytes))
        case "string": return inline(.string, words.string(try words.token(opaque.bytes)))
        case "duration":
            guard let (seconds, isArray) = CrateDuration.values(opaque.bytes) else {
                throw unrepresentable("expected a duration, found '\(String(decoding: opaque.bytes, as: UTF8.self))'")
            }
            return try packDuration(seconds, isArray: isArray)
        default: throw unrepresentable("expected a value that a crate file can have, found a \(opaque.kind)")
        }
    }

    private mutating func packDuration(_ seconds: [Double], isArray: Bool) throws(WriteError) -> CrateValueReference {
        need(.durations)
        var bytes: [UInt8] = []
        if isArray { bytes.append(UInt64(seconds.count)) }
        for one in seconds { bytes.append(one.bitPattern) }
        guard isArray else { return try pack(.duration, bytes) }
        guard !seconds.isEmpty else { return CrateValueReference(.duration, isArray: true, payload: 0) }
        return try pack(array: .duration, bytes)
    }

    // MARK: Parts of values

    private mutating func packList(_ list: USDListEdit, _ depth: Int) throws(WriteError) -> CrateValueReference {
        let edits = USDListEdit.Operation.allCases.filter { !list[$0].isEmpty }
        var bytes = [edits.reduce(list.isExplicit ? 1 : 0) { $0 | $1.crateBit }]
        for edit in edits {
            bytes.append(UInt64(list[edit].count))
            for item in list[edit] { try append(item, list.item, to: &bytes, depth: depth) }
        }
        return try pack(CrateType(rawValue: list.item.rawValue) ?? .tokenListOp, bytes)
    }

    private mutating func append(
        _ item: USDListItem, _ type: USDListEdit.Item, to bytes: inout [UInt8], depth: Int
    ) throws(WriteError) {
        switch (type, item) {
        case (.token, .text(let text)): bytes.append(try words.token(text))
        case (.string, .text(let text)): bytes.append(try words.string(text))
        case (.path, .text(let text)): bytes.append(try path(text))
        case (.unregistered, .text(let text)):
            bytes += [UInt8](inner: inline(.string, try words.string(text)))
        case (.int, .integer(let value)), (.uint, .integer(let value)):
            guard let word = type == .int ? Int32(exactly: value).map(UInt32.init(bitPattern:)) : UInt32(exactly: value)
            else { throw unrepresentable("expected items of \(type), found \(value)") }
            bytes.append(word)
        case (.int64, .integer(let value)), (.uint64, .integer(let value)): bytes.append(UInt64(bitPattern: value))
        case (.reference, .reference(let reference)), (.payload, .reference(let reference)):
            try append(reference, type, to: &bytes, depth: depth)
        default: throw unrepresentable("expected items of \(type), found others")
        }
    }

    private mutating func append(
        _ reference: USDReference, _ type: USDListEdit.Item, to bytes: inout [UInt8], depth: Int
    ) throws(WriteError) {
        bytes.append(try words.string(reference.asset))
        bytes.append(try path(reference.path))
        bytes.append(reference.offset)
        if type == .reference { try append(reference.customData, to: &bytes, depth: depth) }
    }

    mutating func append(
        _ entries: [USDEntry], to bytes: inout [UInt8], depth: Int
    ) throws(WriteError) {
        bytes.append(UInt64(entries.count))
        for entry in entries {
            bytes.append(try words.string(entry.name))
            bytes += [UInt8](inner: try pack(entry.value, depth: depth + 1))
        }
    }

    private mutating func path(_ text: String) throws(WriteError) -> UInt32 { try paths.number(text, &words) }

    /// A count, followed by the numbers of the texts.
    private mutating func numbers(
        _ texts: [String], _ word: CrateValues.Word, count: Int? = nil
    ) throws(WriteError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 + 4 * texts.count)
        bytes.append(UInt64(count ?? texts.count))
        for text in texts {
            switch word {
            case .token: bytes.append(try words.token(text))
            case .string: bytes.append(try words.string(text))
            case .path: bytes.append(try path(text))
            }
        }
        return bytes
    }

    /// A count, followed by the numbers of both texts of each pair.
    private mutating func numbers(_ pairs: [USDPair], _ word: CrateValues.Word) throws(WriteError) -> [UInt8] {
        try numbers(pairs.flatMap { [$0.first, $0.second] }, word, count: pairs.count)
    }

    mutating func need(_ version: CrateVersion) { self.version = max(self.version, version) }

    private func unrepresentable(_ message: String) -> WriteError {
        WriteError(.unrepresentable, path: output.sink.path, message)
    }
}

extension CrateValueWriter {
    // MARK: Arrays

    private mutating func packTexts(_ type: USDType, _ texts: [String]) throws(WriteError) -> CrateValueReference {
        guard type.layout == nil else { throw unrepresentable("expected a type of words, found \(type)") }
        if type == .pathExpression { need(.pathExpressions) }
        guard !texts.isEmpty else { return CrateValueReference(CrateType(type), isArray: true, payload: 0) }
        return try pack(array: CrateType(type), try numbers(texts, type == .token ? .token : .string))
    }

    /// Writes an array with these bytes, which include its count, and returns its rep.
    private mutating func pack(array type: CrateType, _ bytes: [UInt8]) throws(WriteError) -> CrateValueReference {
        // Bit 0x80, which no type uses, tells an array from a vector with the same bytes.
        let small = Small(type: type.rawValue | 0x80, bytes: bytes)
        if let rep = known[small] { return rep }
        let rep = CrateValueReference(type, isArray: true, payload: UInt64(try output.align()))
        try output.write(bytes)
        known[small] = rep
        return rep
    }

    private mutating func packArray(_ array: USDArray) throws(WriteError) -> CrateValueReference {
        let column = array.values
        guard let layout = array.type.layout, layout.scalar == column.type, layout.components == column.components
        else {
            throw unrepresentable(
                "expected a column of \(array.type), found \(column.components) × \(column.type.name)")
        }
        if array.type == .timecode { need(.timecodes) }
        guard column.count > 0 else { return CrateValueReference(CrateType(array.type), isArray: true, payload: 0) }
        let hash = try arrays.hash(array)
        if let rep = try arrays.find(array, hash) { return rep }
        let rep = try writeArray(array.type, column)
        arrays.add(array, hash, rep)
        return rep
    }

    private mutating func writeArray(_ type: USDType, _ column: Column) throws(WriteError) -> CrateValueReference {
        if column.count >= 16 {
            switch type {
            case .int, .uint, .int64, .uint64:
                let place = output.offset
                try output.write(UInt64(column.count))
                try output.writeIntegers(column)
                return CrateValueReference(CrateType(type), isArray: true, isCompressed: true, payload: UInt64(place))
            case .half, .float, .double:
                if let short = try CrateFractions.Short(column) { return try writeShort(type, column.count, short) }
            default: break
            }
        } else if type == .int || type == .uint || type == .int64 || type == .uint64 {
            let place = output.offset
            try output.write(UInt64(column.count))
            try output.write(column)
            return CrateValueReference(CrateType(type), isArray: true, payload: UInt64(place))
        }
        let place = try output.align()
        try output.write(UInt64(column.count))
        try output.write(column)
        return CrateValueReference(CrateType(type), isArray: true, payload: UInt64(place))
    }

    private mutating func writeShort(
        _ type: USDType, _ count: Int, _ short: CrateFractions.Short
    ) throws(WriteError) -> CrateValueReference {
        let place = output.offset
        try output.write(UInt64(count))
        switch short {
        case .whole(let numbers):
            try output.write(UInt8(ascii: "i"))
            try output.writeIntegers(numbers)
        case .table(let table, let numbers):
            try output.write(UInt8(ascii: "t"))
            try output.write(UInt32(table.count))
            try output.write(table)
            try output.writeIntegers(numbers)
        }
        return CrateValueReference(CrateType(type), isArray: true, isCompressed: true, payload: UInt64(place))
    }
}

extension USDListEdit {
    /// Whether the list has only explicit items.
    fileprivate var hasOnlyExplicit: Bool { Operation.allCases.allSatisfy { $0 == .explicit || self[$0].isEmpty } }
}

extension USDListEdit.Operation {
    /// The bit that tells of such edits. The lowest is that of `isExplicit`.
    var crateBit: UInt8 {
        switch self {
        case .explicit: 1 << 1
        case .added: 1 << 2
        case .deleted: 1 << 3
        case .ordered: 1 << 4
        case .prepended: 1 << 5
        case .appended: 1 << 6
        }
    }
}

extension [UInt8] {
    /// Appends a little-endian integer.
    mutating func append<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
        for byte in 0..<MemoryLayout<T>.size { append(UInt8(truncatingIfNeeded: value >> T(8 * byte))) }
    }

    fileprivate mutating func append(_ offset: USDOffset) {
        append(offset.offset.bitPattern)
        append(offset.scale.bitPattern)
    }

    /// Creates the bytes of a little-endian integer.
    init<T: FixedWidthInteger & UnsignedInteger>(littleEndian value: T) {
        self = []
        append(value)
    }

    /// Creates a reference to a value that is already written: a jump of eight bytes, then the rep.
    fileprivate init(inner rep: CrateValueReference) {
        self.init(littleEndian: UInt64(8))
        append(rep.bits)
    }
}
