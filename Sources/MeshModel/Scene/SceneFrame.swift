/// A scene's up axis and unit; nil: unknown, or to be left unchanged.
public struct SceneFrame: Hashable, Sendable {
    /// The axis that points up.
    public var upAxis: UpAxis?
    /// Metres per unit.
    public var metersPerUnit: Double?

    /// Creates a frame.
    public init(upAxis: UpAxis? = nil, metersPerUnit: Double? = nil) {
        self.upAxis = upAxis
        self.metersPerUnit = metersPerUnit
    }

    /// Creates the frame that a scene declares.
    public init(of scene: MeshScene) { self.init(upAxis: scene.upAxis, metersPerUnit: scene.metersPerUnit) }
}
