import MeshBytes
import MeshConvert
import MeshFormats

/// The reason why a command failed, with its exit code.
struct Failure: Error {
    var status: ExitStatus
    /// The stable identifier for programs.
    var code: String
    /// Lower case, no full stop.
    var message: String
    /// The affected file, as given.
    var path: String?
    var location: InputLocation = .whole
    /// Whether `-` is standard output here.
    var isAboutOutput = false

    init(status: ExitStatus, code: String, message: String, path: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.path = path
    }

    init(usage message: String) { self.init(status: .usage, code: "usage", message: message) }

    init(_ error: ConvertError) {
        let error = error.explained
        self.init(status: ExitStatus(error), code: error.code, message: error.wording.typed, path: error.path)
        if case .read(let error, _) = error {
            location = error.location
            // A stream has no name with an extension.
            if error.code == .unknownFormat, path == "-" { message += "; say --from FORMAT" }
        }
        if case .write = error { isAboutOutput = true }
    }

    /// Runs `body`; its errors become failures.
    static func of<R>(_ body: () throws(ConvertError) -> R) throws(Failure) -> R {
        do throws(ConvertError) { return try body() } catch { throw Failure(error) }
    }

    /// Creates a failure about a file that the error does not name.
    init(_ error: ConvertError, about path: String) {
        self.init(error)
        self.path = path
    }

    init(_ error: ReadError, path: String) { self.init(.read(error, path: path)) }

    /// Creates a failure for a file that can't be written.
    init(writing error: SystemError) {
        self.init(
            status: error.isNoSpace || error.isClosedPipe ? .io : .cannotCreate, code: "output.cannot-create",
            message: error.message, path: error.path)
    }

    /// Prints the error as text on standard error and, if requested, as a document on standard output.
    func report(json: Bool, document: String, _ layout: JSONValue.Layout = .pretty) {
        Console.err(text)
        guard json else { return }
        Console.out(self.document(document).text(layout) + (layout == .compact ? "\n" : ""))
    }

    /// The document `meshconv.NAME/1` of a command that failed with it.
    func document(_ name: String) -> JSONValue {
        let head = Envelope.failed(
            name, code: code, message: message, path: path, location: location == .whole ? nil : location.text)
        // A report has all its fields in any case.
        guard name == ConvertCommand.document,
            case .object(let members) = ConvertError.usage("").json(
                input: path ?? "", output: "", options: ConvertOptions())
        else { return UsedConfig.shared.named(in: head) }
        return UsedConfig.shared.named(
            in: .object(members.map { $0.0 == "error" ? ($0.0, head["error"] ?? .null) : $0 }))
    }

    /// `cow.ply:7:12: error: expected 3 position components, found 2 [input.invalid-value]`, in lines that fit a terminal.
    var text: String {
        let word = Console.colored("error:", .red, on: .standardError)
        // The word is coloured last, since its codes have no width.
        let line = "\(place): \(Self.mark) \(Texts.clean(message)) [\(code)]"
        let lines = CardLines.wrapped(line, to: Console.width(of: .standardError) ?? .max, indent: 2)
        return lines.split(separator: Self.mark, maxSplits: 1).joined(separator: word) + "\n"
    }

    /// What stands for the word `error:`, as wide as it.
    private static let mark = "\u{1}rror:"

    private var place: String {
        guard let path else { return "meshconv" }
        let name = path == "-" ? (isAboutOutput ? "standard output" : "standard input") : path
        return location.place(in: name, Texts.clean)
    }
}
