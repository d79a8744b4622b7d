/// A kernel that is timed, and a familiar one to compare it with.
struct Kernel {
    var name: String
    /// The amount of work: bytes, numbers, triangles.
    var amount: Int
    var unit: String
    /// The work that is timed.
    var run: () throws -> Void
    /// The same with the standard library or the system.
    var reference: (name: String, run: () throws -> Void)
    /// The required speed, as a multiple of the reference's; below 1 it may be slower.
    var threshold: Double
}

/// Times kernels and their references alternately, and prints a table.
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
            // Alternately, so that other activity of the machine affects both.
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

/// Keeps the optimiser from removing unused results.
nonisolated(unsafe) private var sink: Any?
@inline(never) func keep(_ value: Any) { sink = value }
