package import MeshConvert

/// The completed part of a conversion as one number that never falls: reading is the first third, writing the rest.
///
/// An estimate for a bar: nobody knows beforehand how many bytes are written.
package final class ConversionProgress: @unchecked Sendable {
    /// The units of a finished conversion.
    package static let total: Int64 = 1000

    private let lock = Lock()
    private var completed: Int64 = 0

    package init() {}

    /// Takes in the state of the work, on any thread, and returns the units that are completed.
    package func update(_ progress: Work.Progress) -> Int64 {
        let total = max(progress.total ?? progress.completed, progress.completed, 1)
        let share = Double(progress.completed) / Double(total)
        let part =
            switch progress.phase {
            case .reading: share / 3
            case .fitting: 1.0 / 3
            // Without a total, half of the writing.
            case .writing: 1.0 / 3 + (progress.total == nil ? 0.3 : share * 0.6)
            case .hashing, .verifying, .saving: 0.95
            }
        return lock.withLock {
            completed = max(completed, Int64(part * Double(Self.total)))
            return completed
        }
    }
}
