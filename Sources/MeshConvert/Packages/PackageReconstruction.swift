import MeshBytes
import MeshFormats
import MeshModel
import Reconstruction
import ScanPackages

/// Makes a scene of a package's depth frames.
struct PackageReconstruction {
    /// The code of what says how the shape was made.
    static let code = "shape.reconstructed"

    private let reader: DepthFrameReader
    private let package: ScanPackage
    private let options: ReconstructionOptions
    private let conversion: ConvertOptions
    private var findings = GatheredFindings()
    /// The numbers of frames that gave shape, and colours.
    private var used = (frames: 0, pictures: 0)

    /// Makes a scene.
    ///
    /// - Throws: an error that names the package's lack; or that the work was cancelled. A frame that can't be used is
    ///   a finding.
    static func document(
        of package: ScanPackage, _ options: ReconstructionOptions, _ conversion: ConvertOptions
    ) throws(ReadError) -> Document {
        var run = PackageReconstruction(package, options, conversion)
        return try run.document()
    }

    private init(_ package: ScanPackage, _ options: ReconstructionOptions, _ conversion: ConvertOptions) {
        reader = DepthFrameReader(package, space: conversion.scanMesh.space)
        (self.package, self.options, self.conversion) = (package, options, conversion)
    }

    private mutating func document() throws(ReadError) -> Document {
        guard !reader.frames.isEmpty else {
            let frames = counted(package.frames.count, "frames")
            let colmap: Wording =
                ": COLMAP makes a shape of pictures alone, \(.variant, PackageVariant.colmap.rawValue) writes them for it"
            throw ReadError(
                .missing, .whole,
                wording: "expected frames with depth, found \(frames) without\(package.hasPictures ? colmap : "")")
        }
        var scene = try options.method == .tsdf ? surface() : cloud()
        describe(&scene)
        var document = Document(of: scene)
        document.variant = package.kind.rawValue
        document.diagnostics = findings.list
        return document
    }

    // MARK: The ways

    private mutating func surface() throws(ReadError) -> MeshScene {
        let fusion = DepthFusion(FusionOptions(voxelSize: options.effectiveVoxelSize))
        let workers = conversion.execution.workers
        if options.refinesPoses {
            try forEachFrame(withPictures: false, tells: false) { frame in
                fusion.add(frame, workers: workers).usedPixels
            }
            fusion.beginRefinement()
        }
        var furthest = 0.0
        try forEachFrame(withPictures: true, tells: true) { frame in
            let report = fusion.add(frame, workers: workers)
            furthest = max(furthest, report.movement ?? 0)
            return report.usedPixels
        }
        try requireFrames()
        let work = conversion.work
        let shouldStop: @Sendable () -> Bool = { work?.isCancelled == true }
        let surface = try Self.stoppable { () throws(ReconstructionStopped) in
            try fusion.surface(workers: workers, shouldStop: shouldStop)
        }
        guard surface.triangleCount > 0 else {
            throw ReadError(
                .missing, .whole,
                "expected a surface in \(counted(used.frames, "depth frames")), found none: too little is seen of it")
        }
        tellSource("a mesh", "fused in voxels of")
        if furthest > 0 {
            findings.add(
                Diagnostic(
                    "pose.refined", .note, count: used.frames, at: .whole,
                    "poses refined against the surface of all frames, by at most "
                        + "\(PlainNumbers.short(furthest * 1000)) mm"))
        }
        tell(
            "hole.closed", .warning, surface.filledHoleCount,
            "small holes closed with triangles that nobody measured")
        tell("piece.removed", .note, surface.removedTriangleCount, "triangles of tiny loose pieces left out")
        tell(
            "depth.beyond-limit", .warning, fusion.leftOutSampleCount,
            "samples of depth left out, since they lie too far away")
        if options.paintsTexture, used.pictures > 0 { return try textured(surface, shouldStop) }
        tellUnseen(surface.uncoloredVertexCount, of: surface.vertexCount, "vertices")
        return surface.scene()
    }

