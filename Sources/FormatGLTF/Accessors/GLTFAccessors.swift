import MeshBytes
import MeshFormats
import MeshModel

/// Reads accessors as columns, without copying where the layout allows (section 3.6 of the specification).
struct GLTFAccessors {
    let accessors: [JSONValue]
    let views: [JSONValue]
    let buffers: [GLTFBuffer]
    /// The most elements of an accessor that has no bytes in the file.
    let impliedLimit: Int
    /// The most elements of any accessor.
    let elementLimit: Int
    /// The most bytes that all compressed views together may decode to.
    let decodedLimit: Int
    /// The accessors read so far whose numbers begin at other bytes than multiples of their size.
    private(set) var unaligned: [Int] = []
    /// The accessors whose integers stand for numbers, and which became floats.
    private(set) var restated: Set<Int> = []
    private var decodedByteCount = 0
    /// The decoded bytes of compressed views.
    private var decoded: [Int: GLTFBytes] = [:]
    /// The columns read so far: several primitives may use an accessor.
    private var known: [Column?]

    init(
        accessors: [JSONValue], views: [JSONValue], buffers: [GLTFBuffer], byteCount: Int, elementLimit: Int = .max
    ) {
        self.elementLimit = elementLimit
        self.accessors = accessors
        known = Array(repeating: nil, count: accessors.count)
        self.views = views
        self.buffers = buffers
        decodedLimit = max(256 << 20, byteCount.multipliedReportingOverflow(by: 256).partialValue)
        impliedLimit = max(1 << 20, byteCount.multipliedReportingOverflow(by: 64).partialValue)
    }

    /// The index of an accessor that a member names.
    @inline(__always)
    func index(_ value: JSONValue?, _ pointer: @autoclosure () -> String) throws(ReadError) -> Int {
        try Self.index(value, of: accessors.count, "accessors", pointer())
    }

    /// Whether an accessor's integers are normalised fractions.
    func isNormalized(_ index: Int) -> Bool { accessors[index]["normalized"]?.bool ?? false }

    /// Integers as the float32 numbers that they stand for: what follows computes with numbers as they are.
    ///
    /// Only the tree keeps the integers.
    ///
    /// - Parameters:
    ///   - column: all or some rows of the accessor.
    ///   - index: the accessor.
    mutating func numbers(_ column: Column, of index: Int) -> Column {
        guard column.type.isInteger else { return column }
        restated.insert(index)
        return isNormalized(index) ? column.dequantized : column.singles
    }

    /// The numbers of an attribute, and whether they are codes of fractions.
    ///
    /// - Parameter name: the attribute's. Positions and directions are computed with as they are; whole texture coordinates
    ///   are, too, since other formats count them from the bottom.
    mutating func values(_ column: Column, of index: Int, named name: String) -> (column: Column, isNormalized: Bool) {
        guard column.type.isInteger else { return (column, false) }
        guard isNormalized(index) else {
            return (AttributeSemantic(name: name).isTexCoord ? numbers(column, of: index) : column, false)
        }
        return GLTFAttributes.areNumbers(name) ? (numbers(column, of: index), false) : (column.withoutExtraCode, true)
    }

    /// Whether an accessor has bytes in the file, so that its count is more than a claim.
    func isStored(_ index: Int) -> Bool { accessors[index]["bufferView"] != nil }

    /// Whether an accessor is more than zeros.
    func hasValues(_ index: Int) -> Bool { isStored(index) || accessors[index]["sparse"] != nil }

    /// The values of an accessor.
    mutating func column(_ index: Int) throws(ReadError) -> Column {
        if let column = known[index] { return column }
        let column = try read(index)
        known[index] = column
        return column
    }

    private mutating func read(_ index: Int) throws(ReadError) -> Column {
        let accessor = accessors[index]
        var pointer: String { "/accessors/\(index)" }
        guard let number = accessor["componentType"]?.int, let type = GLTFComponents.type(number) else {
            throw .expected(
                "5120, 5121, 5122, 5123, 5125 or 5126", "\(pointer)/componentType", found: accessor["componentType"])
        }
        guard let name = accessor["type"]?.string, let shape = GLTFComponents.shape(name) else {
            throw .expected("SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4", "\(pointer)/type", found: accessor["type"])
        }
        guard let count = accessor["count"]?.index, count >= 0 else {
            throw .expected("a count", "\(pointer)/count", found: accessor["count"])
        }
        guard count <= elementLimit else {
            throw ReadError(
                beyond: .elements, .jsonPointer("\(pointer)/count"),
                "expected at most \(elementLimit) elements, found \(count)")
        }
        let layout = Layout(type: type, rows: shape.rows, columns: shape.columns)
        var column: Column
        if accessor["bufferView"] != nil {
            column = try stored(accessor, layout, count, pointer)
            if !isAligned(accessor, type) { unaligned.append(index) }
        } else {
            guard count <= impliedLimit else {
                throw .expected(
                    "at most \(impliedLimit) elements without data", "\(pointer)/count",
                    found: "\(count)", .limitExceeded)
            }
            column = Self.zeros(layout, count)
        }
        if let sparse = accessor["sparse"] { column = try replaced(column, sparse, layout, "\(pointer)/sparse") }
        return column
    }

