import ArgumentParser
import MeshBytes
import MeshConvert

/// The option that leaves `.meshconv.json` alone.
struct ConfigOption: ParsableArguments {
    @Flag(name: .customLong("no-config"), help: "Ignore the defaults in .meshconv.json of the current folder.")
    var isIgnored = false
}

/// What the command of this process took from `.meshconv.json`, for its documents.
final class UsedConfig: @unchecked Sendable {
    static let shared = UsedConfig()

    private let lock = Lock()
    private var options: [String] = []

    /// Returns the command with the defaults of the current folder.
    ///
    /// - Parameters:
    ///   - command: the command as it was typed.
    ///   - words: the command line.
    func applied(to command: any ConfiguredCommand, _ words: [String]) throws(Failure) -> any ParsableCommand {
        guard !command.config.isIgnored, let config = try Config.ofCurrentFolder() else { return command }
        let options = try config.words(for: command, typed: words)
        guard !options.isEmpty else { return command }
        let type = type(of: command)
        let rest = words.first == type.configuration.commandName ? Array(words.dropFirst()) : words
        let configured: any ParsableCommand
        do { configured = try type.parseAsRoot(options + rest) } catch {
            throw Failure(usage: Arguments.plain(type.message(for: error)))
        }
        lock.withLock { self.options = options }
        return configured
    }

    /// The line about it; nil: nothing was taken.
    var text: String? {
        let options = lock.withLock { self.options }
        guard !options.isEmpty else { return nil }
        return "\(Config.name) sets \(options.joined(separator: " ")); to ignore it: --no-config"
    }

    /// Returns the document with what was taken.
    func named(in document: JSONValue) -> JSONValue {
        let options = lock.withLock { self.options }
        return Envelope.document(document, config: Config.name, options: options)
    }
}
