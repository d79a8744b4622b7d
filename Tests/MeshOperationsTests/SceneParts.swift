import MeshModel

func positions(_ rows: [SIMD3<Float>]) -> Attribute {
    Attribute(.position, Column(rows.flatMap { [$0.x, $0.y, $0.z] }, components: 3))
}

func polygons(_ faces: [[Int32]], set: Int = 0) -> Primitive {
    var starts: [Int32] = [0]
    for face in faces { starts.append(starts[starts.count - 1] + Int32(face.count)) }
    return Primitive(
        topology: .polygons, vertexSet: set, elementCount: faces.count, arity: .offsets(Column(starts)),
        vertices: Column(faces.flatMap(\.self)))
}

func triangles(_ corners: [Int32], set: Int = 0) -> Primitive {
    Primitive(
        topology: .polygons, vertexSet: set, elementCount: corners.count / 3, arity: .uniform(3),
        vertices: Column(corners))
}

extension Primitive {
    /// The vertices of each element.
    var faces: [[Int64]] {
        var result: [[Int64]] = []
        var walk = ElementWalk(self, elementsPerBlock: 3)
        while let block = walk.next() {
            var vertices = ContiguousArray<Int64>()
            readVertices(of: block.corners, into: &vertices)
            var first = 0
            for arity in block.arities {
                result.append(Array(vertices[first..<first + arity]))
                first += arity
            }
        }
        return result
    }

    /// The vertex of each corner.
    var corners: [Int64] { faces.flatMap(\.self) }

    /// The pool rows of each corner.
    func rows(_ use: Int) -> [Int64] {
        var result = ContiguousArray<Int64>()
        cornerAttributes[use].readRows(of: 0..<cornerCount, into: &result)
        return Array(result)
    }

    var materials: [Int64] {
        switch material {
        case .none: [Int64](repeating: -1, count: elementCount)
        case .one(let index): [Int64](repeating: Int64(index), count: elementCount)
        case .perElement(let column): column.integers()
        }
    }
}

extension Correspondence.Mapping {
    /// The source rows; nil for the identity.
    var rows: [Int32]? { if case .gather(let rows) = self { Array(rows) } else { nil } }
}

extension Correspondence {
    /// The cuts, if the only step is a triangulation.
    var cuts: [Correspondence.Triangulation.Cut] {
        if case .triangulated(let triangulation)? = steps.first { triangulation.cuts } else { [] }
    }

    /// The baked hierarchy, if that is the only step.
    var baked: BakedHierarchy? {
        if case .baked(let hierarchy)? = steps.first { hierarchy } else { nil }
    }
}
