extension Correspondence {
    /// The pose that a scene was frozen in: afterwards there are no skins, morph targets and clips.
    ///
    /// The arithmetic is fixed, so that a check gets the very same bits; all of it is float64, and normalised integers
    /// are divided by their largest value first:
    /// - An attribute gets weight × difference of each target with a weight other than 0, in their order. Colours are
    ///   then clamped to 0…1.
    /// - The matrix of a vertex begins as zeros and gets joint matrix × weight of each influence, in the order of the
    ///   sets and of their components. Left out are weights of 0, infinite ones, NaN, and joints that the skin lacks.
    /// - Positions are moved by that matrix. Normals are multiplied by its cofactors, and by −1 if its determinant is
    ///   negative; tangents by the matrix, and their fourth component by −1 in that case.
    /// - Normals and tangents of corners are turned as those of their vertices would be.
    /// - Normals and tangents that changed get the length 1, if that is possible.
    /// - float32 stays float32, rounded to nearest; other types as in ``Affine`` baking.
    public struct Pose: Sendable {
        /// A mesh afterwards.
        public struct PosedMesh: Sendable {
            /// The mesh that it comes from.
            public var mesh: Int
            /// The skin that moved it; nil: none did.
            public var skin: Int?
            /// The weights of the morph targets, one for each.
            public var weights: [Double]
            /// For each primitive whether the corners of its polygons were reversed, keeping the first, since all
            /// matrices mirror.
            public var isReversed: [Bool]
            /// For each primitive its vertex set afterwards.
            public var vertexSets: [Int]

            /// Creates a mesh.
            public init(mesh: Int, skin: Int?, weights: [Double], isReversed: [Bool], vertexSets: [Int]) {
                self.mesh = mesh
                self.skin = skin
                self.weights = weights
                self.isReversed = isReversed
                self.vertexSets = vertexSets
            }
        }

        /// A node that shows a mesh.
        public struct Showing: Sendable {
            /// The node.
            public var node: Int
            /// The mesh afterwards.
            public var mesh: Int
            /// The node that was added to show it without any transform; nil: it stays on its node.
            public var addedNode: Int?

            /// Creates a showing.
            public init(node: Int, mesh: Int, addedNode: Int?) {
                self.node = node
                self.mesh = mesh
                self.addedNode = addedNode
            }
        }

        /// The moment.
        public var moment: Moment
        /// The transforms of the nodes that the clip moves.
        public var transforms: [Int: NodeTransform]
        /// The joint matrices of the skins that moved meshes: world transform × inverse bind matrix of each joint.
        public var joints: [Int: [Affine]]
        /// The meshes afterwards; the first ones come from the mesh with their index.
        public var meshes: [PosedMesh]
        /// For each vertex set afterwards the original set; the first ones are their own.
        public var vertexSets: [Int]
        /// The nodes that show meshes, ascending.
        public var showings: [Showing]
        /// The numbers that the clip's settings have then, by their place in its list.
        package var settings: [Int: [Double]] = [:]

        /// Creates a pose.
        public init(
            moment: Moment, transforms: [Int: NodeTransform] = [:], joints: [Int: [Affine]] = [:],
            meshes: [PosedMesh] = [], vertexSets: [Int] = [], showings: [Showing] = []
        ) {
            self.moment = moment
            self.transforms = transforms
            self.joints = joints
            self.meshes = meshes
            self.vertexSets = vertexSets
            self.showings = showings
        }
    }
}
