public import MeshFormats
public import MeshRouting

/// What a conversion did, as data.
public struct Report: Sendable {
    /// How it ended.
    public enum Status: String, Sendable {
        /// The output is there.
        case done
        /// The output would have lost what was forbidden to lose.
        case refused
        /// It could not be done.
        case failed
    }

    /// A file that was read or written.
    public struct File: Sendable, Hashable {
        /// The path as given.
        public var path: String
        /// The size in bytes.
        public var bytes: Int
        /// The hash in hexadecimal, when it was asked for.
        public var sha256: String?
        /// The bytes of an output that went to memory.
        public var contents: [UInt8]?

        /// A file from its parts.
        public init(path: String, bytes: Int, sha256: String? = nil) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// How it ended.
    public var status: Status
    /// What was read, and the variant that it is.
    public var input: File
    /// The variant of the input.
    public var inputVariant: String
    /// The other files that were read for it, in the order of their paths; known when hashes were asked for.
    public var sideFiles: [File] = []
    /// What was written, the main file first.
    public var outputs: [File]
    /// The variant of the output.
    public var outputVariant: String
    /// The steps that were taken.
    public var route: [Route.Step]
    /// What was not taken, and why.
    public var rejected: [Route.Step]
    /// What was not carried over as it was, worst first.
    public var losses: [Loss]
    /// What the owner of the input may want to know.
    public var diagnostics: [Diagnostic]
    /// Whether the result was read back and shows no unreported difference; nil: not asked.
    public var verified: Bool?
    /// Seconds from start to end; differs from run to run.
    public var seconds: Double

    /// The bytes of the main output, when it went to memory.
    public var data: [UInt8]? { outputs.first?.contents }

    /// Whether nothing was dropped, approximated, narrowed or rounded.
    public var isLossless: Bool { !losses.contains { $0.severity <= .rounded } }
    /// Whether nothing was even re-encoded or generated.
    public var isExact: Bool { losses.isEmpty }

    /// One line without paths: `Nothing lost.`, `2 things lost, 1 approximate.`
    public var summary: String { LossGroup.verdict(LossGroup.groups(of: losses)) }
}
