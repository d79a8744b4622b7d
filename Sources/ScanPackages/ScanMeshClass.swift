public import MeshModel

/// What a face of a scan is part of: ARKit's `ARMeshClassification`, by number.
public enum ScanMeshClass: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing that is known.
    case none
    /// A wall.
    case wall
    /// A floor.
    case floor
    /// A ceiling.
    case ceiling
    /// A table.
    case table
    /// Something to sit on.
    case seat
    /// A window.
    case window
    /// A door.
    case door

    /// The name under which scenes have it: one whole number of 8 bits for each face. Numbers that are none of these
    /// are kept.
    public static let semantic = AttributeSemantic(name: "classification")
}
