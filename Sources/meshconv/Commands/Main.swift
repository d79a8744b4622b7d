import ArgumentParser
import MeshBytes
import MeshConvert

/// The program: parses the command line, runs the command, exits with its code.
@main
enum Main {
    static func main() {
        ProcessControl.install()
        let words = Arguments.normalized(Array(ProcessControl.arguments.dropFirst()))
        if words.isEmpty {
            Console.out(ShortHelp.text)
            ProcessControl.end(.done)
        }
        do {
            if let refusal = CommandWords.refusal(words) { throw refusal }
            var command = try configured(try Arguments.command(words), words)
            if var work = command as? any Command {
                ProcessControl.end(work.performReporting())
            }
            try command.run()
            ProcessControl.end(.done)
        } catch {
            if let refusal = error as? Failure { refuse(refusal, words) }
            if Meshconv.exitCode(for: error) == .success {
                Console.out(Meshconv.message(for: error) + "\n")
                ProcessControl.end(.done)
            }
            let message = Arguments.plain(Meshconv.message(for: error))
            refuse(Failure(usage: OptionWords.message(for: message) ?? message), words)
        }
    }

    /// Returns the command with the defaults of the current folder, which are said.
    private static func configured(
        _ command: any ParsableCommand, _ words: [String]
    ) throws -> any ParsableCommand {
        guard let plain = command as? any ConfiguredCommand else { return command }
        do throws(Failure) {
            let command = try UsedConfig.shared.applied(to: plain, words)
            if let text = UsedConfig.shared.text, !Arguments.asksForJSON(words), !Arguments.asksForSilence(words) {
                Console.err(Texts.clean(text) + "\n")
            }
            return command
        } catch {
            error.report(json: plain.writesJSON, document: type(of: plain).document)
            Console.err("  To ignore the file: --no-config\n")
            ProcessControl.end(error.status)
        }
    }

    /// Reports that the command line is wrong, and exits.
    private static func refuse(_ failure: Failure, _ words: [String]) -> Never {
        failure.report(json: Arguments.asksForJSON(words), document: Arguments.document(words))
        Console.err("  See 'meshconv --help'.\n")
        ProcessControl.end(.usage)
    }
}

/// The root command.
struct Meshconv: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meshconv",
        abstract: ShortHelp.summary,
        usage: """
            meshconv INPUT OUTPUT [OPTIONS]
            meshconv FILE
            meshconv COMMAND --help
            """,
        discussion: """
            'meshconv scan.ply scan.obj' is short for 'meshconv convert scan.ply scan.obj'; 'meshconv convert --help' lists \
            all options.

            Examples:
            \(ShortHelp.examples)

            Exit codes:
            \(ExitStatus.list)

            Of several files all are tried. 'convert' ends with the code of the first that failed, the other commands with \
            the highest code.
            """,
        version: "\(Tool.name) \(Tool.version)" + (Tool.commit.map { " (\($0))" } ?? ""),
        subcommands: [
            ConvertCommand.self, PackageCommand.self, PlanCommand.self, InfoCommand.self, CheckCommand.self,
            DiffCommand.self, ChangesCommand.self, DigestCommand.self, PreviewCommand.self, ViewCommand.self,
            FormatsCommand.self, SchemaCommand.self, CompletionsCommand.self, ManualCommand.self,
        ],
        defaultSubcommand: ConvertCommand.self
    )

    /// The names of commands, for hints.
    static var commandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}

/// A command with an exit code.
protocol Command: ParsableCommand {
    /// The schema of its document: `report`, `info` …
    static var document: String { get }
    /// Whether it writes its document to standard output.
    var writesJSON: Bool { get }
    /// Whether its documents are lines in any case, since its files are in a list.
    var isBatch: Bool { get }
    /// Does the work and prints the results.
    mutating func perform() throws(Failure) -> ExitStatus
}

extension Command {
    var isBatch: Bool { false }

    /// Does the work and prints a failure.
    mutating func performReporting() -> ExitStatus {
        let (json, layout) = (writesJSON, isBatch ? JSONValue.Layout.compact : .pretty)
        // The default report if a limit ends the command.
        Watchdog.shared.atEnd { Failure($0).report(json: json, document: Self.document, layout) }
        defer { Watchdog.shared.stand() }
        do throws(Failure) {
            let status = try perform()
            ProgressLine.shared.clear()
            return status
        } catch {
            error.report(json: json, document: Self.document, layout)
            return error.status
        }
    }

    mutating func run() throws {}
}
