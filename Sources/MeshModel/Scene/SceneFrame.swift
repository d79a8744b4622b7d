/// Which way a scene stands and how large its unit is; nil: whatever it is.
public struct SceneFrame: Hashable, Sendable {
    /// The axis that points up.
    public var upAxis: UpAxis?
    /// Metres per unit.
    public var metersPerUnit: Double?

    /// A frame from its parts.
    public init(upAxis: UpAxis? = nil, metersPerUnit: Double? = nil) {
        self.upAxis = upAxis
        self.metersPerUnit = metersPerUnit
    }

    /// The frame that a scene says it has.
    public init(of scene: Scene) { self.init(upAxis: scene.upAxis, metersPerUnit: scene.metersPerUnit) }
}
