import MeshBytes
import MeshFormats
import MeshModel

/// A planned glTF file: its JSON, the parts of its buffer, and its images.
struct GLTFLayout: Sendable {
    /// Whether JSON and buffer are one file.
    var isBinary: Bool
    /// The members of the JSON before `images`, in the order in which they are written.
    var members: [(String, JSONValue)]
    var buffer: GLTFPackedBuffer
    /// The images, in the order of the file.
    var images: [ImageFile]

    struct ImageFile: Sendable {
        /// The image: its bytes, or their path.
        var image: SceneImage
        /// What its bytes are.
        var kind: ImageKind
        /// The part of the buffer that holds it; nil: a separate file.
        var part: Int?

        /// The name in the file; an image inside it is called as its file was.
        var name: String? { image.name ?? (part == nil ? nil : image.fileStem) }
    }
}

/// The buffer that accessors and images refer to.
struct GLTFPackedBuffer: Sendable {
    /// A buffer view.
    struct Part: Sendable {
        var source: Source
        var byteOffset: Int
        var byteCount: Int
        /// The distance between rows, if it must be written.
        var stride: Int?
        /// The view's `target`: 34962 for vertices, 34963 for indices.
        var target: Int?
    }

    enum Source: Sendable {
        case rows(GLTFPackedRows)
        case indices(GLTFPackedIndices)
        case image(SceneImage)
        /// Numbers without gaps, in little-endian order.
        case values(Column)
    }

    private(set) var parts: [Part] = []
    private(set) var accessors: [JSONValue] = []
    private(set) var byteCount = 0
    private var partOf: [GLTFPackedRows.Key: Int] = [:]
    private var accessorOf: [ValueKey: JSONValue] = [:]
    /// The columns of `accessorOf`: their storage must not be replaced by another at the same address.
    private var kept: [Column] = []

    private struct ValueKey: Hashable {
        let storage: ObjectIdentifier
        let offset: Int
        let count: Int
        let components: Int
        let type: String
    }

    // MARK: Accessors

    /// Adds values of vertices. Rows that are there already are not added again.
    ///
    /// - Returns: the index of their accessor.
    mutating func add(_ rows: GLTFPackedRows, isNormalized: Bool = false, hasBounds: Bool = false) -> JSONValue {
        let key = rows.key
        let view = partOf[key]
        if let view {
            // A view that two accessors use must have a stride (section 3.6.2.4 of the specification).
            parts[view].stride = parts[view].stride ?? rows.stride
        } else {
            partOf[key] = parts.count
        }
        return add(
            rows.type, rows.components, count: rows.count,
            view: view
                ?? add(
                    .rows(rows), byteCount: rows.count * rows.stride,
                    stride: rows.stride == rows.rowByteCount ? nil : rows.stride, target: 34962),
            isNormalized: isNormalized, bounds: hasBounds ? rows.bounds : nil)
    }

    /// Adds vertex indices and returns the index of their accessor.
    mutating func add(_ indices: GLTFPackedIndices) -> JSONValue {
        let view = add(.indices(indices), byteCount: indices.count * indices.type.byteCount, target: 34963)
        return add(indices.type, 1, count: indices.count, view: view)
    }

    /// Adds zeros, which take no bytes, and returns the index of their accessor.
    mutating func addZeros(_ components: Int, count: Int, hasBounds: Bool) -> JSONValue {
        add(.float32, components, count: count, view: nil, bounds: hasBounds ? ([0, 0, 0], [0, 0, 0]) : nil)
    }

