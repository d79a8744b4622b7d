public import MeshBytes
public import MeshModel

extension MemoryBlock: RawMemory {}

extension Column {
    /// Creates a column with the rows of a repetition. They take memory only once they are read.
    public init?(_ repetition: Repetition) {
        let rows = LateRows(repetition)
        self.init(repetition, late: { rows.storage })
    }
}

/// The expanded rows of a repetition, made on first use.
private final class LateRows: @unchecked Sendable {
    private let lock = Lock()
    private let repetition: Repetition
    private var made: ByteStorage?

    init(_ repetition: Repetition) { self.repetition = repetition }

    var storage: ByteStorage {
        lock.withLock {
            let storage = made ?? repetition.expanded()
            made = storage
            return storage
        }
    }
}
