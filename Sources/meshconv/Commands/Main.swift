import ArgumentParser
import MeshBytes
import MeshConvert

/// The program: parses the command line, runs the command, exits with its code.
@main
enum Main {
    static func main() {
        ProcessControl.install()
        let words = Arguments.normalized(Array(CommandLine.arguments.dropFirst()))
        do {
            var command = try Meshconv.parseAsRoot(words)
            if var work = command as? any Command {
                ProcessControl.end(work.performReporting())
            }
            try command.run()
            ProcessControl.end(.done)
        } catch {
            if Meshconv.exitCode(for: error) == .success {
                Console.out(Meshconv.message(for: error) + "\n")
                ProcessControl.end(.done)
            }
            let failure = Failure(usage: Arguments.plain(Meshconv.message(for: error)))
            failure.report(json: Arguments.asksForJSON(words), document: Arguments.document(words))
            Console.err("  See 'meshconv --help'.\n")
            ProcessControl.end(.usage)
        }
    }
}

/// The root command.
struct Meshconv: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meshconv",
        abstract: "Converts 3D files and tells what was not carried over.",
        usage: """
            meshconv INPUT OUTPUT
            meshconv COMMAND --help
            """,
        discussion: """
            'meshconv scan.ply scan.obj' is short for 'meshconv convert scan.ply scan.obj': the names say the formats. \
            The report says what was lost; exit code 0 means that the output is there and the report is complete.
            """,
        version: "\(Tool.name) \(Tool.version)" + (Tool.commit.map { " (\($0))" } ?? ""),
        subcommands: [
            ConvertCommand.self, PackageCommand.self, PlanCommand.self, InfoCommand.self, CheckCommand.self,
            DiffCommand.self, ChangesCommand.self, DigestCommand.self, PreviewCommand.self, FormatsCommand.self,
            SchemaCommand.self,
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
    /// Does the work and prints the results.
    mutating func perform() throws(Failure) -> ExitStatus
}

extension Command {
    /// Does the work and prints a failure.
    mutating func performReporting() -> ExitStatus {
        let json = writesJSON
        // The default report if a limit ends the command.
        Watchdog.shared.atEnd { Failure($0).report(json: json, document: Self.document) }
        defer { Watchdog.shared.stand() }
        do throws(Failure) {
            let status = try perform()
            ProgressLine.shared.clear()
            return status
        } catch {
            error.report(json: writesJSON, document: Self.document)
            return error.status
        }
    }

    mutating func run() throws {}
}
