import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats

/// The options of calls, and the calls that run with them.
@safe final class OptionsHandle: Handle, @unchecked Sendable {
    /// What counts for one call, as it was when the call began.
    struct Settings: Sendable {
        var words = CommandWords()
        /// Side files of sources in memory.
        var files: [String: SideFile] = [:]
        var progress: ProgressCallback?
    }

    private let lock = Lock()
    private var settings = Settings()
    private var isCancelled = false
    private var calls: [ObjectIdentifier: any Cancellable] = [:]

    /// The options as they are.
    var current: Settings { lock.withLock { settings } }

    func copy() -> OptionsHandle {
        let other = OptionsHandle()
        other.settings = current
        return other
    }

    /// Changes the options; nothing changes if the result can't be used.
    func change(_ body: (inout Settings) throws(Failure) -> Void) throws(Failure) {
        var changed = current
        try body(&changed)
        let (result, words) = (changed, changed.words)
        // Details of a reconstruction can be set before it.
        var checked = words
        if checked.input.reconstruction.reconstruct == nil { checked.input.reconstruction = ReconstructionWords() }
        _ = try checked.checked()
        lock.withLock { settings = result }
    }

    /// Cancels the calls of now and later.
    func cancel() {
        let running = lock.withLock {
            isCancelled = true
            return Array(calls.values)
        }
        for call in running { call.cancel() }
    }

    /// Runs a call that ``cancel()`` reaches.
    func attend<R>(to call: some Cancellable, _ body: () throws(Failure) -> R) throws(Failure) -> R {
        let wasCancelled = lock.withLock {
            calls[ObjectIdentifier(call)] = call
            return isCancelled
        }
        defer { lock.withLock { calls[ObjectIdentifier(call)] = nil } }
        if wasCancelled { call.cancel() }
        return try body()
    }
}

extension CommandWords {
    /// Checks the options by themselves. Settings may be those of files or of packages until the target is known.
    fileprivate func checked() throws(Failure) {
        _ = try limits.duration()
        _ = try diff.options()
        guard try target.packageVariant(of: nil) == nil else { return _ = try packageSettings(ConvertOptions()) }
        for name in target.variants { _ = try Library.pipeline.variant(named: name) }
        do throws(Failure) { _ = try options(Library.pipeline) } catch {
            guard target.variants.isEmpty, !target.settings.isEmpty else { throw error }
            var plain = self
            plain.target.settings = []
            _ = try plain.options(Library.pipeline)
            do throws(Failure) { _ = try packageSettings(ConvertOptions()) } catch _ { throw error }
        }
    }
}
