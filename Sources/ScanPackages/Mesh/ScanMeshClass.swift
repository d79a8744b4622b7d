public import MeshModel

/// How scenes hold the classes of faces.
public enum ScanClassForm: String, Hashable, Sendable, CaseIterable {
    /// A number for each face, ``ScanMeshClass/semantic``.
    case numbers
    /// Sets of faces, named by ``ScanMeshClass/name(of:)``: groups in OBJ, subsets in USD.
    case groups
}

/// What a face of a scan is part of: ARKit's `ARMeshClassification`, by number.
public enum ScanMeshClass: UInt8, Hashable, Sendable, CaseIterable {
    /// No known class.
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

    /// The name of a class: `wall`, or `class 9` for an unknown number.
    public static func name(of number: UInt8) -> String {
        Self(rawValue: number).map { "\($0)" } ?? "class \(number)"
    }

    /// The attribute semantic that scenes use: one 8-bit integer per face. Unknown numbers are kept.
    public static let semantic = AttributeSemantic(name: "classification")
}
