internal import MeshModel

/// Numbers positions of three float32 by their bits: equal ones have one number, numbers follow first use.
///
/// What ``VertexKeys`` and ``RowTable`` do for any rows, for the ones that soups of triangles have, straight from a view.
/// A slot holds half of the hash and the number, so a slot of other positions is seen to be one without a look at them.
/// All slots of a block are touched before the first is needed: the memory brings them while hashes are computed (measured
/// on six million corners of a scan: 0.12 s, without the touch 0.17 s, with a table of whole rows 0.25 s).
struct PositionNumbers {
    /// Row → number, one Int32 each.
    let numbers: Column
    /// Number → the first row that has it.
    let firsts: ContiguousArray<Int32>
    /// What the slots that were touched add up to; kept, so that touching is not left out.
    let touched: UInt64

    /// The numbers of the rows of a column; nil if its rows are others than three float32 in the machine's byte order.
    ///
    /// - Parameter zerosAreEqual: Whether −0 counts as +0; NaNs are told apart by their bits either way.
    init?(_ positions: Column, zerosAreEqual: Bool) {
        guard positions.type == .float32, positions.components == 3, positions.byteOrder == .native,
            positions.count < Int(Int32.max)
        else { return nil }
        let count = positions.count
        var firsts = ContiguousArray<Int32>()
        var touched: UInt64 = 0
        let storage = unsafe ByteStorage(byteCount: count * 4) { target in
            guard let places = target.baseAddress else { return }
            firsts = unsafe ContiguousArray(unsafeUninitializedCapacity: count) { buffer, found in
                unsafe positions.storage.withBytes { bytes in
                    guard let base = bytes.baseAddress, let origins = buffer.baseAddress else { return }
                    let walk = unsafe PositionWalk(
                        base + positions.offset, stride: positions.stride, count: count, places: places,
                        origins: origins, zero: zerosAreEqual ? 0x8000_0000 : 0)
                    walk.number()
                    found = walk.found
                    touched = walk.touched
                }
            }
        }
        guard let numbers = Column(viewing: storage, offset: 0, stride: 4, count: count, type: .int32) else {
            return nil
        }
        self.numbers = numbers
        self.firsts = firsts
        self.touched = touched
    }
}

/// The memory of one numbering.
///
/// Bounds: rows 0 ..< count lie inside the column's storage, by its own check; `places` and `origins` have room for `count`
/// numbers each; a slot is masked by the size of the table, which is a power of two and never full.
@safe private final class PositionWalk {
    private(set) var found = 0
    private(set) var touched: UInt64 = 0

    private static let blockSize = 512
    private let rows: UnsafeRawPointer
    private let stride: Int
    private let count: Int
    private let places: UnsafeMutableRawPointer
    private let origins: UnsafeMutablePointer<Int32>
    /// The bits that count as 0.
    private let zero: UInt32
    /// Drawn for each table, so no file can be made whose rows all meet in one slot; numbers don't depend on it.
    private let seed = Seed(UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
    private var slots: UnsafeMutablePointer<UInt64>
    private var slotCount = 2048
    private let hashes: UnsafeMutablePointer<UInt64>

    init(
        _ rows: UnsafeRawPointer, stride: Int, count: Int, places: UnsafeMutableRawPointer,
        origins: UnsafeMutablePointer<Int32>, zero: UInt32
    ) {
        unsafe self.rows = unsafe rows
        self.stride = stride
        self.count = count
        unsafe self.places = unsafe places
        unsafe self.origins = unsafe origins
        self.zero = zero
        // In closed meshes of triangles six corners meet.
        while slotCount < count / 3, slotCount < 1 << 22 { slotCount *= 2 }
        unsafe slots = Self.table(slotCount)
        unsafe hashes = .allocate(capacity: Self.blockSize)
    }

    deinit {
        unsafe slots.deallocate()
        unsafe hashes.deallocate()
    }

    private static func table(_ count: Int) -> UnsafeMutablePointer<UInt64> {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        unsafe slots.initialize(repeating: 0, count: count)
        return unsafe slots
    }

    func number() {
        var row = 0
        while row < count {
            let end = min(row + Self.blockSize, count)
            // At most five eighths are taken, so ways stay short.
            while (found + Self.blockSize) * 8 > slotCount * 5 { grow() }
            number(row..<end)
            row = end
        }
    }

    private func number(_ range: Range<Int>) {
        let (rows, stride, zero, seed) = unsafe (self.rows, self.stride, self.zero, self.seed)
        let (slots, hashes, origins) = unsafe (self.slots, self.hashes, self.origins)
        let mask = UInt64(slotCount &- 1)
        var sum: UInt64 = 0
        var place = unsafe rows + range.lowerBound &* stride
        for index in 0..<range.count {
            let hash = unsafe Key(place, zero).hash(seed)
            unsafe hashes[index] = hash
            unsafe sum ^= slots[Int(truncatingIfNeeded: hash & mask)]
            unsafe place += stride
        }
        touched ^= sum
        var found = self.found
        unsafe place = unsafe rows + range.lowerBound &* stride
        let out = unsafe places + range.lowerBound &* 4
        for index in 0..<range.count {
            let hash = unsafe hashes[index]
            let key = unsafe Key(place, zero)
            // Triangles that follow each other share an edge more often than not, in this order or the next.
            if index >= 3, unsafe hashes[index &- 3] == hash, unsafe Key(place - 3 &* stride, zero) == key {
                let known = unsafe out.load(fromByteOffset: (index &- 3) &* 4, as: Int32.self)
                unsafe out.storeBytes(of: known, toByteOffset: index &* 4, as: Int32.self)
                unsafe place += stride
                continue
            }
            var slot = hash & mask
            var number: Int
            while true {
                let entry = unsafe slots[Int(truncatingIfNeeded: slot)]
                if entry == 0 {
                    unsafe origins[found] = Int32(truncatingIfNeeded: range.lowerBound &+ index)
                    number = found
                    found &+= 1
                    unsafe slots[Int(truncatingIfNeeded: slot)] =
                        hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: found)
                    break
                }
                if (entry ^ hash) >> 32 == 0 {
                    number = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
                    let other = unsafe rows + Int(origins[number]) &* stride
                    if unsafe Key(other, zero) == key { break }
                }
                slot = (slot &+ 1) & mask
            }
            unsafe out.storeBytes(of: Int32(truncatingIfNeeded: number), toByteOffset: index &* 4, as: Int32.self)
            unsafe place += stride
        }
        self.found = found
    }

    @inline(never)
    private func grow() {
        unsafe slots.deallocate()
        slotCount *= 2
        unsafe slots = Self.table(slotCount)
        let mask = UInt64(slotCount - 1)
        for number in 0..<found {
            let hash = unsafe Key(rows + Int(origins[number]) * stride, zero).hash(seed)
            var slot = hash & mask
            while unsafe slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
            unsafe slots[Int(slot)] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
        }
    }

    /// What hashing starts from.
    private struct Seed {
        var xy: UInt64
        var z: UInt64

        init(_ xy: UInt64, _ z: UInt64) {
            self.xy = xy
            self.z = z
        }
    }

    /// The bits of a row, those of −0 taken for +0 if that is asked for.
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
