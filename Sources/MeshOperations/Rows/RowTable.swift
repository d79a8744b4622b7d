/// Numbers rows of 32-bit words by their content: equal rows get one number; numbers follow first use.
///
/// Open addressing over indices; the rows themselves are stored packed, in the order of their numbers. The hash seed is
/// random for each table, so that no file can be made whose rows all collide; numbers don't depend on it.
struct RowTable {
    let width: Int
    private(set) var count = 0
    private var rows = ContiguousArray<UInt32>()
    private var slots: ContiguousArray<Int32>
    /// A cache of recently numbered rows, by other bits of the hash: a mesh's corners repeat soon, and slots are spread
    /// over the memory.
    private var recent = ContiguousArray<Int32>(repeating: -1, count: recentCount)
    private static let recentCount = 1 << 14
    private let seed = UInt64.random(in: 0...UInt64.max)

    /// Creates a table for about `expected` rows of `width` words.
    init(width: Int, expected: Int = 0) {
        self.width = width
        var capacity = 1024
        while capacity < expected * 2, capacity < 1 << 22 { capacity *= 2 }
        slots = ContiguousArray(repeating: -1, count: capacity)
    }

    /// Returns the number of the row at `start`; a new number if no row equals it.
    @inline(__always)
    mutating func number(_ words: ContiguousArray<UInt32>, at start: Int) -> Int32 {
        let hash = hash(words, start)
        let line = hash >> 40 & (Self.recentCount - 1)
        let last = recent[line]
        if last >= 0, isSame(Int(last) * width, words, start) { return last }
        let slot = slot(words, start, hash)
        var number = slots[slot]
        if number < 0 {
            number = Int32(clamping: count)
            slots[slot] = number
            count += 1
            for word in 0..<width { rows.append(words[start + word]) }
            // At most five eighths of the slots are used, so probe sequences stay short.
            if count * 8 > slots.count * 5 { grow() }
        }
        recent[line] = number
        return number
    }

    /// Returns the number of the row at `start`; nil if no row equals it.
    func find(_ words: ContiguousArray<UInt32>, at start: Int) -> Int32? {
        let number = slots[slot(words, start, hash(words, start))]
        return number >= 0 ? number : nil
    }

    /// The slot of the row, or the free slot for it.
    @inline(__always)
    private func slot(_ words: ContiguousArray<UInt32>, _ start: Int, _ hash: Int) -> Int {
        let mask = slots.count - 1
        var slot = hash & mask
        while true {
            let number = Int(slots[slot])
            if number < 0 { return slot }
            if isSame(number * width, words, start) { return slot }
            slot = (slot + 1) & mask
        }
    }

    @inline(__always)
    private func isSame(_ other: Int, _ words: ContiguousArray<UInt32>, _ start: Int) -> Bool {
        // Most tables hold positions of three float32.
        if width == 3 {
            return rows[other] == words[start] && rows[other + 1] == words[start + 1]
                && rows[other + 2] == words[start + 2]
        }
        for word in 0..<width where rows[other + word] != words[start + word] { return false }
        return true
    }

    @inline(never)
    private mutating func grow() {
        slots = ContiguousArray(repeating: -1, count: slots.count * 2)
        let mask = slots.count - 1
        for number in 0..<count {
            var slot = hash(rows, number * width) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(clamping: number)
        }
    }

    @inline(__always)
    private func hash(_ words: ContiguousArray<UInt32>, _ start: Int) -> Int {
        var state = seed
        var word = start
        let end = start + width
        while word + 1 < end {
            state = fold(state ^ (UInt64(words[word]) | UInt64(words[word + 1]) << 32))
            word += 2
        }
        if word < end { state = fold(state ^ UInt64(words[word])) }
        return Int(truncatingIfNeeded: state >> 1)
    }

    @inline(__always)
    private func fold(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        return product.high ^ product.low
    }
}
