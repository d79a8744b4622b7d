import ArgumentParser
import MeshConvert
import ScanPackages

/// What a command is used for, as far as defaults depend on it.
struct ConfigUse {
    /// Whether a scan package is written.
    var isPackage = false
    /// Whether a file is written.
    var hasOutput = true
    /// What is written: the names of each target, the less specific first.
    var targets: [[String]] = []
}

extension ConfigUse {
    /// - Parameters:
    ///   - input: the first input.
    ///   - output: the output's name, or a folder.
    init(of target: TargetOptions, _ input: String?, output: String?) {
        self.init()
        // What is wrong with options is said by the command itself.
        if let package = try? target.words.packageVariant(of: input) {
            (isPackage, targets) = (true, [[package.rawValue]])
            return
        }
        let pipeline = Pipeline()
        var variants = ((try? target.words.wanted(pipeline)) ?? []).compactMap { try? pipeline.variant(named: $0) }
        if variants.isEmpty, let output, let own = try? pipeline.variant(for: output, options: ConvertOptions()) {
            variants = [own]
        }
        targets = variants.map { [pipeline.planner.format(ofVariant: $0)?.descriptor.id, $0].compactMap(\.self) }
    }
}

/// A command that reads `.meshconv.json`.
protocol ConfiguredCommand: Command {
    var config: ConfigOption { get }
    var use: ConfigUse { get }
}

extension ConfiguredCommand {
    var use: ConfigUse { ConfigUse() }
}

extension Config {
    /// Returns the options that a command gets, spelled as they are typed.
    ///
    /// - Parameter typed: the words of the command line, which win.
    func words(for command: any ConfiguredCommand, typed: [String]) throws(Failure) -> [String] {
        let use = command.use
        let name = type(of: command).configuration.commandName ?? ""
        let typed = Array(typed.prefix { $0 != "--" })
        let given = (general + (commands[name] ?? []))
        let own = (use.targets.isEmpty ? [[]] : use.targets).map { names in
            Self.merged(given + names.flatMap { targets[$0] ?? [] }).filter {
                Self.fits($0, name, use) && !Self.isTyped($0, typed)
            }.compactMap(Self.word)
        }
        guard let words = own.first, own.allSatisfy({ $0 == words }) else {
            throw Failure(
                usage:
                    "\(Self.name) has other options for \(use.targets.compactMap(\.last).joined(separator: " than for "))"
                    + "; convert to one of them at a time, or say --no-config")
        }
        return words
    }

    /// Returns the entries without those that a later one replaces.
    private static func merged(_ entries: [Entry]) -> [Entry] {
        entries.indices.filter { index in
            !entries[(index + 1)...].contains {
                $0.option == entries[index].option && $0.setting == entries[index].setting
            }
        }.map { entries[$0] }
    }

    /// Whether the command has the option and can use it.
    private static func fits(_ entry: Entry, _ command: String, _ use: ConfigUse) -> Bool {
        if entry.option == "limit" { return ConfigRules.isTighter(entry.setting, entry.word) }
        if let setting = entry.setting {
            switch ConfigRules.settings.first(where: { $0.name == setting })?.owner {
            case .formats: return ["convert", "plan"].contains(command) && !use.isPackage
            case .scans: return command != "package" && !use.isPackage
            case .packages: return use.isPackage
            case nil: return false
            }
        }
        guard let option = ConfigRules.allowed.first(where: { $0.name == entry.option }),
            option.commands.contains(use.isPackage && command == "convert" ? "package" : command)
        else { return false }
        switch entry.option {
        case "require-privacy": return use.isPackage
        case "verify": return use.hasOutput
        default: return option.isTighter(entry.word)
        }
    }

    /// Whether the command line says it, or the opposite.
    private static func isTyped(_ entry: Entry, _ typed: [String]) -> Bool {
        if let setting = entry.setting {
            return typed.indices.contains { index in
                typed[index].hasPrefix("--\(entry.option)=\(setting)=")
                    || typed[index].hasPrefix("\(setting)=") && index > 0 && typed[index - 1] == "--\(entry.option)"
            }
        }
        let opposites = ConfigRules.allowed.first { $0.name == entry.option }?.opposites ?? []
        return typed.contains { word in
            word == "--\(entry.option)" || word.hasPrefix("--\(entry.option)=") || opposites.contains(word)
        }
    }

    private static func word(_ entry: Entry) -> String? {
        if let setting = entry.setting { return "--\(entry.option)=\(setting)=\(entry.word)" }
        guard let option = ConfigRules.allowed.first(where: { $0.name == entry.option }) else { return nil }
        guard case .flag = option.value else { return "--\(entry.option)=\(entry.word)" }
        return entry.word == "true" ? "--\(entry.option)" : nil
    }
}
