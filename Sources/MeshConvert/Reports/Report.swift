public import MeshBytes
public import MeshFormats
public import MeshRouting

/// The result of a conversion, as data.
public struct Report: Sendable {
    /// The outcome of a conversion.
    public enum Status: String, Sendable {
        /// The output was written.
        case done
        /// The output would have lost more than allowed.
        case refused
        /// The conversion failed.
        case failed
    }

    /// A file that was read or written.
    public struct File: Sendable, Hashable {
        /// The path as given.
        public var path: String
        /// The size in bytes.
        public var bytes: Int
        /// The SHA-256 hash in hexadecimal, if requested.
        public var sha256: String?
        /// The bytes of an output that went to memory.
        public var contents: [UInt8]?

        /// Creates a file entry.
        public init(path: String, bytes: Int, sha256: String? = nil) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// The outcome.
    public var status: Status
    /// The input file.
    public var input: File
    /// The variant of the input.
    public var inputVariant: String
    /// The side files of the input, in the order of their paths; only known if hashes were requested.
    public var sideFiles: [File] = []
    /// The written files, the main file first.
    public var outputs: [File]
    /// The variant of the output.
    public var outputVariant: String
    /// The steps that were taken.
    public var route: [Route.Step]
    /// The rejected routes, with reasons.
    public var rejected: [Route.Step] = []
    /// The losses, worst first.
    public var losses: [Loss]
    /// Notes and warnings about the input.
    public var diagnostics: [Diagnostic]
    /// The options that change what is written, as ``json`` has them.
    public internal(set) var options = ConvertOptions().json
    /// Whether reading the result back found no unreported difference; nil: not requested.
    public var verified: Bool?
    /// Seconds from start to end; differs from run to run.
    public var seconds = 0.0

    /// The bytes of the main output, when it went to memory.
    public var data: [UInt8]? { outputs.first?.contents }

    /// Whether nothing was dropped, approximated, narrowed or rounded.
    public var isLossless: Bool { !losses.contains { $0.severity <= .rounded } }
    /// Whether nothing was even re-encoded or generated.
    public var isExact: Bool { losses.isEmpty }

    /// A summary in one line, without paths: `Nothing lost.`, `Lost: colours (to keep them: .ply).`
    public var summary: String { LossGroup.verdict(LossGroup.groups(of: losses)) }
}
