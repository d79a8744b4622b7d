import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction

/// Moves scans, which are roughly placed, onto each other.
struct ScanAligner {
    /// A scan that is to be moved.
    struct Scan {
        var name: String
        /// Its surface, with normals, in its own frame.
        var cloud: PointCloud
        /// From its frame to the world.
        var place: Affine
    }

    /// The code of what says that a scan was moved.
    static let aligned = "scan.aligned"
    /// The code of what says that a scan stays.
    static let notAligned = "scan.not-aligned"

    /// How far scans may stand off, in metres, and how near they are where they overlap.
    static let (reach, closeness): (Float, Float) = (0.5, 0.1)
    /// The points on the faces of a scan.
    static let pointCount = 100_000

    private let conversion: ConvertOptions
    /// What the scans that are placed show, in the world, one point in each voxel of 2 cm.
    private var placed = PointCloud()
    /// What became of each scan that was moved.
    private(set) var findings: [Diagnostic] = []

    init(_ conversion: ConvertOptions) { self.conversion = conversion }

    /// Places scans one after another: first those that overlap with what is placed already.
    ///
    /// The first one stays. One that nothing overlaps with stays, too, and so does one that would lie worse.
    mutating func align(_ scans: inout [Scan]) throws(ReadError) {
        guard let first = scans.first else { return }
        try add(first)
        var waiting = Array(scans.indices.dropFirst())
        var didMove = true
        while didMove {
            didMove = false
            for index in waiting {
                guard let found = try Self.alignment(of: scans[index].moved, to: placed, conversion), found.overlaps
                else { continue }
                waiting.removeAll { $0 == index }
                didMove = true
                if found.isBetter { scans[index].place = found.motion * scans[index].place }
                tell(scans[index].name, found)
                try add(scans[index])
            }
        }
        for index in waiting {
            let message = "not moved: too little of it is near the other scans"
            findings.append(
                Diagnostic(Self.notAligned, .warning, at: .sideFile(scans[index].name, .whole), message))
        }
    }

    private mutating func tell(_ name: String, _ found: CloudAlignment) {
        let message =
            found.isBetter
            ? "moved by \(found.words(onto: "the other scans"))"
            : "not moved: it would not fit the other scans better"
        findings.append(
            Diagnostic(
                found.isBetter ? Self.aligned : Self.notAligned, .note, at: .sideFile(name, .whole), message))
    }

    private mutating func add(_ scan: Scan) throws(ReadError) {
        let (moved, others) = (scan.moved, placed)
        let joined =
            (try? PointCloud(
                positions: others.positions + moved.positions, normals: others.normals + moved.normals)) ?? others
        placed = try conversion.stoppable { () throws(ReconstructionStopped) in
            try joined.downsampled(voxelSize: 0.02, shouldStop: conversion.isCancelled).cloud
        }
    }

    /// Returns the motion that brings points onto a surface; nil where nearly nothing of them lies near.
    static func alignment(
        of points: PointCloud, to surface: PointCloud, mostPoints: Int = 20_000, _ conversion: ConvertOptions
    ) throws(ReadError) -> CloudAlignment? {
        try conversion.stoppable { () throws(ReconstructionStopped) in
            try points.aligned(
                to: surface, reach: reach, closeness: closeness, mostPoints: mostPoints,
                workers: conversion.execution.workers, shouldStop: conversion.isCancelled)
        }
    }

    /// Returns points with normals on what a scene in metres shows: on its faces, else its points; nil without any.
    static func cloud(of scene: MeshScene, _ conversion: ConvertOptions) throws(ReadError) -> PointCloud? {
        if let set = scene.samplingSurface(points: pointCount)?.vertexSets.first { return try? PointCloud(set) }
        guard let set = bakeHierarchy(scene).scene.vertexSets.first, var cloud = try? PointCloud(set), cloud.count > 0
        else { return nil }
        if cloud.normals.isEmpty { _ = try conversion.makeNormals(of: &cloud, ShapingOptions.Neighbors()) }
        return cloud
    }
}

extension ScanAligner.Scan {
    /// Its surface in the world.
    var moved: PointCloud { cloud.moved(by: place) }
}

extension CloudAlignment {
    /// What the motion is for people: `83.1 mm onto …: half of it nearer than 3.1 mm, before 41.5 mm`.
    func words(onto others: String) -> String {
        func millimeters(_ value: Double) -> String { "\(PlainNumbers.short(value * 1000)) mm" }
        return "\(millimeters(movement)) onto \(others): half of the overlap is within "
            + "\(millimeters(distanceAfter)), before within \(millimeters(distanceBefore))"
    }
}

extension Diagnostic {
    /// Whether it says how scans were moved onto each other: people have to know.
    public var isAboutPlacing: Bool { code == ScanAligner.aligned || code == ScanAligner.notAligned }
}
