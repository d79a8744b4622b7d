internal import MeshModel

/// A walk over the corners of a primitive with their texture coordinates, counted from the top.
struct TexturedCorners {
    private struct Coordinates {
        var values = ContiguousArray<Double>()
        var width = 2
        var corners: CornerAttribute?
        var rows = ContiguousArray<Int64>()
    }

    private let primitive: Primitive
    private var walk: ElementWalk
    private var sets: [Coordinates?] = []
    /// The vertices of the block's corners.
    private(set) var vertices = ContiguousArray<Int64>()

    /// Creates a walk with these sets of coordinates, where they exist: those of corners, else those of vertices.
    init(_ primitive: Primitive, _ vertexSet: VertexSet, _ numbers: [Int]) {
        self.primitive = primitive
        walk = ElementWalk(primitive)
        for number in numbers {
            let semantic = AttributeSemantic.texCoord(number)
            var coordinates = Coordinates()
            let use = primitive.cornerAttributes.first {
                vertexSet.pools.indices.contains($0.pool) && vertexSet.pools[$0.pool].semantic == semantic
            }
            coordinates.corners = use
            guard let attribute = use.map({ vertexSet.pools[$0.pool] }) ?? vertexSet.attribute(semantic),
                attribute.offsets == nil, attribute.values.components >= 2
            else {
                sets.append(nil)
                continue
            }
            coordinates.width = attribute.values.components
            attribute.values.read(0..<attribute.values.count, into: &coordinates.values)
            let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
            let isDown = attribute.frame.uvOrigin == .topLeft
            for start in stride(from: 0, to: coordinates.values.count, by: coordinates.width) {
                if most != 1 {
                    coordinates.values[start] /= most
                    coordinates.values[start + 1] /= most
                }
                if !isDown { coordinates.values[start + 1] = 1 - coordinates.values[start + 1] }
            }
            sets.append(coordinates)
        }
    }

    /// Returns the next elements; ``coordinates(_:_:)`` refers to their corners.
    mutating func next() -> ElementWalk.Block? {
        guard let block = walk.next() else { return nil }
        primitive.readVertices(of: block.corners, into: &vertices)
        for place in sets.indices {
            guard let corners = sets[place]?.corners else { continue }
            var rows = ContiguousArray<Int64>()
            corners.readRows(of: block.corners, into: &rows)
            sets[place]?.rows = rows
        }
        return block
    }

    /// Returns the coordinates of a corner of the block; nil if it has none.
    ///
    /// - Parameters:
    ///   - place: the index among the sets of the walk.
    ///   - corner: the index among the block's corners.
    @inline(__always)
    func coordinates(_ place: Int, _ corner: Int) -> SIMD2<Double>? {
        guard let own = sets[place] else { return nil }
        let row = Int(own.corners == nil ? vertices[corner] : own.rows[corner])
        guard row >= 0, row < own.values.count / own.width else { return nil }
        return SIMD2(own.values[row * own.width], own.values[row * own.width + 1])
    }
}
