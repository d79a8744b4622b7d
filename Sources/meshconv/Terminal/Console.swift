import MeshBytes
import MeshConvert

/// Standard output and standard error.
enum Console {
    enum Stream: Int32 {
        case standardOutput = 1
        case standardError = 2
    }

    enum Color: String {
        case red = "31"
        case yellow = "33"
        case green = "32"
        case dim = "2"
        case bold = "1"
    }

    static func isTerminal(_ stream: Stream) -> Bool { ProcessControl.isTerminal(stream.rawValue) }

    /// The columns of a terminal that is wide enough for lines to be wrapped to it; nil: lines stay whole.
    static func width(of stream: Stream) -> Int? {
        guard let columns = ProcessControl.columns(stream.rawValue), columns >= 40 else { return nil }
        return columns
    }

    /// Writes to standard output. A failure ends the process, since further output would be lost too.
    static func out(_ text: String) {
        do throws(SystemError) { try write(text, .standardOutput) } catch {
            err("standard output: error: \(error.message) [output.io]\n")
            // Other conversions may be running.
            ProcessControl.endAtOnce(error.isClosedPipe ? .closedPipe : .io)
        }
    }

    /// Writes bytes to standard output; a failure ends the process as that of a text.
    static func out(_ bytes: [UInt8]) { out(String(decoding: bytes, as: UTF8.self)) }

    /// Writes to standard error, ignoring failures.
    static func err(_ text: String) { try? write(text, .standardError) }

    /// Writes to standard error without clearing the progress line, for that line itself.
    static func raw(_ text: String) { try? ByteSink.write(text, .standardError) }

    /// Whether a stream is a terminal that can return to the beginning of a line.
    static func isInteractive(_ stream: Stream) -> Bool {
        isTerminal(stream) && ProcessControl.environment("TERM") != "dumb"
    }

    private static func write(_ text: String, _ stream: Stream) throws(SystemError) {
        ProgressLine.shared.clear()
        try ByteSink.write(text, stream)
    }

    /// Returns the text in a colour if the stream is a terminal and `NO_COLOR` is not set.
    static func colored(_ text: String, _ color: Color, on stream: Stream) -> String {
        guard isInteractive(stream), ProcessControl.environment("NO_COLOR") == nil else { return text }
        return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
    }
}

extension ByteSink {
    /// Writes a text to a stream, unbuffered.
    fileprivate static func write(_ text: String, _ stream: Console.Stream) throws(SystemError) {
        let name = stream == .standardOutput ? "standard output" : "standard error"
        let sink = ByteSink(descriptor: stream.rawValue, path: name)
        try sink.write(text)
        try sink.flush()
    }
}
