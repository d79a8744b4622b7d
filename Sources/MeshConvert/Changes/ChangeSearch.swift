import MeshFormats
import MeshModel
import MeshOperations
import Reconstruction
import ScanPackages

/// Finds what changed between two scans: moves the second onto the first, measures both ways, asks the depth frames.
struct ChangeSearch {
    /// One of the two, and what became of each of its vertices.
    struct Part {
        let source: ChangeSource
        var surface: ChangeSurface
        var side: Changes.Side
        var fates: ContiguousArray<Fate> = []
    }

    /// What became of a vertex.
    enum Fate: UInt8 { case unchanged, changed, unseen, unmatched }

    private(set) var before: Part
    private(set) var after: Part
    private(set) var alignment: Changes.Alignment?
    private(set) var places: [Changes.Place] = []
    private(set) var remarks: [String]
    private let options: Changes.Options
    private let conversion: ConvertOptions
    /// What is subtracted from all places, so that those far from the origin keep their detail.
    let origin: SIMD3<Double>

    /// A connected piece that reaches into fewer cells than this, whose edge is ``Changes/Options/within`` or
    /// twice the distance of points, is noise.
    private static let leastCells = 5

    init(
        _ first: ChangeSource, _ second: ChangeSource, _ options: Changes.Options, _ conversion: ConvertOptions
    ) throws(ConvertError) {
        (self.options, self.conversion) = (options, conversion)
        remarks = first.remarks + second.remarks
        let origin = Self.origin(of: first)
        self.origin = origin
        func part(_ source: ChangeSource) throws(ConvertError) -> Part {
            try ConvertError.reading(source.name) { () throws(ReadError) in
                let surface = try ChangeSurface(source, origin: origin, longest: options.within, conversion)
                return Part(source: source, surface: surface, side: Changes.Side(name: source.name))
            }
        }
        (before, after) = (try part(first), try part(second))
    }

    /// Whole numbers near the middle if that is a kilometre away or more, else zero.
    private static func origin(of source: ChangeSource) -> SIMD3<Double> {
        guard let bounds = Bounds(source.scene) else { return SIMD3() }
        let middle = source.toMeters.applied(to: (bounds.minimum + bounds.maximum) / 2)
        let isFar = max(abs(middle.x), abs(middle.y), abs(middle.z)) > 1000
        return isFar && middle.length < 1e15 ? middle.rounded(.toNearestOrEven) : SIMD3()
    }

    /// Compares both.
    mutating func run() throws(ReadError) {
        let (first, second) = (try oriented(before.surface), try oriented(after.surface))
        var moving = second.cloud
        if options.aligns, try align(moving, to: first.cloud), let alignment {
            after.surface.move(by: alignment.motion)
            moving = moving.moved(by: alignment.motion)
        }
        let (own, other) = (try discs(first.cloud, first.radii), try discs(moving, second.radii))
        let moved = alignment?.isApplied == true ? alignment?.motion ?? .identity : .identity
        before = try judged(before, against: other, after.source.package, at: moved)
        after = try judged(after, against: own, before.source.package, at: .identity)
        (before, places) = gathered(before, own.spacing, .gone, .onlyBefore)
        let came: [Changes.Place]
        (after, came) = gathered(after, other.spacing, .came, .onlyAfter)
        places += came
        let isCloud = (before: before.side.isCloud, after: after.side.isCloud)
        func rank(_ place: Changes.Place) -> Bool {
            place.kind == .gone || place.kind == .onlyBefore ? isCloud.before : isCloud.after
        }
        // Stable: of equal amounts those of the first come first.
        places = places.enumerated().inOrder { a, b in
            let (own, other) = (rank(a.element), rank(b.element))
            if own != other { return other }
            return (b.element.amount, a.offset) < (a.element.amount, b.offset)
        }.map(\.element)
        for index in places.indices {
            places[index].least += origin
            places[index].most += origin
        }
        if var found = alignment {
            found.motion = inFile(found.motion)
            alignment = found
        }
    }

    /// A motion about the origin as one of the places in the files.
    private func inFile(_ motion: Affine) -> Affine {
        var motion = motion
        motion.translation = motion.applied(to: -origin) + origin
        return motion
    }

    /// A surface as discs with normals.
    private func oriented(
        _ surface: ChangeSurface
    ) throws(ReadError) -> (cloud: PointCloud, radii: ContiguousArray<Float>?) {
        guard surface.isCloud else {
            let faces = try surface.faces(conversion)
            return (faces.cloud, faces.radii)
        }
        var cloud = surface.points
        try conversion.stoppable { () throws(ReconstructionStopped) in
            _ = try cloud.estimateNormals(
                NeighborLimits(count: 12), workers: conversion.execution.workers, shouldStop: conversion.isCancelled)
        }
        return (cloud, nil)
    }

    private func discs(_ cloud: PointCloud, _ radii: ContiguousArray<Float>?) throws(ReadError) -> SurfaceDiscs {
        try conversion.stoppable { () throws(ReconstructionStopped) in
            guard let radii else {
                return try SurfaceDiscs(
                    closing: cloud, workers: conversion.execution.workers, shouldStop: conversion.isCancelled)
            }
            return try SurfaceDiscs(cloud, radii: radii, shouldStop: conversion.isCancelled)
        }
    }

