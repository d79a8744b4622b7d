/// Which of some numbered things belong together; the smallest of each group stands for it.
struct UnionFind {
    private var parents: ContiguousArray<Int32>
    /// How many groups there are.
    private(set) var count: Int

    /// `count` things that each stand alone.
    init(count: Int) {
        parents = ContiguousArray((0..<max(count, 0)).map { Int32(clamping: $0) })
        self.count = max(count, 0)
    }

    /// The smallest of the group.
    mutating func root(_ thing: Int) -> Int {
        var thing = thing
        while Int(parents[thing]) != thing {
            // Halving the way keeps ways short.
            parents[thing] = parents[Int(parents[thing])]
            thing = Int(parents[thing])
        }
        return thing
    }

    /// Makes the two groups one; gives the smallest of it.
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
