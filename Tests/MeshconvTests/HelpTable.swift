import MeshBytes

/// The options of all commands, as the argument parser describes its help.
struct HelpTable {
    struct Option {
        var command: String
        /// The names with their dashes.
        var names: [String]
        var help: String
        var isFlag: Bool
        /// The name behind it in the help.
        var valueName: String
    }

    var options: [Option] = []
    /// The names of the commands.
    var commands: [String] = []

    init() throws {
        let text = try Program(hasCases: false).run("--experimental-dump-help").output
        let program = try JSONValue.parse(Array(text.utf8))["command"] ?? .null
        for command in program["subcommands"]?.array ?? [] {
            guard let name = command["commandName"]?.string, name != "help" else { continue }
            commands.append(name)
            for argument in command["arguments"]?.array ?? [] {
                var names = (argument["names"]?.array ?? []).compactMap { name in
                    name["name"]?.string.map { (name["kind"] == "short" ? "-" : "--") + $0 }
                }
                // As in the help: short names first.
                names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
                guard !names.isEmpty else { continue }
                options.append(
                    Option(
                        command: name, names: names, help: argument["abstract"]?.string ?? "",
                        isFlag: argument["kind"] == "flag", valueName: argument["valueName"]?.string ?? ""))
            }
        }
    }

    /// The commands that have an option.
    func commands(with name: String) -> Set<String> {
        Set(options.filter { $0.names.contains(name) }.map(\.command))
    }
}
