/// Sorts numbers, least significant digits first: linear time, and only as many rounds as the largest number needs.
func radixSorted(_ keys: ContiguousArray<UInt64>) -> ContiguousArray<UInt64> {
    var from = keys
    guard from.count > 256 else {
        from.sort()
        return from
    }
    var all: UInt64 = 0
    for key in from { all |= key }
    var to = ContiguousArray<UInt64>(repeating: 0, count: from.count)
    var places = ContiguousArray<Int>(repeating: 0, count: 1 << 11)
    var shift: UInt64 = 0
    while shift < 64, all >> shift > 0 {
        for digit in places.indices { places[digit] = 0 }
        for key in from { places[Int(truncatingIfNeeded: (key >> shift) & 0x7FF)] += 1 }
        var next = 0
        for digit in places.indices {
            let count = places[digit]
            places[digit] = next
            next += count
        }
        for key in from {
            let digit = Int(truncatingIfNeeded: (key >> shift) & 0x7FF)
            to[places[digit]] = key
            places[digit] += 1
        }
        swap(&from, &to)
        shift += 11
    }
    return from
}
