import CPrefetch

/// Numbers distinct positions (three float32, compared by their bits), block by block as they arrive.
///
/// Equal positions get one number; numbers follow first use. A slot holds half of the hash and the number, so most
/// slots of other positions are skipped without reading their rows. The slots of a block are asked for before the first
/// is needed, but for those of positions that seem to be recent: the memory fetches them while hashes are computed
/// (measured on six million corners of a scan: 28 ms, where all slots were read ahead 42 ms, and without either 58 ms).
///
/// Bounds: `numbers`, `rows` and `origins` have room for `capacity` entries each. A slot index is masked by the table's
/// size, which is a power of two; the table is never full.
@safe public final class PositionTable {
    /// Allocates a number of bytes, not zeroed and aligned to 16; nil if there isn't enough memory.
    public typealias Allocate = (Int) -> (any RawMemory)?

    private let capacity: Int
    private let allocate: Allocate
    /// The bit pattern that is read as 0: that of −0 if zeros are equal.
    private let zero: UInt32
    private let numbers: any RawMemory
    private let rows: any RawMemory
    private let origins: any RawMemory
    private let hashes: any RawMemory
    private var table: any RawMemory
    /// Entries of rows seen recently, by the lowest bits of the hash: small enough to stay in the cache.
    private let recent: any RawMemory
    private var slotCount = 2048
    /// The number of rows appended, and the number of distinct ones.
    private var count = 0
    private var found = 0
    private var hasMinusZeros = false
    /// Random for each table, so that no file can be made whose rows all collide; numbers don't depend on it.
    private let seed = Seed()

    private static let blockSize = 1024
    private static let rowSize = 12
    private static let recentCount = 8192
    private static let recentMask = UInt64(recentCount - 1)

    /// Creates a table for at most `capacity` positions, fewer than 2³¹ − 1; nil if there isn't enough memory.
    ///
    /// Memory for distinct positions is only touched as far as they need it.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of rows.
    ///   - likely: the expected number of rows, if known; nil: `capacity`.
    ///   - zerosAreEqual: whether −0 equals +0; NaNs are always compared by their bits.
    ///   - allocate: allocates memory; the default ends the process if there is none.
    public init?(
        capacity: Int, likely: Int? = nil, zerosAreEqual: Bool,
        allocate: @escaping Allocate = { OwnedMemory(byteCount: $0) }
    ) {
        guard capacity >= 0, capacity < Int(Int32.max) else { return nil }
        // In closed triangle meshes about six corners share a vertex.
        while slotCount < min(likely ?? capacity, capacity) / 3, slotCount < 1 << 22 { slotCount *= 2 }
        guard let numbers = allocate(capacity * 4), let rows = allocate(capacity * Self.rowSize),
            let origins = allocate(capacity * 4), let hashes = allocate(Self.blockSize * 8),
            let table = Self.table(slotCount, allocate), let recent = Self.table(Self.recentCount, allocate)
        else { return nil }
        self.capacity = capacity
        self.allocate = allocate
        zero = zerosAreEqual ? 0x8000_0000 : 0
        self.numbers = numbers
        self.rows = rows
        self.origins = origins
        self.hashes = hashes
        self.table = table
        self.recent = recent
    }

    private static func table(_ count: Int, _ allocate: Allocate) -> (any RawMemory)? {
        let memory = allocate(count * 8)
        unsafe memory?.base.initializeMemory(as: UInt64.self, repeating: 0, count: count)
        return memory
    }

    /// Numbers the next rows; false if there is no memory for the table, or `capacity` would be exceeded.
    ///
    /// - Bounds: `rows` has `count` rows of three float32 in the machine's byte order, `stride` bytes apart.
    public func append(_ rows: UnsafeRawPointer, stride: Int, count: Int) -> Bool {
        guard count <= capacity - self.count else { return false }
        for block in (0..<count).blocks(of: Self.blockSize) {
            // At most five eighths of the slots are used, so probe sequences stay short.
            while (found + Self.blockSize) * 8 > slotCount * 5 {
                guard grow() else { return false }
            }
            unsafe number(rows + block.lowerBound * stride, stride, block.count)
        }
        return true
    }