    /// Paints the surface with the pictures of the frames: once to see how bright they are, once for the texture.
    private mutating func textured(
        _ surface: ReconstructedSurface, _ shouldStop: @escaping @Sendable () -> Bool
    ) throws(ReadError) -> MeshScene {
        let texturing = FrameTexturing(surface)
        let workers = conversion.execution.workers
        for isLast in [false, true] {
            try forEachFrame(withPictures: true, tells: false) { (frame) throws(ReadError) in
                try Self.stoppable { () throws(ReconstructionStopped) in
                    try texturing.add(frame, workers: workers, shouldStop: shouldStop) ? 1 : 0
                }
            }
            if isLast { break }
            try Self.stoppable { () throws(ReconstructionStopped) in
                try texturing.beginTexture(shouldStop: shouldStop)
            }
        }
        let atlas = try Self.stoppable { () throws(ReconstructionStopped) in
            try texturing.atlas(workers: workers, shouldStop: shouldStop)
        }
        findings.add(
            Diagnostic(
                "texture.painted", .note, count: atlas.texturedFaceCount, at: .whole,
                """
                triangles painted with pictures, a pixel for each \(PlainNumbers.short(atlas.texelSize * 1000)) mm
                """))
        let unseen = atlas.unseenFaceCount + atlas.unusableFaceCount
        tellUnseen(unseen, of: surface.triangleCount, "triangles")
        return try TexturedSurface(surface: surface, atlas: atlas).scene(threads: conversion.execution.threads)
    }

    /// Turns the error of stopped work into that of reading.
    private static func stoppable<R>(_ body: () throws(ReconstructionStopped) -> R) throws(ReadError) -> R {
        do throws(ReconstructionStopped) { return try body() } catch {
            throw ReadError(.cancelled, .whole, "expected time to end, found that the work was cancelled")
        }
    }

    private mutating func cloud() throws(ReadError) -> MeshScene {
        var points = CloudAccumulation(CloudOptions(voxelSize: options.effectiveVoxelSize))
        var leftOut = (edges: 0, others: 0)
        try forEachFrame(withPictures: true, tells: true) { frame in
            let report = points.add(frame)
            leftOut.edges += report.edgePixels
            leftOut.others += report.leftOutPixels
            return report.usedPixels
        }
        try requireFrames()
        let cloud = points.cloud()
        tellSource("points", "one in each voxel of")
        tell("depth.edge", .note, leftOut.edges, "pixels beside a jump of depth left out, since they mix near and far")
        tell(
            "depth.beyond-limit", .warning, leftOut.others,
            "pixels left out, since they lie too far away, or are too many")
        tellUnseen(cloud.uncoloredCount, of: cloud.count, "points")
        return cloud.scene()
    }

    // MARK: Frames

    /// Decodes frames, several at a time, and hands each that can be used to `body`, in order.
    ///
    /// - Parameters:
    ///   - withPictures: whether pictures are decoded.
    ///   - tells: whether findings and numbers of frames are kept.
    ///   - body: returns the number of pixels that it used.
    private mutating func forEachFrame(
        withPictures: Bool, tells: Bool, _ body: (DepthFrame) throws(ReadError) -> Int
    ) throws(ReadError) {
        let reader = reader
        let size = conversion.execution.threads * 2
        for first in stride(from: 0, to: reader.frames.count, by: size) {
            let frames = reader.frames[first..<min(first + size, reader.frames.count)]
            let decoded = conversion.execution.workers.map(frames.count) { index in
                Result { () throws(ReadError) in
                    try reader.decode(frames[first + index], withPicture: withPictures)
                }
            }
            for result in decoded {
                do throws(SystemError) { try conversion.work?.lookUp() } catch { throw ReadError(error) }
                let decoded = try result.get()
                if tells { decoded.findings.forEach { findings.add($0) } }
                guard let frame = decoded.frame else { continue }
                let pixels = try body(frame)
                guard tells else { continue }
                guard pixels > 0 else {
                    findings.add(
                        Diagnostic(
                            "frame.unused", .warning, at: .whole,
                            "frames left out: expected a pixel that is near and sure enough, found none"))
                    continue
                }
                used.frames += 1
                if frame.picture != nil { used.pictures += 1 }
                if frame.isConfidenceUnknown {
                    findings.add(
                        Diagnostic(
                            "confidence.unknown", .warning, at: .whole,
                            "frames without confidence, of which all pixels count"))
                }
            }
        }
    }

