/// Groups of connected items, each of which agrees with its group's root or is opposite to it.
struct SignedGroups {
    private var parents: ContiguousArray<Int32>
    private var isOpposite: ContiguousArray<Bool>
    private var sizes: ContiguousArray<Int32>

    /// Creates `count` items, each in its own group.
    init(count: Int) {
        parents = ContiguousArray(0..<Int32(clamping: count))
        isOpposite = ContiguousArray(repeating: false, count: parents.count)
        sizes = ContiguousArray(repeating: 1, count: parents.count)
    }

    /// The root of an item's group, and whether the item is opposite to it.
    ///
    /// The larger group keeps its root, so paths have at most log n steps.
    func root(_ item: Int) -> (item: Int, isOpposite: Bool) {
        var (at, sign) = (item, false)
        while Int(parents[at]) != at {
            sign = sign != isOpposite[at]
            at = Int(parents[at])
        }
        return (at, sign)
    }

    /// Joins the groups of two items, which agree or are opposite; nothing changes within a group.
    mutating func join(_ a: Int, _ b: Int, areOpposite: Bool) {
        let (first, second) = (root(a), root(b))
        guard first.item != second.item else { return }
        let (large, small) = sizes[first.item] >= sizes[second.item] ? (first, second) : (second, first)
        parents[small.item] = Int32(truncatingIfNeeded: large.item)
        isOpposite[small.item] = (first.isOpposite != second.isOpposite) != areOpposite
        sizes[large.item] += sizes[small.item]
    }
}
