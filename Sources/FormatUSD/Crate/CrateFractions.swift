import MeshFormats
import MeshModel

/// Compressed floating-point numbers of crates: integers, or indices into a table.
enum CrateFractions {
    /// Expands the numbers, or returns nil if an index is outside the table.
    static func make<Bits: FixedWidthInteger & BitwiseCopyable>(
        _ numbers: ContiguousArray<Int32>, _ table: ContiguousArray<UInt64>?, _ whole: (Int32) -> Bits
    ) -> ByteStorage? {
        if let table {
            for number in numbers where number < 0 || Int(number) >= table.count { return nil }
            let narrow = ContiguousArray(table.map { Bits(truncatingIfNeeded: $0) })
            return make(numbers) { narrow[Int($0)] }
        }
        return make(numbers, whole)
    }

    // Bounds: the storage has room for all numbers.
    @inline(__always)
    private static func make<Bits: FixedWidthInteger & BitwiseCopyable>(
        _ numbers: ContiguousArray<Int32>, _ bits: (Int32) -> Bits
    ) -> ByteStorage {
        let size = MemoryLayout<Bits>.size
        return unsafe ByteStorage(byteCount: numbers.count * size) { target in
            for (index, number) in numbers.enumerated() {
                unsafe target.storeBytes(of: bits(number), toByteOffset: index * size, as: Bits.self)
            }
        }
    }
}

extension CrateFractions {
    /// A compact form of floating-point numbers that restores every bit, including the sign of zero and NaN.
    enum Short {
        /// All numbers are integers.
        case whole(ContiguousArray<Int32>)
        /// There are few different numbers: a table, and indices into it.
        case table(Column, ContiguousArray<Int32>)

        /// The compact form of a column of single halves, floats or doubles, or nil if there is none.
        init?(_ column: Column) throws(WriteError) {
            let found: Short?
            switch column.type {
            case .float16:
                found = try Self.find(column, UInt16.self, Column.init(halves:)) { bits in
                    Int32(exactly: HalfBits.value(bits)).flatMap { HalfBits.bits(Double($0)) == bits ? $0 : nil }
                }
            case .float32:
                found = try Self.find(column, UInt32.self, { Column(ContiguousArray($0.map(Float.init(bitPattern:)))) })
                { bits in
                    Int32(exactly: Float(bitPattern: bits)).flatMap { Float($0).bitPattern == bits ? $0 : nil }
                }
            case .float64:
                found = try Self.find(
                    column, UInt64.self, { Column(ContiguousArray($0.map(Double.init(bitPattern:)))) }
                ) { bits in
                    Int32(exactly: Double(bitPattern: bits)).flatMap { Double($0).bitPattern == bits ? $0 : nil }
                }
            default: found = nil
            }
            guard let found else { return nil }
            self = found
        }

        private static func find<Bits: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
            _ column: Column, _: Bits.Type, _ tableColumn: (ContiguousArray<Bits>) -> Column, _ whole: (Bits) -> Int32?
        ) throws(WriteError) -> Short? {
            let size = MemoryLayout<Bits>.size
            var numbers: ContiguousArray<Int32> = []
            var isWhole = true
            // Most columns have fractions, as a look at the first numbers shows.
            try unsafe column.rows(0..<min(64, column.count)).forEachPiece { (piece) throws(WriteError) in
                for at in Swift.stride(from: 0, to: piece.count, by: size) where isWhole {
                    isWhole = unsafe whole(piece.loadUnaligned(fromByteOffset: at, as: Bits.self)) != nil
                }
            }
            if isWhole {
                numbers.reserveCapacity(column.count)
                try unsafe column.forEachPiece { (piece) throws(WriteError) in
                    var at = 0
                    while isWhole, at < piece.count {
                        if let number = unsafe whole(piece.loadUnaligned(fromByteOffset: at, as: Bits.self)) {
                            numbers.append(number)
                        } else {
                            isWhole = false
                        }
                        at += size
                    }
                }
                if isWhole { return .whole(numbers) }
            }
            // The maximum table size that other writers use.
            var table = SmallTable<Bits>(most: min(column.count / 4, 1024))
            numbers.removeAll()
            try unsafe column.forEachPiece { (piece) throws(WriteError) in
                var at = 0
                while !table.isFull, at < piece.count {
                    if let number = unsafe table.number(piece.loadUnaligned(fromByteOffset: at, as: Bits.self)) {
                        numbers.append(number)
                    }
                    at += size
                }
            }
            return table.isFull ? nil : .table(tableColumn(table.values), numbers)
        }
    }

    /// A table of distinct values, up to a maximum count.
    private struct SmallTable<Bits: FixedWidthInteger & UnsignedInteger> {
        private(set) var values: ContiguousArray<Bits> = []
        private(set) var isFull = false
        private let most: Int
        /// Indices by hash, −1 for none. There are four times as many slots as values.
        private var slots = ContiguousArray<Int32>(repeating: -1, count: 4096)

        init(most: Int) { self.most = most }

        /// The index of a value, or nil if the table is full.
        mutating func number(_ value: Bits) -> Int32? {
            var slot = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: value) &* 0x9E37_79B9_7F4A_7C15) >> 52)
            while true {
                let number = slots[slot]
                if number < 0 { break }
                if values[Int(number)] == value { return number }
                slot = (slot + 1) & 4095
            }
            guard values.count < most else {
                isFull = true
                return nil
            }
            slots[slot] = Int32(values.count)
            values.append(value)
            return Int32(values.count - 1)
        }
    }
}

extension Column {
    /// Creates a column of halves from their bits.
    fileprivate init(halves bits: ContiguousArray<UInt16>) {
        let whole = Column(bits)
        self =
            Column(viewing: whole.storage, offset: 0, stride: 2, count: bits.count, type: .float16) ?? .empty(.float16)
    }
}
