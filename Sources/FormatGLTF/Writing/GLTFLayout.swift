import MeshBytes
import MeshFormats
import MeshModel

/// A planned glTF file: its JSON, the parts of its buffer, and its images.
struct GLTFLayout: Sendable {
    /// Whether JSON and buffer are one file.
    var isBinary = true
    /// The members of the JSON between `asset` and `buffers`, in the order in which they are written.
    var members: [(String, JSONValue)] = []
    var asset: [(String, JSONValue)] = []
    var buffer = GLTFPackedBuffer()
    /// The images, in the order of the file.
    var images: [ImageFile] = []
    /// How parts of the file correspond to those of the source.
    var correspondence = Correspondence()

    struct ImageFile: Sendable {
        /// The image: its bytes, or their path.
        var image: Image
        /// What its bytes are.
        var kind: ImageKind
        /// The part of the buffer that holds it; nil: a separate file.
        var part: Int?
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
        case image(Image)
    }

    private(set) var parts: [Part] = []
    private(set) var accessors: [JSONValue] = []
    private(set) var byteCount = 0
    private var partOf: [GLTFPackedRows.Key: Int] = [:]

    /// Adds an accessor and returns its index.
    mutating func add(accessor members: [(String, JSONValue)]) -> Int {
        accessors.append(.object(members))
        return accessors.count - 1
    }

    /// Adds a part and returns its index. Rows that are there already are not added again.
    mutating func add(_ source: Source, byteCount: Int, stride: Int? = nil, target: Int? = nil) -> Int {
        if case .rows(let rows) = source, let known = partOf[rows.key] {
            // A view that two accessors use must have a stride (section 3.6.2.4 of the specification).
            parts[known].stride = parts[known].stride ?? rows.stride
            return known
        }
        // Views begin at multiples of four bytes, which suits every type.
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

/// Vertex indices as glTF stores them.
struct GLTFPackedIndices: Sendable {
    /// The indices, one or several in a row.
    var column: Column
    /// uint16 or uint32.
    var type: ScalarType
    /// The number of indices.
    var count: Int { column.count * column.components }
}