    private func number(_ rows: UnsafeRawPointer, _ stride: Int, _ count: Int) {
        let (zero, seed) = (zero, seed)
        let slots = unsafe table.base.assumingMemoryBound(to: UInt64.self)
        let recent = unsafe recent.base.assumingMemoryBound(to: UInt64.self)
        let hashes = unsafe hashes.base.assumingMemoryBound(to: UInt64.self)
        let (known, origins) = unsafe (self.rows.base, self.origins.base)
        let mask = UInt64(slotCount &- 1)
        var place = unsafe rows
        for index in 0..<count {
            let hash = unsafe Key(place, zero).hash(seed)
            unsafe hashes[index] = hash
            let isRecent = unsafe (recent[Int(truncatingIfNeeded: hash & Self.recentMask)] ^ hash) >> 32 == 0
            unsafe meshconv_prefetch(slots + Int(truncatingIfNeeded: isRecent ? 0 : hash & mask))
            unsafe place += stride
        }
        var found = self.found
        unsafe place = unsafe rows
        let out = unsafe numbers.base + self.count &* 4
        for index in 0..<count {
            let hash = unsafe hashes[index]
            let key = unsafe Key(place, zero)
            let recentSlot = Int(truncatingIfNeeded: hash & Self.recentMask)
            var entry = unsafe recent[recentSlot]
            let isRecent =
                unsafe (entry ^ hash) >> 32 == 0 && entry != 0 && Key(known + Self.row(entry), zero) == key
            if !isRecent {
                var slot = hash & mask
                while true {
                    entry = unsafe slots[Int(truncatingIfNeeded: slot)]
                    if entry == 0 {
                        unsafe keep(place, known + found &* Self.rowSize)
                        unsafe origins.storeBytes(
                            of: Int32(truncatingIfNeeded: self.count &+ index), toByteOffset: found &* 4,
                            as: Int32.self)
                        found &+= 1
                        entry = hash & ~Self.low | UInt64(truncatingIfNeeded: found)
                        unsafe slots[Int(truncatingIfNeeded: slot)] = entry
                        break
                    }
                    if (entry ^ hash) >> 32 == 0, unsafe Key(known + Self.row(entry), zero) == key { break }
                    slot = (slot &+ 1) & mask
                }
                unsafe recent[recentSlot] = entry
            }
            let number = Int32(truncatingIfNeeded: (entry & Self.low) &- 1)
            unsafe out.storeBytes(of: number, toByteOffset: index &* 4, as: Int32.self)
            unsafe place += stride
        }
        self.found = found
        self.count += count
    }

    private static let low: UInt64 = 0xFFFF_FFFF

    /// The byte offset of a slot's row among the distinct rows.
    @inline(__always)
    private static func row(_ entry: UInt64) -> Int {
        (Int(truncatingIfNeeded: entry & low) &- 1) &* rowSize
    }

    /// Copies a row to the distinct rows.
    @inline(__always)
    private func keep(_ row: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let key = unsafe Key(row, 0)
        unsafe target.storeBytes(of: key.xy, as: UInt64.self)
        unsafe target.storeBytes(of: key.z, toByteOffset: 8, as: UInt32.self)
        if UInt32(truncatingIfNeeded: key.xy) == 0x8000_0000 || key.xy >> 32 == 0x8000_0000 || key.z == 0x8000_0000 {
            hasMinusZeros = true
        }
    }

    @inline(never)
    private func grow() -> Bool {
        guard let larger = Self.table(slotCount * 2, allocate) else { return false }
        table = larger
        slotCount *= 2
        let slots = unsafe table.base.assumingMemoryBound(to: UInt64.self)
        let mask = UInt64(slotCount - 1)
        for number in 0..<found {
            let hash = unsafe Key(rows.base + number * Self.rowSize, zero).hash(seed)
            var slot = hash & mask
            while unsafe slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
            unsafe slots[Int(slot)] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
        }
        return true
    }

    /// Returns the result; nothing may be appended afterwards.
    public func finish() -> Repetition {
        func column(_ memory: any RawMemory, _ count: Int, _ components: Int, _ type: ScalarType) -> Column {
            let size = components * type.byteCount
            let storage = unsafe ByteStorage(
                viewing: UnsafeRawBufferPointer(start: memory.base, count: count * size), keptAliveBy: memory)
            return Column(
                viewing: storage, offset: 0, stride: size, count: count, components: components, type: type)
                ?? .empty(type, components: components)
        }
        return Repetition(
            rows: column(rows, found, 3, .float32), numbers: column(numbers, count, 1, .int32),
            origins: column(origins, found, 1, .int32), hasMinusZeros: hasMinusZeros)
    }

    private struct Seed {
        var xy = UInt64.random(in: 0...UInt64.max)
        var z = UInt64.random(in: 0...UInt64.max)
    }

    /// The bits of a row, with −0 read as +0 if that is asked for.
    private struct Key: Equatable {
        var xy: UInt64
        var z: UInt32

        @inline(__always)
        init(_ place: UnsafeRawPointer, _ zero: UInt32) {
            func word(_ offset: Int) -> UInt32 {
                let word = unsafe place.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                return word == zero ? 0 : word
            }
            xy = UInt64(word(0)) | UInt64(word(4)) << 32
            z = word(8)
        }

        @inline(__always)
        func hash(_ seed: Seed) -> UInt64 {
            let product = (xy ^ seed.xy).multipliedFullWidth(by: UInt64(z) &* 0xA076_1D64_78BD_642F ^ seed.z)
            return product.high ^ product.low
        }
    }
}
