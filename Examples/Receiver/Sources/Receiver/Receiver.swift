import Foundation
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The receiver as a whole.
public struct Receiver: Sendable {
    private let settings: Settings
    private let logger: Logger

    /// A receiver that hasn't started.
    public init(settings: Settings, logger: Logger) {
        self.settings = settings
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT: then uploads that are arriving get 30 seconds, and conversions go back into the queue.
    ///
    /// - Parameter version: What meshconv says of itself; what failed with another one is tried again.
    /// - Throws: If the folder can't be used or the port is taken.
    public func run(version: String) async throws {
        let store = try Store(root: settings.directory)
        let queue = try Queue(path: store.root + "/receiver.sqlite")
        let now = Date().timeIntervalSince1970
        store.sweep(now: now)
        let tool = Converter.tool(settings, version: version)
        try queue.recover(tool: tool)
        try await adopt(store, queue, now: now)

        let stop = StopFlag()
        let metrics = Metrics()
        let disk = NIOThreadPool(numberOfThreads: 8)
        disk.start()
        let workers = Workers(
            settings: settings, tool: tool, queue: queue, store: store, stop: stop, metrics: metrics, logger: logger)
        let uploads = Uploads(
            settings: settings, store: store, queue: queue,
            budget: Budget(root: store.root, most: settings.budget, reserve: settings.reserve), metrics: metrics,
            workers: workers, disk: disk)
        let answers = Answers(
            settings: settings, store: store, queue: queue, uploads: uploads, metrics: metrics, logger: logger)
        let logger = logger
        let application = Application(
            responder: CallbackResponder { (request: Request, context: Connection) in
                await answers.answer(request, context)
            },
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(
                address: .hostname(settings.host, port: settings.port), serverName: "meshconv-receiver",
                availableConnectionsDelegate: .maximum(Self.connections(), logger: logger)),
            onServerRunning: { channel in
                logger.info("listening on port \(channel.localAddress?.port ?? 0), keeping files in \(store.root)")
            },
            logger: logger)
        workers.start()
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: application), .init(service: Conversions(workers: workers, stop: stop, store: store)),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        try await ServiceGroup(configuration: configuration).run()
        try await disk.shutdownGracefully()
    }

    /// Queues uploads that have their place and that the queue doesn't know, if they are whole.
    private func adopt(_ store: Store, _ queue: Queue, now: Double) async throws {
        for key in store.placed() where try await queue.find(key) == nil {
            let part = try Part(resuming: store.file(key), at: Files.size(store.file(key)) ?? 0)
            part.end()
            guard part.digest() == key.sha256 else { continue }
            _ = try await queue.add(key, bytes: part.count, now: now)
            logger.info("\(key.name): found without an entry in the queue, added")
        }
    }

    /// How many connections may be open: each takes two descriptors, and some are left for the rest.
    private static func connections() -> Int {
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return 256 }
        limit.rlim_cur = min(limit.rlim_max, 8192)
        setrlimit(files, &limit)
        return max(16, Int(limit.rlim_cur) / 2 - 64)
    }
}

/// Ends the conversions when the server stops, and removes parts of uploads that nobody continued.
private struct Conversions: Service {
    let workers: Workers
    let stop: StopFlag
    let store: Store

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(60))
                store.sweepParts(now: Date().timeIntervalSince1970)
            }
        }
        stop.set()
        workers.join()
    }
}
