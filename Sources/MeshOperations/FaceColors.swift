internal import MeshModel

/// The colours of a primitive's faces, corner by corner.
struct FaceColors {
    /// The rows that corners have.
    let colors: FaceColorRows
    /// The number of corners of all faces.
    let cornerCount: Int
    private let interpolation: Interpolation
    private let indices: Column?
    private let primitive: Primitive

    init(_ colors: FaceColorRows, _ interpolation: Interpolation, indices: Column?, on primitive: Primitive) {
        self.colors = colors
        self.interpolation = interpolation
        self.indices = indices
        self.primitive = primitive
        cornerCount = max(0, primitive.cornerCount)
    }

    /// A face: its corners in the primitive, and where their rows are.
    struct Face {
        /// The first of its corners, counted over all faces.
        var corner: Int
        /// How many corners it has.
        var count: Int
        /// Where its rows start.
        var start: Int
    }

    /// Calls `body` for each face that has corners, in order, with the rows of some thousand of them.
    @inline(__always)
    func forEach(_ body: (Face, ContiguousArray<Int32>) -> Void) {
        var walk = ElementWalk(primitive)
        var rows = ContiguousArray<Int32>()
        var wide = ContiguousArray<Int64>()
        while let block = walk.next() {
            readRows(block, &rows, &wide)
            var start = 0
            for arity in block.arities {
                guard arity > 0, arity <= rows.count - start else { continue }
                body(Face(corner: block.corners.lowerBound + start, count: arity, start: start), rows)
                start += arity
            }
        }
    }

    /// The rows of a block's corners; one that there is not is the last, white.
    private func readRows(
        _ block: ElementWalk.Block, _ rows: inout ContiguousArray<Int32>, _ wide: inout ContiguousArray<Int64>
    ) {
        let white = Int32(clamping: colors.values.count - 1)
        switch interpolation {
        case .vertex: primitive.readVertices(of: block.corners, into: &rows)
        case .faceVarying:
            CornerAttribute(pool: 0, indices: indices).readRows(of: block.corners, into: &wide)
            rows.removeAll(keepingCapacity: true)
            for row in wide { rows.append(Int32(clamping: row)) }
        case .uniform:
            rows.removeAll(keepingCapacity: true)
            for (element, arity) in zip(block.elements, block.arities) {
                rows.append(contentsOf: repeatElement(Int32(clamping: element), count: max(0, arity)))
            }
        case .constant:
            rows.removeAll(keepingCapacity: true)
            rows.append(contentsOf: repeatElement(0, count: block.corners.count))
        }
        for index in rows.indices where rows[index] < 0 || rows[index] > white { rows[index] = white }
    }

    /// Whether all corners of a face have one colour.
    @inline(__always)
    func isFlat(_ face: Face, _ rows: ContiguousArray<Int32>) -> Bool {
        let code = colors.codes[Int(rows[face.start])]
        for corner in face.start + 1..<face.start + face.count where colors.codes[Int(rows[corner])] != code {
            return false
        }
        return true
    }

    /// The mean of a face's corners.
    @inline(__always)
    func center(_ face: Face, _ rows: ContiguousArray<Int32>) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for corner in face.start..<face.start + face.count { sum += colors.values[Int(rows[corner])] }
        return sum / Float(face.count)
    }
}
