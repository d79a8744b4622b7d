internal import MeshModel

/// A primitive with the colours to paint.
struct PaintedSurface {
    /// Triangles or polygons.
    var primitive: Primitive
    /// 1, 3 or 4 components.
    var colors: Attribute
    /// Whether the rows of the colours belong to vertices, corners, faces or the primitive.
    var interpolation: Interpolation
    /// For corner colours the row of each corner; nil: corner `c` has row `c`.
    var indices: Column?
}

/// The colours of the faces of some primitives, corner by corner.
struct FaceColors {
    /// The rows that corners use, those of all surfaces concatenated.
    let colors: FaceColorRows
    let cornerCount: Int
    private let surfaces: [PaintedSurface]

    init(_ surfaces: [PaintedSurface], _ colors: FaceColorRows) {
        self.surfaces = surfaces
        self.colors = colors
        cornerCount = surfaces.reduce(0) { $0 + max(0, $1.primitive.cornerCount) }
    }

    /// A face: its corners, counted over all surfaces, and the start of their rows.
    struct Face {
        /// The index of its first corner, counted over all faces.
        var corner: Int
        var count: Int
        /// The index of its first row in the block.
        var start: Int
    }

    /// Calls `body` for each face that has corners, in order, with the rows of its block of some thousand faces.
    @inline(__always)
    func forEach(_ body: (Face, ContiguousArray<Int32>) -> Void) {
        var rows = ContiguousArray<Int32>()
        var wide = ContiguousArray<Int64>()
        var (firstCorner, firstRow) = (0, 0)
        for surface in surfaces {
            var walk = ElementWalk(surface.primitive)
            while let block = walk.next() {
                readRows(block, surface, firstRow, &rows, &wide)
                var start = 0
                for arity in block.arities {
                    guard arity > 0, arity <= rows.count - start else { continue }
                    body(
                        Face(corner: firstCorner + block.corners.lowerBound + start, count: arity, start: start), rows)
                    start += arity
                }
            }
            firstCorner += max(0, surface.primitive.cornerCount)
            firstRow += surface.colors.count
        }
    }

    /// Reads the rows of a block's corners; rows out of range become the last one, white.
    private func readRows(
        _ block: ElementWalk.Block, _ surface: PaintedSurface, _ firstRow: Int, _ rows: inout ContiguousArray<Int32>,
        _ wide: inout ContiguousArray<Int64>
    ) {
        let white = Int32(clamping: colors.values.count - 1)
        let first = Int32(clamping: firstRow)
        let count = Int32(clamping: surface.colors.count)
        switch surface.interpolation {
        case .vertex: surface.primitive.readVertices(of: block.corners, into: &rows)
        case .faceVarying:
            CornerAttribute(pool: 0, indices: surface.indices).readRows(of: block.corners, into: &wide)
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
        for index in rows.indices {
            rows[index] = rows[index] < 0 || rows[index] >= count ? white : first + rows[index]
        }
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

    /// The mean colour of a face's corners.
    @inline(__always)
    func center(_ face: Face, _ rows: ContiguousArray<Int32>) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for corner in face.start..<face.start + face.count { sum += colors.values[Int(rows[corner])] }
        return sum / Float(face.count)
    }
}
