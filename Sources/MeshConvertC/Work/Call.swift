import MeshBytes
import MeshConvert
import MeshFormats

/// Work that can be cancelled from any thread.
protocol Cancellable: AnyObject, Sendable {
    func cancel()
}

/// A call into the library: the work runs on a thread of its own while the caller waits.
///
/// A caller that cancels waits a moment for the work to notice, but no longer: a disk access or a long computation can't be
/// interrupted. Work left behind can no longer commit its files, and ends at its next check.
final class Call<Outcome: Sendable>: Cancellable, @unchecked Sendable {
    private let lock = Lock()
    private var done: Done?
    private var isCancelled = false
    private let relay: ProgressRelay
    private let work: Work

    /// The time that a cancelled caller waits. The promise is a tenth of a second.
    private static var patience: Duration { .milliseconds(60) }

    /// What became of the work, in a box: whether it is there can be seen without a look at the bits of a result.
    private final class Done: Sendable {
        let outcome: Result<Outcome, Failure>

        init(_ outcome: Result<Outcome, Failure>) { self.outcome = outcome }
    }

    /// The work, which one thread runs once. What it holds is released before the caller hears of its end.
    private final class Job: @unchecked Sendable {
        private var body: (() -> Result<Outcome, Failure>)?

        init(_ body: @escaping () -> Result<Outcome, Failure>) { self.body = body }

        @inline(never) func run() -> Result<Outcome, Failure> {
            defer { body = nil }
            return body?() ?? .failure(.cancelled(nil))
        }
    }

    private init(_ progress: ProgressCallback?) {
        let relay = ProgressRelay(progress)
        self.relay = relay
        work = Work { relay.tell($0) }
        relay.attend(to: self)
    }

    /// Calls `body` with the options' words and with options that have its work.
    ///
    /// - Parameter path: the file that errors are about.
    static func run(
        _ options: OptionsHandle?, _ path: String?,
        _ body: @escaping @Sendable (CommandWords, ConvertOptions) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        let settings = options?.current ?? OptionsHandle.Settings()
        var converting = try settings.words.options(Library.pipeline, forPackage: path)
        converting.reading.sideFiles = settings.files
        let call = Call(settings.progress)
        guard let options else { return try call.run(settings.words, converting, path, body) }
        return try options.attend(to: call) { () throws(Failure) in
            try call.run(settings.words, converting, path, body)
        }
    }

    func cancel() {
        // If files are being committed already, the work ends in a moment by itself.
        guard work.cancel() else { return }
        lock.withLock {
            isCancelled = true
            lock.wakeAll()
        }
    }

    private func run(
        _ words: CommandWords, _ options: ConvertOptions, _ path: String?,
        _ body: @escaping @Sendable (CommandWords, ConvertOptions) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        var options = options
        options.work = work
        let limit = try words.limits.duration()
        let job = Job { [options] in Result { () throws(Failure) in try body(words, options) } }
        let hasStarted = Thread.start {
            let done = Done(job.run())
            self.lock.withLock {
                self.done = done
                self.lock.wakeAll()
            }
        }
        guard hasStarted else {
            throw Failure(status: .limit, code: "thread-limit", message: "the system has no more threads")
        }
        let isTimely = wait(limit)
        relay.end()
        let done = lock.withLock { self.done }
        if let done {
            do throws(Failure) { return try done.outcome.get() } catch {
                // A cancelled step may fail with any error.
                if !work.isCancelled { throw error }
            }
        }
        throw isTimely ? .cancelled(path) : .tooLate(path, words.limits.timeout ?? "")
    }

    /// Waits for the outcome, or until the work was cancelled long enough ago. Returns whether it was in time.
    private func wait(_ limit: Duration?) -> Bool {
        var isTimely = true
        if let limit {
            let end = ContinuousClock.now + limit
            while lock.withLock({ done == nil && !isCancelled }) {
                Thread.sleep(milliseconds: 2)
                guard isTimely, ContinuousClock.now >= end else { continue }
                isTimely = false
                cancel()
            }
        } else {
            lock.withLock { while done == nil, !isCancelled { lock.wait() } }
        }
        let end = ContinuousClock.now + Self.patience
        while lock.withLock({ done == nil }), ContinuousClock.now < end { Thread.sleep(milliseconds: 1) }
        return isTimely
    }
}

extension CommandWords {
    /// Returns the options of a call. Settings of packages are for ``packageSettings(_:)``.
    fileprivate func options(_ pipeline: Pipeline, forPackage path: String?) throws(Failure) -> ConvertOptions {
        guard try target.packageVariant(of: path) != nil else { return try options(pipeline) }
        var plain = self
        plain.target.settings = []
        return try plain.options(pipeline)
    }
}

extension Failure {
    fileprivate static func cancelled(_ path: String?) -> Failure {
        Failure(status: .interrupted, code: "cancelled", message: "the work was cancelled", path: path)
    }

    fileprivate static func tooLate(_ path: String?, _ limit: String) -> Failure {
        Failure(
            status: .limit, code: ReadError.Code.timeLimit.rawValue,
            message: "not done after \(limit), the limit of --timeout", path: path)
    }
}
