import CMeshConv
import MeshBytes
import MeshConvert
import MeshModel

// Bounds: a block has room for `count × components` numbers and is filled in rows that lie inside of it; a column's own
// memory is kept alive.

/// Packed numbers in memory that an object keeps alive.
@safe struct LentColumn {
    private(set) var column: meshconv_column
    let owner: AnyObject

    /// The multiple of bytes at which numbers start.
    private static let alignment = 16

    private init(column: meshconv_column, owner: AnyObject) {
        unsafe self.column = unsafe column
        self.owner = owner
    }

    /// Lends the numbers of a column: its own memory if that is packed, else a copy.
    init(_ column: Column) throws(Failure) {
        let size = column.components * column.type.byteCount
        let isPlain = column.count > 0 && column.isPacked && column.byteOrder == .native
        if isPlain, let start = unsafe column.start, Int(bitPattern: start) % Self.alignment == 0 {
            unsafe self.column = .packed(start, column.count, column.components, column.type)
            owner = column.storage
            return
        }
        let (byteCount, overflow) = column.count.multipliedReportingOverflow(by: size)
        guard !overflow, let block = try? MemoryBlock(byteCount: byteCount) else { throw .noMemory(byteCount) }
        unsafe column.copyPacked(0..<column.count, to: block.base)
        unsafe self.column = .packed(
            column.count > 0 ? UnsafeRawPointer(block.base) : nil, column.count, column.components, column.type)
        owner = block
    }

    /// Lends the numbers of a column as they are stored, with any distance between rows. They are copied only if their
    /// bytes are in the other order.
    init(asItLies column: Column) throws(Failure) {
        guard column.count > 0, column.byteOrder == .native, let start = unsafe column.start else {
            try self.init(column)
            return
        }
        let lying = unsafe meshconv_column(
            data: start, count: column.count, stride: column.stride, components: Int32(clamping: column.components),
            type: Int32(column.type.rawValue))
        unsafe self.init(column: lying, owner: column.storage)
    }

    /// Lends bytes.
    init(_ block: MemoryBlock) {
        unsafe column = .packed(UnsafeRawPointer(block.base), block.byteCount, 1, .uint8)
        owner = block
    }

    /// Lends a column's whole numbers as another type of the same sign or size, unless it has it already.
    init(_ column: Column, as type: ScalarType) throws(Failure) {
        let isSame = column.type.byteCount == type.byteCount && column.type.isInteger
        if isSame {
            try self.init(column.retyped(type) ?? column)
            return
        }
        try unsafe self.init(count: column.count, components: column.components, type: type) { rows, out in
            var block = ContiguousArray<Int64>()
            column.read(rows, into: &block)
            unsafe out.store(block, as: type)
        }
    }

    /// Makes a column of the numbers `start`, `start + step` …
    init(counting count: Int, from start: Int = 0, by step: Int = 1, as type: ScalarType) throws(Failure) {
        try unsafe self.init(count: count, components: 1, type: type) { rows, out in
            unsafe out.store(ContiguousArray(rows.lazy.map { Int64(start &+ $0 &* step) }), as: type)
        }
    }

    /// The same numbers in rows.
    func inRows(of components: Int) -> LentColumn {
        var result = self
        unsafe result.column.count = column.count * Int(column.components) / components
        unsafe result.column.stride = column.stride / max(Int(column.components), 1) * components
        unsafe result.column.components = Int32(clamping: components)
        return result
    }

    /// Makes a column in blocks.
    ///
    /// - Parameter body: stores the given rows at a place.
    init(
        count: Int, components: Int, type: ScalarType,
        _ body: (Range<Int>, UnsafeMutableRawPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let size = components * type.byteCount
        let (byteCount, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, let block = try? MemoryBlock(byteCount: byteCount) else { throw .noMemory(byteCount) }
        var start = 0
        while start < count {
            let rows = start..<min(count, start + 65536)
            unsafe try body(rows, block.base + start * size)
            start = rows.upperBound
        }
        unsafe column = .packed(count > 0 ? UnsafeRawPointer(block.base) : nil, count, components, type)
        owner = block
    }
}

extension UnsafeMutableRawPointer {
    /// Stores numbers as a type of whole numbers.
    fileprivate func store(_ numbers: ContiguousArray<Int64>, as type: ScalarType) {
        for (index, number) in numbers.enumerated() {
            switch type {
            case .int32:
                unsafe storeBytes(of: Int32(clamping: number), toByteOffset: index * 4, as: Int32.self)
            case .uint32:
                unsafe storeBytes(of: UInt32(clamping: number), toByteOffset: index * 4, as: UInt32.self)
            default:
                unsafe storeBytes(of: UInt64(clamping: number), toByteOffset: index * 8, as: UInt64.self)
            }
        }
    }
}

extension meshconv_column {
    fileprivate static func packed(
        _ data: UnsafeRawPointer?, _ count: Int, _ components: Int, _ type: ScalarType
    ) -> meshconv_column {
        unsafe meshconv_column(
            data: data, count: count, stride: components * type.byteCount,
            components: Int32(clamping: components), type: Int32(type.rawValue))
    }
}

extension Column {
    /// The first row's address, which stays as long as the storage lives: its bytes never move.
    fileprivate var start: UnsafeRawPointer? {
        unsafe storage.withBytes { bytes in unsafe bytes.baseAddress.map { unsafe $0 + offset } }
    }

    /// The same bytes as numbers of another type of the same size.
    fileprivate func retyped(_ type: ScalarType) -> Column? {
        Column(
            viewing: storage, offset: offset, stride: stride, count: count, components: components, type: type,
            byteOrder: byteOrder)
    }
}
