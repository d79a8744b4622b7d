package import MeshBytes
package import MeshFormats

/// The reason why a command failed, with its exit code.
package struct Failure: Error {
    package var status: ExitStatus
    /// The stable identifier for programs.
    package var code: String
    /// Lower case, no full stop.
    package var message: String
    /// The affected file, as given.
    package var path: String?
    package var location: InputLocation = .whole
    /// Whether `-` is standard output here.
    package var isAboutOutput = false

    package init(status: ExitStatus, code: String, message: String, path: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.path = path
    }

    package init(usage message: String) { self.init(status: .usage, code: "usage", message: message) }

    /// Creates a failure with what the error says, in words for the command line.
    package init(saying error: ConvertError) {
        self.init(status: ExitStatus(error), code: error.code, message: error.wording.typed, path: error.path)
        if case .read(let error, _) = error {
            location = error.location
            // A stream has no name with an extension.
            if error.code == .unknownFormat, path == "-" { message += "; say --from FORMAT" }
        }
        if case .write = error { isAboutOutput = true }
    }

    /// Creates a failure for a file that can't be written.
    package init(writing error: SystemError) {
        self.init(
            status: error.isNoSpace || error.isClosedPipe ? .io : .cannotCreate, code: "output.cannot-create",
            message: error.message, path: error.path)
    }
}

extension Failure {
    /// Returns the failure for an option with an unknown value.
    ///
    /// - Parameter near: the names to suggest, if they are near; a single one is meant for sure.
    package static func unexpected(
        _ option: String, _ word: String, _ values: [String], near: [String]? = nil
    ) -> Failure {
        // No hint for single letters: any other one would count as near.
        let hint =
            if let near, near.count == 1, let only = near.first { "; did you mean '\(only)'?" } else {
                word.count > 1 ? Spelling.hint(word, in: near ?? values) : ""
            }
        let list =
            values.count == 2
            ? values.joined(separator: " or ") : "one of \(values.joined(separator: ", "))"
        return Failure(
            usage: "expected \(option) \(list), found '\(word)'\(hint)")
    }

    /// The document `meshconv.NAME/1` of a command that failed with it.
    package func json(_ name: String) -> JSONValue {
        let head = Envelope.failed(
            name, code: code, message: message, path: path, location: location == .whole ? nil : location.text)
        // A report has all its fields in any case.
        guard name == "report",
            case .object(let members) = ConvertError.usage("").json(
                input: path ?? "", output: "", options: ConvertOptions())
        else { return head }
        return .object(members.map { $0.0 == "error" ? ($0.0, head["error"] ?? .null) : $0 })
    }
}
