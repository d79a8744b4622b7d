public import MeshBytes

/// The reason why an input can't be read: what was expected, what was found and where.
public struct ReadError: Error, Sendable, Hashable {
    /// A stable identifier for programs; new ones may be added.
    public struct Code: Hashable, Sendable {
        /// The identifier, such as `input.truncated`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The input ends before it should.
        public static let truncated = Self(rawValue: "input.truncated")
        /// A value is malformed.
        public static let invalidValue = Self(rawValue: "input.invalid-value")
        /// A header or statement is malformed.
        public static let invalidHeader = Self(rawValue: "input.invalid-header")
        /// An index is out of range.
        public static let invalidIndex = Self(rawValue: "input.invalid-index")
        /// A limit of ``Limits`` would be exceeded.
        public static let limitExceeded = Self(rawValue: "input.limit-exceeded")
        /// More memory would be needed than the caller allows.
        public static let memoryLimit = Self(rawValue: "limit.memory")
        /// More time would be needed than the caller allows.
        public static let timeLimit = Self(rawValue: "limit.time")
        /// The input is valid, but this build can't read it.
        public static let unsupported = Self(rawValue: "input.unsupported")
        /// The file does not exist.
        public static let missing = Self(rawValue: "input.missing")
        /// Nothing is left to show, since files that the input names are missing or not followed.
        public static let referenceMissing = Self(rawValue: "input.reference-missing")
        /// No known format matches.
        public static let unknownFormat = Self(rawValue: "input.unknown-format")
        /// The system refused to read.
        public static let system = Self(rawValue: "input.io")
        /// An option asks for something that the input does not have.
        public static let usage = Self(rawValue: "usage")
        /// The work was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
    }

    /// The identifier for programs.
    public var code: Code
    /// The position in the input.
    public var location: InputLocation
    /// Lower case, no full stop: `expected 3 position components, found 2`.
    public var wording: Wording
    /// The text, with settings by name.
    public var message: String { wording.text }

    /// Creates an error.
    public init(_ code: Code, _ location: InputLocation, _ message: String) {
        self.init(code, location, wording: Wording(message))
    }

    /// Creates an error that names settings.
    public init(_ code: Code, _ location: InputLocation, wording: Wording) {
        self.code = code
        self.location = location
        self.wording = wording
    }

    /// Creates an error from a system call that failed while reading.
    public init(_ error: SystemError) {
        let code: Code =
            error.isNoMemory || error.isBeyondLimit
            ? .limitExceeded : error.isCancelled ? .cancelled : error.isShrunk ? .truncated : .system
        self.init(code, .whole, error.message)
    }

    /// Returns what `work` returns; its error becomes one of reading.
    package static func of<R>(_ work: @autoclosure () throws(SystemError) -> R) throws(ReadError) -> R {
        do throws(SystemError) { return try work() } catch { throw ReadError(error) }
    }

    /// Creates an error from reading a text in pieces.
    package init(_ error: PieceError<ReadError>) {
        switch error {
        case .body(let error): self = error
        case .system(let error): self.init(error)
        case .shrunk: self = .shrunk
        }
    }

    /// The error for a file that became shorter after it was opened.
    package static let shrunk = ReadError(.truncated, .whole, "the file became shorter while it was read")
}

extension ReadError: CustomStringConvertible {
    /// The place in the file and the message: `7:12: expected 3 position components, found 2`.
    public var description: String { location == .whole ? message : "\(location.text): \(message)" }
}

/// A position in an input.
public indirect enum InputLocation: Hashable, Sendable {
    /// The input as a whole.
    case whole
    /// A byte, counted from 0.
    case byte(Int)
    /// A line and column, counted from 1.
    case line(Int, column: Int)
    /// A JSON pointer.
    case jsonPointer(String)
    /// A position in a side file, such as an MTL.
    case sideFile(String, InputLocation)

    /// The position as in `file:line:column`, without the file: `7:12`, `byte 84`; empty for the whole input.
    public var text: String {
        switch self {
        case .whole: ""
        case .byte(let byte): "byte \(byte)"
        case .line(let line, let column): "\(line):\(column)"
        case .jsonPointer(let pointer): pointer
        case .sideFile(let file, let place): place.text.isEmpty ? file : "\(file):\(place.text)"
        }
    }

    /// Returns the position with the name of its file, as messages begin: `cow.ply:7:12`.
    ///
    /// - Parameter shown: returns a name as it is shown.
    package func place(in file: String, _ shown: (String) -> String = { $0 }) -> String {
        switch self {
        case .whole: shown(file)
        case .line: "\(shown(file)):\(text)"
        // The location names the side file.
        case .sideFile: shown(text)
        case .byte, .jsonPointer: "\(shown(file)): \(shown(text))"
        }
    }
}