    /// The layout of an element. Columns of matrices begin at multiples of four bytes.
    private struct Layout {
        var type: ScalarType
        var rows: Int
        var columns: Int

        var components: Int { rows * columns }
        var columnByteCount: Int { columns == 1 ? rows * type.byteCount : (rows * type.byteCount + 3) / 4 * 4 }
        var byteCount: Int { columnByteCount * columns }
        var packedByteCount: Int { components * type.byteCount }
        var isPadded: Bool { byteCount != packedByteCount }

        /// Views bytes as elements; nil: they are too few.
        func column(_ bytes: GLTFBytes, offset: Int = 0, stride: Int, count: Int) -> Column? {
            Column(
                viewing: bytes.storage, offset: bytes.range.lowerBound + offset, stride: stride, count: count,
                components: components, type: type, byteOrder: .little)
        }
    }

    /// `count` rows of zeros: one stored row with a stride of 0.
    private static func zeros(_ layout: Layout, _ count: Int) -> Column {
        layout.column(GLTFBytes([UInt8](repeating: 0, count: 64)), stride: 0, count: count)
            ?? .empty(layout.type, components: layout.components)
    }

    private mutating func stored(
        _ accessor: JSONValue, _ layout: Layout, _ count: Int, _ pointer: String
    ) throws(ReadError) -> Column {
        let view = try Self.index(accessor["bufferView"], of: views.count, "buffer views", "\(pointer)/bufferView")
        let bytes = try self.bytes(ofView: view)
        let offset = try Self.offset(accessor["byteOffset"], "\(pointer)/byteOffset")
        let stride = try stride(view, layout.byteCount)
        if layout.isPadded {
            return try unpadded(bytes, layout, offset, stride, count, pointer)
        }
        guard bytes.part(offset, 0) != nil,
            let column = layout.column(bytes, offset: offset, stride: stride, count: count),
            count == 0 || offset + stride * (count - 1) + layout.byteCount <= bytes.count
        else { throw Self.tooShort(bytes, layout.byteCount, offset, stride, count, pointer) }
        return column
    }

    /// Whether an accessor's first number and the distance of its elements are multiples of the number's size (3.6.2.4).
    private func isAligned(_ accessor: JSONValue, _ type: ScalarType) -> Bool {
        guard let number = accessor["bufferView"]?.index, views.indices.contains(number) else { return true }
        let view = views[number]
        return [accessor["byteOffset"], view["byteOffset"], view["byteStride"]].allSatisfy {
            ($0?.index ?? 0) % type.byteCount == 0
        }
    }

    private static func tooShort(
        _ bytes: GLTFBytes, _ size: Int, _ offset: Int, _ stride: Int, _ count: Int, _ pointer: String
    ) -> ReadError {
        .expected(
            "\(count) elements of \(size) bytes every \(stride) from byte \(offset)", pointer,
            found: "a view of \(bytes.count) bytes", .truncated)
    }

    /// Copies matrices without the padding of their columns.
    private func unpadded(
        _ bytes: GLTFBytes, _ layout: Layout, _ offset: Int, _ stride: Int, _ count: Int, _ pointer: String
    ) throws(ReadError) -> Column {
        let fits = stride > 0 ? (bytes.count - min(offset, bytes.count)) / max(stride, 1) + 1 : 0
        guard count <= fits else { throw Self.tooShort(bytes, layout.byteCount, offset, stride, count, pointer) }
        let all = bytes.array
        var packed: [UInt8] = []
        packed.reserveCapacity(count * layout.packedByteCount)
        for element in 0..<count {
            for column in 0..<layout.columns {
                let start = offset + element * stride + column * layout.columnByteCount
                let end = start + layout.rows * layout.type.byteCount
                guard end <= all.count else {
                    throw Self.tooShort(bytes, layout.byteCount, offset, stride, count, pointer)
                }
                packed += all[start..<end]
            }
        }
        return layout.column(GLTFBytes(packed), stride: layout.packedByteCount, count: count)
            ?? .empty(layout.type, components: layout.components)
    }

    // MARK: Views

    /// The index of one of `count` parts of the file. Inlined: the pointer is text that only an error needs.
    @inline(__always)
    private static func index(
        _ value: JSONValue?, of count: Int, _ parts: String, _ pointer: @autoclosure () -> String
    ) throws(ReadError) -> Int {
        guard let index = value?.index, index >= 0, index < count else {
            throw missing(value, of: count, parts, pointer())
        }
        return index
    }

    @inline(never)
    private static func missing(_ value: JSONValue?, of count: Int, _ parts: String, _ pointer: String) -> ReadError {
        .expected("one of \(count) \(parts)", pointer, found: value, .invalidIndex)
    }

