import Foundation
import Logging

/// The threads that convert: each takes an upload from the queue, and the next when it is finished.
final class Workers: Sendable {
    private let queue: Queue
    private let store: Store
    private let converter: Converter
    private let settings: Settings
    private let stop: StopFlag
    private let metrics: Metrics
    private let logger: Logger
    private let tool: String
    private let wakeUp = DispatchSemaphore(value: 0)
    private let running = DispatchGroup()

    init(settings: Settings, tool: String, queue: Queue, store: Store, stop: StopFlag, metrics: Metrics, logger: Logger)
    {
        self.settings = settings
        self.tool = tool
        self.queue = queue
        self.store = store
        self.stop = stop
        self.metrics = metrics
        self.logger = logger
        converter = Converter(settings: settings, store: store, stop: stop)
    }

    func start() {
        for _ in 0..<settings.atOnce {
            running.enter()
            Thread.detachNewThread { [self] in
                work()
                running.leave()
            }
        }
    }

    /// Wakes a thread that waits for an upload.
    func wake() { wakeUp.signal() }

    /// Waits until all have stopped; set the flag first.
    func join() {
        for _ in 0..<settings.atOnce { wake() }
        running.wait()
    }

    private func work() {
        while !stop.isSet {
            do {
                // Uploads leave the reserve free; results may use half of it.
                if Files.free(store.root) < settings.reserve / 2 {
                    pause()
                } else if let upload = try queue.claim(now: Date().timeIntervalSince1970) {
                    try work(on: upload)
                } else {
                    // Also looks by itself: some wait for their time.
                    _ = wakeUp.wait(timeout: .now() + 5)
                }
            } catch {
                logger.error("\(error)")
                pause()
            }
        }
    }

    /// Waits five seconds, less if the receiver stops.
    private func pause() {
        for _ in 0..<25 where !stop.isSet { Thread.sleep(forTimeInterval: 0.2) }
    }

    private func work(on upload: Upload) throws {
        let began = Date()
        let outcome: Outcome
        do {
            guard Files.isThere(store.file(upload.key)) else {
                return try insist { try queue.finish(upload, .gone, note: "somebody removed the file", tool: tool) }
            }
            outcome = try converter.convert(upload.key, isLast: upload.tries >= settings.delays.count)
        } catch {
            // The program is missing or the disk is full: not the upload's fault. It comes behind the others, in case it is.
            metrics.count(.fault)
            logger.error("\(upload.name): \(error)")
            try insist { try queue.release(upload, until: Date().timeIntervalSince1970 + 10) }
            return pause()
        }
        metrics.add(seconds: -began.timeIntervalSinceNow)
        logger.info("\(upload.name): \(outcome.state): \(outcome.note)")
        try insist { try settle(upload, outcome) }
    }

    private func settle(_ upload: Upload, _ outcome: Outcome) throws {
        switch outcome.state {
        case .done: try queue.finish(upload, .done, note: outcome.note, tool: tool)
        case .rejected: try queue.finish(upload, .rejected, note: outcome.note, tool: tool)
        case .failed: try queue.finish(upload, .failed, note: outcome.note, tool: tool)
        case .stopped: try queue.release(upload, until: 0)
        case .later:
            let delay = settings.delays[min(upload.tries, settings.delays.count - 1)]
            try queue.retry(upload, note: outcome.note, at: Date().timeIntervalSince1970 + delay)
        }
    }

    /// Tries until the queue takes it, or the receiver stops: then the next start finds out.
    private func insist(_ body: () throws -> Void) throws {
        while true {
            do { return try body() } catch {
                logger.error("\(error)")
                if stop.isSet { throw error }
                pause()
            }
        }
    }
}
