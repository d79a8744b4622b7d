internal import MeshModel

/// Values of three components at the corners of a primitive: those of corners, else those of vertices, else of faces.
struct CornerValues {
    private enum Place { case corners(CornerAttribute), vertices, elements }

    private let place: Place
    private let width: Int
    private var values = ContiguousArray<Double>()
    private var rows = ContiguousArray<Int64>()
    private var firstElement = 0

    /// Creates values with this meaning; nil if the primitive has none.
    ///
    /// - Parameter convert: returns the numbers that are wanted of the attribute found.
    init?(_ semantic: AttributeSemantic, _ primitive: Primitive, _ set: VertexSet, _ convert: (Attribute) -> Column) {
        func isUsable(_ attribute: Attribute) -> Bool {
            attribute.semantic == semantic && attribute.offsets == nil && attribute.values.components >= 3
        }
        let attribute: Attribute
        if let use = primitive.cornerAttributes.first(where: {
            set.pools.indices.contains($0.pool) && isUsable(set.pools[$0.pool])
        }) {
            (place, attribute) = (.corners(use), set.pools[use.pool])
        } else if let own = set.attributes.first(where: isUsable) {
            (place, attribute) = (.vertices, own)
        } else if let own = primitive.elementAttributes.first(where: isUsable) {
            (place, attribute) = (.elements, own)
        } else {
            return nil
        }
        let column = convert(attribute)
        width = column.components
        column.read(0..<column.count, into: &values)
    }

    /// Goes on to the corners of a block of triangles.
    mutating func read(_ block: ElementWalk.Block, of primitive: Primitive) {
        firstElement = block.elements.lowerBound
        switch place {
        case .corners(let use): use.readRows(of: block.corners, into: &rows)
        case .vertices: primitive.readVertices(of: block.corners, into: &rows)
        case .elements: break
        }
    }

    /// The value at a corner, counted from the block's first; nil if it has none.
    func value(_ corner: Int) -> SIMD3<Double>? {
        var row = firstElement + corner / 3
        if case .elements = place {} else { row = corner < rows.count ? Int(rows[corner]) : -1 }
        guard row >= 0, row < values.count / width else { return nil }
        return SIMD3(values[row * width], values[row * width + 1], values[row * width + 2])
    }

    /// The value inside of a triangle of the block; nil if a corner has none.
    func value(_ triangle: Int, weights: SIMD3<Double>) -> SIMD3<Double>? {
        guard let a = value(triangle * 3), let b = value(triangle * 3 + 1), let c = value(triangle * 3 + 2) else {
            return nil
        }
        return a * weights.x + b * weights.y + c * weights.z
    }
}