    /// Finds the motion of the second; returns whether it is to be moved.
    private mutating func align(_ points: PointCloud, to surface: PointCloud) throws(ReadError) -> Bool {
        guard
            let found = try ScanAligner.alignment(
                of: points, to: surface, mostPoints: options.mostAligningPoints, conversion)
        else { return false }
        alignment = Changes.Alignment(
            motion: found.motion, overlaps: found.overlaps, isApplied: found.overlaps && found.isBetter,
            movement: found.movement,
            turn: found.motion.degrees, before: found.distanceBefore, after: found.distanceAfter,
            overlap: Double(found.matchedCount) / Double(max(found.pointCount, 1)))
        return alignment?.isApplied == true
    }

    // MARK: Judgement

    /// Says of each vertex what became of it.
    private func judged(
        _ part: Part, against other: SurfaceDiscs, _ package: ScanPackage?, at motion: Affine
    ) throws(ReadError) -> Part {
        var part = part
        let points = part.surface.points
        let (workers, isCancelled) = (conversion.execution.workers, conversion.isCancelled)
        let distances = try conversion.stoppable { () throws(ReconstructionStopped) in
            try other.distances(of: points, workers: workers, shouldStop: isCancelled)
        }
        part.side.isCloud = part.surface.isCloud
        part.side.isSeenByFrames = package != nil
        part.side.measure(distances, part.surface.amounts, within: options.within)
        part.fates = ContiguousArray(repeating: .unchanged, count: points.count)
        let far = ContiguousArray(
            distances.indices.lazy.filter { [options, surface = part.surface] in
                surface.amounts[$0] > 0 && Double(distances[$0]) > options.within
            }.map { Int32(truncatingIfNeeded: $0) })
        guard let package else {
            for vertex in far { part.fates[Int(vertex)] = .unmatched }
            return part
        }
        var lines = SightLines(points.selecting(far), margin: options.within)
        // From the package's frame to that of the surfaces.
        var place = motion
        place.translation = motion.applied(to: -origin)
        let reader = DepthFrameReader(package, space: conversion.scanMesh.space, motion: place)
        let conversion = conversion
        try FrameWalk([reader], conversion).forEach(pictures: .none) { (frame, _) throws(ReadError) in
            guard let frame else { return }
            try conversion.stoppable { () throws(ReconstructionStopped) in
                try lines.add(frame, workers: workers, shouldStop: isCancelled)
            }
        }
        for (index, vertex) in far.enumerated() {
            switch lines.verdict(index) {
            case .open: part.fates[Int(vertex)] = .changed
            case .unseen: part.fates[Int(vertex)] = .unseen
            // It stands there, though the other's shape lacks it.
            case .occupied: break
            }
        }
        return part
    }

    /// Joins what changed to places, and takes spots for noise.
    ///
    /// - Parameter spacing: how far apart its points or triangles are: cells are wide enough that they touch.
    private func gathered(
        _ part: Part, _ spacing: Float, _ changed: Changes.Place.Kind, _ unmatched: Changes.Place.Kind
    ) -> (Part, [Changes.Place]) {
        var part = part
        var places: [Changes.Place] = []
        let points = part.surface.points
        for (fate, kind) in [(Fate.changed, changed), (.unmatched, unmatched)] {
            let own = ContiguousArray(
                part.fates.indices.lazy.filter { [fates = part.fates] in fates[$0] == fate }
                    .map { Int32(truncatingIfNeeded: $0) })
            for group in points.connected(own, cell: max(options.within, 2 * Double(spacing))) {
                let amount = group.points.reduce(0.0) { $0 + part.surface.amounts[Int($1)] }
                guard group.cellCount >= Self.leastCells else {
                    for vertex in group.points { part.fates[Int(vertex)] = .unchanged }
                    part.side.spots += amount
                    continue
                }
                var place = Changes.Place(
                    kind: kind, amount: amount, least: SIMD3(repeating: .infinity),
                    most: SIMD3(repeating: -.infinity))
                for vertex in group.points {
                    place.least = pointwiseMin(place.least, part.surface.position(Int(vertex)))
                    place.most = pointwiseMax(place.most, part.surface.position(Int(vertex)))
                }
                places.append(place)
            }
        }
        for (vertex, fate) in part.fates.enumerated() {
            let amount = part.surface.amounts[vertex]
            part.side.total += amount
            switch fate {
            case .unchanged: part.side.unchanged += amount
            case .changed: part.side.changed += amount
            case .unseen: part.side.unseen += amount
            case .unmatched: part.side.unmatched += amount
            }
        }
        return (part, places)
    }
}

extension Changes.Side {
    /// Takes the distances of vertices, each as often as it stands for.
    fileprivate mutating func measure(
        _ distances: ContiguousArray<Float>, _ amounts: ContiguousArray<Double>, within: Double
    ) {
        let order = distances.indices.filter { amounts[$0] > 0 }.sorted {
            (distances[$0], $0) < (distances[$1], $1)
        }
        let total = order.reduce(0.0) { $0 + amounts[$1] }
        var sum = 0.0
        var isMedianFound = false
        var isMostFound = false
        for vertex in order {
            sum += amounts[vertex]
            let distance = Double(distances[vertex])
            if distance <= within { near = min(sum / total, 1) }
            if !isMedianFound, sum >= total / 2 { (median, isMedianFound) = (distance, true) }
            if !isMostFound, sum >= total * 0.95 { (most, isMostFound) = (distance, true) }
        }
    }
}

extension Affine {
    /// The angle of a rotation in degrees, by a series that is exact to a thousandth up to 60° and too small beyond.
    fileprivate var degrees: Double {
        let square = max(3 - x.x - y.y - z.z, 0) / 4
        let s = square.squareRoot()
        let arc = s * (1 + square * (1 / 6.0 + square * (3 / 40.0 + square * (15 / 336.0 + square * 105 / 3456.0))))
        return 2 * arc * 57.295_779_513_082_32
    }
}
