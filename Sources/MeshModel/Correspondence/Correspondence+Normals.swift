extension Correspondence {
    /// Normals computed from faces: the values and their weighting.
    public struct MadeNormals: Sendable {
        /// The weight of each face at a corner.
        public enum Weight: String, Hashable, Sendable {
            /// The face's area.
            case area
            /// The face's inner angle at the corner.
            case angle
        }

        /// The pool rows that the corners of a primitive got; −1: none.
        public struct Rows: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive in the mesh.
            public var primitive: Int
            /// One pool row for each corner.
            public var rows: Column

            /// Rows from their parts.
            public init(mesh: Int, primitive: Int, rows: Column) {
                self.mesh = mesh
                self.primitive = primitive
                self.rows = rows
            }
        }

        /// The normals of one vertex set.
        public struct Made: Sendable {
            /// The vertex set.
            public var set: Int
            /// The values: one row for each vertex, or the rows of a new pool.
            public var normals: Column
            /// The rows of the corners, for normals in a pool; nil: they belong to the vertices.
            public var corners: [Rows]?
            /// Whether normals are shared within smoothing groups, and faces without a group are flat.
            public var hasGroups: Bool

            /// Normals from their parts.
            public init(set: Int, normals: Column, corners: [Rows]?, hasGroups: Bool) {
                self.set = set
                self.normals = normals
                self.corners = corners
                self.hasGroups = hasGroups
            }
        }

        /// The weight of each face.
        public var weight: Weight
        /// The sets that got normals.
        public var made: [Made]

        /// Made normals from their parts.
        public init(weight: Weight, made: [Made]) {
            self.weight = weight
            self.made = made
        }
    }
}
