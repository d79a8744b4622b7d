import MeshBytes

/// The progress line on a terminal. It is cleared before other output.
final class ProgressLine: @unchecked Sendable {
    static let shared = ProgressLine()

    /// Work that ends sooner shows no line, to avoid flicker.
    private static let delay = Duration.milliseconds(700)
    private static let width = 79

    private let lock = Lock()
    private var isWanted = true
    private var name = ""
    private var began = ContinuousClock.now
    private var phase: (value: Work.Progress.Phase, since: ContinuousClock.Instant, from: Int)?
    private var shown = 0
    private var batch: BatchProgress?

    /// Disables the line for good.
    func disable() { lock.withLock { isWanted = false } }

    /// Sets the name of the current work.
    func attend(to name: String) {
        lock.withLock {
            self.name = name
            if batch == nil { began = .now }
            phase = nil
        }
    }

    /// From now on the line is about several files.
    func beginBatch(_ count: Int, atOnce: Int) {
        lock.withLock {
            began = .now
            batch = BatchProgress(count: count, isNamed: atOnce == 1, began: began)
        }
    }

    /// Counts a file of a batch.
    func didEnd() { lock.withLock { batch?.didEnd(at: .now) } }

    /// Shows the progress if standard error is an interactive terminal.
    func show(_ progress: Work.Progress) {
        lock.withLock {
            let now = ContinuousClock.now
            if phase?.value != progress.phase || progress.completed < phase?.from ?? 0 {
                phase = (progress.phase, now, progress.completed)
            }
            guard isWanted, now - began >= Self.delay, let phase, Console.isInteractive(.standardError) else { return }
            let seconds = (now - phase.since) / .seconds(1)
            let text =
                batch?.text(progress, name, width: Self.width)
                ?? Self.text(progress, name, from: phase.from, seconds: seconds)
            let padding = String(repeating: " ", count: max(0, shown - text.count))
            Console.raw("\r" + Console.colored(text, .dim, on: .standardError) + padding)
            shown = text.count
            ProcessControl.hasLineToClear = true
        }
    }

    func clear() {
        lock.withLock {
            guard shown > 0 else { return }
            Console.raw("\r" + String(repeating: " ", count: shown) + "\r")
            shown = 0
            ProcessControl.hasLineToClear = false
        }
    }

    /// Returns the text of the line: `reading scan.ply   41 %   1.2 GB/s   3 s left`. The speed appears after a moment,
    /// the remaining time only where the total is known.
    static func text(_ progress: Work.Progress, _ name: String, from first: Int, seconds: Double) -> String {
        var parts: [String] = []
        if let total = progress.total, total > 0 {
            parts.append("\(Int((Double(min(progress.completed, total)) / Double(total) * 100).rounded(.down))) %")
        } else if progress.completed > 0 {
            parts.append(Texts.bytes(progress.completed))
        }
        if seconds >= 0.2, progress.completed > first {
            let rate = Double(progress.completed - first) / seconds
            parts.append("\(Texts.bytes(Int(min(rate, 1e15))))/s")
            if let total = progress.total, total >= progress.completed {
                parts.append("\(Texts.number(Int((Double(total - progress.completed) / rate).rounded(.up)))) s left")
            }
        }
        let rest = parts.map { "   \($0)" }.joined()
        let head = "\(progress.phase.rawValue) \(Texts.clean(name))"
        let room = max(0, width - rest.count)
        return (head.count > room ? head.prefix(max(0, room - 1)) + "…" : head) + rest
    }
}
