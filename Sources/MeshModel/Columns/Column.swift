// Bounds: a block of rows is cut to its room, and what it lacks is zero.

/// Numbers in memory: `count` rows of `components` values of one type, at a fixed distance from each other.
///
/// - Shape: `count × components`; row `r` starts at `offset + r × stride` and its components are contiguous.
/// - Order: the bytes of a number are in `byteOrder`.
/// - Ownership: a view; several columns may share one storage (the rows of a PLY body are read this way).
/// - Edge: an initialiser returns nil for rows outside the storage, so reading a column never checks again.
public struct Column: Sendable {
    /// The viewed memory.
    public let storage: ByteStorage
    /// The byte where row 0 starts.
    public let offset: Int
    /// The distance between rows in bytes.
    public let stride: Int
    /// The number of rows.
    public let count: Int
    /// The number of values in a row.
    public let components: Int
    /// The type of each value.
    public let type: ScalarType
    /// The order of each value's bytes.
    public let byteOrder: ByteOrder
    /// The box around the rows, if it was looked for.
    var knownBox: KnownBox?

    /// Creates a view of `storage`; nil if a row would lie outside it.
    public init?(
        viewing storage: ByteStorage,
        offset: Int,
        stride: Int,
        count: Int,
        components: Int = 1,
        type: ScalarType,
        byteOrder: ByteOrder = .native
    ) {
        guard offset >= 0, stride >= 0, count >= 0, components >= 0 else { return nil }
        if count > 0 {
            let (row, rowOverflow) = components.multipliedReportingOverflow(by: type.byteCount)
            let (last, lastOverflow) = stride.multipliedReportingOverflow(by: count - 1)
            let (start, startOverflow) = offset.addingReportingOverflow(last)
            let (end, endOverflow) = start.addingReportingOverflow(row)
            guard !rowOverflow, !lastOverflow, !startOverflow, !endOverflow, end <= storage.byteCount else {
                return nil
            }
        }
        self.storage = storage
        self.offset = offset
        self.stride = stride
        self.count = count
        self.components = components
        self.type = type
        self.byteOrder = byteOrder
    }

    /// Creates a packed column that owns a copy of `values` (row after row).
    ///
    /// An incomplete last row is not counted: the number of rows is `values.count / components`.
    public init<T: ColumnScalar>(_ values: ContiguousArray<T>, components: Int = 1) {
        let size = MemoryLayout<T>.size
        storage = unsafe ByteStorage(byteCount: values.count * size) { bytes in
            unsafe values.withUnsafeBytes { source in unsafe bytes.copyMemory(from: source) }
        }
        offset = 0
        stride = size * components
        self.components = components
        count = components == 0 ? 0 : values.count / components
        type = T.scalarType
        byteOrder = .native
    }

    /// Creates a packed column that owns a copy of `values`.
    public init<T: ColumnScalar>(_ values: [T], components: Int = 1) {
        self.init(ContiguousArray(values), components: components)
    }

