import MeshBytes
package import MeshModel

// Bounds: a slot is masked by the table's size, a power of two, and holds the index of one of the results; rows that are
// read lie inside of the source.

extension Column {
    /// The same numbers as a column whose conversions look them up, if there are few different ones; else the column.
    ///
    /// The colours of scans come from codes of 8 bits, so that millions of rows have a few hundred different numbers: these
    /// are converted once, and the rows when they are read, without memory for all of them. Float32, one to three components.
    package var lookingUpFew: Column {
        lookedUp == nil ? FewNumbers.of(self)?.column ?? self : self
    }
}

/// Numbers that are looked up when they are read. They are told apart by their bits.
///
/// A source that changes while it is read gives zeros for new numbers; it remembers its own failure.
@safe private final class FewNumbers: LookedUpNumbers, @unchecked Sendable {
    let source: Column
    let keys: Column
    let results: Column
    private let slots: Slots
    /// The bits of each result, in the order of the keys. A zero follows them: what a number becomes that is not a key.
    private let bits: ContiguousArray<UInt64>
    private let lock = Lock()
    private var all: ByteStorage?

    /// Smaller columns are not searched, since converting them takes no time.
    private static let leastCount = 1 << 16

    static func of(_ column: Column) -> FewNumbers? {
        guard column.type == .float32, column.byteOrder == .native, (1...3).contains(column.components),
            column.count >= leastCount, column.stride > 0, column.repetition == nil
        else { return nil }
        var slots = Slots()
        var isFew = true
        unsafe column.withRuns(0..<column.count) { first, rows in
            let (count, components, stride) = column.asLongRow(rows.count)
            if isFew { isFew = unsafe slots.add(first, count, components, stride) }
        }
        guard isFew else { return nil }
        slots.settle()
        let keys = Column(ContiguousArray(slots.keys.map { Float(bitPattern: $0) }))
        return FewNumbers(column, slots, keys, keys)
    }

    private init(_ source: Column, _ slots: Slots, _ keys: Column, _ results: Column) {
        self.source = source
        self.slots = slots
        self.keys = keys
        self.results = results
        let size = results.type.byteCount
        var bits = ContiguousArray<UInt64>(repeating: 0, count: keys.count + 1)
        unsafe bits.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress else { return }
            let start = ByteOrder.native == .little ? 0 : 8 - size
            for row in 0..<keys.count { unsafe results.copyPacked(row..<row + 1, to: base + row * 8 + start) }
        }
        self.bits = bits
    }

    func with(results: Column) -> Column { FewNumbers(source, slots, keys, results).column }

    func inMemory(for rows: Column) -> Column {
        let few = FewNumbers(rows, slots, keys, results)
        return few.column(few.whole())
    }

    var column: Column { column(ByteStorage(self)) }

    private func column(_ storage: ByteStorage) -> Column {
        Column(
            viewing: storage, offset: 0, stride: rowByteCount, count: source.count, components: source.components,
            type: results.type) ?? .empty(results.type, components: source.components)
    }

    // MARK: Reading

    private var rowByteCount: Int { source.components * results.type.byteCount }
    var byteCount: Int { source.count * rowByteCount }
    var limit: Int { source.storage.source?.limit ?? .max }

    func lend(_ range: Range<Int>) -> LentBytes {
        let rows = range.lowerBound / rowByteCount..<(range.upperBound + rowByteCount - 1) / rowByteCount
        let memory = OwnedMemory(byteCount: rows.count * rowByteCount)
        unsafe fill(rows, memory.base)
        return unsafe LentBytes(memory.base + (range.lowerBound - rows.lowerBound * rowByteCount), keptBy: memory)
    }

    func whole() -> ByteStorage {
        lock.withLock {
            if let all { return all }
            let storage = unsafe ByteStorage(byteCount: byteCount) { bytes in
                if let base = bytes.baseAddress { unsafe fill(0..<source.count, base) }
            }
            all = storage
            return storage
        }
    }

    private func fill(_ rows: Range<Int>, _ target: UnsafeMutableRawPointer) {
        unsafe source.withRuns(rows) { first, run in
            let place = unsafe target + (run.lowerBound - rows.lowerBound) * rowByteCount
            switch results.type.byteCount {
            case 1: unsafe look(first, run.count, place, as: UInt8.self)
            case 2: unsafe look(first, run.count, place, as: UInt16.self)
            case 4: unsafe look(first, run.count, place, as: UInt32.self)
            default: unsafe look(first, run.count, place, as: UInt64.self)
            }
        }
    }

    @inline(__always)
    private func look<T: FixedWidthInteger & BitwiseCopyable>(
        _ first: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, as: T.Type
    ) {
        let (count, components, stride) = source.asLongRow(count)
        unsafe slots.withPointers { keys, places in
            unsafe bits.withUnsafeBufferPointer { bits in
                guard let bits = bits.baseAddress else { return }
                var (row, out) = unsafe (first, target)
                @inline(__always) func look(_ place: UnsafeRawPointer) {
                    let key = unsafe place.loadUnaligned(as: UInt32.self)
                    let result = unsafe bits[Int(places[Slots.slot(of: key, in: keys)])]
                    unsafe out.storeBytes(of: T(truncatingIfNeeded: result), as: T.self)
                    unsafe out += MemoryLayout<T>.size
                }
                for _ in 0..<count {
                    unsafe look(row)
                    for component in 1..<components { unsafe look(row + component * 4) }
                    unsafe row += stride
                }
            }
        }
    }
}

