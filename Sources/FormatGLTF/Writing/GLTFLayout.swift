import MeshBytes
import MeshFormats
import MeshModel

/// A glTF file, put together: its JSON, the parts of its buffer and the images beside it.
struct GLTFLayout: Sendable {
    /// Whether JSON and buffer are one file.
    var isBinary = true
    /// The members of the JSON between `asset` and `buffers`, in the order in which they are written.
    var members: [(String, JSONValue)] = []
    /// The members of `asset`.
    var asset: [(String, JSONValue)] = []
    /// The buffer, part after part.
    var buffer = GLTFPackedBuffer()
    /// The images, in the order of the file.
    var images: [ImageFile] = []
    /// What the source's parts became.
    var correspondence = Correspondence()

    /// An image of the file.
    struct ImageFile: Sendable {
        /// Its bytes, or where they are.
        var image: Image
        /// What its bytes are.
        var kind: ImageKind
        /// The part of the buffer that holds it; nil: a file of its own.
        var part: Int?
    }
}

/// The bytes that accessors and images look at.
struct GLTFPackedBuffer: Sendable {
    /// Some bytes that belong together: a buffer view.
    struct Part: Sendable {
        var source: Source
        var byteOffset: Int
        var byteCount: Int
        /// The distance between rows, where it is not the size of a row.
        var stride: Int?
        /// What it is for: 34962 for vertices, 34963 for indices.
        var target: Int?
    }

    /// Where the bytes come from.
    enum Source: Sendable {
        case rows(GLTFPackedRows)
        case indices(GLTFPackedIndices)
        case image(Image)
    }

    private(set) var parts: [Part] = []
    private(set) var accessors: [JSONValue] = []
    private(set) var byteCount = 0
    private var partOf: [GLTFPackedRows.Key: Int] = [:]

    /// The number of the accessor that is added.
    mutating func add(accessor members: [(String, JSONValue)]) -> Int {
        accessors.append(.object(members))
        return accessors.count - 1
    }

    /// The part with these bytes; rows that are there already are not written again.
    mutating func add(_ source: Source, byteCount: Int, stride: Int? = nil, target: Int? = nil) -> Int {
        if case .rows(let rows) = source, let known = partOf[rows.key] {
            // A view that two accessors use says how far rows are apart (section 3.6.2.4 of the specification).
            parts[known].stride = parts[known].stride ?? rows.stride
            return known
        }
        // Views begin where any number may.
        let offset = (self.byteCount + 3) & ~3
        parts.append(
            Part(source: source, byteOffset: offset, byteCount: byteCount, stride: stride, target: target))
        self.byteCount = offset + byteCount
        if case .rows(let rows) = source { partOf[rows.key] = parts.count - 1 }
        return parts.count - 1
    }

    /// The `bufferViews` of the file.
    var views: JSONValue {
        .array(
            parts.map { part in
                var members: [(String, JSONValue)] = [("buffer", 0)]
                if part.byteOffset > 0 { members.append(("byteOffset", .int(part.byteOffset))) }
                members.append(("byteLength", .int(part.byteCount)))
                if let stride = part.stride { members.append(("byteStride", .int(stride))) }
                if let target = part.target { members.append(("target", .int(target))) }
                return .object(members)
            })
    }
}

/// The vertices of corners as glTF stores them.
struct GLTFPackedIndices: Sendable {
    /// The vertices, one by one or in rows.
    var column: Column
    /// uint16 or uint32.
    var type: ScalarType
    /// How many there are.
    var count: Int { column.count * column.components }
}
