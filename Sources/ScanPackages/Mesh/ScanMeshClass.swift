public import MeshModel

/// How scenes hold the classes of faces.
public enum ScanClassForm: String, Hashable, Sendable, CaseIterable {
    /// A number for each face, ``ScanMeshClass/semantic``.
    case numbers
    /// Sets of faces, named as ``ScanMeshClass/name(of:)`` has it: OBJ's groups, and subsets of USD.
    case groups
}

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

    /// What a class is called: `wall`; `class 9` for one that is none of these.
    public static func name(of number: UInt8) -> String {
        Self(rawValue: number).map { "\($0)" } ?? "class \(number)"
    }

    /// The name under which scenes have it: one whole number of 8 bits for each face. Numbers that are none of these
    /// are kept.
    public static let semantic = AttributeSemantic(name: "classification")
}
