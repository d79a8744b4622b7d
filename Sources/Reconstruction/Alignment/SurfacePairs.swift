internal import MeshModel

/// Points and their nearest ones on a surface.
struct SurfacePairs: Sendable {
    struct Pair: Sendable {
        /// The point where it is now.
        var place: SIMD3<Double>
        /// The normal of its partner.
        var normal: SIMD3<Double>
        /// How far the point is from the partner's plane, towards the normal.
        var distance: Double
    }

    private let points: ContiguousArray<SIMD3<Double>>
    private let normals: ContiguousArray<Float>
    private let tree: PointTree
    /// The points' middle, which turns go about, and how far they reach from it.
    let middle: SIMD3<Double>
    private let size: Double

    /// The number of points.
    var count: Int { points.count }

    init(_ cloud: PointCloud, _ surface: PointCloud, _ tree: PointTree, mostPoints: Int) {
        let stride = max((cloud.count - 1) / max(mostPoints, 1) + 1, 1)
        var points = ContiguousArray<SIMD3<Double>>()
        for point in Swift.stride(from: 0, to: cloud.count, by: stride) where cloud.position(point).isFinite {
            points.append(SIMD3(cloud.position(point)))
        }
        let middle = points.reduce(SIMD3(), +) / Double(max(points.count, 1))
        size = points.reduce(0) { max($0, ($1 - middle).length) }
        (self.points, self.middle, self.tree) = (points, middle, tree)
        normals = surface.normals
    }

    /// Returns the pairs closer than a distance, in the order of the points.
    func find(_ pose: RigidPose, within radius: Float, _ workers: some Workers) -> ContiguousArray<Pair> {
        let motion = pose.affine
        let found = workers.map(pieces: 2048, of: points.count) { piece in
            var pairs = ContiguousArray<Pair>()
            var query = NeighborQuery(tree, NeighborLimits(count: 1, radius: radius))
            for point in points[piece] {
                let place = motion.applied(to: point)
                query.find(SIMD4(SIMD3<Float>(place), 0))
                guard let rank = query.neighbors.first?.rank else { continue }
                let number = Int(tree.points[rank]) * 3
                let normal = SIMD3(Double(normals[number]), Double(normals[number + 1]), Double(normals[number + 2]))
                let distance = dot(place - SIMD3<Double>(tree.position(rank)), normal)
                if dot(normal, normal) > 0.5, distance.isFinite {
                    pairs.append(Pair(place: place, normal: normal, distance: distance))
                }
            }
            return pairs
        }
        return ContiguousArray(found.joined())
    }

    /// Returns the pose after the motion that makes distances least; the nearer they are to the limit the less they count.
    func step(
        _ pairs: ContiguousArray<Pair>, from pose: RigidPose, limit: Double
    ) -> (pose: RigidPose, isSmall: Bool)? {
        let center = pose.affine.applied(to: middle)
        let limit = max(limit, size * 1e-9)
        var sums = NormalEquations()
        // Lengths in units of the cloud's size, so that turns and moves weigh alike.
        let scale = size > 0 ? 1 / size : 1
        for pair in pairs where abs(pair.distance) < limit {
            let ratio = pair.distance / limit
            let weight = (1 - ratio * ratio) * (1 - ratio * ratio)
            let arm = cross(pair.place - center, pair.normal) * scale
            sums.add(arm, pair.normal, pair.distance * scale, weight)
        }
        guard let found = sums.solution() else { return nil }
        let turn = SIMD3(found[0], found[1], found[2])
        let move = SIMD3(found[3], found[4], found[5]) / scale
        let isSmall = turn.length < 1e-6 && move.length < size * 1e-6
        return (pose.moved(rotation: turn, about: center, translation: move), isSmall)
    }

    /// The median of the distances' sizes; 0 without any.
    static func median(_ pairs: ContiguousArray<Pair>) -> Double {
        let sizes = pairs.map { abs($0.distance) }.sorted()
        return sizes.isEmpty ? 0 : sizes[sizes.count / 2]
    }
}
