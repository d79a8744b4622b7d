import CMeshConv
import MeshBytes

// Bounds: the context is only handed back; the text lives as long as the library.

/// The function of the caller that receives progress. It never changes; its calls come from one thread at a time.
@safe struct ProgressCallback: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UInt64, UInt64) -> Int32
    let context: UnsafeMutableRawPointer?

    /// Calls it. Returns whether the work goes on.
    func callAsFunction(_ progress: Work.Progress) -> Bool {
        let phase = unsafe Library.texts.pointer(progress.phase.rawValue)
        return unsafe function(
            context, phase, UInt64(clamping: progress.completed), UInt64(clamping: progress.total ?? 0)) == 0
    }
}
