extension Work {
    /// The progress of some work: one phase at a time, never an overall percentage.
    public struct Progress: Sendable, Hashable {
        /// A phase of the work.
        public enum Phase: String, Sendable, CaseIterable {
            /// Reading the input; counted in its bytes.
            case reading
            /// Fitting the scene to the target; not counted.
            case fitting
            /// Writing the output; counted in its bytes, whose total is unknown.
            case writing
            /// Computing digests; counted in the bytes of the files.
            case hashing
            /// Reading the output back and comparing it; counted in its bytes.
            case verifying
            /// Forcing the output to the disk and naming it; not counted.
            case saving
        }

        /// The current phase.
        public var phase: Phase
        /// The number of bytes done in this phase.
        public var completed: Int
        /// The total number of bytes; nil when unknown.
        public var total: Int?

        /// Creates a progress value.
        public init(phase: Phase, completed: Int = 0, total: Int? = nil) {
            self.phase = phase
            self.completed = completed
            self.total = total
        }
    }
}