    /// Adds numbers of skins and animations as float32, or truth values as bytes. A column that is there already is not added again.
    ///
    /// - Parameters:
    ///   - column: the numbers.
    ///   - type: the accessor's type. Its elements are single numbers if it is `SCALAR`, else the column's rows.
    ///   - hasBounds: whether the least and the largest number are written.
    ///   - isTruth: whether the numbers are bytes and stay so.
    /// - Returns: the index of their accessor.
    mutating func add(
        _ column: Column, as type: String, hasBounds: Bool = false, isTruth: Bool = false
    ) -> JSONValue {
        let stored: ScalarType = isTruth ? .uint8 : .float32
        let isPlain = column.type == stored && column.isPacked && column.byteOrder == .little
        let values = isPlain ? column : isTruth ? Column(column.integers().map { UInt8(clamping: $0) }) : column.singles
        let key = ValueKey(
            storage: ObjectIdentifier(column.storage), offset: column.offset, count: column.count,
            components: column.components, type: isTruth ? "bool" : type)
        if let known = accessorOf[key] { return known }
        let count = values.count * values.components
        var bounds: (least: [Float], most: [Float])?
        if hasBounds {
            var numbers = ContiguousArray<Float>()
            values.read(0..<values.count, into: &numbers)
            if let least = numbers.min(), let most = numbers.max() { bounds = ([least], [most]) }
        }
        let view = add(.values(values), byteCount: count * stored.byteCount)
        accessors.append(
            .given([
                "bufferView": .int(view), "componentType": .int(GLTFComponents.number(stored) ?? 5126),
                "count": .int(type == "SCALAR" ? count : values.count), "type": .string(type),
                "min": bounds.map { .numbers($0.least.map(Double.init)) },
                "max": bounds.map { .numbers($0.most.map(Double.init)) },
            ]))
        accessorOf[key] = .int(accessors.count - 1)
        kept.append(column)
        return .int(accessors.count - 1)
    }

    /// Adds numbers in their own type, packed and in little-endian order, and returns the index of their accessor.
    mutating func add(_ packed: Column, isNormalized: Bool) -> JSONValue {
        let key = ValueKey(
            storage: ObjectIdentifier(packed.storage), offset: packed.offset, count: packed.count,
            components: packed.components, type: isNormalized ? "fractions" : packed.type.name)
        if let known = accessorOf[key] { return known }
        let view = add(.values(packed), byteCount: packed.count * packed.components * packed.type.byteCount)
        let accessor = add(
            packed.type, packed.components, count: packed.count, view: view, isNormalized: isNormalized)
        accessorOf[key] = accessor
        kept.append(packed)
        return accessor
    }

    private mutating func add(
        _ type: ScalarType, _ components: Int, count: Int, view: Int?, isNormalized: Bool = false,
        bounds: (least: [Float], most: [Float])? = nil
    ) -> JSONValue {
        accessors.append(
            .given([
                "bufferView": JSONValue(view), "componentType": .int(GLTFComponents.number(type) ?? 5126),
                "count": .int(count), "type": .string(GLTFComponents.name(components) ?? "SCALAR"),
                "normalized": isNormalized ? true : nil, "min": bounds.map { .numbers($0.least.map(Double.init)) },
                "max": bounds.map { .numbers($0.most.map(Double.init)) },
            ]))
        return .int(accessors.count - 1)
    }

    // MARK: Views

    /// Adds an image and returns the index of its view.
    mutating func add(_ image: SceneImage, byteCount: Int) -> Int { add(.image(image), byteCount: byteCount) }

    private mutating func add(_ source: Source, byteCount: Int, stride: Int? = nil, target: Int? = nil) -> Int {
        // Views begin at multiples of four bytes, which suits every type.
        let offset = GLBWriter.padded(self.byteCount)
        parts.append(
            Part(source: source, byteOffset: offset, byteCount: byteCount, stride: stride, target: target))
        self.byteCount = offset + byteCount
        return parts.count - 1
    }

    /// The `bufferViews` of the file.
    var views: [JSONValue] {
        parts.map { part in
            .given([
                "buffer": 0, "byteOffset": part.byteOffset > 0 ? .int(part.byteOffset) : nil,
                "byteLength": .int(part.byteCount), "byteStride": JSONValue(part.stride),
                "target": JSONValue(part.target),
            ])
        }
    }
}

/// Vertex indices as glTF stores them.
struct GLTFPackedIndices: Sendable {
    /// The indices, one or several in a row.
    var column: Column
    /// uint16 or uint32.
    var type: ScalarType
    /// The number of indices.
    var count: Int { column.count * column.components }
}
