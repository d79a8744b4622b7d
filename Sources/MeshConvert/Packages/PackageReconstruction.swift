import MeshBytes
import MeshFormats
import MeshModel
import Reconstruction
import ScanPackages

/// Makes a scene of the depth frames of a package, or of several that show one place.
struct PackageReconstruction {
    private var frames: FrameWalk
    private let packages: [ScanPackage]
    private let options: ReconstructionOptions
    private let conversion: ConvertOptions
    private var told: ReconstructionFindings

    /// Makes a scene.
    ///
    /// - Throws: an error that names the package's lack; or that the work was cancelled. A frame that can't be used is
    ///   a finding.
    static func document(
        of package: ScanPackage, _ options: ReconstructionOptions, _ conversion: ConvertOptions
    ) throws(ReadError) -> Document {
        let frames = FrameWalk([DepthFrameReader(package, space: conversion.scanMesh.space)], conversion)
        return try document(of: [package], frames, options, conversion)
    }

    /// Makes a scene of the frames of several packages, in one fusion.
    static func document(
        of packages: [ScanPackage], _ frames: FrameWalk, _ options: ReconstructionOptions, _ conversion: ConvertOptions
    ) throws(ReadError) -> Document {
        var run = PackageReconstruction(
            frames: frames, packages: packages, options: options, conversion: conversion,
            told: ReconstructionFindings(options))
        return try run.document()
    }

    private mutating func document() throws(ReadError) -> Document {
        guard frames.count > 0 else {
            let count = packages.reduce(0) { $0 + $1.frames.count }
            let frames = ReconstructionFindings.counted(count, "frames")
            let colmap: Wording =
                "; COLMAP can make one from photos, written for it by \(.variant, PackageVariant.colmap.rawValue)"
            throw ReadError(
                .missing, .whole,
                wording: """
                    there is no depth to make a shape of (\(frames) without)\
                    \(packages.contains(where: \.hasPictures) ? colmap : "")
                    """)
        }
        try leaveOutStillFrames()
        var scene = try options.method == .tsdf ? surface() : cloud()
        if options.paintsTexture, told.pictureCount > 0 {
            var shaping = Shaping(scene, conversion)
            try shaping.run()
            told.add(shaping.findings)
            scene = try textured(shaping.scene)
        }
        // Poses are in the frame of the package's files.
        scene.upAxis = conversion.input.upAxis ?? packages.first?.upAxis ?? .y
        scene.metersPerUnit = conversion.input.metersPerUnit ?? 1
        if conversion.scanMesh.tellsSource {
            let source = packages.map(ScanRemarks.source).joined(separator: ", ")
            scene.metadata += ScanRemarks.entries(source: source, [told.remark], of: scene)
        }
        var document = Document(of: scene)
        document.variant = packages.first?.kind.rawValue ?? ""
        document.diagnostics = told.list
        return document
    }

    // MARK: The ways

    private mutating func surface() throws(ReadError) -> MeshScene {
        var fusing = FusionOptions(voxelSize: options.effectiveVoxelSize)
        fusing.range = options.depthRange
        let fusion = DepthFusion(fusing)
        let workers = conversion.execution.workers
        if options.refinesPoses {
            try forEachFrame(pictures: .none, tells: false) { frame in
                fusion.add(frame, workers: workers).usedPixels
            }
            fusion.beginRefinement()
        }
        var (furthest, used, far) = (0.0, 0, 0)
        try forEachFrame(pictures: picturesOfShape, tells: true) { frame in
            let report = fusion.add(frame, workers: workers)
            (used, far) = (used + report.usedPixels, far + report.farPixels)
            furthest = max(furthest, report.movement ?? 0)
            return report.usedPixels
        }
        told.tellFar(far, of: used + far)
        try requireFrames()
        let shouldStop = conversion.isCancelled
        let surface = try conversion.stoppable { () throws(ReconstructionStopped) in
            try fusion.surface(workers: workers, shouldStop: shouldStop)
        }
        guard surface.triangleCount > 0 else {
            throw ReadError(
                .missing, .whole,
                "too little is seen in \(ReconstructionFindings.counted(told.frameCount, "depth frames")) for a surface"
            )
        }
        told.tellSource("a mesh", "fused in voxels of")
        told.tell(
            "pose.refined", .note, furthest > 0 ? told.frameCount : 0,
            "poses refined to fit the surface of all frames, by at most \(PlainNumbers.short(furthest * 1000)) mm")
        told.tell(
            "hole.closed", .warning, surface.filledHoleCount,
            "small holes closed with triangles that were not measured")
        told.tell("piece.removed", .note, surface.removedTriangleCount, "triangles of tiny loose pieces left out")
        told.tell(
            "depth.beyond-limit", .warning, fusion.leftOutSampleCount,
            "depth samples left out, because they are too far away")
        if options.paintsTexture, told.pictureCount > 0 { return surface.scene() }
        told.tellUnseen(surface.uncoloredVertexCount, of: surface.vertexCount, "vertices")
        return surface.scene()
    }

