import ArgumentParser
import MeshConvert

/// Preprocessing of arguments, and rewriting of the parser's messages.
enum Arguments {
    /// Returns the arguments with `--strict` spelled out. It is the only option with an optional value, given with `=`
    /// only.
    static func normalized(_ words: [String]) -> [String] {
        var result: [String] = []
        for (index, word) in words.enumerated() {
            if word == "--" { return result + words[index...] }
            result.append(word == "--strict" ? "--strict=lossless" : word)
        }
        return result
    }

    /// Whether the arguments ask for JSON, even if they are otherwise wrong.
    static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    /// Returns the schema of the document that the command would have written.
    static func document(_ words: [String]) -> String {
        let commands = Meshconv.configuration.subcommands.compactMap { $0 as? any Command.Type }
        for word in words {
            if let named = commands.first(where: { $0.configuration.commandName == word }) { return named.document }
        }
        return ConvertCommand.document
    }

    /// Returns a message of the parser in our style: lower case, no full stop.
    static func plain(_ message: String) -> String {
        var text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let hint = text.firstRange(of: ". Did you mean") { text.replaceSubrange(hint, with: "; did you mean") }
        while text.last == "." { text.removeLast() }
        guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
