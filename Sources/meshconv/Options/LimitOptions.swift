import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// Limits on threads, memory and time, and on what a file can ask for.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Limit of threads (default: all).", valueName: "n"))
    var threads: String?

    @Option(
        help: ArgumentHelp("Limit of memory, such as 500MB or 2GiB (default: 7/8 of what is there).", valueName: "size")
    )
    var memory: String?

    @Option(help: ArgumentHelp("Limit of time, such as 500ms, 30s or 5m (default: none).", valueName: "time"))
    var timeout: String?

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "A limit of what files can ask for: "
                + Limits.Name.allCases.map { "\($0.rawValue) (default: \($0.usual))" }.joined(separator: ", ") + ".",
            valueName: "name=value"), completion: .list(Limits.Name.allCases.map { "\($0.rawValue)=" }))
    var limits: [String] = []

    /// Puts the limits into the options of a conversion and starts the watchdog.
    func apply(to options: inout ConvertOptions) throws(Failure) {
        var words = LimitWords()
        (words.threads, words.memory, words.timeout, words.limits) = (threads, memory, timeout, limits)
        try words.apply(to: &options.reading.limits)
        options.execution.threads = try words.threadCount() ?? Parallel.availableThreads
        let watchdog = Watchdog.shared
        if let count = try words.byteCount() {
            watchdog.limit(memory: .init(byteCount: count, source: .option))
        } else if let usual = Self.usualMemory {
            watchdog.limit(memory: usual)
        }
        if let duration = try words.duration() { watchdog.limit(time: duration) }
        options.execution.memory = watchdog.memory?.byteCount
        // The other half is for small blocks, and for the pages of those on the disk.
        if let memory = watchdog.memory { Execution.spill(beyond: memory.byteCount / 2) }
        options.work = watchdog.work
        watchdog.start()
    }

    /// The limit of memory without `--memory`, if what there is is known.
    static var usualMemory: Watchdog.Memory? {
        // The rest is for the file cache and other processes.
        Resources.memory.map {
            .init(byteCount: $0.byteCount / 8 * 7, source: $0.isOfContainer ? .container : .machine)
        }
    }
}
