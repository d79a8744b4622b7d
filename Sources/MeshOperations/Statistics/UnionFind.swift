/// Groups of connected items, numbered from 0; the smallest of each group represents it.
struct UnionFind {
    private var parents: ContiguousArray<Int32>
    private(set) var count: Int

    /// Creates `count` items, each in its own group.
    init(count: Int) {
        parents = ContiguousArray((0..<max(count, 0)).map { Int32(clamping: $0) })
        self.count = max(count, 0)
    }

    /// The smallest item of the group.
    mutating func root(_ thing: Int) -> Int {
        var thing = thing
        while Int(parents[thing]) != thing {
            // Path halving keeps paths short.
            parents[thing] = parents[Int(parents[thing])]
            thing = Int(parents[thing])
        }
        return thing
    }

    /// Joins the two groups; returns the smallest item.
    @discardableResult
    mutating func join(_ a: Int, _ b: Int) -> Int {
        let first = root(a)
        let second = root(b)
        guard first != second else { return first }
        count -= 1
        parents[max(first, second)] = Int32(clamping: min(first, second))
        return min(first, second)
    }
}
