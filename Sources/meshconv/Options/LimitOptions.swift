import ArgumentParser
import MeshBytes
import MeshConvert

/// Limits on threads, memory and time.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Limit of threads (default: all).", valueName: "n"))
    var threads: String?

    @Option(
        help: ArgumentHelp("Limit of memory, such as 500MB or 2GiB (default: 7/8 of what is there).", valueName: "size")
    )
    var memory: String?

    @Option(help: ArgumentHelp("Limit of time, such as 500ms, 30s or 5m (default: none).", valueName: "time"))
    var timeout: String?

    /// Puts the limits into the options of a conversion and starts the watchdog.
    func apply(to options: inout ConvertOptions) throws(Failure) {
        options.execution.threads = Parallel.availableThreads
        if let threads {
            guard let count = Int(threads), count > 0 else {
                throw Failure(usage: "expected --threads with a whole number of 1 or more, found '\(threads)'")
            }
            options.execution.threads = count
        }
        let watchdog = Watchdog.shared
        if let memory {
            guard let count = Quantity.bytes(memory), count > 0 else {
                throw Failure(usage: "expected --memory with a size such as 500MB or 2GiB, found '\(memory)'")
            }
            watchdog.limit(memory: .init(byteCount: count, source: .option))
        } else if let given = Resources.memory {
            // The rest is for the file cache and other processes.
            watchdog.limit(
                memory: .init(byteCount: given.byteCount / 8 * 7, source: given.isOfContainer ? .container : .machine))
        }
        if let timeout {
            guard let duration = Quantity.duration(timeout), duration > .zero else {
                throw Failure(usage: "expected --timeout with a time such as 500ms, 30s or 5m, found '\(timeout)'")
            }
            watchdog.limit(time: duration)
        }
        options.execution.memory = watchdog.memory?.byteCount
        options.work = watchdog.work
        watchdog.start()
    }
}

/// Parses numbers with units.
enum Quantity {
    /// Parses `500MB`, `2GiB`, `64k`, `1000`: powers of 1000, or of 1024 with an i.
    static func bytes(_ word: String) -> Int? {
        guard let (number, unit) = parts(word) else { return nil }
        var name = unit.lowercased()
        if name.hasSuffix("b") { name.removeLast() }
        let isBinary = name.hasSuffix("i")
        if isBinary { name.removeLast() }
        guard let power = ["", "k", "m", "g", "t"].firstIndex(of: name), power > 0 || !isBinary else { return nil }
        let value = (0..<power).reduce(number) { value, _ in value * (isBinary ? 1024 : 1000) }
        return value < 1e18 ? Int(value) : nil
    }

    /// Parses `500ms`, `30s`, `5m`, `2h`, or seconds.
    static func duration(_ word: String) -> Duration? {
        guard let (number, unit) = parts(word) else { return nil }
        let seconds: Double? =
            switch unit.lowercased() {
            case "ms": number / 1000
            case "", "s": number
            case "m", "min": number * 60
            case "h": number * 3600
            default: nil
            }
        return seconds.flatMap { $0 < 1e9 ? .seconds($0) : nil }
    }

    private static func parts(_ word: String) -> (number: Double, unit: String)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let number = Double(digits), number.isFinite else { return nil }
        return (number, String(word.dropFirst(digits.count)))
    }
}
