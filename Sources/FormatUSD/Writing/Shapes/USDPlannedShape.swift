import MeshFormats
import MeshModel

/// A primitive of the scene as one prim with points: `Mesh`, `Points`, `BasisCurves` or a field of splats.
struct USDPlannedShape: Sendable {
    /// The type of the prim.
    enum Kind: String, Sendable {
        case mesh = "Mesh"
        case points = "Points"
        case curves = "BasisCurves"
        case splats = "ParticleField3DGaussianSplat"

        /// The default name of such a prim.
        var plainName: String {
            switch self {
            case .mesh: "Mesh"
            case .points: "Points"
            case .curves: "Curves"
            case .splats: "Splats"
            }
        }
    }

    let place: PrimitivePlace
    let kind: Kind
    /// The materials of the primitive's elements, also in variants; −1 for none.
    let materials: Set<Int>
    /// The index among all shapes, and of the vertex set and the mesh that a reader finds.
    var number = -1
    /// The elements to write, or nil for all.
    var elements: ContiguousArray<Int32>?
    /// The corners of those elements, or nil for all.
    var corners: ContiguousArray<Int32>?
    /// Whether no node shows it.
    var isHidden = false

    /// The number of elements to write.
    var elementCount: Int { elements?.count ?? place.primitive.elementCount }
    /// The number of their corners.
    var cornerCount: Int { corners?.count ?? place.primitive.cornerCount }
    /// The vertex set of the scene.
    var set: Int { place.primitive.vertexSet }

    /// Whether every element is a point.
    var isCloud: Bool { kind == .points || kind == .splats }

    /// Creates a shape from a primitive, without elements that USD can't express.
    ///
    /// - Parameter splats: the vertex sets that are written as splats.
    init(_ place: PrimitivePlace, splats: Set<Int>) {
        self.place = place
        switch place.primitive.topology {
        case .polygons: kind = .mesh
        case .points: kind = splats.contains(place.primitive.vertexSet) ? .splats : .points
        case .lines: kind = .curves
        }
        materials = place.primitive.wornMaterials
        leaveOut()
    }

    /// Leaves out points without exactly one vertex and lines with fewer than two.
    private mutating func leaveOut() {
        guard kind != .mesh else { return }
        let isCloud = isCloud
        func isWhole(_ arity: Int) -> Bool { isCloud ? arity == 1 : arity >= 2 }
        if case .uniform(let arity) = place.primitive.arity, isWhole(arity) { return }
        var elements = ContiguousArray<Int32>()
        var corners = ContiguousArray<Int32>()
        var walk = ElementWalk(place.primitive)
        while let block = walk.next() {
            var corner = block.corners.lowerBound
            for (step, arity) in block.arities.enumerated() {
                if isWhole(arity) {
                    elements.append(Int32(clamping: block.elements.lowerBound + step))
                    for own in corner..<corner + arity { corners.append(Int32(clamping: own)) }
                }
                corner += arity
            }
        }
        guard elements.count < place.primitive.elementCount else { return }
        self.elements = elements
        self.corners = corners
    }

    /// The vertex of each corner to write.
    func vertices() -> ContiguousArray<Int32> {
        var all = ContiguousArray<Int32>()
        place.primitive.readVertices(of: 0..<place.primitive.cornerCount, into: &all)
        guard let corners else { return all }
        return ContiguousArray(corners.map { all[Int($0)] })
    }

    /// The vertex of each corner to write, as a column that is filled directly.
    func vertexColumn() -> Column {
        guard corners == nil else { return Column(vertices()) }
        let primitive = place.primitive
        // Corners are read as stored, in rows of several.
        let width = max(primitive.vertices?.components ?? 1, 1)
        let column = Column(count: primitive.cornerCount / width, components: width) {
            (rows, block: inout ContiguousArray<Int32>) in
            primitive.readVertices(of: rows.lowerBound * width..<rows.upperBound * width, into: &block)
        }
        return column.flattened ?? column
    }

    /// The number of corners of each element, as int32.
    func counts() -> Column {
        if elements == nil, case .uniform(let arity) = place.primitive.arity {
            return Column([Int32(clamping: arity)]).repeated(elementCount)
        }
        var counts = ContiguousArray<Int32>()
        counts.reserveCapacity(place.primitive.elementCount)
        var walk = ElementWalk(place.primitive)
        while let block = walk.next() { for arity in block.arities { counts.append(Int32(clamping: arity)) } }
        guard let elements else { return Column(counts) }
        return Column(ContiguousArray(elements.map { counts[Int($0)] }))
    }
}
