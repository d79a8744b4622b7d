import MeshModel

/// A skeleton: its joints, and where they were when meshes were bound to them.
struct USDSkeleton {
    var joints: USDJointTree
    /// The names of joints for people, or nil if there is not one for each.
    var names: [String]?
    /// For each joint the inverse of its place in the skeleton's space when meshes were bound, if there is one.
    var inverseBind: [USDMatrix?]
    /// The place of each joint below its parent where nothing moves it; nil if there is not one for each.
    var rest: [USDMatrix]?

    var count: Int { joints.paths.count }

    /// The name of a joint.
    func name(of joint: Int) -> String { names?[joint] ?? joints.name(of: joint) }

    /// Matrices of an array, if it has this many.
    static func matrices(_ column: Column?, count: Int) -> [USDMatrix]? {
        guard let column, column.components == 16, column.count == count else { return nil }
        let numbers = column.doubles()
        return (0..<count).map { USDMatrix(rows: Array(numbers[$0 * 16..<$0 * 16 + 16])) }
    }
}
