import MeshBytes
import MeshFormats
import MeshModel

// Bounds: the text's address and the cursor begin at the same byte, and the cursor never passes the end; the scratch
// memory has `mostNumbers` numbers.

/// The counts that indices are compared with when a file is read again because some are out of range.
struct OBJBounds: Sendable {
    /// The counts of `v`, `vt` and `vn` in the whole file.
    var vertices: Int
    var texCoords: Int
    var normals: Int
    /// The counts before each chunk, by the chunk's byte offset.
    var bases: [Int: OBJBase]
}

/// The counts of `v`, `vt` and `vn` before an offset in the file.
struct OBJBase: Sendable {
    var vertices = 0
    var texCoords = 0
    var normals = 0
}

/// The statements of one chunk of text, in packed lists that are reused for the next one.
struct OBJPiece: ~Copyable {
    // MARK: What was read

    var positions = OBJRows(components: 3)
    var colors = OBJRows(components: 3)
    var weights = OBJRows(components: 1)
    var texCoords = OBJRows(components: 1)
    var normals = OBJRows(components: 3)
    var polygons = OBJElementStream()
    var lines = OBJElementStream()
    var points = OBJElementStream()
    var events: [OBJEvent] = []
    /// The names of objects and the lists of groups.
    var names = OBJNames()
    var materials = OBJNames()
    /// The kinds of elements seen since the last object, one bit each.
    var seenKinds: UInt8 = 0
    /// The comments that aren't empty, as the scene has them: a file may have millions.
    var comments: [MetadataEntry] = []
    /// The first origin record.
    var record: String?
    /// ZBrush's colours: `MMRRGGBB`.
    var paint = GrowingArray<UInt32>()
    var libraries: [Range<Int>] = []
    var libraryTexts: [String] = []
    var unknown = OBJKeywords()
    var state = OBJPieceState()
    /// The byte offset of the first `v` with a colour, for notes; −1 if no `v` has one.
    var firstColor = -1
    var offset = 0
    var byteCount = 0

    // MARK: How it is read

    var limits = Limits()
    private var scratch: MemoryBlock?

    /// Empties the lists and keeps their memory; lists that are float64 in `joined` begin as float64.
    mutating func prepare(like joined: borrowing OBJFileStatements, _ options: ReadOptions, bounds: OBJBounds?) {
        positions.removeAll(components: 3, isDouble: joined.positions.isDouble)
        colors.removeAll(components: joined.colors.components, isDouble: joined.colors.isDouble)
        weights.removeAll(components: 1, isDouble: joined.weights.isDouble)
        texCoords.removeAll(components: joined.texCoords.components, isDouble: joined.texCoords.isDouble)
        normals.removeAll(components: 3, isDouble: joined.normals.isDouble)
        polygons.removeAll()
        lines.removeAll()
        points.removeAll()
        events.removeAll(keepingCapacity: true)
        names = OBJNames()
        materials = OBJNames()
        seenKinds = 0
        comments.removeAll(keepingCapacity: true)
        record = nil
        paint.truncate(to: 0)
        libraries.removeAll()
        libraryTexts.removeAll()
        unknown = OBJKeywords()
        firstColor = -1
        limits = options.limits
        state = OBJPieceState()
        state.isLenient = options.lenient
        state.bounds = bounds
    }

    var hasFailed: Bool {
        positions.hasFailed || colors.hasFailed || weights.hasFailed || texCoords.hasFailed || normals.hasFailed
            || polygons.hasFailed || lines.hasFailed || points.hasFailed || paint.hasFailed
    }

    /// Reads all statements of a chunk of text.
    mutating func read(_ text: TextPiece) throws(ReadError) {
        offset = text.offset
        byteCount = text.count
        state.base = state.bounds?.bases[offset] ?? OBJBase()
        // Counts inside a chunk are 32 bits wide, even if the caller allows more.
        let most = min(limits.lineByteCount, 1 << 30) + Self.slack
        guard text.count <= most else {
            throw ReadError(
                beyond: .textSize, .byte(offset),
                "expected a line of at most \(limits.lineByteCount) bytes, found one of about \(text.count)")
        }
        let numbers = unsafe try makeScratch()
        var cursor = text.makeCursor()
        if let start = unsafe text.bytes.baseAddress {
            let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
            while !cursor.isAtEnd {
                let statement = cursor.position
                do throws(ReadError) { try unsafe readStatement(&cursor, bytes, numbers) } catch {
                    // A file that is cut ends inside of a line.
                    let rest = byteCount - (statement - offset)
                    let line = unsafe UnsafeBufferPointer(start: bytes + (byteCount - rest), count: rest)
                    guard state.isLenient, unsafe !line.contains(0x0A) else { throw error }
                    state.tally.add(.lineCut, at: statement)
                    break
                }
            }
        }
        if hasFailed { throw outOfMemory }
    }

    /// Memory for the numbers of a line.
    private mutating func makeScratch() throws(ReadError) -> UnsafeMutablePointer<DecimalNumber> {
        if scratch == nil {
            scratch = try? MemoryBlock(byteCount: Self.mostNumbers * MemoryLayout<DecimalNumber>.stride)
        }
        guard let scratch else { throw outOfMemory }
        let numbers = unsafe scratch.base.bindMemory(to: DecimalNumber.self, capacity: Self.mostNumbers)
        unsafe numbers.initialize(
            repeating: DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true), count: Self.mostNumbers)
        return unsafe numbers
    }

    private var outOfMemory: ReadError {
        ReadError(.limitExceeded, .byte(offset), "not enough memory for the numbers of this part")
    }

    /// The bytes that a chunk may have beyond a line of the largest size.
    static let slack = 1 << 20

    /// The most numbers read from a statement; one more than a valid statement has.
    static let mostNumbers = 8

    /// Reads one line and moves past it.
    @inline(__always)
    private mutating func readStatement(
        _ cursor: inout TextCursor, _ text: UnsafePointer<UInt8>, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        let first = cursor.peek()
        let second = cursor.peek(ahead: 1)
        if first == 0x76 {
            if Self.isBlank(second) {
                unsafe try readVertex(&cursor, numbers)
                return
            }
            if Self.isBlank(cursor.peek(ahead: 2)) {
                if second == 0x6E {
                    unsafe try readNormal(&cursor, numbers)
                    return
                }
                if second == 0x74 {
                    unsafe try readTexCoord(&cursor, numbers)
                    return
                }
            }
        } else if first == 0x66, Self.isBlank(second) {
            cursor.advance()
            state.counts.faces &+= 1
            if unsafe state.bounds == nil && readPlainFace(&cursor, text + (cursor.position - offset)) { return }
            if try !readElement(&cursor, .polygons) { state.counts.facesLeftOut &+= 1 }
            return
        }
        unsafe try readOther(&cursor, numbers)
    }

    @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
