import Foundation
import MeshBytes

/// The parts of a command's page that are made from its help.
struct CommandPage {
    let command: JSONValue
    /// All that `meshconv --help` says.
    let help: JSONValue

    var name: String { command["commandName"]?.string ?? "" }

    /// The help of the program, as the argument parser describes it.
    private static let help = try? JSONValue.parse(
        Array(Program(hasCases: false).run("--experimental-dump-help").output.utf8))["command"]

    static let all = (help?["subcommands"]?.array ?? []).map { CommandPage(command: $0, help: help ?? .null) }
        .filter { $0.name != "help" }

    /// What it does, and how it is called.
    func about(_ program: Program) throws -> String {
        let abstract = Markdown.prose(command["abstract"]?.string ?? "").replacing("\"", with: "`")
        let discussion = command["discussion"]?.string.map { "\n\(Markdown.paragraphs($0))" } ?? ""
        let shown = try program.run("help", name).output
        let usage = shown.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix("USAGE: ") }.prefix { !$0.isEmpty }.map { $0.dropFirst("USAGE: ".count) }
        return "\(abstract)\n\(discussion)\n```\n\(usage.joined(separator: "\n"))\n```\n"
    }

    /// A table of options for each section of the help.
    var options: String {
        var sections: [(title: String, rows: [[String]])] = []
        for argument in command["arguments"]?.array ?? [] where argument["shouldDisplay"] != false {
            let isPositional = argument["kind"] == "positional"
            let title = argument["sectionTitle"]?.string ?? (isPositional ? "Arguments" : "Of this command")
            let row = [Self.names(argument), Self.text(argument)]
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].rows.append(row)
            } else {
                sections.append((title, [row]))
            }
        }
        // The command's own options first, those of all commands last.
        let ranks = ["Arguments": 0, "Of this command": 1, "Texts": 3]
        let sorted = sections.enumerated().sorted {
            (ranks[$0.element.title] ?? 2, $0.offset) < (ranks[$1.element.title] ?? 2, $1.offset)
        }
        return sorted.map { "### \($0.element.title)\n\n\(Markdown.table(["option", "meaning"], $0.element.rows))" }
            .joined(separator: "\n")
    }

    private static func names(_ argument: JSONValue) -> String {
        let value = argument["valueName"]?.string ?? ""
        let names = (argument["names"]?.array ?? []).compactMap { name in
            name["name"]?.string.map { (name["kind"] == "short" ? "-" : "--") + $0 }
        }
        guard !names.isEmpty else { return "`<\(value)>`" }
        let hasValue = argument["kind"] == "option"
        return names.map { "`\($0)\(hasValue && $0 == names.last ? " <\(value)>" : "")`" }.joined(separator: " ")
    }

    private static func text(_ argument: JSONValue) -> String {
        let text = Markdown.prose(argument["abstract"]?.string ?? "")
        return text + (argument["defaultValue"]?.string.map { " Default: `\($0)`." } ?? "")
    }

    /// The exit codes that this command can have, by the options that lead to them.
    var exitCodes: String {
        let names = Set((command["arguments"]?.array ?? []).compactMap { $0["preferredName"]?["name"]?.string })
        let rows = (help["discussion"]?.string ?? "").matches(of: #/\n +([0-9]+)  ([^\n]+)/#).filter {
            switch $0.1 {
            case "1": ["diff", "check"].contains(name)
            case "2": names.contains("strict") || names.contains("require-privacy")
            case "3": names.contains("verify")
            default: true
            }
        }
        return Markdown.table(["code", "meaning"], rows.map { [String($0.1), Markdown.prose(String($0.2))] })
    }
}
