import MeshFormats
import MeshModel
import Reconstruction

// Clouds that become surfaces.

extension Shaping {
    /// Makes a surface of each cloud, by screened Poisson reconstruction.
    mutating func makeSurfaces(_ options: ReconstructionOptions) throws(ReadError) {
        let (conversion, unit) = (conversion, scene.metersPerUnit ?? 1)
        var made: [(points: Int, triangles: Int, depth: Int, leftOut: Int)] = []
        var guessed = 0
        try mapClouds { (part) throws(ReadError) in
            if part.cloud.normals.isEmpty {
                guessed += part.cloud.count
                _ = try conversion.makeNormals(of: &part.cloud, ShapingOptions.Neighbors())
            }
            let (surface, depth, leftOut) = try conversion.stoppable { () throws(ReconstructionStopped) in
                try part.cloud.poissonSurface(
                    PoissonOptions(options, points: part.cloud.count, metersPerUnit: unit),
                    workers: conversion.execution.workers, shouldStop: conversion.isCancelled)
            }
            guard surface.triangleCount > 0 else {
                throw ReadError(
                    .usage, .whole,
                    "no surface can be made through the \(PlainNumbers.grouped(part.cloud.count)) points")
            }
            made.append((part.cloud.count, surface.triangleCount, depth, leftOut))
            part.become(surface)
        }
        tell(
            .normals, guessed, "normals estimated from neighbouring points; all may point to the wrong side", .warning
        )
        for surface in made {
            tell(
                .surface, surface.triangles,
                "triangles through \(PlainNumbers.grouped(surface.points)) points, by Poisson reconstruction of depth "
                    + "\(surface.depth), \(options.trim.words)")
            tell(
                .surface, surface.leftOut, "points left out, since they have no normal or no finite position", .warning)
        }
    }
}

extension PoissonOptions {
    /// Creates the options for a cloud.
    fileprivate init(_ options: ReconstructionOptions, points: Int, metersPerUnit: Double) {
        self.init()
        // As many voxels on a surface as there are points, about.
        let usual = (5...10).first { 1 << (2 * $0) >= points } ?? 10
        depth = options.depth ?? usual
        if options.depth == nil { voxelSize = options.voxelSize.map { $0 / metersPerUnit } }
        switch options.trim {
        case .nothing: break
        case .voxels(let number): farthestPoint = number
        case .quantile(let share): densityQuantile = share
        case .density(let density): leastDensity = Float(density)
        }
        isClosed = options.trim == .nothing
        if !isClosed { leastTriangles = 50 }
    }
}

extension ReconstructionOptions.Trim {
    /// What it means for people.
    fileprivate var words: String {
        switch self {
        case .nothing: "closed: areas without points are guessed"
        case .voxels(let number): "without parts further than \(PlainNumbers.short(number)) voxels from all points"
        case .quantile(let share): "without the \(PlainNumbers.short(share * 100)) % of it where points are sparsest"
        case .density(let density): "without parts with a density below \(PlainNumbers.short(density))"
        }
    }

    /// The text that the command line reads.
    public var word: String {
        switch self {
        case .nothing: "none"
        case .voxels(let number): "voxels:\(PlainNumbers.short(number))"
        case .quantile(let share): "\(PlainNumbers.short(share * 100))%"
        case .density(let density): "density:\(PlainNumbers.short(density))"
        }
    }
}
