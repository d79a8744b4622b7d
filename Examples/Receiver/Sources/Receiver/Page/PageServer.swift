import Foundation
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The page at which a person drops a model and sees what each format would keep of it.
///
/// It is for the person at this machine: it listens on 127.0.0.1 only, its address holds a token, and what was dropped is
/// removed when the program ends.
public struct PageServer: Sendable {
    private let settings: Settings
    private let logger: Logger

    /// A page whose server hasn't started. Of the settings it uses the program, the port, the limits and `largest`.
    public init(settings: Settings, logger: Logger) {
        self.settings = settings
        self.logger = logger
    }

    /// Serves the page until SIGTERM or SIGINT.
    ///
    /// - Parameter announce: Gets the page's address once it can be opened.
    /// - Throws: If there is no room for files or the port is taken.
    public func run(announce: @escaping @Sendable (String) -> Void) async throws {
        let folder = try PageFolder()
        defer { folder.remove() }
        let token = Self.token()
        let stop = StopFlag()
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        let answers = PageAnswers(
            tokens: try Tokens(lines: token), models: DroppedModels(root: folder.path, largest: settings.largest),
            work: PageWork(settings: settings, stop: stop), threads: threads, logger: logger)
        let application = Application(
            responder: CallbackResponder { (request: Request, context: Connection) in
                await answers.answer(request, context)
            },
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: settings.port), serverName: "meshconv-receiver"),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                answers.port.with { $0 = port }
                announce("http://127.0.0.1:\(port)/\(token)/")
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: application), .init(service: PageEnd(stop: stop))],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
        stop.set()
        try await threads.shutdownGracefully()
    }

    /// 32 letters that nobody guesses: the system's random numbers.
    private static func token() -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var numbers = SystemRandomNumberGenerator()
        return String((0..<32).map { _ in letters[Int(numbers.next(upperBound: 64 as UInt64))] })
    }
}

/// Ends what meshconv is doing as soon as the page ends.
private struct PageEnd: Service {
    let stop: StopFlag

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(100 * 365 * 86_400)) }
        stop.set()
    }
}
