extension Correspondence {
    /// Normals that were made of faces: which, and how they were weighed.
    public struct MadeNormals: Sendable {
        /// How much each face counts at a corner.
        public enum Weight: String, Hashable, Sendable {
            /// As its area.
            case area
            /// As its inner angle at the corner.
            case angle
        }

        /// The corners of a primitive and the row of the pool that each got, −1: none.
        public struct Rows: Sendable {
            /// The mesh.
            public var mesh: Int
            /// The primitive of the mesh.
            public var primitive: Int
            /// One number for each corner.
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
            /// The values: one row for each vertex, or those of a new pool.
            public var normals: Column
            /// For normals of a pool: the rows of the corners; nil: they belong to the vertices.
            public var corners: [Rows]?
            /// Whether faces of one smoothing group share a normal, and those of none are flat.
            public var hasGroups: Bool

            /// Normals from their parts.
            public init(set: Int, normals: Column, corners: [Rows]?, hasGroups: Bool) {
                self.set = set
                self.normals = normals
                self.corners = corners
                self.hasGroups = hasGroups
            }
        }

        /// How much each face counts.
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
