import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction

/// One cloud of a scene: a primitive of points with the vertices that it uses, as a set of its own.
struct CloudPart {
    private let mesh: Int
    private let index: Int
    private var primitive: Primitive
    private(set) var vertices: VertexSet
    /// The values of its elements, which are its points.
    var elementAttributes: [Attribute] { primitive.elementAttributes }
    /// What was subtracted from the positions of ``cloud``: whole numbers, near the middle.
    private let origin: SIMD3<Double>
    /// The points, without attributes that clouds don't have.
    var cloud: PointCloud

    /// Takes a cloud.
    ///
    /// - Throws: an error if it has no positions.
    init(_ scene: MeshScene, _ mesh: Int, _ index: Int) throws(ReadError) {
        (self.mesh, self.index) = (mesh, index)
        primitive = scene.meshes[mesh].primitives[index]
        vertices = scene.vertexSets[primitive.vertexSet]
        if let column = primitive.vertices {
            var rows = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &rows)
            vertices = vertices.gathered(rows)
        }
        primitive.vertices = nil
        let positions = vertices.attribute(.position)?.values
        origin = positions?.type == .float64 ? positions?.wholeMiddle ?? SIMD3() : SIMD3()
        do throws(SceneDefect) { cloud = try PointCloud(vertices, origin: origin) } catch {
            throw ReadError(.usage, .whole, "\(error)")
        }
    }

    /// Keeps some of the points, with all their attributes.
    mutating func select(_ points: ContiguousArray<Int32>) {
        vertices = vertices.gathered(points)
        primitive.elementCount = points.count
        primitive.elementAttributes = primitive.elementAttributes.map { $0.gathered(points) }
        cloud = cloud.selecting(points)
    }

    /// Takes other points, which have only colours of 8 bits and normals beside their places.
    mutating func replace(with other: PointCloud) {
        guard var set = other.scene().vertexSets.first else { return }
        moveBack(&set, other.positions)
        vertices = set
        primitive.elementCount = set.count
        primitive.elementAttributes = []
        primitive.subsetFamilies = []
        cloud = other
    }

    /// Becomes a surface.
    mutating func become(_ surface: ReconstructedSurface) {
        let scene = surface.scene()
        guard var set = scene.vertexSets.first, let faces = scene.meshes.first?.primitives.first else { return }
        moveBack(&set, surface.positions)
        (vertices, primitive) = (set, faces)
    }

    /// Stores positions from which the origin was subtracted.
    private func moveBack(_ set: inout VertexSet, _ positions: ContiguousArray<Float>) {
        guard origin != SIMD3(), let index = set.attributes.firstIndex(where: { $0.semantic == .position }) else {
            return
        }
        var values = ContiguousArray(positions.lazy.map { Double($0) })
        for index in values.indices { values[index] += origin[index % 3] }
        set.attributes[index].values = Column(values, components: 3)
    }

    /// Stores the cloud's normals.
    mutating func storeNormals() {
        vertices.attributes.removeAll { $0.semantic == .normal }
        vertices.attributes.append(Attribute(.normal, Column(cloud.normals, components: 3)))
    }

    /// Puts the cloud back, with its vertices as a new set.
    func store(in scene: inout MeshScene) {
        var primitive = primitive
        primitive.vertexSet = scene.vertexSets.count
        scene.vertexSets.append(vertices)
        scene.meshes[mesh].primitives[index] = primitive
    }
}

extension Column {
    /// A place amid finite positions in whole numbers, wherever a few far ones are: their median on each axis, of about
    /// a thousand of them. Zero without any.
    fileprivate var wholeMiddle: SIMD3<Double> {
        guard components >= 3 else { return SIMD3() }
        var axes = [[Double]](repeating: [], count: 3)
        var values = ContiguousArray<Double>()
        for row in Swift.stride(from: 0, to: count, by: max(count / 1000, 1)) {
            read(row..<row + 1, into: &values)
            for axis in 0..<3 where abs(values[axis]) < 1e15 { axes[axis].append(values[axis]) }
        }
        var middle = SIMD3<Double>()
        for axis in 0..<3 where !axes[axis].isEmpty {
            middle[axis] = axes[axis].sorted()[axes[axis].count / 2].rounded(.toNearestOrEven)
        }
        return middle
    }
}

extension MeshScene {
    /// Removes vertex sets that no primitive uses.
    mutating func dropUnusedVertexSets() {
        let used = Set(meshes.flatMap { $0.primitives.map(\.vertexSet) })
        let kept = vertexSets.indices.filter { used.contains($0) }
        guard kept.count < vertexSets.count else { return }
        var places = [Int](repeating: 0, count: vertexSets.count)
        for (place, set) in kept.enumerated() { places[set] = place }
        vertexSets = kept.map { vertexSets[$0] }
        changePrimitives { $0.vertexSet = places[$0.vertexSet] }
    }
}