    /// Paints the surface with the pictures of the frames: once to see how bright they are, once for the texture.
    private mutating func textured(_ scene: MeshScene) throws(ReadError) -> MeshScene {
        guard let primitive = scene.meshes.first?.primitives.first, primitive.isTriangles,
            let corners = primitive.vertices, let vertices = scene.vertexSets.first,
            let points = try? PointCloud(vertices)
        else { throw ReadError(.usage, .whole, "there is no mesh of triangles to paint the photos on") }
        var rows = ContiguousArray<Int64>()
        corners.read(0..<corners.count, into: &rows)
        let triangles = ContiguousArray(rows.lazy.map { UInt32(clamping: $0) })
        let texturing = FrameTexturing(
            positions: points.positions, triangles: triangles, colors: points.colors.isEmpty ? nil : points.colors)
        let shouldStop = conversion.isCancelled
        let (conversion, workers) = (conversion, conversion.execution.workers)
        for isLast in [false, true] {
            try forEachFrame(pictures: .whole, tells: false) { (frame) throws(ReadError) in
                try conversion.stoppable { () throws(ReconstructionStopped) in
                    try texturing.add(frame, workers: workers, shouldStop: shouldStop) ? 1 : 0
                }
            }
            if isLast { break }
            try conversion.stoppable { () throws(ReconstructionStopped) in
                try texturing.beginTexture(shouldStop: shouldStop)
            }
        }
        let atlas = try conversion.stoppable { () throws(ReconstructionStopped) in
            try texturing.atlas(workers: workers, shouldStop: shouldStop)
        }
        told.tell(
            "texture.painted", .note, atlas.texturedFaceCount,
            "triangles painted from photos, one pixel for each \(PlainNumbers.short(atlas.texelSize * 1000)) mm")
        let unseen = atlas.unseenFaceCount + atlas.unusableFaceCount
        told.tellUnseen(unseen, of: primitive.elementCount, "triangles")
        return try TexturedSurface(plain: scene, atlas: atlas).scene(threads: conversion.execution.threads)
    }

    private mutating func cloud() throws(ReadError) -> MeshScene {
        var collecting = CloudOptions(voxelSize: options.effectiveVoxelSize)
        collecting.range = options.depthRange
        var points = CloudAccumulation(collecting)
        var leftOut = (edges: 0, others: 0, far: 0)
        var used = 0
        try forEachFrame(pictures: picturesOfShape, tells: true) { frame in
            let report = points.add(frame)
            leftOut.edges += report.edgePixels
            leftOut.others += report.leftOutPixels
            leftOut.far += report.farPixels
            used += report.usedPixels + report.edgePixels
            return report.usedPixels
        }
        told.tellFar(leftOut.far, of: used + leftOut.far)
        try requireFrames()
        var cloud = points.cloud()
        told.tellSource("points", "one in each voxel of")
        told.tell(
            "depth.edge", .note, leftOut.edges, "depth pixels at edges left out, because they mix near and far")
        told.tell(
            "depth.beyond-limit", .warning, leftOut.others,
            "depth pixels left out, because they are too far away, or too many")
        if let neighbors = conversion.shaping.normals ?? (options.method == .poisson ? .init() : nil) {
            let unknown = try conversion.makeNormals(of: &cloud, neighbors)
            told.tell(
                Shaping.Code.normals.rawValue, .note, cloud.count,
                "normals computed from neighbouring points, turned towards the cameras")
            told.tell(Shaping.Code.normals.rawValue, .warning, unknown, Shaping.unknownNormals)
        }
        told.tellUnseen(cloud.uncoloredCount, of: cloud.count, "points")
        return cloud.scene()
    }

    // MARK: Frames

    /// What pictures are for in the pass that makes the shape: enlarged depth follows their edges.
    private var picturesOfShape: PictureUse { options.depthEnlargement > 1 ? .whole : .colors }

    /// Hands each frame that can be used to `body`, in order.
    ///
    /// - Parameters:
    ///   - pictures: what pictures are decoded for.
    ///   - tells: whether it is the pass that makes the shape: then depth is enlarged if that is asked for, and findings
    ///     and numbers of frames are kept.
    ///   - body: returns the number of pixels that it used.
    private mutating func forEachFrame(
        pictures: PictureUse, tells: Bool, _ body: (DepthFrame) throws(ReadError) -> Int
    ) throws(ReadError) {
        let frames = frames
        try frames.forEach(pictures: pictures) { (frame, findings) throws(ReadError) in
            if tells { told.add(findings) }
            guard var frame else { return }
            if tells { frame = try enlarged(frame) }
            let pixels = try body(frame)
            if tells { told.count(frame, pixels: pixels) }
        }
    }

    /// Leaves out the frames of a camera that stood still. A frame that can't be used stays, so that it is told why, and
    /// doesn't hide the next.
    private mutating func leaveOutStillFrames() throws(ReadError) {
        guard let least = options.leastMovement else { return }
        var gate = MovementGate(distance: least.distance, degrees: least.degrees)
        let count = try frames.leaveOut { !gate.passes($0.cameraToWorld) }
        told.tell(
            "frame.still", .note, count,
            "frames left out, as asked for: the camera had hardly moved since the last one used")
    }

    /// The frame with larger depth, if that is asked for.
    private mutating func enlarged(_ frame: DepthFrame) throws(ReadError) -> DepthFrame {
        let (factor, workers, shouldStop) = (
            options.depthEnlargement, conversion.execution.workers, conversion.isCancelled
        )
        let larger = try conversion.stoppable { () throws(ReconstructionStopped) in
            try frame.enlarged(factor, workers: workers, shouldStop: shouldStop)
        }
        told.tell(
            "depth.enlarged", .note, larger.depthPixelCount - frame.depthPixelCount,
            "depth pixels added between the measured ones, along edges in the photos, as asked for")
        return larger
    }

    private func requireFrames() throws(ReadError) {
        guard told.frameCount == 0 else { return }
        // What keeps a frame out comes before what only costs it something.
        let first = told.list.first { $0.code == ReconstructionFindings.farCode } ?? told.list.first
        let reason = first.map { ": \($0.message)" } ?? ""
        throw ReadError(
            .missing, first?.location ?? .whole,
            "no usable depth in \(ReconstructionFindings.counted(frames.count, "frames"))\(reason)")
    }
}
