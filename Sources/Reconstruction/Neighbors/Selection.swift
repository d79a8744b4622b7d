extension ContiguousArray {
    /// Reorders a range so that the element at `place` is the one that sorting would put there, none before it comes after
    /// it and none behind it before it; in linear time on average, whatever is equal.
    mutating func select(_ place: Int, in range: Range<Int>, _ isBefore: (Element, Element) -> Bool) {
        guard range.contains(place) else { return }
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        // A generator of its own, from the range alone: no order of the input is a bad one by itself.
        var state = UInt32(truncatingIfNeeded: range.count)
        while low < high {
            state = state &* 1_664_525 &+ 1_013_904_223
            let width = UInt64(high - low + 1)
            let pivot = self[low + Int((UInt64(state) * width) >> 32)]
            var (left, right) = (low, high)
            while left <= right {
                while isBefore(self[left], pivot) { left += 1 }
                while isBefore(pivot, self[right]) { right -= 1 }
                guard left <= right else { break }
                swapAt(left, right)
                left += 1
                right -= 1
            }
            if place <= right { high = right } else if place >= left { low = left } else { return }
        }
    }
}
