import MeshFormats
import MeshModel

/// The faces of a mesh prim: the number of corners of each face, and the vertex of each corner.
struct USDFaces {
    /// The number of faces.
    private(set) var count: Int
    private(set) var arity: Primitive.Arity
    /// The vertex of each corner.
    private(set) var vertices: Column
    /// The number of faces and corners in the file.
    let sourceCount: Int
    let sourceCornerCount: Int
    /// The index of each face in the file, or nil if unchanged.
    private(set) var elements: ContiguousArray<Int32>?
    /// The index of each corner in the file, or nil if unchanged.
    private(set) var corners: ContiguousArray<Int32>?

    static let none = USDFaces()

    private init() {
        count = 0
        arity = .uniform(3)
        vertices = .empty(.int32)
        sourceCount = 0
        sourceCornerCount = 0
    }

    /// Creates the faces of a file. Returns nil if the counts and indices don't match.
    init?(
        counts: Column?, indices: Column?, pointCount: Int, at path: @autoclosure () -> String
    ) throws(ReadError) {
        let counts = counts ?? .empty(.int32)
        let indices = indices ?? .empty(.int32)
        guard counts.components == 1, indices.components == 1, counts.type.isInteger, indices.type.isInteger else {
            return nil
        }
        var first: Int32 = -1
        var isUniform = true
        var total = 0
        for (_, buffer) in counts.blocks(of: Int32.self) {
            if first < 0 { first = buffer[0] }
            for value in buffer {
                guard value >= 0 else { return nil }
                if value != first { isUniform = false }
                total += Int(value)
            }
        }
        guard total == indices.count else { return nil }
        try Self.check(indices, below: pointCount, at: path)
        count = counts.count
        sourceCount = count
        sourceCornerCount = total
        vertices = indices
        arity = count == 0 ? .uniform(3) : isUniform ? .uniform(Int(first)) : .offsets(Self.starts(counts))
    }

    /// The sum of the counts, for messages.
    static func sum(_ counts: Column?) -> Int {
        counts?.integers().reduce(0) { $0.addingReportingOverflow(Int($1)).partialValue } ?? 0
    }

    private static func check(
        _ indices: Column, below count: Int, at path: () -> String
    ) throws(ReadError) {
        for (_, buffer) in indices.blocks(of: Int32.self) {
            var largest: UInt32 = 0
            for value in buffer { largest = max(largest, UInt32(bitPattern: value)) }
            guard Int(largest) < count else {
                let wrong = buffer.first { $0 < 0 || Int($0) >= count } ?? -1
                throw ReadError(
                    .invalidIndex, .jsonPointer(path() + ".faceVertexIndices"),
                    "expected an index below the number of points, \(count), found \(wrong)")
            }
        }
    }

    private static func starts(_ counts: Column) -> Column {
        var starts = ContiguousArray<Int32>()
        starts.reserveCapacity(counts.count + 1)
        var sum: Int32 = 0
        starts.append(0)
        for (_, buffer) in counts.blocks(of: Int32.self) {
            for value in buffer {
                sum &+= value
                starts.append(sum)
            }
        }
        return Column(starts)
    }

    // MARK: Changes

    private func start(of face: Int, _ starts: [Int64]?) -> Range<Int> {
        if let starts { return Int(starts[face])..<Int(starts[face + 1]) }
        guard case .uniform(let width) = arity else { return 0..<0 }
        return face * width..<(face + 1) * width
    }

    private var offsets: [Int64]? { if case .offsets(let column) = arity { column.integers() } else { nil } }

    /// Reverses the corners of each face, except that the first stays first.
    mutating func turnRound() {
        let starts = offsets
        var order = ContiguousArray<Int32>()
        order.reserveCapacity(vertices.count)
        for face in 0..<count {
            let range = start(of: face, starts)
            for step in 0..<range.count {
                order.append(Int32(step == 0 ? range.lowerBound : range.upperBound - step))
            }
        }
        take(order)
    }

    /// Removes faces by their index in the file.
    ///
    /// - Returns: the number of removed faces.
    mutating func leaveOut(_ faces: [Int64]) -> Int {
        let out = Set(faces.filter { $0 >= 0 && $0 < count }.map { Int($0) })
        guard !out.isEmpty else { return 0 }
        let starts = offsets
        var kept = ContiguousArray<Int32>()
        var order = ContiguousArray<Int32>()
        var newStarts: ContiguousArray<Int32> = [0]
        for face in 0..<count where !out.contains(face) {
            kept.append(Int32(face))
            for corner in start(of: face, starts) { order.append(Int32(corner)) }
            newStarts.append(Int32(order.count))
        }
        if case .offsets = arity { arity = .offsets(Column(newStarts)) }
        count = kept.count
        elements = kept
        take(order)
        return out.count
    }

    private mutating func take(_ order: ContiguousArray<Int32>) {
        vertices = vertices.picked(order)
        corners = corners.map { old in ContiguousArray(order.map { old[Int($0)] }) } ?? order
    }

    /// The indices of the faces that these faces of the file became, ascending and unique.
    func elements(of faces: [Int64]) -> [Int] {
        guard let elements else { return Set(faces.filter { $0 >= 0 && $0 < count }.map { Int($0) }).sorted() }
        let wanted = Set(faces)
        return elements.indices.filter { wanted.contains(Int64(elements[$0])) }
    }
}
