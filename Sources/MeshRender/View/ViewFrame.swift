public import MeshModel

/// What a picture is fitted to, so that pictures of several moments or sides have one scale.
public struct ViewFrame: Hashable, Sendable {
    /// The corner of the box with the smallest numbers.
    public var lowest: SIMD3<Double>
    /// The corner with the largest.
    public var highest: SIMD3<Double>
    /// Whether the box may be turned around the upright axis and still fits.
    public var isRound: Bool

    /// Creates a frame.
    public init(lowest: SIMD3<Double>, highest: SIMD3<Double>, isRound: Bool = false) {
        self.lowest = lowest
        self.highest = highest
        self.isRound = isRound
    }

    /// The frame around two.
    public func union(_ other: Self) -> Self {
        Self(
            lowest: pointwiseMin(lowest, other.lowest), highest: pointwiseMax(highest, other.highest),
            isRound: isRound || other.isRound)
    }
}

extension MeshScene {
    /// The box around all that the scene shows, in world space; nil if nothing has a finite position.
    ///
    /// - Parameter workers: the threads.
    public func viewFrame(workers: some Workers = OneWorker()) throws(RenderError) -> ViewFrame? {
        let looks = SceneLooks(MeshScene(), .clay, ViewTextures(MeshScene()) { _ in nil })
        return SceneBounds(try ShownScene(self, looks), workers).map {
            ViewFrame(lowest: $0.lowest, highest: $0.highest)
        }
    }
}
