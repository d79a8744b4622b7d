/// The joints that move the vertices of meshes; a node that has a skin shows its mesh by them, not by its own transform.
///
/// A vertex with the joints `JOINTS_n` (indices into ``joints``) and the weights `WEIGHTS_n` stands at the sum, over all
/// of them, of weight × world transform of the joint's node × inverse bind matrix × position. Sets follow each other
/// (`JOINTS_0`, `JOINTS_1` …) with four joints each.
public struct Skin: Sendable {
    /// The name as the source has it.
    public var name: String?
    /// The nodes that are joints, each once.
    public var joints: [Int]
    /// For each joint the matrix from the mesh's space into the joint's: 16 numbers a row, column-major, for column
    /// vectors. Nil: identities. It may have more rows than there are joints; nothing uses them. The last row of each
    /// matrix is read as 0 0 0 1.
    public var inverseBindMatrices: Column?
    /// The node that the source names as the skeleton's root; it has no effect on the shape.
    public var skeleton: Int?

    /// Creates a skin.
    public init(
        name: String? = nil, joints: [Int], inverseBindMatrices: Column? = nil, skeleton: Int? = nil
    ) {
        self.name = name
        self.joints = joints
        self.inverseBindMatrices = inverseBindMatrices
        self.skeleton = skeleton
    }
}

extension AttributeSemantic {
    /// Joints of a skin, four in a set: indices into ``Skin/joints``.
    public static func joints(_ set: Int) -> Self { Self(name: "JOINTS_\(set)") }
    /// Weights of the joints of the same set.
    public static func weights(_ set: Int) -> Self { Self(name: "WEIGHTS_\(set)") }

    /// Whether the values are joints or weights of a skin.
    public var isOfSkin: Bool {
        let digits = name.drop { $0 != "_" }.dropFirst()
        return (name.hasPrefix("JOINTS_") || name.hasPrefix("WEIGHTS_")) && !digits.isEmpty
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
