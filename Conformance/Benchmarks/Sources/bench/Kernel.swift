/// A piece of work that is timed, and one that everybody knows to compare it with.
struct Kernel {
    var name: String
    /// How much is done: bytes, numbers, triangles.
    var amount: Int
    var unit: String
    /// What is timed.
    var run: () throws -> Void
    /// The same with what the standard library or the system gives.
    var reference: (name: String, run: () throws -> Void)
    /// How many times faster than the reference it has to be; below 1 it may be slower.
    var threshold: Double
}

/// Kernels in turn with their references, and a table of them.
enum KernelBenchmark {
    /// Times each kernel on one thread; the shortest of `rounds` counts.
    ///
    /// - Returns: whether all reached their thresholds.
    static func run(_ kernels: [Kernel], rounds: Int) throws -> Bool {
        var isMet = true
        print(row(["kernel", "ns each", "amount", "reference", "ratio", "at least"]))
        for kernel in kernels {
            var best = Duration.seconds(1000)
            var bestReference = best
            // In turn, so that what else the machine does meets both.
            for _ in 0..<rounds {
                best = min(best, try ContinuousClock().measure(kernel.run))
                bestReference = min(bestReference, try ContinuousClock().measure(kernel.reference.run))
            }
            let ratio = bestReference / best
            let isFast = ratio >= kernel.threshold
            isMet = isMet && isFast
            print(
                row([
                    kernel.name, decimal(best / .nanoseconds(1) / Double(kernel.amount)),
                    "\(kernel.amount) \(kernel.unit)", kernel.reference.name, decimal(ratio),
                    decimal(kernel.threshold) + (isFast ? "" : "  TOO SLOW"),
                ]))
        }
        return isMet
    }

    private static func row(_ cells: [String]) -> String {
        zip(cells, [34, 9, 22, 30, 8, 10]).map { cell, width in
            cell + String(repeating: " ", count: max(1, width - cell.count))
        }.joined()
    }

    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

/// Keeps the optimiser from leaving out what nobody reads.
nonisolated(unsafe) private var sink: Any?
@inline(never) func keep(_ value: Any) { sink = value }
