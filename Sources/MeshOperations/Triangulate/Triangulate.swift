public import MeshModel

/// The changes of triangulation in a primitive.
public struct TriangulationChange: Hashable, Sendable {
    /// The mesh.
    public var mesh: Int
    /// The primitive in the mesh.
    public var primitive: Int
    /// The number of polygons that did not have three corners, including dropped ones.
    public var polygons: Int
    /// The number of polygons with fewer than three corners, which were dropped.
    public var dropped: Int
    /// The number of polygons that cross themselves, so that triangles overlap.
    public var folded: Int
}

/// Cuts each polygon into triangles; see ``Polygon/triangulate(outer:holes:)`` for the method.
///
/// - Keeps: vertices, pools, the order and winding of polygons, and for each triangle its polygon's element attributes,
///   material and subsets and its corners' pool rows. Points and lines stay unchanged, and triangles are not copied.
/// - Changes: each polygon of n corners becomes n − 2 triangles at its index; one with fewer than three corners is
///   dropped. Every polygon primitive gets the arity `.uniform(3)`. A primitive of 2³¹ − 1 corners or more stays
///   unchanged.
/// - Edge: without positions all corners count as one position; the number of triangles is the same.
/// - Returns: the scene; the correspondence of its triangles; one entry for each primitive that changed.
public func triangulate(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, changed: [TriangulationChange]) {
    var result = scene
    var triangulation = Correspondence.Triangulation(cuts: [])
    var changes: [TriangulationChange] = []
    var triangulator = PrimitiveTriangulator()
    for mesh in scene.meshes.indices {
        for (index, primitive) in scene.meshes[mesh].primitives.enumerated() where primitive.topology == .polygons {
            guard primitive.needsTriangulation else { continue }
            let places = triangulator.cut(primitive, of: scene)
            result.meshes[mesh].primitives[index] = places.primitive
            guard places.polygons > 0 else { continue }
            triangulation.cuts.append(
                Correspondence.Triangulation.Cut(
                    mesh: mesh, primitive: index, polygonCount: primitive.elementCount, elements: places.elements,
                    corners: places.corners))
            changes.append(
                TriangulationChange(
                    mesh: mesh, primitive: index, polygons: places.polygons, dropped: places.dropped,
                    folded: places.folded))
        }
    }
    let correspondence = Correspondence.identity(of: result).following([.triangulated(triangulation)])
    return (result, correspondence, changes)
}

extension Primitive {
    fileprivate mutating func forgetElements() {
        elementAttributes = []
        subsetFamilies = []
        material = .none
    }

    fileprivate var needsTriangulation: Bool {
        if case .uniform(3) = arity { return false }
        return topology == .polygons && max(cornerCount, elementCount) < Int(Int32.max)
    }
}

/// Cuts one primitive after another; positions are read once per vertex set.
private struct PrimitiveTriangulator {
    private var set = -1
    private var positions = ContiguousArray<Double>()
    private var width = 0
    private var triangulator = Triangulator()

    struct Cut {
        var primitive: Primitive
        var elements: ContiguousArray<Int32> = []
        var corners: ContiguousArray<Int32> = []
        var polygons = 0
        var dropped = 0
        var folded = 0
    }

    mutating func cut(_ primitive: Primitive, of scene: MeshScene) -> Cut {
        var count = 0
        var polygons = 0
        var dropped = 0
        var folded = 0
        var isCutNeeded = false
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            for arity in block.arities {
                count += max(arity - 2, 0)
                if arity != 3 { polygons += 1 }
                if arity < 3 { dropped += 1 }
                if arity > 3 { isCutNeeded = true }
            }
        }
        if polygons == 0 {
            // Triangles stored with offsets: corners stay unchanged.
            var same = primitive
            same.arity = .uniform(3)
            return Cut(primitive: same)
        }
        if isCutNeeded { readPositions(primitive.vertexSet, of: scene) }
        var elements = ContiguousArray<Int32>()
        elements.reserveCapacity(count)
        var corners = ContiguousArray<Int32>()
        corners.reserveCapacity(count * 3)
        var starts = ContiguousArray<Int32>()
        let needsStarts = !primitive.subsetFamilies.isEmpty
        var vertices = ContiguousArray<Int64>()
        var ring = ContiguousArray<SIMD3<Double>>()
        walk = ElementWalk(primitive)
        while let block = walk.next() {
            if isCutNeeded { primitive.readVertices(of: block.corners, into: &vertices) }
            var first = 0
            var element = Int32(clamping: block.elements.lowerBound)
            let origin = Int32(clamping: block.corners.lowerBound)
            for arity in block.arities {
                if needsStarts { starts.append(Int32(clamping: elements.count)) }
                let start = origin + Int32(clamping: first)
                if arity == 3 {
                    elements.append(element)
                    corners.append(start)
                    corners.append(start + 1)
                    corners.append(start + 2)
                } else if arity > 3 {
                    ring.removeAll(keepingCapacity: true)
                    for corner in first..<first + arity { ring.append(position(vertices, corner)) }
                    if arity == 4 {
                        triangulator.cutQuad(ring[0], ring[1], ring[2], ring[3])
                    } else {
                        triangulator.triangulate(ring, ringEnds: [arity])
                    }
                    if Correspondence.Triangulation.isFolded(ring, triangulator.corners) { folded += 1 }
                    for _ in 0..<arity - 2 { elements.append(element) }
                    for corner in triangulator.corners { corners.append(start + corner) }
                }
                first += max(arity, 0)
                element += 1
            }
        }
        var triangles = primitive.gathered(elements, corners: corners, arity: .uniform(3))
        if needsStarts {
            starts.append(Int32(clamping: elements.count))
            triangles.subsetFamilies = primitive.subsetFamilies.map { $0.mapped(by: starts) }
        }
        // A primitive without elements keeps no element data.
        if elements.isEmpty { triangles.forgetElements() }
        return Cut(
            primitive: triangles, elements: elements, corners: corners, polygons: polygons, dropped: dropped,
            folded: folded)
    }

    private mutating func readPositions(_ index: Int, of scene: MeshScene) {
        guard index != set else { return }
        set = index
        positions.removeAll()
        width = 0
        guard scene.vertexSets.indices.contains(index),
            let values = scene.vertexSets[index].attribute(.position)?.values, values.components > 0
        else { return }
        width = values.components
        values.read(0..<values.count, into: &positions)
    }

    @inline(__always)
    private func position(_ vertices: ContiguousArray<Int64>, _ corner: Int) -> SIMD3<Double> {
        guard corner < vertices.count, width > 0 else { return SIMD3() }
        let vertex = Int(vertices[corner])
        guard vertex >= 0, vertex < positions.count / width else { return SIMD3(repeating: .nan) }
        let start = vertex * width
        if width == 3 { return SIMD3(positions[start], positions[start + 1], positions[start + 2]) }
        return SIMD3(
            positions[start], width > 1 ? positions[start + 1] : 0, width > 2 ? positions[start + 2] : 0)
    }
}
