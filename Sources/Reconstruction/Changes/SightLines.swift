public import MeshModel

/// What depth frames say about places in space: whether they looked through a place, or saw something there.
///
/// ```swift
/// var lines = SightLines(pointsOfTheOtherScan)
/// for frame in frames { try lines.add(frame) }
/// let isGone = lines.verdict(0) == .open
/// ```
///
/// - Units and frame: metres, in the world of the frames' poses.
/// - Memory: 16 bytes a place; no frame is kept.
public struct SightLines: Sendable {
    /// What the frames say about a place.
    public enum Verdict: Hashable, Sendable {
        /// No frame looked there, or all looks ended before it.
        case unseen
        /// Most frames that reached it measured something behind it.
        case open
        /// As many frames, or more, measured something there.
        case occupied
    }

    private let places: ContiguousArray<Float>
    private var open: ContiguousArray<UInt16>
    private var occupied: ContiguousArray<UInt16>
    private let margin: Float
    private let options: FusionOptions
    /// How much more behind a place something must be for each metre from the camera, as depth is less exact far away.
    private static let marginGrowth: Float = 0.01

    /// Creates an account of places without a frame.
    ///
    /// - Parameters:
    ///   - places: the places; those that aren't finite stay unseen.
    ///   - margin: how far behind a place something must be so that the place is open, and how near so that it is
    ///     occupied, in metres at the camera; 1 % of the distance is added. A number that isn't above 0 counts as 5 cm.
    public init(_ places: PointCloud, margin: Double = 0.05) {
        self.places = places.positions
        open = ContiguousArray(repeating: 0, count: places.count)
        occupied = open
        self.margin = margin > 0 && margin < .infinity ? Float(margin) : 0.05
        options = FusionOptions()
    }

    /// What the frames so far say about a place.
    public func verdict(_ place: Int) -> Verdict {
        guard open.indices.contains(place), open[place] > 0 || occupied[place] > 0 else { return .unseen }
        return open[place] > occupied[place] ? .open : .occupied
    }

    /// Adds a frame: pixels of medium and high confidence within the range that fusion uses.
    ///
    /// A look through a place counts only if the pixels around it are measured and behind the place, too, since those
    /// at an edge mix near and far.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public mutating func add(
        _ frame: DepthFrame, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) {
        let view = FrameView(frame, range: options.range, weights: options.weights, blendLimit: options.blendLimit)
        guard view.usedPixels > 0, view.width > 2, view.height > 2 else { return }
        let pose = RigidPose(frame.cameraToWorld)
        let (places, margin) = (places, margin)
        let parts = workers.map(pieces: 1 << 14, of: open.count) { piece in
            var found = ContiguousArray<(place: Int32, isOpen: Bool)>()
            if shouldStop() { return found }
            for place in piece {
                let position = SIMD3(places[place * 3], places[place * 3 + 1], places[place * 3 + 2])
                guard let isOpen = Self.look(at: position, view, pose, margin) else { continue }
                found.append((Int32(truncatingIfNeeded: place), isOpen))
            }
            return found
        }
        if shouldStop() { throw ReconstructionStopped() }
        for (place, isOpen) in parts.joined() {
            let place = Int(place)
            if isOpen {
                open[place] = open[place] == .max ? .max : open[place] + 1
            } else {
                occupied[place] = occupied[place] == .max ? .max : occupied[place] + 1
            }
        }
    }

    /// Whether a frame looks through a place (true), or ends there (false); nil: neither.
    private static func look(
        at position: SIMD3<Float>, _ view: FrameView, _ pose: RigidPose, _ margin: Float
    ) -> Bool? {
        let p = SIMD3<Float>(pose.toCamera(SIMD3<Double>(position)))
        // Comparisons are false for NaN, so that what is converted below lies in the picture.
        guard p.z > 0.02 else { return nil }
        let (u, v) = (p.x / p.z * view.fx + view.cx, p.y / p.z * view.fy + view.cy)
        guard u >= 1, v >= 1, u < Float(view.width - 1), v < Float(view.height - 1) else { return nil }
        let at = Int(v) * view.width + Int(u)
        let limit = margin + p.z * marginGrowth
        let depth = view.depth[at]
        guard depth > 0, depth >= p.z - limit else { return nil }
        if depth <= p.z + limit { return false }
        for row in [at - view.width, at, at + view.width] {
            // 0 where nothing is measured.
            guard min(view.depth[row - 1], view.depth[row], view.depth[row + 1]) > p.z + limit else { return nil }
        }
        return true
    }
}
