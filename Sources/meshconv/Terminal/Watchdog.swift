import Dispatch
import MeshBytes
import MeshConvert
import MeshFormats

/// Ends the command when its time or memory limit is reached.
///
/// The work is cancelled first. Usually it notices within milliseconds and ends as after any failure. If it does not,
/// in a long computation or waiting for a pipe, the watchdog ends the process with the same message.
final class Watchdog: @unchecked Sendable {
    /// The memory limit and its source.
    struct Memory: Sendable {
        enum Source: Sendable {
            case option
            case container
            case machine
        }

        var byteCount: Int
        var source: Source
    }

    enum Limit: Sendable {
        case time(Duration)
        case memory(Memory)
    }

    static let shared = Watchdog()
    /// Receives the progress of commands.
    let work = Work { ProgressLine.shared.show($0) }

    private static let interval: UInt32 = 4
    /// The time that the work has to notice a cancellation. With the interval and the end of the process, which takes tens of
    /// milliseconds to give back its memory, it stays below 100 ms (measured by `Conformance/check/deadline.py`).
    private static let patience = Duration.milliseconds(25)
    /// The time that conversions of a batch wait for the end of one that needed too much memory, and then for its memory.
    private static let wait = Duration.seconds(5)

    private let lock = Lock()
    private var memoryLimit: Memory?
    private var time: Duration?
    private let began = ContinuousClock.now
    private var isRunning = false
    private var reached: Limit?
    private var subject: String?
    private var lastWords: (@Sendable (ConvertError) -> Void)?
    private var isOver = false
    /// When the command last reported something after that.
    private var lastReport: ContinuousClock.Instant?
    private var isEnding = false
    /// The works of the conversions of a batch that are running; nil: the command has only ``work``.
    private var batch: [ObjectIdentifier: Work]?

    /// The seconds since the start of the process.
    var seconds: Double { (ContinuousClock.now - began) / .seconds(1) }

    var memory: Memory? { lock.withLock { memoryLimit } }

    func limit(memory: Memory) { lock.withLock { memoryLimit = memory } }

    /// Sets the time limit, counted from the start of the process.
    func limit(time: Duration) { lock.withLock { self.time = time } }

    /// Sets the file that the work is about.
    func attend(to path: String) {
        lock.withLock { subject = path }
        ProgressLine.shared.attend(to: ReportTexts.name(path))
    }

    /// From now on the works are those of ``running(_:)``, and a limit of memory that is reached ends only these.
    func beginBatch() { lock.withLock { batch = [:] } }

    /// Runs a conversion of a batch with a work of its own.
    func running<R>(_ body: (Work) -> R) -> R {
        guard lock.withLock({ batch != nil }) else { return body(work) }
        let work = Work { ProgressLine.shared.show($0) }
        lock.withLock { batch?[ObjectIdentifier(work)] = work }
        defer { lock.withLock { _ = batch?.removeValue(forKey: ObjectIdentifier(work)) } }
        return body(work)
    }

    /// Whether conversions were ended because of their memory.
    var isOutOfMemory: Bool {
        lock.withLock { if case .memory = reached { batch != nil } else { false } }
    }

    /// Lets further conversions of a batch begin, after those that needed too much memory have ended.
    func forgetMemory() {
        guard isOutOfMemory else { return }
        // Threads of theirs may still be at their last piece.
        let began = ContinuousClock.now
        repeat {
            MemoryBlock.returnFreed()
            guard let used = Resources.ownByteCount, let memory, used > memory.byteCount else { break }
            ProcessControl.sleep(milliseconds: 5)
        } while ContinuousClock.now - began < Self.wait
        lock.withLock { if case .memory = reached { reached = nil } }
    }

    /// Gives back to the system what conversions of a batch have freed, if that may be much of the limit.
    func makeRoom() {
        guard let memory, let used = Resources.ownByteCount, used > memory.byteCount / 2 else { return }
        MemoryBlock.returnFreed()
    }

    /// Sets the function that reports the error when the watchdog ends the process.
    func atEnd(_ words: @escaping @Sendable (ConvertError) -> Void) {
        let isBeingEnded = lock.withLock {
            lastWords = words
            return isEnding
        }
        // The one before is reporting already, and nothing may be said beside it.
        while isBeingEnded { ProcessControl.sleep(milliseconds: 1000) }
    }

    /// From now on the command reports its own end. The watchdog only ends the process if even that takes long.
    func stand() {
        let isBeingEnded = lock.withLock {
            isOver = true
            return isEnding
        }
        // The watchdog is already reporting the error and will end the process.
        while isBeingEnded { ProcessControl.sleep(milliseconds: 1000) }
    }

    /// Notes that the command, which is ending, still reports: with thousands of files that takes longer than a second.
    func didReport() { lock.withLock { lastReport = .now } }

    func start() {
        let isNew = lock.withLock {
            defer { isRunning = true }
            return !isRunning && (time != nil || memoryLimit != nil)
        }
        // A separate queue gives it a separate thread, even while all others are busy.
        if isNew { DispatchQueue(label: "watchdog", qos: .userInteractive).async { self.watch() } }
    }

