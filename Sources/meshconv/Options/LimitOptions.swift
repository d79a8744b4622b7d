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
            watchdog.limit(memory: .init(byteCount: try Self.memory(memory), source: .option))
        } else if let usual = Self.usualMemory {
            watchdog.limit(memory: usual)
        }
        if let timeout { watchdog.limit(time: try Self.time(timeout)) }
        options.execution.memory = watchdog.memory?.byteCount
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

    /// Returns the bytes that `--memory` names.
    static func memory(_ word: String) throws(Failure) -> Int {
        guard let count = Quantity.bytes(word), count > 0 else {
            throw Failure(usage: "expected --memory with a size such as 500MB or 2GiB, found '\(word)'")
        }
        return count
    }

    /// Returns the time that `--timeout` names.
    static func time(_ word: String) throws(Failure) -> Duration {
        guard let duration = Quantity.duration(word), duration > .zero else {
            throw Failure(usage: "expected --timeout with a time such as 500ms, 30s or 5m, found '\(word)'")
        }
        return duration
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
