public import MeshBytes

/// The reason why an output can't be written.
public struct WriteError: Error, Sendable, Hashable {
    /// A stable identifier for programs; new ones may be added.
    public struct Code: Hashable, Sendable {
        /// The identifier, such as `output.unrepresentable`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The target can't hold this at all.
        public static let unrepresentable = Self(rawValue: "output.unrepresentable")
        /// This build has no such format.
        public static let unsupported = Self(rawValue: "output.unsupported")
        /// The output can't be created: no such folder, no permission, exists already.
        public static let cannotCreate = Self(rawValue: "output.cannot-create")
        /// The system refused to write, or to read what is copied: a full disk, a closed pipe.
        public static let system = Self(rawValue: "output.io")
        /// A file that does not belong to the output already has the name.
        public static let exists = Self(rawValue: "output.exists")
        /// A source column could not be read while writing.
        public static let input = Self(rawValue: "output.input-failed")
        /// Nothing is left to show, since files that the input names are missing or not followed.
        public static let referenceMissing = Self(rawValue: ReadError.Code.referenceMissing.rawValue)
        /// Nothing is left to show, since what the input holds is not read.
        public static let inputUnsupported = Self(rawValue: ReadError.Code.unsupported.rawValue)
        /// Memory ran out.
        public static let limitExceeded = Self(rawValue: "output.limit-exceeded")
        /// The work was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
        /// A defect of this program.
        public static let `internal` = Self(rawValue: "internal")
    }

    /// The identifier for programs.
    public var code: Code
    /// The file, as given.
    public var path: String
    /// Lower case, no full stop.
    public var wording: Wording
    /// The text, with settings by name.
    public var message: String { wording.text }

    /// Creates an error.
    public init(_ code: Code, path: String, _ message: String) {
        self.init(code, path: path, wording: Wording(message))
    }

    /// Creates an error that names settings.
    public init(_ code: Code, path: String, wording: Wording) {
        self.code = code
        self.path = path
        self.wording = wording
    }

    /// Creates an error from a system call that failed while writing.
    public init(_ error: SystemError) {
        let code: Code = error.isNoMemory ? .limitExceeded : error.isCancelled ? .cancelled : .system
        self.init(code, path: error.path, error.message)
    }

    /// Creates an error from a system call that failed while a file of the input was copied.
    package init(copying path: String, _ error: SystemError) {
        // A file that is gone, or became another one, is a fault of the input; pseudo numbers are below 0.
        let isInput = error.isMissing || error.number < 0
        self.init(error.isCancelled ? .cancelled : isInput ? .input : .system, path: path, error.message)
    }

    /// Returns what `work` returns; its error becomes one of writing.
    package static func of<R>(_ work: @autoclosure () throws(SystemError) -> R) throws(WriteError) -> R {
        do throws(SystemError) { return try work() } catch { throw WriteError(error) }
    }
}

extension WriteError: CustomStringConvertible {
    /// The file and the message: `room.ply: no space left on device`.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
