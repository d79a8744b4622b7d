import ArgumentParser
import Foundation
import Logging
import Receiver

@main
struct Command: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meshconv-receiver",
        abstract: "Takes the uploads of scanning apps (PUT /NAME), keeps them, and converts them with meshconv.",
        discussion: """
            Without a token file it listens on loopback only. Sizes are bytes, or 500MB, 2GB. Exit codes: 0 stopped by a \
            signal, 64 wrong command line, 69 no usable meshconv, 73 the directory or the port can't be used.
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @Flag(
        help: """
            Serve a page for the person at this machine instead: drop a model, see what each format would lose, convert. \
            It listens on 127.0.0.1, at an address that nobody guesses; what was dropped is removed at the end.
            """)
    var page = false

    @Option(help: "The folder for uploads, results and the queue; not with --page.")
    var directory: String?

    @Option(help: "The program meshconv: a path.")
    var meshconv: String

    @Option(help: "The address to listen on. Others than loopback need --token-file.")
    var host = "127.0.0.1"

    @Option(help: "A file with a token in each line: 16 or more letters, digits or any of - . _ ~")
    var tokenFile: String?

    @Option(help: "The largest upload.")
    var maxUpload: Size = Size(bytes: 8_000_000_000)

    @Option(help: "The most that the directory may take; without it, what the disk has.")
    var diskBudget: Size?

    @Option(help: "How much of the disk stays free.")
    var keepFree: Size = Size(bytes: 1_000_000_000)

    @Option(
        help:
            "How many uploads are converted at a time. Each may use all processors, and 7/8 of the memory without --memory."
    )
    var atOnce = 1

    @Option(
        parsing: .upToNextOption,
        help: "What is made of each upload that has what it needs: variants of meshconv's --to.")
    var to: [String] = ["glb", "colmap"]

    @Option(help: "The longest time for each step of a conversion: 90s, 30m, 2h.")
    var timeout = "30m"

    @Option(help: "The most memory for each step of a conversion, as meshconv's --memory.")
    var memory: String?

    @Option(
        help: "Seconds before a conversion that failed for a passing reason is tried again: one number for each time.")
    var retryAfter = "10,60,600"

    @Argument(parsing: .postTerminator, help: "After '--': further options of 'meshconv convert'.")
    var options: [String] = []

    func run() async throws {
        var logger = Logger(label: "meshconv-receiver") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .info
        let settings = try settings()
        guard let version = Self.version(of: settings.program) else {
            throw Self.failure(69, "\(meshconv): expected the program meshconv, found none that starts")
        }
        do {
            if page {
                logger.logLevel = .error
                try await PageServer(settings: settings, logger: logger).run { address in
                    print("Open \(address)\nCtrl-C ends it and removes what was dropped.")
                    fflush(nil)
                }
            } else {
                try await Receiver(settings: settings, logger: logger).run(version: version)
            }
        } catch {
            throw Self.failure(73, "\(error)")
        }
    }

    private static func failure(_ code: Int32, _ text: String) -> ExitCode {
        FileHandle.standardError.write(Data("error: \(text)\n".utf8))
        return ExitCode(code)
    }

    private func settings() throws -> Settings {
        guard page || directory != nil else { throw ValidationError("Expected --directory, or --page") }
        if page, directory != nil || tokenFile != nil || host != "127.0.0.1" {
            throw ValidationError(
                "--page has its own folder, token and address: leave out --directory, --token-file and --host")
        }
        var settings = Settings(directory: directory ?? "", program: URL(fileURLWithPath: meshconv).path)
        if let tokenFile {
            guard let text = try? String(contentsOfFile: tokenFile, encoding: .utf8) else {
                throw ValidationError("\(tokenFile): expected a file of tokens, found none")
            }
            do { settings.tokens = try Tokens(lines: text) } catch { throw ValidationError("\(tokenFile): \(error)") }
        } else if !["127.0.0.1", "::1", "localhost"].contains(host) {
            throw ValidationError(
                "--host \(host) needs --token-file: without a token only 127.0.0.1, ::1 and localhost")
        }
        settings.host = host
        settings.port = port
        settings.largest = maxUpload.bytes
        settings.budget = diskBudget?.bytes
        settings.reserve = keepFree.bytes
        settings.atOnce = max(1, atOnce)
        settings.targets = to
        guard Settings.seconds(timeout) != nil else {
            throw ValidationError("--timeout: expected a time such as 90s, 30m or 2h, found \(timeout)")
        }
        settings.timeout = timeout
        settings.memory = memory
        settings.words = options
        settings.delays = retryAfter.split(separator: ",").compactMap { Double($0) }
        guard !settings.delays.isEmpty else {
            throw ValidationError("--retry-after: expected 10,60,600, found \(retryAfter)")
        }
        return settings
    }

    /// What the program says of itself; nil if it isn't there or doesn't start.
    private static func version(of program: String) -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--version"]
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : nil
    }
}

/// A number of bytes: `1500`, `500MB`, `2GB`.
struct Size: ExpressibleByArgument {
    let bytes: Int64
    var defaultValueDescription: String { "\(bytes / 1_000_000)MB" }

    init(bytes: Int64) { self.bytes = bytes }

    init?(argument: String) {
        let units: [(String, Int64)] = [
            ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ]
        let unit = units.first { argument.uppercased().hasSuffix($0.0) }
        guard let number = Int64(argument.dropLast(unit == nil ? 0 : 2)), number >= 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
        guard !overflow else { return nil }
        self.bytes = bytes
    }
}
