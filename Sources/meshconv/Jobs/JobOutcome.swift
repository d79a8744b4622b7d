import MeshBytes
import MeshConvert

/// What became of a job: its exit code, its document, and what people read of it.
struct JobOutcome: Sendable {
    var status: ExitStatus
    var document: JSONValue
    private var texts: [(stream: Console.Stream, text: String)] = []

    init(_ status: ExitStatus, _ document: JSONValue) { (self.status, self.document) = (status, document) }

    mutating func say(_ text: String, on stream: Console.Stream = .standardError) { texts.append((stream, text)) }

    /// Says something before its other texts.
    mutating func sayFirst(_ text: String) { texts.insert((.standardError, text), at: 0) }

    /// Prints its texts, in their order.
    func print() {
        for (stream, text) in texts { stream == .standardError ? Console.err(text) : Console.out(text) }
    }
}