    /// Creates a packed column block by block, without a second copy of all values.
    ///
    /// - Parameters:
    ///   - count: the number of rows.
    ///   - components: the number of values in a row.
    ///   - body: stores the values of the given rows, in order, in a block that is reused between calls.
    public init<T: ColumnScalar>(
        count: Int, components: Int = 1, _ body: (Range<Int>, inout ContiguousArray<T>) -> Void
    ) {
        let size = MemoryLayout<T>.size
        let row = size * max(components, 0)
        storage = unsafe ByteStorage(byteCount: max(count, 0) * row) { target in
            var block = ContiguousArray<T>()
            for rows in RowBlocks(0..<(row > 0 ? max(count, 0) : 0), components: components) {
                body(rows, &block)
                let room = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: target[rows.lowerBound * row..<rows.upperBound * row])
                // Missing values are 0.
                if block.count * size < room.count { _ = unsafe room.initializeMemory(as: UInt8.self, repeating: 0) }
                unsafe block.withUnsafeBytes { source in
                    let count = min(source.count, room.count)
                    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
                }
            }
        }
        offset = 0
        stride = row
        self.components = max(components, 0)
        self.count = max(count, 0)
        type = T.scalarType
        byteOrder = .native
    }

    /// Returns a packed column without rows.
    public static func empty(_ type: ScalarType, components: Int = 1) -> Column {
        Column(
            empty: type,
            components: components,
            storage: unsafe ByteStorage(byteCount: 0) { _ in }
        )
    }

    private init(empty type: ScalarType, components: Int, storage: ByteStorage) {
        self.storage = storage
        offset = 0
        stride = components * type.byteCount
        count = 0
        self.components = components
        self.type = type
        byteOrder = .native
    }

    private init(unchecked column: Column, offset: Int, count: Int, components: Int) {
        storage = column.storage
        self.offset = offset
        stride = column.stride
        self.count = count
        self.components = components
        type = column.type
        byteOrder = column.byteOrder
    }

    /// Returns the rows in `rows` (clamped to the column), as a view.
    public func rows(_ rows: Range<Int>) -> Column {
        let bounds = rows.clamped(to: 0..<count)
        return Column(
            unchecked: self, offset: offset + bounds.lowerBound * stride, count: bounds.count, components: components)
    }

    /// Returns one component of each row as a view; nil if there is no such component.
    public func component(_ index: Int) -> Column? {
        guard index >= 0, index < components else { return nil }
        return Column(unchecked: self, offset: offset + index * type.byteCount, count: count, components: 1)
    }

    /// Returns the first `width` components of each row as a view; all of them if there are fewer.
    public func prefix(_ width: Int) -> Column {
        Column(unchecked: self, offset: offset, count: count, components: max(0, min(width, components)))
    }

    /// The values as a packed column of `count × components` rows with one component; nil if rows are not packed.
    public var flattened: Column? {
        guard isPacked || count <= 1 else { return nil }
        return Column(
            viewing: storage, offset: offset, stride: type.byteCount, count: count * components, components: 1,
            type: type, byteOrder: byteOrder)
    }

    /// Whether rows follow each other without gaps.
    public var isPacked: Bool { stride == components * type.byteCount }

    /// The rows stored once, with stride 0, if all have the same bits; else the column unchanged.
    ///
    /// For example the corner counts of two million triangles, all 3. Columns of fewer than 4096 rows are not checked.
    public var collapsed: Column {
        guard count >= 4096, isPacked,
            RowEquality(rows(0..<1), rows(count - 1..<count))?.areEqual(0..<1, from: 0) == true,
            RowEquality(rows(0..<count - 1), rows(1..<count))?.areEqual(0..<count - 1, from: 0) == true
        else { return self }
        let row = Column.joined([rows(0..<1)])
        return Column(
            viewing: row.storage, offset: row.offset, stride: 0, count: count, components: components, type: type,
            byteOrder: row.byteOrder) ?? self
    }

    /// Whether both columns view the same bytes in the same way.
    public func isSameView(as other: Column) -> Bool {
        storage === other.storage && offset == other.offset && stride == other.stride && count == other.count
            && components == other.components && type == other.type && byteOrder == other.byteOrder
    }
}

/// A Swift type that columns can store directly.
public protocol ColumnScalar: BitwiseCopyable, Sendable {
    /// The column type with this Swift type's bits.
    static var scalarType: ScalarType { get }
}

extension Int8: ColumnScalar {
    /// A signed 8-bit integer.
    public static var scalarType: ScalarType { .int8 }
}
extension UInt8: ColumnScalar {
    /// An unsigned 8-bit integer.
    public static var scalarType: ScalarType { .uint8 }
}
extension Int16: ColumnScalar {
    /// A signed 16-bit integer.
    public static var scalarType: ScalarType { .int16 }
}
extension UInt16: ColumnScalar {
    /// An unsigned 16-bit integer.
    public static var scalarType: ScalarType { .uint16 }
}
extension Int32: ColumnScalar {
    /// A signed 32-bit integer.
    public static var scalarType: ScalarType { .int32 }
}
extension UInt32: ColumnScalar {
    /// An unsigned 32-bit integer.
    public static var scalarType: ScalarType { .uint32 }
}
extension Int64: ColumnScalar {
    /// A signed 64-bit integer.
    public static var scalarType: ScalarType { .int64 }
}
extension UInt64: ColumnScalar {
    /// An unsigned 64-bit integer.
    public static var scalarType: ScalarType { .uint64 }
}
extension Float: ColumnScalar {
    /// A 32-bit float.
    public static var scalarType: ScalarType { .float32 }
}
extension Double: ColumnScalar {
    /// A 64-bit float.
    public static var scalarType: ScalarType { .float64 }
}
