package import MeshBytes
package import MeshFormats

/// The last line of a batch in JSON: what became of the lines before it, of which each is about one file.
package struct BatchSummary: Sendable {
    /// The command, such as `convert`.
    package var command: String
    /// The number of lines before it.
    package private(set) var lines = 0
    /// How many files were done, the unchanged ones among them.
    package private(set) var done = 0
    /// How many were up to date already.
    package private(set) var unchanged = 0
    /// How many have lost what can be seen.
    package private(set) var visiblyLossy = 0
    /// How many were refused because of `--strict`, `--verify` or a purpose.
    package private(set) var refused = 0
    /// How many failed.
    package private(set) var failed = 0
    /// How many were not tried, since another one failed.
    package private(set) var untried = 0
    private var error: JSONValue?

    /// Creates a summary of no lines.
    package init(of command: String) { self.command = command }

    /// Counts the document of a line.
    package mutating func add(_ document: JSONValue) {
        lines += 1
        switch document["status"]?.string {
        case Report.Status.done.rawValue: done += 1
        case Report.Status.refused.rawValue: refused += 1
        default: failed += 1
        }
        // `failed` counts those that were tried.
        if document["error"]?["code"]?.string == ReadError.Code.untried.rawValue {
            failed -= 1
            untried += 1
        }
        if document["unchanged"] == true { unchanged += 1 }
        if Report.losesVisibly(document) { visiblyLossy += 1 }
        if error == nil, let found = document["error"], found.object != nil { error = found }
    }

    static let fields: [Field<(summary: BatchSummary, exitCode: Int, seconds: Double)>] = [
        Field("command", \.summary.command), Field("lines", \.summary.lines), Field("done", \.summary.done),
        Field("unchanged", \.summary.unchanged), Field("visiblyLossy", \.summary.visiblyLossy),
        Field("refused", \.summary.refused), Field("failed", \.summary.failed), Field("untried", \.summary.untried),
        Field("exitCode", \.exitCode),
        Field("stats", Schemas.object(Stats.fields)) { Stats.fields.json(of: Stats(seconds: $0.seconds)) },
    ]

    private struct Stats {
        var seconds: Double

        static let fields: [Field<Stats>] = [Field("seconds", \.seconds)]
    }

    /// Returns the document `meshconv.summary/1`. Its error is the first one of the lines.
    ///
    /// - Parameters:
    ///   - exitCode: that of the command.
    ///   - seconds: from start to end of the command.
    package func json(exitCode: Int, seconds: Double) -> JSONValue {
        let status: Report.Status = failed > 0 ? .failed : refused > 0 ? .refused : .done
        let head = Envelope.head("summary").members(of: (status, nil)).map { member in
            member.0 == "error" ? (member.0, error ?? .null) : member
        }
        return .object(head + Self.fields.members(of: (self, exitCode, seconds)))
    }
}

extension ReadError.Code {
    /// A file of a batch was not tried, since another one failed.
    package static let untried = Self(rawValue: "batch.untried")
}

extension Report {
    /// Whether the document of a conversion that was done has lost what can be seen.
    package static func losesVisibly(_ document: JSONValue) -> Bool {
        document["status"]?.string == Status.done.rawValue
            && document["losses"]?.array?.contains {
                $0["severity"]?.string == "dropped" && $0["rank"]?.string == "visible"
            } ?? false
    }
}
