/// Numbers rows of 32-bit words by what is in them: equal rows have one number, numbers follow first use.
///
/// Open addressing over indices; the rows themselves lie packed, in the order of their numbers. Hashing starts from a
/// number drawn for each table, so no file can be made whose rows all meet in one slot; numbers don't depend on it.
struct RowTable {
    /// How many words a row has.
    let width: Int
    /// How many different rows there are.
    private(set) var count = 0
    private var rows = ContiguousArray<UInt32>()
    private var slots: ContiguousArray<Int32>
    /// Rows that were numbered lately, by other bits of their hash: corners of a mesh come back soon, and slots lie all over
    /// the memory.
    private var recent = ContiguousArray<Int32>(repeating: -1, count: recentCount)
    private static let recentCount = 1 << 14
    private let seed = UInt64.random(in: 0...UInt64.max)

    /// A table for rows of `width` words, about `expected` of them.
    init(width: Int, expected: Int = 0) {
        self.width = width
        var capacity = 1024
        while capacity < expected * 2, capacity < 1 << 22 { capacity *= 2 }
        slots = ContiguousArray(repeating: -1, count: capacity)
    }

    /// The number of the row that begins at `start`, a new one if there is none like it.
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
            // At most five eighths are taken, so ways stay short.
            if count * 8 > slots.count * 5 { grow() }
        }
        recent[line] = number
        return number
    }

    /// The number of the row that begins at `start`; nil if there is none like it.
    func find(_ words: ContiguousArray<UInt32>, at start: Int) -> Int32? {
        let number = slots[slot(words, start, hash(words, start))]
        return number >= 0 ? number : nil
    }

    /// Where the row is, or where it belongs.
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
        // Positions of three float32 are what most tables hold.
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
