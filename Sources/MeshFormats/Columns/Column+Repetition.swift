public import MeshBytes
public import MeshModel

extension MemoryBlock: RawMemory {}

extension Column {
    /// The rows that a repetition stands for, which take memory once somebody looks at them.
    public init?(_ repetition: Repetition) {
        let rows = LateRows(repetition)
        self.init(repetition, late: { rows.storage })
    }
}

/// The rows of a repetition, made when they are first asked for.
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
