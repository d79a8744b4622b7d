import ArgumentParser
import MeshConvert

/// Options for the conversion of several files.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Convert this many files at once, within --threads and --memory together (default: 1).", valueName: "n"))
    var jobs: String?

    @Flag(help: "Start no further file after the first that fails.")
    var failFast = false

    /// The number of files at once, and the threads of each.
    ///
    /// - Parameters:
    ///   - jobs: the number as it was typed; nil: it was not.
    ///   - threads: the limit of threads for all of them.
    ///   - isLimited: whether it was asked for. The number of processors alone doesn't limit the files at once, since
    ///     small ones wait for the disk.
    static func shares(_ jobs: String?, of threads: Int, isLimited: Bool) throws(Failure) -> (jobs: Int, threads: Int) {
        guard let jobs else { return (1, threads) }
        guard let count = Int(jobs), (1...1024).contains(count) else {
            throw Failure(usage: "expected --jobs with a whole number from 1 to 1,024, found '\(jobs)'")
        }
        let most = isLimited ? min(count, threads) : count
        return (most, max(1, threads / most))
    }
}
