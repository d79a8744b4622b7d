public import MeshModel

/// A surface as small flat discs, to measure distances to it from anywhere.
///
/// - Units: those of the cloud, also for distances.
/// - Edge: discs without a normal are points; those that aren't finite don't count.
public struct SurfaceDiscs: Sendable {
    private let tree: PointTree
    private let normals: ContiguousArray<Float>
    private var radii: ContiguousArray<Float>
    /// The discs, near the nearest middles, that are looked at: of two surfaces that meet, both.
    private static let candidates = 6

    /// Creates discs.
    ///
    /// - Parameters:
    ///   - cloud: their middles and normals of unit length.
    ///   - radii: the radius of each, or one for all; missing ones are 0.
    ///   - shouldStop: asked often; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public init(
        _ cloud: PointCloud, radii: ContiguousArray<Float>, shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) {
        guard let tree = PointTree(cloud, shouldStop) else { throw ReconstructionStopped() }
        self.tree = tree
        self.radii = radii
        normals = cloud.normals
    }

    /// Returns how far each point of a cloud is from the surface; infinite for points that aren't finite, and if there is
    /// no disc.
    ///
    /// - Parameters:
    ///   - cloud: the points.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func distances(
        of cloud: PointCloud, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> ContiguousArray<Float> {
        let parts = workers.map(pieces: 2048, of: cloud.count) { piece in
            var distances = ContiguousArray<Float>()
            if shouldStop() { return distances }
            var query = NeighborQuery(tree, NeighborLimits(count: Self.candidates))
            for point in piece { distances.append(distance(cloud.position(point), &query)) }
            return distances
        }
        if shouldStop() { throw ReconstructionStopped() }
        return ContiguousArray(parts.joined())
    }

    private func distance(_ place: SIMD3<Float>, _ query: inout NeighborQuery) -> Float {
        guard place.isFinite, tree.count > 0 else { return .infinity }
        query.find(SIMD4(place, 0))
        var least = Float.infinity
        for neighbor in query.neighbors {
            let disc = Int(tree.points[neighbor.rank])
            let offset = place - tree.position(neighbor.rank)
            let whole = (offset * offset).sum()
            var normal = SIMD3<Float>()
            if normals.count >= disc * 3 + 3 {
                normal = SIMD3(normals[disc * 3], normals[disc * 3 + 1], normals[disc * 3 + 2])
            }
            let above = (offset * normal).sum()
            let radius = radii.count == 1 ? radii[0] : disc < radii.count ? radii[disc] : 0
            let beside = max(max(whole - above * above, 0).squareRoot() - (normal == SIMD3() ? 0 : radius), 0)
            let square = above * above + beside * beside
            if square.isFinite { least = min(least, square) }
        }
        return least.squareRoot()
    }
}

extension SurfaceDiscs {
    /// Creates discs that close the gaps between the points of a cloud; their normals are made of neighbours.
    ///
    /// - Parameters:
    ///   - points: the points.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public init(
        closing points: PointCloud, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) {
        var cloud = points
        if cloud.normals.isEmpty {
            try cloud.estimateNormals(NeighborLimits(count: 12), workers: workers, shouldStop: shouldStop)
        }
        try self.init(cloud, radii: [0], shouldStop: shouldStop)
        radii = [spacing * 1.5]
    }

    /// The median distance of discs to the nearest other, of about a thousand of them; 0 without two.
    public var spacing: Float {
        var query = NeighborQuery(tree, NeighborLimits(count: 2))
        var distances: [Float] = []
        for rank in stride(from: 0, to: tree.count, by: max(tree.count / 1000, 1)) {
            query.find(SIMD4(tree.position(rank), 0))
            let farther = query.neighbors.map(\.squaredDistance).max() ?? 0
            if farther > 0, farther.isFinite { distances.append(farther.squareRoot()) }
        }
        distances.sort()
        return distances.isEmpty ? 0 : distances[distances.count / 2]
    }
}
