extension Correspondence {
    /// Which vertices became one.
    public struct Weld: Sendable {
        /// A vertex set whose vertices were welded; vertices are counted inside of it.
        public struct Merge: Sendable {
            /// The vertex set.
            public var set: Int
            /// For each vertex the vertex that it became, one number each; these follow first use.
            ///
            /// A column, since it is also what the corners of a soup stand on afterwards.
            public var places: Column

            /// A merge from its parts.
            public init(set: Int, places: Column) {
                self.set = set
                self.places = places
            }

            /// For each vertex afterwards the first that became it; nil if the numbers don't follow first use.
            public var firsts: ContiguousArray<Int32>? {
                var firsts = ContiguousArray<Int32>()
                var block = ContiguousArray<Int32>()
                var row = 0
                while row < places.count {
                    places.read(row..<min(row + 16_384, places.count), into: &block)
                    for (step, place) in block.enumerated() {
                        guard place >= 0, Int(place) <= firsts.count else { return nil }
                        if Int(place) == firsts.count { firsts.append(Int32(clamping: row + step)) }
                    }
                    row += block.count
                }
                return firsts
            }
        }

        /// The vertex sets in which vertices became one.
        public var merges: [Merge]

        /// A weld from its merges.
        public init(merges: [Merge]) { self.merges = merges }
    }
}