    private func stride(_ view: Int, _ elementByteCount: Int) throws(ReadError) -> Int {
        guard let value = views[view]["byteStride"] else { return elementByteCount }
        // Some programs write 0 for no stride.
        if value.int == 0 { return elementByteCount }
        guard let stride = value.int, stride >= elementByteCount, stride <= 1 << 20 else {
            throw .expected("\(elementByteCount) to 252 bytes", "/bufferViews/\(view)/byteStride", found: value)
        }
        return Int(stride)
    }

    /// The bytes of a view, decoded if they are compressed.
    mutating func bytes(ofView index: Int) throws(ReadError) -> GLTFBytes {
        if let bytes = decoded[index] { return bytes }
        let view = views[index]
        var pointer: String { "/bufferViews/\(index)" }
        for name in GLTFExtensions.meshopt {
            guard let compression = view["extensions"]?[name] else { continue }
            // A few bytes can decode to a thousand times as many, so the total is bounded.
            let bytes = try GLTFMeshopt.decode(
                compression, "\(pointer)/extensions/\(name)", limit: decodedLimit - decodedByteCount
            ) { (owner, pointer) throws(ReadError) in try slice(owner, pointer) }
            decodedByteCount += bytes.count
            decoded[index] = bytes
            return bytes
        }
        return try slice(view, pointer)
    }

    /// The bytes given by an object's `buffer`, `byteOffset` and `byteLength`.
    private func slice(_ owner: JSONValue, _ pointer: String) throws(ReadError) -> GLTFBytes {
        let number = try Self.index(owner["buffer"], of: buffers.count, "buffers", "\(pointer)/buffer")
        let buffer = buffers[number]
        guard let bytes = buffer.bytes else {
            throw ReadError(.referenceMissing, .jsonPointer("/buffers/\(number)"), wording: buffer.reason)
        }
        let offset = try Self.offset(owner["byteOffset"], "\(pointer)/byteOffset")
        guard let count = owner["byteLength"]?.index, count >= 0 else {
            throw .expected("a number of bytes", "\(pointer)/byteLength", found: owner["byteLength"])
        }
        guard let part = bytes.part(offset, count) else {
            throw .expected(
                "\(count) bytes from byte \(offset)", pointer, found: "a buffer of \(bytes.count) bytes", .truncated)
        }
        return part
    }

    @inline(__always)
    private static func offset(
        _ value: JSONValue?, _ pointer: @autoclosure () -> String
    ) throws(ReadError) -> Int {
        guard let value else { return 0 }
        guard let offset = value.index, offset >= 0, offset <= 1 << 46 else {
            throw noPlace(value, pointer())
        }
        return offset
    }

    @inline(never)
    private static func noPlace(_ value: JSONValue, _ pointer: String) -> ReadError {
        .expected("a place in bytes", pointer, found: value)
    }

    // MARK: Sparse

    /// The column with some rows replaced (section 3.6.2.3 of the specification).
    private mutating func replaced(
        _ column: Column, _ sparse: JSONValue, _ layout: Layout, _ pointer: String
    ) throws(ReadError) -> Column {
        guard let count = sparse["count"]?.index, count >= 0, count <= column.count else {
            throw .expected("at most \(column.count) elements", "\(pointer)/count", found: sparse["count"])
        }
        let indexObject = sparse["indices"] ?? .null
        guard let number = indexObject["componentType"]?.int, let type = GLTFComponents.type(number),
            type == .uint8 || type == .uint16 || type == .uint32
        else {
            throw .expected(
                "5121, 5123 or 5125", "\(pointer)/indices/componentType", found: indexObject["componentType"])
        }
        let places = try stored(
            indexObject, Layout(type: type, rows: 1, columns: 1), count, "\(pointer)/indices"
        ).integers()
        let values = try stored(sparse["values"] ?? .null, layout, count, "\(pointer)/values")
        // The size is bounded by the bytes of the file, or by `impliedLimit`.
        let size = layout.packedByteCount
        var rows = column.packedBytes
        let replacements = values.packedBytes
        var last: Int64 = -1
        for (step, place) in places.enumerated() {
            guard place < Int64(column.count), place > last else {
                throw .expected(
                    "increasing indices below \(column.count)", "\(pointer)/indices", found: "\(place) at \(step)",
                    .invalidIndex)
            }
            last = place
            let start = Int(place) * size
            rows.replaceSubrange(start..<start + size, with: replacements[step * size..<(step + 1) * size])
        }
        return layout.column(GLTFBytes(rows), stride: size, count: column.count) ?? column
    }
}

extension ReadError {
    /// The error of a value of the tree that is not what is expected.
    static func expected(
        _ what: String, _ pointer: String, found value: JSONValue?, _ code: Code = .invalidValue
    ) -> ReadError {
        expected(what, pointer, found: value?.excerpt ?? "none", code)
    }

    /// The error of something that is not what is expected.
    static func expected(
        _ what: String, _ pointer: String, found: String, _ code: Code = .invalidValue
    ) -> ReadError {
        ReadError(code, .jsonPointer(pointer), "expected \(what), found \(found)")
    }
}

extension JSONValue {
    /// The beginning of the value's text, for messages.
    var excerpt: String { String(text().prefix(40)) }
}
