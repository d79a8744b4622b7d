internal import MeshModel

/// A primitive with colours of its own, as it is painted.
struct PaintedSurface {
    /// Triangles or polygons.
    var primitive: Primitive
    /// 1, 3 or 4 components.
    var colors: Attribute
    /// What the rows of the colours belong to.
    var interpolation: Interpolation
    /// For colours of corners the row of each; nil: corner `c` has row `c`.
    var indices: Column?
}

/// The colours of the faces of some primitives, corner by corner.
struct FaceColors {
    /// The rows that corners have, those of all surfaces behind each other.
    let colors: FaceColorRows
    /// The number of corners of all faces.
    let cornerCount: Int
    private let surfaces: [PaintedSurface]

    init(_ surfaces: [PaintedSurface], _ colors: FaceColorRows) {
        self.surfaces = surfaces
        self.colors = colors
        cornerCount = surfaces.reduce(0) { $0 + max(0, $1.primitive.cornerCount) }
    }

    /// A face: its corners, counted over all surfaces, and where their rows are.
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

    /// The rows of a block's corners; one that there is not is the last, white.
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

    /// The mean of a face's corners.
    @inline(__always)
    func center(_ face: Face, _ rows: ContiguousArray<Int32>) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for corner in face.start..<face.start + face.count { sum += colors.values[Int(rows[corner])] }
        return sum / Float(face.count)
    }
}
