import MeshFormats
import MeshModel

/// A primitive of the file: the elements of one primitive of the scene that have one material in each variant.
struct GLTFFilePrimitive: Sendable {
    /// The primitive of the scene.
    var place: PrimitivePlace
    /// The material of the scene; −1: none.
    var material: Int
    /// The materials in each of the primitive's variants; −1: none.
    var variants: [Int] = []
    /// glTF's mode: 0 points, 1 segments, 3 a polyline, 4 triangles.
    var mode: Int
    /// The scene's element that each element comes from; nil: all of them in order.
    var elements: ContiguousArray<Int32>?
    /// The scene's corner that each corner comes from; nil: all of them in order.
    var corners: ContiguousArray<Int32>?
    /// The vertex of each corner in the file's set; nil: the same as in the scene.
    var vertices: ContiguousArray<Int32>?

    /// Creates a primitive of all elements of a primitive of the scene.
    init(place: PrimitivePlace, look: ElementLooks.Look, mode: Int) {
        self.place = place
        self.mode = mode
        (material, variants) = (look.material, look.variants)
    }

    /// The number of elements as a reader counts them.
    var elementCount: Int { elements?.count ?? place.primitive.elementCount }
    /// The number of the scene's elements, of which lines may have become several.
    var sourceElementCount: Int {
        guard let elements else { return place.primitive.elementCount }
        return zip(elements, elements.dropFirst()).reduce(elements.isEmpty ? 0 : 1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    }
    var cornerCount: Int { corners?.count ?? place.primitive.cornerCount }

    /// The scene's element that an element comes from.
    func element(_ step: Int) -> Int { elements.map { Int($0[step]) } ?? step }

    /// The number of corners of each element.
    var cornersPerElement: Int {
        switch mode {
        case 0: 1
        case 1: 2
        case 4: 3
        default: max(cornerCount, 1)
        }
    }

    /// The vertex of each of these corners of a primitive.
    static func vertices(of primitive: Primitive, at corners: ContiguousArray<Int32>) -> ContiguousArray<Int64> {
        let range = span(of: corners, primitive.vertices)
        var all = ContiguousArray<Int64>()
        primitive.readVertices(of: range, into: &all)
        return ContiguousArray(corners.map { all[Int($0) - range.lowerBound] })
    }

    /// The corners from the first to the last of these, in whole rows of a column. No others are read, since a primitive may
    /// have a part for each of thousands of materials.
    private static func span(of corners: ContiguousArray<Int32>, _ column: Column?) -> Range<Int> {
        guard let first = corners.min(), let last = corners.max() else { return 0..<0 }
        let width = max(column?.components ?? 1, 1)
        return Int(first) / width * width..<(Int(last) / width + 1) * width
    }

    /// Calls `body` with blocks of corners: their vertices in the scene, and their rows in the pools.
    func forEachBlock(pools: [Int] = [], _ body: (ContiguousArray<Int64>, [ContiguousArray<Int64>]) -> Void) {
        let primitive = place.primitive
        let uses = pools.map { pool in primitive.cornerAttributes.first { $0.pool == pool } }
        if let corners {
            let rows = uses.map { use in
                var own = ContiguousArray<Int64>()
                let range = Self.span(of: corners, use?.indices)
                use?.readRows(of: range, into: &own)
                return ContiguousArray(
                    corners.map {
                        let place = Int($0) - range.lowerBound
                        return place < own.count ? own[place] : -1
                    })
            }
            body(Self.vertices(of: primitive, at: corners), rows)
            return
        }
        var walk = ElementWalk(primitive)
        var vertices = ContiguousArray<Int64>()
        var rows = [ContiguousArray<Int64>](repeating: [], count: pools.count)
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            for (index, use) in uses.enumerated() {
                if let use {
                    use.readRows(of: block.corners, into: &rows[index])
                } else {
                    rows[index] = ContiguousArray(repeating: -1, count: vertices.count)
                }
            }
            body(vertices, rows)
        }
    }
}
