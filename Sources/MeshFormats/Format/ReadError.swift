public import MeshBytes

/// Why an input can't be read: what was expected, what was found and where.
public struct ReadError: Error, Sendable, Hashable {
    /// A stable word for programs; new ones may be added.
    public struct Code: Hashable, Sendable {
        /// The word, such as `input.truncated`.
        public let rawValue: String

        /// A code with this word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The input ends before it should.
        public static let truncated = Self(rawValue: "input.truncated")
        /// A value is not of the form that it must have.
        public static let invalidValue = Self(rawValue: "input.invalid-value")
        /// A header or statement is not of the form that it must have.
        public static let invalidHeader = Self(rawValue: "input.invalid-header")
        /// An index points at nothing.
        public static let invalidIndex = Self(rawValue: "input.invalid-index")
        /// A limit of ``Limits`` would be exceeded.
        public static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// More memory would be needed than the caller allows.
        public static let memoryLimit = Self(rawValue: "limit.memory")
        /// More time would be needed than the caller allows.
        public static let timeLimit = Self(rawValue: "limit.time")
        /// The input is sound and this build can't read it.
        public static let unsupported = Self(rawValue: "input.unsupported")
        /// There is no such file.
        public static let missing = Self(rawValue: "input.missing")
        /// Nobody knows this format.
        public static let unknownFormat = Self(rawValue: "input.unknown-format")
        /// The system refused to read.
        public static let system = Self(rawValue: "input.io")
        /// An option asks for something that the input does not have.
        public static let usage = Self(rawValue: "usage")
        /// The work was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
    }

    /// The word for programs.
    public var code: Code
    /// Where in the input.
    public var location: InputLocation
    /// Lower case, no full stop: `expected 3 position components, found 2`.
    public var message: String

    /// An error from its parts.
    public init(_ code: Code, _ location: InputLocation, _ message: String) {
        self.code = code
        self.location = location
        self.message = message
    }

    /// A failed system call while bytes were read.
    public init(_ error: SystemError) {
        let code: Code =
            error.isNoMemory || error.isBeyondLimit
            ? .limitExceeded : error.isCancelled ? .cancelled : error.isShrunk ? .truncated : .system
        self.init(code, .whole, error.message)
    }
}

/// A place in an input.
public indirect enum InputLocation: Hashable, Sendable {
    /// The input as a whole.
    case whole
    /// A byte, counted from 0.
    case byte(Int)
    /// A line and column, counted from 1.
    case line(Int, column: Int)
    /// A JSON pointer.
    case jsonPointer(String)
    /// A place in a file beside the input, such as an MTL.
    case sideFile(String, InputLocation)

    /// The place as `file:line:column` texts have it, without the file: `7:12`, `byte 84`; empty for the whole.
    public var text: String {
        switch self {
        case .whole: ""
        case .byte(let byte): "byte \(byte)"
        case .line(let line, let column): "\(line):\(column)"
        case .jsonPointer(let pointer): pointer
        case .sideFile(let file, let place): place.text.isEmpty ? file : "\(file):\(place.text)"
        }
    }
}
