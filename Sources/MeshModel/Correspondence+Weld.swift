extension Correspondence {
    /// Which vertices became one.
    public struct Weld: Sendable {
        /// A vertex set whose vertices were welded; vertices are counted inside of it.
        public struct Merge: Sendable {
            /// The vertex set.
            public var set: Int
            /// For each vertex the vertex that it became; these follow first use.
            public var places: ContiguousArray<Int32>

            /// A merge from its parts.
            public init(set: Int, places: ContiguousArray<Int32>) {
                self.set = set
                self.places = places
            }
        }

        /// The vertex sets in which vertices became one.
        public var merges: [Merge]

        /// A weld from its merges.
        public init(merges: [Merge]) { self.merges = merges }
    }
}
