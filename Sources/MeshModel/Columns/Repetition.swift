// Bounds: each number is the index of a distinct row, as `PositionTable` gives them; the storage has room for all rows.

/// Rows with many duplicates: the distinct rows, and for each row the index of its distinct row.
///
/// As a column it takes memory for its rows only once they are read: see ``Column/init(_:late:)``.
public struct Repetition: Sendable {
    /// The distinct rows in order of first use, packed.
    public let rows: Column
    /// For each row the index of its distinct row, one Int32 each.
    public let numbers: Column
    /// For each distinct row the first row that equals it, one Int32 each.
    public let origins: Column
    /// Whether one of the rows holds −0.
    public let hasMinusZeros: Bool

    /// Returns all rows, packed.
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
    /// Creates a column of all rows of a repetition.
    ///
    /// - Parameters:
    ///   - repetition: the distinct rows and their indices.
    ///   - late: returns the bytes of ``Repetition/expanded()``, always the same and on any thread; called when the
    ///     rows are read.
    public init?(_ repetition: Repetition, late: @escaping @Sendable () -> ByteStorage) {
        let rows = repetition.rows
        self.init(
            viewing: ByteStorage(repetition, late: late), offset: 0, stride: rows.stride,
            count: repetition.numbers.count, components: rows.components, type: rows.type, byteOrder: rows.byteOrder)
    }

    /// The repetition behind the column; nil if it has none or views only part of one.
    public var repetition: Repetition? {
        guard let known = storage.repetition, offset == 0, count == known.numbers.count, stride == known.rows.stride,
            components == known.rows.components, type == known.rows.type, byteOrder == known.rows.byteOrder
        else { return nil }
        return known
    }
}
