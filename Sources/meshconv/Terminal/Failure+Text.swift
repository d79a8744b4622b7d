import MeshBytes
import MeshConvert
import MeshFormats

extension Failure {
    init(_ error: ConvertError) { self.init(saying: error.explained) }

    /// Runs `body`; its errors become failures.
    static func of<R>(_ body: () throws(ConvertError) -> R) throws(Failure) -> R {
        do throws(ConvertError) { return try body() } catch { throw Failure(error) }
    }

    /// Creates a failure about a file that the error does not name.
    init(_ error: ConvertError, about path: String) {
        self.init(error)
        self.path = path
    }

    /// Prints the error as text on standard error and, if requested, as a document on standard output.
    func report(json: Bool, document: String, _ layout: JSONValue.Layout = .pretty) {
        Console.err(text)
        guard json else { return }
        Console.out(self.document(document).text(layout) + (layout == .compact ? "\n" : ""))
    }

    /// The document `meshconv.NAME/1` of a command that failed with it.
    func document(_ name: String) -> JSONValue {
        UsedConfig.shared.named(in: json(name))
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
