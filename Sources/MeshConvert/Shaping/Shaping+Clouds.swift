import MeshFormats
import MeshModel
import Reconstruction

// Steps that change clouds.

extension Shaping {
    /// The metres of one unit of the scene.
    private var metersPerUnit: Double { scene.metersPerUnit ?? 1 }

    mutating func changeClouds() throws(ReadError) {
        let (options, conversion, unit) = (options, conversion, metersPerUnit)
        let workers = conversion.execution.workers
        let isCancelled = conversion.isCancelled
        var counts = (outliers: 0, before: 0, after: 0, far: 0, made: 0, flat: 0)
        var former: [Attribute] = []
        try mapClouds { (part) throws(ReadError) in
            if let rule = options.outliers {
                let count = part.cloud.count
                let kept = try conversion.stoppable { () throws(ReconstructionStopped) in
                    switch rule {
                    case .statistical(let neighbors, let ratio):
                        try part.cloud.statisticalInliers(
                            neighbors: neighbors, ratio: ratio, workers: workers, shouldStop: isCancelled)
                    case .radius(let neighbors, let meters):
                        try part.cloud.radiusInliers(
                            neighbors: neighbors, radius: Float(meters / unit), workers: workers,
                            shouldStop: isCancelled)
                    }
                }
                counts.outliers += count - kept.count
                if kept.count < count { part.select(kept) }
            }
            if let size = options.voxelSize {
                counts.before += part.cloud.count
                let (thin, leftOut) = try conversion.stoppable { () throws(ReconstructionStopped) in
                    try part.cloud.downsampled(voxelSize: size / unit, shouldStop: isCancelled)
                }
                guard thin.count > 0 || part.cloud.count == 0 else {
                    throw ReadError(
                        .usage, .whole, "no points are left: they are not finite, or too far apart for this voxel size")
                }
                counts.far += leftOut
                counts.before -= leftOut
                former += part.vertices.attributes + part.elementAttributes
                part.replace(with: thin)
                counts.after += thin.count
            }
            if let neighbors = options.normals, part.cloud.normals.isEmpty {
                counts.made += part.cloud.count
                counts.flat += try conversion.makeNormals(of: &part.cloud, neighbors, metersPerUnit: unit)
                part.storeNormals()
            }
        }
        tell(.outliers, counts.outliers, "points left out as outliers, as requested")
        tell(.thinned, counts.before - counts.after, "points fewer, as requested: those in each voxel became one")
        tell(
            .thinned, counts.far,
            "points left out, since they are a million voxels away from the others, or not finite",
            .warning)
        for attribute in former { loseValues(of: attribute) }
        tell(.normals, counts.made, "normals estimated from neighbouring points, as requested")
        tell(.normals, counts.flat, Self.unknownNormals, .warning)
    }

    static let unknownNormals = "points without a normal, since their neighbours don't lie on a plane"
}

extension ConvertOptions {
    /// Makes normals of points, towards the cameras where these are known; returns how many are unknown.
    func makeNormals(
        of cloud: inout PointCloud, _ neighbors: ShapingOptions.Neighbors, metersPerUnit: Double = 1
    ) throws(ReadError) -> Int {
        let limits = NeighborLimits(
            count: neighbors.count, radius: neighbors.meters.map { Float($0 / metersPerUnit) } ?? .infinity)
        return try stoppable { () throws(ReconstructionStopped) in
            let unknown = try cloud.estimateNormals(limits, workers: execution.workers, shouldStop: isCancelled)
            if cloud.eyeDirections.isEmpty {
                _ = try cloud.orientNormals(workers: execution.workers, shouldStop: isCancelled)
            }
            return unknown
        }
    }
}
