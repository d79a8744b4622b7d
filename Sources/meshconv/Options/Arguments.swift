import ArgumentParser
import MeshConvert

/// Preprocessing of arguments, and rewriting of the parser's messages.
enum Arguments {
    /// Returns the arguments with `--strict` spelled out, the only option with an optional value, with negative numbers joined to
    /// their options, since the parser takes what begins with a dash for an option, and with the usual spellings of `--version`.
    static func normalized(_ words: [String]) -> [String] {
        if words == ["version"] { return ["--version"] }
        var result: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--": return result + [word] + rest
            case "-V", "-version": result.append("--version")
            case "--strict":
                let value = rest.first.flatMap { StrictWords.words[$0] == nil ? nil : $0 }
                if value != nil { rest.removeFirst() }
                result.append("--strict=\(value ?? "lossless")")
            case let word where word.hasPrefix("--") && !word.contains("=") && rest.first.map(isNegative) == true:
                result.append("\(word)=\(rest.removeFirst())")
            default: result.append(word)
            }
        }
        return result
    }

    private static func isNegative(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
    }

    /// Parses the arguments. A file alone is looked into, as by `meshconv info`.
    static func command(_ words: [String]) throws -> any ParsableCommand {
        let command = try parsed(words)
        if let convert = command as? ConvertCommand, convert.isFileAlone, words.first != "convert",
            let info = try? InfoCommand.parseAsRoot(words)
        {
            return info
        }
        return command
    }

    /// Parses the arguments by their command alone where that is enough. The root command looks at each option of its default
    /// command several times, which takes longer than a small conversion. Help and mistakes are the root's to answer.
    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        guard let first = words.first, !first.hasPrefix("-"), first != "help" else {
            return try Meshconv.parseAsRoot(words)
        }
        let named = Meshconv.configuration.subcommands.first { $0.configuration.commandName == first }
        let type = named ?? ConvertCommand.self
        let rest = Array(named == nil ? words[...] : words.dropFirst())
        if let command = try? type.parseAsRoot(rest), Swift.type(of: command) == type { return command }
        return try Meshconv.parseAsRoot(words)
    }

    /// Whether the arguments ask for JSON, even if they are otherwise wrong.
    static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    /// Whether the arguments ask for nothing but errors.
    static func asksForSilence(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "-q" || $0 == "--quiet" }
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
