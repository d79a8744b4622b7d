import MeshBytes
import MeshConvert
import MeshFormats
import Testing

@testable import meshconv

/// What `.meshconv.json` may set: a new option must be decided on, and what is refused is refused everywhere.
@Suite struct ConfigRulesTests {
    private func config(_ text: String) throws -> Config { try Config(ConfigNode(parsing: Array(text.utf8))) }

    @Test func everyOptionOfEveryCommandIsDecidedOn() throws {
        let help = try HelpTable()
        let allowed = Dictionary(uniqueKeysWithValues: ConfigRules.allowed.map { ($0.name, $0) })
        for option in help.options where ConfigRules.commands.contains(option.command) {
            for name in option.names where name.hasPrefix("--") && !["--set", "--limit"].contains(name) {
                let name = String(name.dropFirst(2))
                let isAllowed = allowed[name]?.commands.contains(option.command) == true
                #expect(
                    isAllowed || ConfigRules.refusal(of: name) != nil,
                    "may .meshconv.json set \(name) of \(option.command)? Decide in ConfigRules")
            }
        }
        for option in ConfigRules.allowed {
            #expect(option.commands.isSubset(of: help.commands(with: "--\(option.name)")), "\(option.name)")
            if ConfigRules.refusal(of: option.name) == nil {
                #expect(option.commands == help.commands(with: "--\(option.name)").subtracting(["formats"]))
            }
            for typed in option.opposites {
                #expect(help.options.contains { $0.names.contains(typed) }, "\(typed)")
            }
        }
        let names = Set(help.options.flatMap(\.names))
        for (refused, _) in ConfigRules.refused {
            for name in refused { #expect(names.contains("--\(name)"), "there is no --\(name)") }
        }
    }

    @Test func theCommandsThatReadItCanIgnoreIt() throws {
        let help = try HelpTable()
        #expect(help.commands(with: "--no-config") == ConfigRules.commands)
        #expect(help.commands(with: "--set") == ConfigRules.commands)
        #expect(help.commands(with: "--limit") == ConfigRules.commands)
        for name in Set(help.commands).subtracting(ConfigRules.commands) {
            #expect(!(try Arguments.command([name] + (name == "completions" ? ["zsh"] : [])) is any ConfiguredCommand))
        }
    }

    @Test func everySettingIsDecidedOn() {
        let formats = StandardFormats.all.flatMap(\.descriptor.options)
        let known =
            formats.map { ($0.name, $0.values) } + ScanMeshSettings.known.map { ($0.name, $0.values) }
            + PackageSettings.known.map { ($0.name, $0.values) }
        let refused = ConfigRules.refusedSettings.flatMap(\.names)
        for (name, _) in known {
            let isAllowed = ConfigRules.settings.contains { $0.name == name }
            #expect(isAllowed != refused.contains(name), "may .meshconv.json have the setting \(name)?")
        }
        for setting in ConfigRules.settings {
            guard case .words(let words) = setting.value else { continue }
            let values = known.filter { $0.0 == setting.name }.flatMap(\.1)
            #expect(Set(words).isSubset(of: values), "\(setting.name)")
            #expect(words.allSatisfy { !$0.isEmpty })
        }
        // The name that --sandbox had before, which no list has any more.
        #expect(Set(refused).subtracting(known.map(\.0)) == ["references"])
    }

    @Test func whatIsRefusedIsRefusedInEveryPart() throws {
        for name in ConfigRules.refused.flatMap(\.names) {
            for value in ["true", "1", "\"x\""] {
                let member = "{\"\(name)\": \(value)}"
                #expect(throws: ConfigFault.self) { try config(member) }
                #expect(throws: ConfigFault.self) { try config("{\"targets\": {\"glb\": \(member)}}") }
                for command in ConfigRules.commands where !(command == "check" && name == "for") {
                    #expect(throws: ConfigFault.self) { try config("{\"commands\": {\"\(command)\": \(member)}}") }
                }
            }
        }
        for name in ConfigRules.refusedSettings.flatMap(\.names) {
            #expect(throws: ConfigFault.self) { try config("{\"set\": {\"\(name)\": \"any\"}}") }
        }
    }

    /// A value that the rule allows.
    private func example(_ option: ConfigRules.Option) -> String {
        switch option.value {
        case .flag: "true"
        case .words(let words): words.first.map { "\"\($0)\"" } ?? ""
        case .count: "1"
        case .text: option.name == "memory" ? "\"1MB\"" : option.name == "timeout" ? "\"1h\"" : "\"mm\""
        }
    }

    /// Each command parses what it gets, so nothing that passed as a file fails as a command line.
    @Test func whatIsAllowedReachesEveryCommandThatHasIt() throws {
        for command in ConfigRules.commands {
            let words =
                switch command {
                case "info", "check", "digest", "view": [command, "a.ply"]
                case "changes": [command, "a.ply", "b.ply", "c.ply"]
                default: [command, "a.ply", "b.ply"]
                }
            let typed = try #require(try Arguments.command(words) as? any ConfiguredCommand)
            let options = ConfigRules.options(of: [command]).filter {
                // That of this machine may be the only one.
                $0.name != "threads" && ($0.name != "require-privacy" || command == "package")
            }
            let members = options.map { "\"\($0.name)\": \(example($0))" }.joined(separator: ", ")
            let config = try config("{\"commands\": {\"\(command)\": {\(members)}}}")
            let own = try config.words(for: typed, typed: words)
            #expect(own.map { $0.dropFirst(2).prefix { $0 != "=" } } == options.map { $0.name[...] }, "\(command)")
            _ = try Arguments.command([command] + own + words.dropFirst())
        }
    }

    @Test func limitsAreOnlyTightened() throws {
        let words = ["info", "a.ply"]
        let command = try #require(try Arguments.command(words) as? any ConfiguredCommand)
        func taken(_ text: String) throws -> [String] { try config(text).words(for: command, typed: words) }
        #expect(try taken("{\"threads\": 1000000, \"memory\": \"900000TB\"}") == [])
        #expect(try taken("{\"memory\": \"1MB\"}") == ["--memory=1MB"])
        for text in ["{\"timeout\": \"0s\"}", "{\"timeout\": \"never\"}", "{\"memory\": \"0\"}", "{\"threads\": 0}"] {
            #expect(throws: ConfigFault.self) { try config(text) }
        }
    }

    @Test func theSchemaAllowsWhatTheProgramAllows() throws {
        func faults(_ text: String) throws -> [String] {
            SchemaCheck.faults(try JSONValue.parse(Array(text.utf8)), Config.schema)
        }
        for option in ConfigRules.allowed {
            for command in option.commands {
                let text = "{\"commands\": {\"\(command)\": {\"\(option.name)\": \(example(option))}}}"
                #expect(try faults(text) == [])
                _ = try config(text)
            }
        }
        for name in ConfigRules.refused.flatMap(\.names) { #expect(try !faults("{\"\(name)\": true}").isEmpty) }
        #expect(try !faults("{\"commands\": {\"formats\": {}}}").isEmpty)
        #expect(try faults("{\"$schema\": \"x\", \"targets\": {\"glb\": {\"set\": {\"instances\": \"keep\"}}}}") == [])
    }
}
