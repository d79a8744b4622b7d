import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv man`.
struct ManualCommand: Command {
    // It writes a manual page, not a document.
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Print the manual page.",
        discussion:
            "To read it: meshconv man | man -l -. To install it: meshconv man > /usr/local/share/man/man1/meshconv.1")

    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        let help: JSONValue
        do { help = try JSONValue.parse(Array(Meshconv._dumpHelp().utf8)) } catch {
            throw Failure(status: .internal, code: "internal", message: "the help can't be read")
        }
        Console.out(ManualPage(help["command"] ?? .null).text)
        return .done
    }
}

/// The manual page, in the language of `man`, made from the help of all commands.
struct ManualPage {
    private(set) var text = ".TH MESHCONV 1\n.SH NAME\nmeshconv \\- convert 3D files and scans\n"

    /// - Parameter program: the help of the program, as the argument parser describes it.
    init(_ program: JSONValue) {
        text += ".SH SYNOPSIS\n"
        for line in Meshconv.configuration.usage?.split(separator: "\n") ?? [] { text += "\(Self.plain(line))\n.br\n" }
        text += ".SH DESCRIPTION\n\(Self.plain(program["abstract"]?.string ?? ""))\n"
        paragraph(program["discussion"]?.string)
        addFiles()
        for command in program["subcommands"]?.array ?? [] where command["commandName"]?.string != "help" {
            text += ".SH meshconv \(command["commandName"]?.string ?? "")\n"
            text += "\(Self.plain(command["abstract"]?.string ?? ""))\n"
            paragraph(command["discussion"]?.string)
            for argument in command["arguments"]?.array ?? [] { add(argument) }
        }
    }

    /// Adds what the file of defaults is for.
    private mutating func addFiles() {
        let options = ConfigRules.allowed.map(\.name).joined(separator: ", ")
        let settings = ConfigRules.settings.map(\.name).joined(separator: ", ")
        let example = #"{"verify": true, "set": {"instances": "keep"}, "commands": {"check": {"for": "print"}}}"#
        text += ".SH FILES\n.TP\n.B \(Config.name)\n"
        text +=
            Self.plain(
                "Defaults for options, in the current folder only: \(example). What is in \"commands\" is for one command, "
                    + "what is in \"targets\" for one format that is written. The file may have \(options), and in \"set\" "
                    + "\(settings). What is typed wins; reports name what the file set; --no-config ignores it.") + "\n"
    }

    /// Adds a discussion with its own lines.
    private mutating func paragraph(_ discussion: String?) {
        guard let discussion else { return }
        text += ".PP\n.nf\n"
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) { wrap(line) }
        text += ".fi\n"
    }

    /// Adds a line, broken at blanks after 72 characters.
    private mutating func wrap(_ line: Substring) {
        var rest = line
        while rest.count > 72, let blank = rest.prefix(72).lastIndex(of: " "), blank > rest.startIndex {
            text += Self.plain(rest[..<blank]) + "\n"
            rest = rest[rest.index(after: blank)...]
        }
        text += Self.plain(rest) + "\n"
    }

    /// Adds an option or an argument: its names and its help.
    private mutating func add(_ argument: JSONValue) {
        guard argument["shouldDisplay"] != false else { return }
        var names = (argument["names"]?.array ?? []).compactMap { name in
            name["name"]?.string.map { (name["kind"] == "short" ? "-" : "--") + $0 }
        }
        // As in the help: short names first.
        names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
        let value = argument["valueName"]?.string ?? ""
        let isFlag = argument["kind"] == "flag"
        let head = names.isEmpty ? value : names.joined(separator: ", ") + (isFlag ? "" : " <\(value)>")
        text += ".TP\n.B \(Self.plain(head))\n\(Self.plain(argument["abstract"]?.string ?? ""))\n"
    }

    /// Escapes what `man` would take for its own language.
    private static func plain(_ text: some StringProtocol) -> String {
        let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.first == "." || escaped.first == "'" ? "\\&" + escaped : escaped
    }
}
