package import MeshFormats

/// What the options for limits say.
package struct LimitWords: Sendable {
    /// `--threads`.
    package var threads: String?
    /// `--memory`.
    package var memory: String?
    /// `--timeout`.
    package var timeout: String?
    /// `--limit`.
    package var limits: [String] = []

    package init() {}

    /// Sets the limits of reading.
    package func apply(to reading: inout Limits) throws(Failure) {
        for word in limits {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw Failure(usage: "expected --limit NAME=VALUE, found '\(word)'") }
            let name = try Limits.Name.named(parts[0])
            reading[name] = try name.value(parts[1])
        }
    }

    /// The largest number of threads; nil: no limit.
    package func threadCount() throws(Failure) -> Int? {
        guard let threads else { return nil }
        guard let count = Int(threads), count > 0 else {
            throw Failure(usage: "expected --threads with a whole number of 1 or more, found '\(threads)'")
        }
        return count
    }

    /// The limit of memory in bytes; nil: there is none.
    package func byteCount() throws(Failure) -> Int? {
        guard let memory else { return nil }
        return try Self.byteCount(memory)
    }

    /// The limit of time; nil: there is none.
    package func duration() throws(Failure) -> Duration? {
        guard let timeout else { return nil }
        return try Self.duration(timeout)
    }

    /// Returns the bytes that `--memory` names.
    package static func byteCount(_ word: String) throws(Failure) -> Int {
        guard let count = Quantity.bytes(word), count > 0 else {
            throw Failure(usage: "expected --memory with a size such as 500MB or 2GiB, found '\(word)'")
        }
        return count
    }

    /// Returns the time that `--timeout` names.
    package static func duration(_ word: String) throws(Failure) -> Duration {
        guard let duration = Quantity.duration(word), duration > .zero else {
            throw Failure(usage: "expected --timeout with a time such as 500ms, 30s or 5m, found '\(word)'")
        }
        return duration
    }
}