    private func requireFrames() throws(ReadError) {
        guard used.frames == 0 else { return }
        let reason = findings.list.first.map { ": \($0.message)" } ?? ""
        throw ReadError(
            .missing, findings.list.first?.location ?? .whole,
            "expected a frame with depth that can be used, found none of \(reader.frames.count)\(reason)")
    }

    // MARK: What is said

    private mutating func tellSource(_ shape: String, _ way: String) {
        findings.add(
            Diagnostic(
                Self.code, .note, at: .whole,
                """
                \(shape) of \(counted(used.frames, "depth frames")), \(way) \
                \(PlainNumbers.short(options.effectiveVoxelSize * 100)) cm, with the colours of \
                \(counted(used.pictures, "pictures"))
                """))
    }

    private mutating func tellUnseen(_ count: Int, of total: Int, _ unit: String) {
        guard count < total else {
            return tell("color.unseen", .warning, count, "\(unit) without a colour: no frame has a picture")
        }
        tell("color.unseen", .warning, count, "\(unit) without a colour of their own, since no picture saw them")
    }

    private mutating func tell(_ code: String, _ severity: Diagnostic.Severity, _ count: Int, _ message: String) {
        guard count > 0 else { return }
        findings.add(Diagnostic(code, severity, count: count, at: .whole, message))
    }

    /// Adds comments about the origin, for formats that have them.
    private func describe(_ scene: inout MeshScene) {
        guard conversion.scanMesh.tellsSource else { return }
        let source = "\(package.files.name.lastPathPart) (\(package.kind.rawValue))"
        let made =
            "\(options.method.rawValue), voxels of \(PlainNumbers.short(options.effectiveVoxelSize * 100)) cm, "
            + "\(counted(used.frames, "depth frames")), \(counted(used.pictures, "pictures"))"
        scene.metadata += ScanRemarks.entries(source: source, ["shape: reconstructed, \(made)"], of: scene)
    }

    private func counted(_ count: Int, _ nouns: String) -> String { "\(count) \(CountedNoun.text(count, nouns))" }
}

/// Findings, those of one code and message as one with a count.
private struct GatheredFindings {
    private(set) var list: [Diagnostic] = []

    mutating func add(_ finding: Diagnostic) {
        let same = list.firstIndex { $0.code == finding.code && $0.wording == finding.wording }
        if let same { list[same].count += finding.count } else { list.append(finding) }
    }
}

extension Diagnostic {
    /// Whether it says of how many frames a shape was made.
    package var saysMaking: Bool { code == PackageReconstruction.code }

    /// Whether it says how a shape was made of depth frames, or what was made without being measured: people have to
    /// know. The message fits behind the count.
    package var isAboutMaking: Bool {
        saysMaking || Self.lacksOfFrames.contains(code)
            || packageCode.map { Self.defectsOfFrames.contains($0) } == true
    }

    private static let lacksOfFrames: Set<String> = [
        "hole.closed", "color.unseen", "texture.painted", "confidence.unknown", "frame.unused", "depth.beyond-limit",
    ]
    private static let defectsOfFrames: Set<PackageCode> = [
        .poseMissing, .poseNotRigid, .intrinsicsMissing, .depthUnreadable, .depthZero, .confidenceUnreadable,
        .confidenceZero, .imageUnreadable,
    ]
}
