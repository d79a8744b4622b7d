import Foundation

/// Whether the disk has room for another upload, counting those that are still arriving.
final class Budget: Sendable {
    private struct State {
        /// What the folder took when it was measured.
        var measured: Int64 = 0
        /// What was written since then.
        var fresh: Int64 = 0
        /// What uploads in progress have yet to send.
        var expected: Int64 = 0
        var nextMeasure: Double = 0
    }

    private let state = Locked(State())
    private let root: String
    private let most: Int64?
    private let reserve: Int64

    init(root: String, most: Int64?, reserve: Int64) {
        self.root = root
        self.most = most
        self.reserve = reserve
    }

    /// Takes room for an upload; false if there is none. The caller gives it back with `wrote` and `release`.
    func admit(_ bytes: Int64) -> Bool {
        let now = Date().timeIntervalSince1970
        // Without a budget nothing is measured; with one, files that somebody removed count from the next measurement on.
        let isDue = state.with { state in
            guard most != nil, now >= state.nextMeasure else { return false }
            state.nextMeasure = now + 5
            return true
        }
        if isDue {
            let found = Files.bytes(below: root)
            state.with { ($0.measured, $0.fresh) = (found, 0) }
        }
        let free = Files.free(root)
        return state.with { state in
            if let most, state.measured + state.fresh + state.expected + bytes > most { return false }
            guard free - state.expected - bytes >= reserve else { return false }
            state.expected += bytes
            return true
        }
    }

    /// Bytes that were expected are on the disk.
    func wrote(_ bytes: Int64) {
        state.with {
            $0.expected -= bytes
            $0.fresh += bytes
        }
    }

    /// Bytes that were expected won't come.
    func release(_ bytes: Int64) { state.with { $0.expected -= bytes } }
}

/// A value that one thread at a time uses.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
