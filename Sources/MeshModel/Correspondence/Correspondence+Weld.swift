extension Correspondence {
    /// The vertices that were merged.
    public struct Weld: Sendable {
        /// A vertex set with merged vertices; vertex indices are relative to the set.
        public struct Merge: Sendable {
            /// The vertex set.
            public var set: Int
            /// For each vertex its index after the merge, one number each; the indices follow first use.
            ///
            /// A column, since it also becomes the vertex indices of formerly unshared vertices.
            public var places: Column

            /// Creates a merge.
            public init(set: Int, places: Column) {
                self.set = set
                self.places = places
            }

            /// For each merged vertex its first original; nil if the indices don't follow first use.
            public var firsts: ContiguousArray<Int32>? {
                var firsts = ContiguousArray<Int32>()
                for (rows, block) in places.blocks(of: Int32.self) {
                    for (row, place) in zip(rows, block) {
                        guard place >= 0, Int(place) <= firsts.count else { return nil }
                        if Int(place) == firsts.count { firsts.append(Int32(clamping: row)) }
                    }
                }
                return firsts
            }
        }

        /// The vertex sets with merged vertices.
        public var merges: [Merge]

        /// Creates a weld.
        public init(merges: [Merge]) { self.merges = merges }
    }
}
