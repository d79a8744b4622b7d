public import MeshModel

/// Fuses depth frames, one at a time, into a surface.
///
/// ```swift
/// let fusion = DepthFusion(FusionOptions(voxelSize: 0.02))
/// for frame in frames { fusion.add(frame) }
/// fusion.beginRefinement()                       // optional: the same frames again, with corrected poses
/// for frame in frames { fusion.add(frame) }
/// let scene = try fusion.surface().scene()
/// ```
///
/// - Units and frame: metres, in the world of the frames' poses.
/// - Memory: follows the area of the surfaces that were seen, about 0.7 MB a square metre at 2 cm, not the number of
///   frames; no frame is kept.
/// - Order: the same frames in the same order give the same bytes, on any number of threads.
/// - Threads: one call at a time; a call uses the threads of its `workers`.
public final class DepthFusion {
    /// What became of a frame.
    public struct FrameReport: Hashable, Sendable {
        /// The number of pixels that count: measured, within the range, of sufficient confidence.
        public var usedPixels: Int
        /// The number of pixels that would count, if they weren't beyond the range.
        public var farPixels = 0
        /// Whether the frame had colours.
        public var isColored: Bool
        /// Whether all pixels counted because nothing is known about their confidence.
        public var isConfidenceUnknown: Bool
        /// How far the camera was moved by refinement, in metres; nil: the recorded pose was used.
        public var movement: Double?
    }

    /// The options.
    public let options: FusionOptions
    /// The number of frames fused since the start, or since ``beginRefinement()``.
    public private(set) var frameCount = 0
    /// The number of those that had colours.
    public private(set) var coloredFrameCount = 0
    private var volume: FusionVolume
    private var reference: FusionVolume?

    /// Creates an empty volume.
    public init(_ options: FusionOptions = FusionOptions()) {
        self.options = options
        volume = FusionVolume(options)
    }

    /// The number of blocks of 8 × 8 × 8 voxels, 8 KiB each; during refinement those of both volumes.
    public var blockCount: Int { volume.count + (reference?.count ?? 0) }

    /// How many samples along rays were left out: beyond the limit of blocks, or too far from the origin.
    public var leftOutSampleCount: Int { volume.leftOut }

    /// Fuses a frame; takes a time that depends on what it sees, not on how many came before.
    ///
    /// - Returns: what became of it. A frame without a single usable pixel changes nothing.
    @discardableResult
    public func add(_ frame: DepthFrame, workers: some Workers = OneWorker()) -> FrameReport {
        let view = FrameView(
            frame, range: options.range, weights: options.weights, blendLimit: options.blendLimit, depthPower: 1)
        var report = FrameReport(
            usedPixels: view.usedPixels, farPixels: view.farPixels, isColored: !view.colors.isEmpty,
            isConfidenceUnknown: frame.isConfidenceUnknown)
        guard view.usedPixels > 0 else { return report }
        var pose = RigidPose(frame.cameraToWorld)
        if let reference {
            var settings = PoseRefinement.Options(stiffness: options.poseStiffness)
            settings.step *= frame.enlargement
            if let refined = PoseRefinement(view, settings).refine(pose, reference) {
                report.movement = (refined.eye - pose.eye).length
                pose = refined
            }
        }
        volume.allocate(view, pose)
        volume.update(view, pose, workers)
        frameCount += 1
        if report.isColored { coloredFrameCount += 1 }
        return report
    }

    /// Starts again with an empty volume. Frames that are added from here on are first moved, by millimetres, so that
    /// they lie on the surface fused so far: hand in the same frames again.
    ///
    /// Without frames so far it does nothing.
    public func beginRefinement() {
        guard frameCount > 0 else { return }
        reference = volume
        volume = FusionVolume(options)
        frameCount = 0
        coloredFrameCount = 0
    }

    /// Returns the surface of the frames so far; more may be added later.
    ///
    /// - Parameters:
    ///   - options: what is removed and closed.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func surface(
        _ options: SurfaceOptions = SurfaceOptions(), workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> ReconstructedSurface {
        let extraction = SurfaceExtraction(WeighedVolume(volume, minimumWeight: options.minimumWeight))
        guard var mesh = extraction.surface(workers, shouldStop) else { throw ReconstructionStopped() }
        let removed = mesh.removePieces(smallerThan: options.leastTriangles)
        if shouldStop() { throw ReconstructionStopped() }
        let filled = mesh.fillHoles(upTo: options.longestHole)
        return ReconstructedSurface(mesh, removedTriangles: removed, filledHoles: filled)
    }
}

/// The error of work that was stopped because its caller said so; nothing is left of it.
public struct ReconstructionStopped: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}