extension Column {
    /// How to go through packed rows: as rows of one number. Others are as they are.
    fileprivate func asLongRow(_ count: Int) -> (count: Int, components: Int, stride: Int) {
        isPacked ? (count * components, 1, type.byteCount) : (count, components, stride)
    }
}

/// A hash table of the numbers that there are, by their bits.
private struct Slots {
    /// The numbers in order of first use.
    private(set) var keys: ContiguousArray<UInt32> = []
    private var table = ContiguousArray(repeating: Slots.none, count: Slots.size)
    /// The index of each slot's number; for an empty slot, that after the last.
    private var places: ContiguousArray<UInt16> = []

    /// The most numbers. Most of them are found in the first slot that is looked at.
    private static let most = 512
    private static let size = 2048
    /// The most slots that are looked at for a number: no file can be made of which each number takes long.
    private static let mostSteps = 32
    /// The key of an empty slot: a NaN that no column may have here.
    private static let none = UInt32.max

    /// The slot at which a key is looked for first: eleven bits of a product.
    @inline(__always)
    private static func first(of key: UInt32) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 21) }

    /// The slot that has a key, or that it would get.
    @inline(__always)
    static func slot(of key: UInt32, in table: UnsafePointer<UInt32>) -> Int {
        var slot = first(of: key)
        while unsafe table[slot] != key && table[slot] != none { slot = (slot &+ 1) & (size &- 1) }
        return slot
    }

    /// Adds the numbers of rows; false: there are too many different ones, or too many of one slot.
    mutating func add(_ first: UnsafeRawPointer, _ count: Int, _ components: Int, _ stride: Int) -> Bool {
        var found = keys
        defer { keys = found }
        return unsafe table.withUnsafeMutableBufferPointer { table in
            guard let table = table.baseAddress else { return false }
            var row = unsafe first
            for _ in 0..<count {
                for component in 0..<components {
                    let key = unsafe row.loadUnaligned(fromByteOffset: component * 4, as: UInt32.self)
                    let slot = unsafe Self.slot(of: key, in: table)
                    guard unsafe table[slot] != key || key == Self.none else { continue }
                    let steps = (slot &- Self.first(of: key)) & (Self.size &- 1)
                    guard key != Self.none, found.count < Self.most, steps < Self.mostSteps else { return false }
                    unsafe table[slot] = key
                    found.append(key)
                }
                unsafe row += stride
            }
            return true
        }
    }

    /// Finds the places of the keys, once all are there.
    mutating func settle() {
        places = ContiguousArray(repeating: UInt16(keys.count), count: Self.size)
        for (place, key) in keys.enumerated() {
            guard let slot = table.firstIndex(of: key) else { continue }
            places[slot] = UInt16(place)
        }
    }

    @inline(__always)
    func withPointers(_ body: (UnsafePointer<UInt32>, UnsafePointer<UInt16>) -> Void) {
        unsafe table.withUnsafeBufferPointer { table in
            unsafe places.withUnsafeBufferPointer { places in
                if let table = table.baseAddress, let places = places.baseAddress { unsafe body(table, places) }
            }
        }
    }
}
