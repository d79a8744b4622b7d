import MeshBytes

/// How far a batch is: files done, files a second, and the time that is left.
struct BatchProgress {
    let count: Int
    /// Whether the line names the file that is worked on, since there is one at a time.
    let isNamed: Bool
    private(set) var done = 0
    /// When the last files ended, after the beginning of the batch.
    private var ends: [ContinuousClock.Instant]

    /// The number of files that the rate is taken from: files that were up to date already say little of the next ones.
    private static let span = 100

    init(count: Int, isNamed: Bool, began: ContinuousClock.Instant) {
        (self.count, self.isNamed) = (count, isNamed)
        ends = [began]
    }

    mutating func didEnd(at now: ContinuousClock.Instant) {
        done += 1
        ends.append(now)
        if ends.count > Self.span { ends.removeFirst() }
    }

    /// Files in a second, of the last ones; nil: none is done.
    var rate: Double? {
        guard let first = ends.first, let last = ends.last, last > first else { return nil }
        return Double(ends.count - 1) / ((last - first) / .seconds(1))
    }

    /// Returns `412 of 2,000 files   35 files/s   46 s left   reading scan.ply`, cut to a width.
    func text(_ progress: Work.Progress, _ name: String, width: Int) -> String {
        var text = "\(Texts.number(done)) of \(Texts.number(count)) files"
        if let rate {
            let speed =
                rate < 1
                ? "\(Texts.number(Int((rate * 60).rounded()))) files/min"
                : "\(Texts.number(Int(rate.rounded()))) files/s"
            text += "   \(speed)   \(Self.words(Double(count - done) / rate)) left"
        }
        if isNamed { text += "   \(progress.phase.rawValue) \(Texts.clean(name))" }
        return text.count > width ? text.prefix(width - 1) + "…" : text
    }

    private static func words(_ seconds: Double) -> String {
        switch seconds {
        case ..<100: "\(Int(seconds.rounded(.up))) s"
        case ..<6000: "\(Int((seconds / 60).rounded(.up))) min"
        default: "\(Texts.number(Int(min(seconds / 3600, 1e6).rounded(.up)))) h"
        }
    }
}
