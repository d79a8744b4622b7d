import MeshFormats
import MeshModel

extension CrateValues {
    mutating func array(_ rep: CrateValueReference, _ type: USDType) throws(ReadError) -> USDValue {
        guard rep.payload != 0 else {
            guard let layout = type.layout else { return .texts(type, []) }
            return .array(USDArray(type: type, values: .empty(layout.scalar, components: layout.components)))
        }
        var cursor = CrateCursor(bytes, at: rep.offset)
        if tables.version < .compressedIntegers { _ = try cursor.next(UInt32.self, "an array's rank") }
        let claim =
            tables.version < .wideCounts
            ? UInt64(try cursor.next(UInt32.self, "an array's count"))
            : try cursor.next(UInt64.self, "an array's count")
        guard let count = Int(exactly: claim) else {
            throw ReadError(
                .invalidValue, .byte(rep.offset), "expected an array that fits in memory, found \(claim) values")
        }
        guard let layout = type.layout else { return try words(type, count, &cursor) }
        // Older versions ignore the flag, and arrays of fewer than 16 values are never compressed.
        if rep.isCompressed, count >= 16, tables.version >= .compressedIntegers {
            switch type {
            case .int, .uint, .int64, .uint64:
                let isWide = layout.scalar.byteCount == 8
                let storage = try tables.withBlocks { (blocks) throws(ReadError) in
                    try blocks.storage(&cursor, count: count, isWide: isWide, "whole numbers")
                }
                return try packed(storage, type, layout.scalar, count, rep)
            case .half, .float, .double:
                guard tables.version >= .compressedFloats else { break }
                return try packed(try fractions(layout.scalar, count, &cursor), type, layout.scalar, count, rep)
            default:
                throw ReadError(.invalidValue, .byte(rep.offset), "expected no compressed array of \(type), found one")
            }
        }
        guard
            let column = bytes.column(
                at: cursor.offset, rows: count, components: layout.components, type: layout.scalar)
        else {
            throw ReadError(
                .truncated, .byte(rep.offset),
                "expected \(count) values of \(type), found \(cursor.left / (layout.components * layout.scalar.byteCount))"
            )
        }
        return .array(USDArray(type: type, values: column))
    }

    private func packed(
        _ storage: ByteStorage, _ type: USDType, _ scalar: ScalarType, _ count: Int, _ rep: CrateValueReference
    ) throws(ReadError) -> USDValue {
        guard
            let column = Column(viewing: storage, offset: 0, stride: scalar.byteCount, count: count, type: scalar)
        else { throw ReadError(.invalidValue, .byte(rep.offset), "expected \(count) values of \(type), found fewer") }
        return .array(USDArray(read: column, type: type))
    }

    /// Reads compressed floating-point numbers: integers, or a table and indices into it.
    private mutating func fractions(
        _ scalar: ScalarType, _ count: Int, _ cursor: inout CrateCursor
    ) throws(ReadError) -> ByteStorage {
        let start = cursor.offset
        let code = try cursor.next(UInt8.self, "how fractions are compressed")
        let isTable = code == UInt8(ascii: "t")
        guard isTable || code == UInt8(ascii: "i") else {
            throw ReadError(
                .invalidValue, .byte(start), "expected fractions compressed as 'i' or 't', found code \(code)")
        }
        var table: ContiguousArray<UInt64> = []
        if isTable {
            let size = Int(try cursor.next(UInt32.self, "the size of a table"))
            let place = cursor.offset
            guard size <= cursor.left / scalar.byteCount else {
                throw CrateBytes.cutOff(place, "a table", size * scalar.byteCount, cursor.left)
            }
            try self.count(8 * size, at: cursor)
            switch scalar {
            case .float16: for bits in try cursor.next(size, UInt16.self, "a table") { table.append(UInt64(bits)) }
            case .float32: for bits in try cursor.next(size, UInt32.self, "a table") { table.append(UInt64(bits)) }
            default: table = try cursor.next(size, UInt64.self, "a table")
            }
        }
        let numbers = try tables.withBlocks { (blocks) throws(ReadError) in
            try blocks.integers(&cursor, count: count, "numbers of fractions")
        }
        try self.count(count * scalar.byteCount, at: cursor)
        let storage: ByteStorage?
        switch scalar {
        case .float16: storage = CrateFractions.make(numbers, isTable ? table : nil) { HalfBits.bits(Double($0)) }
        case .float32: storage = CrateFractions.make(numbers, isTable ? table : nil) { Float($0).bitPattern }
        default: storage = CrateFractions.make(numbers, isTable ? table : nil) { Double($0).bitPattern }
        }
        guard let storage else {
            throw ReadError(
                .invalidIndex, .byte(start), "expected the number of one of \(table.count) fractions, found another")
        }
        return storage
    }

    private mutating func words(_ type: USDType, _ count: Int, _ cursor: inout CrateCursor) throws(ReadError)
        -> USDValue
    {
        guard count <= cursor.left / 4 else {
            throw CrateBytes.cutOff(
                cursor.offset, "words", count.multipliedReportingOverflow(by: 4).partialValue, cursor.left)
        }
        return .texts(type, try texts(count, &cursor, type == .token ? .token : .string))
    }
}
