import Dispatch
import MeshBytes
import MeshConvert

/// The time from cancelling a task to the end of its conversion, at moments spread over its whole length.
enum CancelBenchmark {
    static func run(_ input: String, to output: String, moments: Int) async throws {
        let clock = ContinuousClock()
        let options = ConvertOptions()
        let whole = try await clock.measure {
            _ = try await convert(input, to: output, options: options)
        }
        print("\(input) → \(output): \(text(whole)) when nobody cancels it")
        var worst: [(latency: Duration, moment: Duration, phase: String)] = []
        for step in 0..<moments {
            let moment = whole * (Double(step) + 0.5) / Double(moments)
            var options = options
            let phase = Phase()
            options.work = Work { phase.set($0.phase.rawValue) }
            let task = Task { [options] in try await convert(input, to: output, options: options) }
            try await Task.sleep(for: moment)
            let at = phase.get()
            let cancelled = clock.now
            task.cancel()
            let result = await task.result
            guard case .failure(is CancellationError) = result else { continue }
            worst.append((clock.now - cancelled, moment, at))
        }
        worst.sort { $0.latency > $1.latency }
        for entry in worst.prefix(8) {
            print("  cancelled at \(text(entry.moment)) while \(entry.phase): ended after \(text(entry.latency))")
        }
        print(
            "  \(worst.count) of \(moments) were cancelled in time; the longest took \(text(worst.first?.latency ?? .zero))"
        )
    }

    private static func text(_ time: Duration) -> String {
        "\(Double(Int(time / .milliseconds(1) * 10)) / 10) ms"
    }

    private final class Phase: @unchecked Sendable {
        private let queue = DispatchQueue(label: "phase")
        private var name = "start"
        func set(_ name: String) { queue.sync { self.name = name } }
        func get() -> String { queue.sync { name } }
    }
}
