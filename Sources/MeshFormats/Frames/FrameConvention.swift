public import MeshModel

/// What readers assume about a file whose format can't express unit and up axis.
public struct FrameConvention: Sendable, Hashable {
    /// The axis that points up; nil: readers don't agree.
    public var upAxis: UpAxis?
    /// Metres per unit; nil: readers don't agree.
    public var metersPerUnit: Double?
    /// The readers' name, in the plural: `slicers`.
    public var readers: String
    /// Whether files say their own frame all the same, in a form that only meshconv reads.
    public var isSaid: Bool

    /// Creates a convention.
    public init(
        upAxis: UpAxis?, metersPerUnit: Double?, readers: String = "most viewers", isSaid: Bool = false
    ) {
        self.upAxis = upAxis
        self.metersPerUnit = metersPerUnit
        self.readers = readers
        self.isSaid = isSaid
    }
}

extension FormatDescriptor {
    /// Returns the losses of unit and up axis in a format that can't express them.
    ///
    /// A value that readers assume anyway counts as re-encoded; one that they get wrong is dropped.
    public func frameLosses(of frame: SceneFrame) -> [Loss] {
        var losses: [Loss] = []
        if let axis = frame.upAxis {
            let isTaken = convention?.upAxis == axis
            var cause = "\(name) can't store the up axis"
            if let convention, let usual = convention.upAxis {
                cause += "; \(convention.readers) assume \(usual.rawValue) up" + (isTaken ? ", as here" : "")
            }
            let remedy = convention?.upAxis.map { Remedy.setting(.targetUpAxis, $0.rawValue.lowercased()) }
            losses.add(
                .axisDropped, isTaken ? .reencoded : .dropped, ScenePath.upAxis, "up axis", unit: "values",
                cause: cause, remedy: isTaken ? nil : remedy ?? .format(keeping: .frame))
        }
        if let unit = frame.metersPerUnit {
            let isTaken = convention?.metersPerUnit == unit
            var cause = "\(name) can't store the unit"
            var remedy: Remedy?
            if let convention, let usual = convention.metersPerUnit {
                cause +=
                    "; \(convention.readers) assume \(LengthUnit.name(ofMeters: usual))" + (isTaken ? ", as here" : "")
                remedy = LengthUnit.all.first { $0.meters == usual }.map { Remedy.setting(.targetUnit, $0.symbol) }
            }
            losses.add(
                .unitDropped, isTaken ? .reencoded : .dropped, ScenePath.metersPerUnit, "unit", unit: "values",
                cause: cause, remedy: isTaken ? nil : remedy ?? .format(keeping: .frame))
        }
        return losses
    }
}
