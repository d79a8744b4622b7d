import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction
import ScanPackages

/// Where a package's mesh stands against what its depth frames measured.
struct MeshPlacement {
    /// The motion that lays the mesh onto the measured points, in metres.
    let alignment: CloudAlignment

    /// The most frames that are looked at: of more, every second, third and so on.
    private static let mostFrames = 64

    /// Measures a mesh.
    ///
    /// - Returns: nil without depth frames or faces, or where too little of both lies near each other.
    static func measure(
        _ scene: MeshScene, against package: ScanPackage, _ options: ConvertOptions
    ) throws(ReadError) -> MeshPlacement? {
        let reader = DepthFrameReader(package, space: options.scanMesh.space)
        guard !reader.frames.isEmpty,
            let sampled = triangulate(scene).scene.samplingSurface(points: 20_000)?.vertexSets.first,
            let mesh = try? PointCloud(sampled)
        else { return nil }
        let measured = try measuredCloud(reader, options)
        let found = try options.stoppable { () throws(ReconstructionStopped) in
            try mesh.aligned(
                to: measured, reach: 0.2, workers: options.execution.workers, shouldStop: options.isCancelled)
        }
        guard let found, found.overlaps else { return nil }
        return MeshPlacement(alignment: found)
    }

    /// Returns a cloud of what a package's frames measured, one point in each voxel of 2 cm, with normals.
    static func measuredCloud(
        _ reader: DepthFrameReader, _ options: ConvertOptions
    ) throws(ReadError) -> PointCloud {
        var points = CloudAccumulation(CloudOptions(voxelSize: 0.02))
        try FrameWalk([reader], mostFrames: mostFrames, options).forEach(pictures: .none) { frame, _ in
            if let frame { points.add(frame) }
        }
        var measured = points.cloud()
        _ = try options.makeNormals(of: &measured, ShapingOptions.Neighbors())
        return measured
    }

    /// What there is to say: a warning if the mesh stands off by more than its distances after the move explain.
    var finding: Check.Finding {
        func millimeters(_ value: Double) -> String { "\(PlainNumbers.short(value * 1000)) mm" }
        let (offset, before, after) = (alignment.movement, alignment.distanceBefore, alignment.distanceAfter)
        guard offset > 0.005, before > after * 1.5 else {
            return Check.Finding(
                "mesh.placed", .note,
                message: "it fits the depth frames: half of it is within \(millimeters(before)) of what they measured")
        }
        return Check.Finding(
            "mesh.misplaced", .warning,
            message: """
                it is \(millimeters(offset)) off the depth frames: half of it is within \(millimeters(before)) of what \
                they measured, if moved within \(millimeters(after))
                """)
    }
}