    private func watch() {
        var cancelled: ContinuousClock.Instant?
        var look = MemoryLook()
        while true {
            ProcessControl.sleep(milliseconds: Self.interval)
            // Taken before the memory is measured: a conversion that begins later is not at fault.
            let works = lock.withLock { batch.map { Array($0.values) } ?? [work] }
            guard let limit = exceeded(&look), areAtFault(works, limit) else {
                cancelled = nil
                continue
            }
            // If files are being committed already, wait. The next job is not started.
            let areCancelled = works.map { $0.cancel() }
            guard areCancelled.allSatisfy(\.self) else { continue }
            guard let since = cancelled else {
                cancelled = .now
                continue
            }
            if ContinuousClock.now - since > patience(limit) { end(after: ContinuousClock.now - since) }
        }
    }

    /// The time that cancelled work has. Other files of a batch wait for the end of one that needs too much memory, unless it
    /// takes still more.
    private func patience(_ limit: Limit) -> Duration {
        guard case .memory(let memory) = limit, lock.withLock({ batch != nil }),
            Resources.residentByteCount.map({ $0 < memory.byteCount / 4 * 5 }) ?? false
        else { return Self.patience }
        return Self.wait
    }

    /// Notes that a limit is reached. Returns false if it is the memory of a batch, and the conversions that needed too
    /// much have ended: those that follow may fit.
    private func areAtFault(_ works: [Work], _ limit: Limit) -> Bool {
        lock.withLock {
            if case .memory = limit, let batch, !works.contains(where: { batch[ObjectIdentifier($0)] != nil }) {
                return false
            }
            if reached == nil { reached = limit }
            return true
        }
    }

    private func exceeded(_ look: inout MemoryLook) -> Limit? {
        let (time, memory, reached): (Duration?, Memory?, Limit?) = lock.withLock {
            (self.time, self.memoryLimit, self.reached)
        }
        if let reached { return reached }
        if let time, ContinuousClock.now - began >= time { return .time(time) }
        if let memory, look.isBeyond(memory.byteCount) { return .memory(memory) }
        return nil
    }

    /// Ends the process. Reports the error unless the command has begun to do so itself.
    private func end(after waited: Duration) {
        let isTelling = lock.withLock {
            isEnding = !isOver
            return isOver
        }
        if isTelling {
            // Give it a second; longer without a line means that the reader of the output has stopped.
            let since = lock.withLock { lastReport }.map { ContinuousClock.now - $0 } ?? waited
            if min(waited, since) < .seconds(1) { return }
        } else if let words = lock.withLock({ lastWords }), let error {
            words(error)
        }
        ProcessControl.endAtOnce(.limit)
    }

    // MARK: Messages

    /// The error of the limit that was reached, if one was.
    var error: ConvertError? { error(about: lock.withLock { subject }) }

    /// Returns the error of the limit that was reached, if one was.
    ///
    /// - Parameter work: the work that it ended; nil: that of the command.
    func error(about path: String?, _ work: Work? = nil) -> ConvertError? {
        guard let limit = lock.withLock({ reached }) else { return nil }
        let work = work ?? self.work
        let code: ReadError.Code
        let message: String
        switch limit {
        case .time(let time):
            code = .timeLimit
            message =
                "not done after \(Self.text(time)), the limit of --timeout, while \(work.current.phase.rawValue); "
                + "give it more time, such as --timeout \(Self.text(time * 4).filter { $0 != " " })"
        case .memory(let memory):
            code = .memoryLimit
            message =
                "more memory is needed than \(Self.text(memory)), found while \(work.current.phase.rawValue); "
                + Self.advice(memory)
        }
        return .read(ReadError(code, .whole, message), path: path ?? "-")
    }

    /// Returns the error with the limit that caused it, and with advice.
    func explained(_ error: ConvertError, _ work: Work? = nil) -> ConvertError {
        if error.code == ReadError.Code.cancelled.rawValue, let own = self.error(about: error.path, work) {
            if !isOutOfMemory { stand() }
            return own
        }
        guard case .read(let reading, let path) = error, reading.code == .memoryLimit, let memory,
            !reading.message.contains("--memory")
        else { return error }
        let message = "\(reading.message); \(Self.advice(memory))"
        return .read(ReadError(reading.code, reading.location, message), path: path)
    }

    private static func text(_ memory: Memory) -> String {
        let size = Texts.bytes(memory.byteCount)
        switch memory.source {
        case .option: return "\(size), the limit of --memory"
        case .container: return "\(size), 7/8 of what the container has"
        case .machine: return "\(size), 7/8 of what the machine has"
        }
    }

    private static func advice(_ memory: Memory) -> String {
        let full =
            Spilling.failure.map {
                "; \(ReportTexts.name($0.path)), the folder for temporary files, can't take it: \($0.message)"
            } ?? ""
        return "give it more, such as --memory \(max(1, memory.byteCount / 250_000))MB, or make the input smaller"
            + full
    }

    private static func text(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        return seconds < 1 ? "\(Int(seconds * 1000)) ms" : "\(Int(seconds.rounded(.up))) s"
    }
}
