import MeshBytes
import MeshConvert
import MeshFormats

/// Why a command did not do its work, with the exit code that says so.
struct Failure: Error {
    var status: ExitStatus
    /// The stable word for programs.
    var code: String
    /// Lower case, no full stop.
    var message: String
    /// The file that it is about, as given.
    var path: String?
    /// Where in the file.
    var location: InputLocation = .whole
    /// Whether `-` is standard output here.
    var isAboutOutput = false

    init(status: ExitStatus, code: String, message: String, path: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.path = path
    }

    /// A wrong command line.
    init(usage message: String) { self.init(status: .usage, code: "usage", message: message) }

    /// A conversion, or a step of it, that did not happen.
    init(_ error: ConvertError) {
        let error = Watchdog.shared.explained(error)
        self.init(status: ExitStatus(error), code: error.code, message: error.message, path: error.path)
        if case .read(let error, _) = error {
            location = error.location
            // A stream has no name that could say it.
            if error.code == .unknownFormat, path == "-" { message += "; say --from FORMAT" }
        }
        if case .write = error { isAboutOutput = true }
    }

    /// The same about a file that the error does not name.
    init(_ error: ConvertError, about path: String) {
        self.init(error)
        self.path = path
    }

    /// An input that can't be read.
    init(_ error: ReadError, path: String) { self.init(.read(error, path: path)) }

    /// A file that can't be written.
    init(writing error: SystemError) {
        self.init(
            status: error.isNoSpace || error.isClosedPipe ? .io : .cannotCreate, code: "output.cannot-create",
            message: error.message, path: error.path)
    }

    /// Prints the error for people on standard error and, when asked for, as a document on standard output.
    func report(json: Bool, document: String, _ layout: JSONValue.Layout = .pretty) {
        Console.err(line + "\n")
        guard json else { return }
        Console.out(
            Envelope.failed(
                document, code: code, message: message, path: path, location: location == .whole ? nil : location.text
            ).text(layout) + (layout == .compact ? "\n" : ""))
    }

    /// `cow.ply:7:12: error: expected 3 position components, found 2 [input.invalid-value]`.
    var line: String {
        "\(place): \(Console.colored("error:", .red, on: .standardError)) \(Texts.clean(message)) [\(code)]"
    }

    private var place: String {
        guard let path else { return "meshconv" }
        let name = path == "-" ? (isAboutOutput ? "standard output" : "standard input") : Texts.clean(path)
        switch location {
        case .whole: return name
        case .line: return "\(name):\(location.text)"
        // The place names the file beside the input.
        case .sideFile: return Texts.clean(location.text)
        case .byte, .jsonPointer: return "\(name): \(Texts.clean(location.text))"
        }
    }
}
