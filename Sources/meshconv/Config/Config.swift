import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Defaults for options: what `.meshconv.json` of the current folder says.
///
/// Only the current folder is looked at: not that of an input, and not the folders above. The file must lie there itself,
/// so that no link can make another file's text appear in a message.
struct Config {
    /// The file's name.
    static let name = ".meshconv.json"
    /// The largest file.
    static let byteLimit = 64_000

    /// A default: of an option, or of a setting of `--set`.
    struct Entry {
        /// The option.
        let option: String
        /// The name of the setting of `--set`, or of the limit of `--limit`.
        var setting: String?
        let word: String
    }

    /// Defaults of all commands that have the option.
    var general: [Entry] = []
    /// Those of one command, by its name.
    var commands: [String: [Entry]] = [:]
    /// Those for one format, variant or kind of package that is written, by its name.
    var targets: [String: [Entry]] = [:]

    /// Reads the file of the current folder; nil: there is none.
    static func ofCurrentFolder() throws(Failure) -> Config? {
        guard let bytes = try ProcessControl.ownFile(name, byteLimit: byteLimit) else { return nil }
        do throws(ConfigFault) { return try Config(ConfigNode(parsing: bytes)) } catch {
            var failure = Failure(usage: error.message)
            failure.path = name
            failure.location = TextPlaces.lines(of: [error.offset], in: .bytes(bytes, name: name)).first ?? .whole
            throw failure
        }
    }

    /// - Throws: what was expected at which place.
    init(_ file: ConfigNode) throws(ConfigFault) {
        for member in try Self.members(of: file, "an object with names of options") {
            switch member.key {
            case "$schema": try Self.requireText(member.node)
            case "commands":
                for part in try Self.members(of: member.node, "an object with names of commands") {
                    guard ConfigRules.commands.contains(part.key) else {
                        throw Self.unknown(part, "a command that reads files", ConfigRules.commands.sorted())
                    }
                    commands[part.key] = try Self.entries(of: part.node, for: [part.key])
                }
            case "targets":
                for part in try Self.members(of: member.node, "an object with names of formats") {
                    guard Self.targetNames.contains(part.key) else {
                        throw Self.unknown(part, "a format, a variant or a package", Self.targetNames)
                    }
                    targets[part.key] = try Self.entries(of: part.node, for: ["convert", "plan", "package"])
                }
            default: general += try Self.entries(of: member, for: ConfigRules.commands)
            }
        }
    }

    /// The names of formats, variants and packages.
    static let targetNames: [String] =
        StandardFormats.all.flatMap { [$0.descriptor.id] + $0.descriptor.variants.map(\.id) }.filter(unique())
        + PackageVariant.allCases.map(\.rawValue)

    private static func unique() -> (String) -> Bool {
        var known: Set<String> = []
        return { known.insert($0).inserted }
    }

    private static func members(of node: ConfigNode, _ form: String) throws(ConfigFault) -> [ConfigNode.Member] {
        guard let members = node.members else {
            throw ConfigFault(at: node.offset, "expected \(form), found \(shown(node.value.text()))")
        }
        return members
    }

    private static func requireText(_ node: ConfigNode) throws(ConfigFault) {
        guard node.value.string == nil else { return }
        throw ConfigFault(at: node.offset, "expected a text, found \(shown(node.value.text()))")
    }

    private static func entries(of node: ConfigNode, for commands: Set<String>) throws(ConfigFault) -> [Entry] {
        var entries: [Entry] = []
        for member in try members(of: node, "an object with names of options") {
            entries += try self.entries(of: member, for: commands)
        }
        return entries
    }

    private static func entries(
        of member: ConfigNode.Member, for commands: Set<String>
    ) throws(ConfigFault) -> [Entry] {
        if member.key == "set" { return try settings(member.node) }
        if member.key == "limit" { return try limits(member.node) }
        let options = ConfigRules.options(of: commands)
        guard let option = options.first(where: { $0.name == member.key }) else {
            if let reason = ConfigRules.refusal(of: member.key) {
                throw ConfigFault(at: member.offset, "'\(member.key)' can't be set in a file, since \(reason)")
            }
            throw unknown(member, "an option that can be set here", options.map(\.name) + ["limit", "set"])
        }
        switch option.value.word(member.node.value) {
        case .success(let word): return [Entry(option: option.name, word: word)]
        case .failure(let fault): throw ConfigFault(at: member.node.offset, fault.message)
        }
    }

    private static func settings(_ node: ConfigNode) throws(ConfigFault) -> [Entry] {
        var entries: [Entry] = []
        for member in try members(of: node, "an object with names of settings") {
            guard let setting = ConfigRules.settings.first(where: { $0.name == member.key }) else {
                if let refused = ConfigRules.refusedSettings.first(where: { $0.names.contains(member.key) }) {
                    throw ConfigFault(
                        at: member.offset, "the setting '\(member.key)' can't be in a file, since \(refused.reason)")
                }
                throw unknown(member, "a setting", ConfigRules.settings.map(\.name))
            }
            switch setting.value.word(member.node.value) {
            case .success(let word): entries.append(Entry(option: "set", setting: setting.name, word: word))
            case .failure(let fault): throw ConfigFault(at: member.node.offset, fault.message)
            }
        }
        return entries
    }

    private static func limits(_ node: ConfigNode) throws(ConfigFault) -> [Entry] {
        var entries: [Entry] = []
        for member in try members(of: node, "an object with names of limits") {
            guard let name = Limits.Name(rawValue: member.key) else {
                throw unknown(member, "a limit", Limits.Name.allCases.map(\.rawValue))
            }
            switch ConfigRules.value(of: name).word(member.node.value) {
            case .success(let word): entries.append(Entry(option: "limit", setting: name.rawValue, word: word))
            case .failure(let fault): throw ConfigFault(at: member.node.offset, fault.message)
            }
        }
        return entries
    }

    private static func unknown(_ member: ConfigNode.Member, _ what: String, _ names: [String]) -> ConfigFault {
        let hint = Spelling.hint(member.key, in: names)
        return ConfigFault(
            at: member.offset,
            "expected \(what), found '\(shown(member.key))'"
                + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
    }

    /// Returns a text of the file as messages show it.
    static func shown(_ text: String) -> String {
        text.unicodeScalars.count > 40 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…" : text
    }
}
