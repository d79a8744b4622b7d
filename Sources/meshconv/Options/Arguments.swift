import MeshConvert

/// What is done to the words of the command line before and after they are parsed.
enum Arguments {
    /// The words with `--strict` spelled out: it is the one option whose value may be left away, and only `=` gives it one.
    static func normalized(_ words: [String]) -> [String] {
        var result: [String] = []
        for (index, word) in words.enumerated() {
            if word == "--" { return result + words[index...] }
            result.append(word == "--strict" ? "--strict=lossless" : word)
        }
        return result
    }

    /// Whether the words ask for JSON, in whatever order and however wrong they are otherwise.
    static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    /// The document that the command among the words would have written.
    static func document(_ words: [String]) -> String {
        words.first { ["info", "check", "digest", "plan", "diff", "formats"].contains($0) } ?? "report"
    }

    /// A message of the parser in the form of all messages: lower case, no full stop.
    static func plain(_ message: String) -> String {
        var text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let hint = text.firstRange(of: ". Did you mean") { text.replaceSubrange(hint, with: "; did you mean") }
        while text.last == "." { text.removeLast() }
        guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
