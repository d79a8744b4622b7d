/// Rows of which many come back: those that differ, and for each row which of them it is.
///
/// As a column it takes memory for its rows only once somebody looks at them: see ``Column/init(_:late:)``.
public struct Repetition: Sendable {
    /// The different rows by first use, packed.
    public let rows: Column
    /// Row → number of a different one, one Int32 each.
    public let numbers: Column
    /// Number → the first row that has it, one Int32 each.
    public let origins: Column
    /// Whether one of the rows holds −0.
    public let hasMinusZeros: Bool

    /// All rows as they were, packed.
    public func expanded() -> ByteStorage {
        let (size, count) = (rows.stride, numbers.count)
        return unsafe ByteStorage(byteCount: size * count) { target in
            unsafe rows.storage.withBytes { rows in
                unsafe numbers.storage.withBytes { numbers in
                    guard let out = target.baseAddress, let first = rows.baseAddress else { return }
                    for row in 0..<count {
                        let number = unsafe numbers.load(fromByteOffset: row * 4, as: Int32.self)
                        unsafe (out + row * size).copyMemory(from: first + Int(number) * size, byteCount: size)
                    }
                }
            }
        }
    }
}

extension Column {
    /// The rows that a repetition stands for.
    ///
    /// - Parameters:
    ///   - repetition: what comes back where.
    ///   - late: gives what ``Repetition/expanded()`` gives, to any thread and always the same; it is asked when somebody
    ///     looks at the rows.
    public init?(_ repetition: Repetition, late: @escaping @Sendable () -> ByteStorage) {
        let rows = repetition.rows
        self.init(
            viewing: ByteStorage(repetition, late: late), offset: 0, stride: rows.stride,
            count: repetition.numbers.count, components: rows.components, type: rows.type, byteOrder: rows.byteOrder)
    }

    /// What is known of the rows that come back; nil where that was not looked for.
    public var repetition: Repetition? {
        guard let known = storage.repetition, offset == 0, count == known.numbers.count, stride == known.rows.stride,
            components == known.rows.components, type == known.rows.type, byteOrder == known.rows.byteOrder
        else { return nil }
        return known
    }
}
