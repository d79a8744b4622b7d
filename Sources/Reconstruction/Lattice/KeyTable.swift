/// Gives each key a number, in the order of first use: open addressing, at most half full.
struct KeyTable {
    private static let free = UInt64.max
    private var slots: ContiguousArray<UInt64>
    private var numbers: ContiguousArray<Int32>
    private var mask: Int
    /// The keys by their number.
    private(set) var keys: ContiguousArray<UInt64> = []

    init() {
        slots = ContiguousArray(repeating: Self.free, count: 1024)
        numbers = ContiguousArray(repeating: 0, count: 1024)
        mask = 1023
    }

    /// The number of keys.
    var count: Int { keys.count }

    /// The number of a key, or nil. No key has all bits set.
    @inline(__always) func number(of key: UInt64) -> Int? {
        var slot = BlockKey.hash(key) & mask
        while slots[slot] != Self.free {
            if slots[slot] == key { return Int(numbers[slot]) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The number of a key, which is added if it is new; nil if it is new and there are `limit` keys.
    mutating func insert(_ key: UInt64, limit: Int) -> Int? {
        var slot = BlockKey.hash(key) & mask
        while slots[slot] != Self.free {
            if slots[slot] == key { return Int(numbers[slot]) }
            slot = (slot + 1) & mask
        }
        guard keys.count < min(limit, Int(Int32.max)) else { return nil }
        slots[slot] = key
        numbers[slot] = Int32(truncatingIfNeeded: keys.count)
        keys.append(key)
        if keys.count * 2 > slots.count { grow() }
        return keys.count - 1
    }

    private mutating func grow() {
        let size = slots.count * 2
        slots = ContiguousArray(repeating: Self.free, count: size)
        numbers = ContiguousArray(repeating: 0, count: size)
        mask = size - 1
        for (number, key) in keys.enumerated() {
            var slot = BlockKey.hash(key) & mask
            while slots[slot] != Self.free { slot = (slot + 1) & mask }
            slots[slot] = key
            numbers[slot] = Int32(truncatingIfNeeded: number)
        }
    }
}
