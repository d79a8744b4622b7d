extension Work {
    /// How far a piece of work is: one phase at a time, never an overall percentage.
    public struct Progress: Sendable, Hashable {
        /// What is being done.
        public enum Phase: String, Sendable, CaseIterable {
            /// The input is read; counted in its bytes.
            case reading
            /// The scene is made to fit the target; not counted.
            case fitting
            /// The output is written; counted in its bytes, of which there may be any number.
            case writing
            /// Digests are computed; counted in the bytes of the files.
            case hashing
            /// The output is read back and compared; counted in its bytes.
            case verifying
            /// The output goes to the disk and gets its name; not counted.
            case saving
        }

        /// What is being done.
        public var phase: Phase
        /// How many bytes of it are done.
        public var completed: Int
        /// How many bytes there are; nil where nobody knows.
        public var total: Int?

        /// Progress from its parts.
        public init(phase: Phase, completed: Int = 0, total: Int? = nil) {
            self.phase = phase
            self.completed = completed
            self.total = total
        }
    }
}
