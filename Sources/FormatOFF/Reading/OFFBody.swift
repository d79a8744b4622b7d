import MeshBytes
import MeshFormats
import MeshModel

/// The lists of a file as they were read.
struct OFFBody: Sendable {
    /// The numbers of the vertices, by field; nil: the first word does not announce it.
    var columns: [OFFHeader.Field: Column] = [:]
    /// Whether the colours of vertices are whole numbers from 0 to 255.
    var hasColorCodes = false
    var faces = OFFFaces()
    var tally = OFFTally()
    /// Comments behind the first vertex.
    var commentCount = 0
    /// The places of findings, once they are located.
    private(set) var places: [OFFTally.Kind: InputLocation] = [:]

    /// Finds the lines of what the tally has at bytes.
    mutating func locate(in input: Input, isText: Bool) {
        guard isText else { return }
        let found = tally.counts.map { (kind: $0.key, byte: $0.value.byte) }
        let lines = TextPlaces.lines(of: found.map(\.byte), in: input)
        for (entry, line) in zip(found, lines) { places[entry.kind] = line }
    }
}

/// The faces of a file, or of a piece of it.
struct OFFFaces: Sendable {
    /// The colour of a face, as the file has it.
    struct Color: Sendable {
        /// The numbers: none, 3 or 4.
        var width: UInt8 = 0
        /// Whether they are fractions of 1, not codes up to 255.
        var isFraction = false
    }

    private(set) var count = 0
    /// The vertex of each corner.
    private(set) var corners = ContiguousArray<Int32>()
    /// The number of corners of all faces, as long as it is the same.
    private(set) var uniform: Int?
    /// The number of corners of each face, once it differs.
    private(set) var arities = ContiguousArray<Int32>()
    /// The colour of each face, and four numbers of it; empty as long as none has one.
    private(set) var colors = ContiguousArray<Color>()
    private(set) var numbers = ContiguousArray<Double>()
    /// Whether all numbers of fractions are the digits of a float32.
    var areShort = true

    /// The number of corners that were added since the last face; they belong to the next.
    private var open = 0

    mutating func reserve(corners count: Int) { corners.reserveCapacity(count) }

    /// Adds a corner to the next face.
    @inline(__always) mutating func add(corner vertex: Int32) {
        corners.append(vertex)
        open &+= 1
    }

    /// Takes the corners of the next face back.
    mutating func dropOpen() {
        corners.removeLast(open)
        open = 0
    }

    /// Closes a face without a colour.
    @inline(__always) mutating func close() {
        if uniform != open || !arities.isEmpty { addArity(open) }
        count &+= 1
        open = 0
        if !colors.isEmpty { addColor(Color(), [0, 0, 0, 0]) }
    }

    /// Closes a face that has a colour.
    mutating func close(_ color: Color, _ values: [Double]) {
        if colors.isEmpty {
            colors = ContiguousArray(repeating: Color(), count: count)
            numbers = ContiguousArray(repeating: 0, count: 4 * count)
        }
        if uniform != open || !arities.isEmpty { addArity(open) }
        count += 1
        open = 0
        addColor(color, values)
    }

    private mutating func addColor(_ color: Color, _ values: [Double]) {
        colors.append(color)
        for index in 0..<4 { numbers.append(index < values.count ? values[index] : 0) }
    }

    @inline(never) private mutating func addArity(_ arity: Int) {
        if count == 0, arities.isEmpty {
            uniform = arity
            return
        }
        if let uniform {
            arities = ContiguousArray(repeating: Int32(clamping: uniform), count: count)
            self.uniform = nil
        }
        arities.append(Int32(clamping: arity))
    }

    /// Adds the faces of the next piece.
    mutating func append(_ other: OFFFaces) {
        guard other.count > 0 else { return }
        if count == 0 {
            let short = areShort
            self = other
            areShort = areShort && short
            return
        }
        corners += other.corners
        if uniform == nil || uniform != other.uniform {
            if let uniform { arities = ContiguousArray(repeating: Int32(clamping: uniform), count: count) }
            arities +=
                other.uniform.map { ContiguousArray(repeating: Int32(clamping: $0), count: other.count) }
                ?? other.arities
            uniform = nil
        }
        if !colors.isEmpty || !other.colors.isEmpty {
            let own = colors.isEmpty ? count : 0
            colors += ContiguousArray(repeating: Color(), count: own)
            numbers += ContiguousArray(repeating: 0, count: 4 * own)
            let more = other.colors.isEmpty ? other.count : 0
            colors += other.colors + ContiguousArray(repeating: Color(), count: more)
            numbers += other.numbers + ContiguousArray(repeating: 0, count: 4 * more)
        }
        areShort = areShort && other.areShort
        count += other.count
    }
}
