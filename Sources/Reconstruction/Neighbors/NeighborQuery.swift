internal import MeshModel

/// Looks for the neighbours of one point after another in a tree; keeps its memory between them.
struct NeighborQuery {
    /// A neighbour: the bits of its squared distance, which sort like the distance, above its rank.
    struct Neighbor: Comparable {
        let key: UInt64

        @inline(__always) init(squaredDistance: Float, rank: Int) {
            key = UInt64(squaredDistance.bitPattern) << 32 | UInt64(rank)
        }

        @inline(__always) var squaredDistance: Float { Float(bitPattern: UInt32(key >> 32)) }
        @inline(__always) var rank: Int { Int(key & 0xFFFF_FFFF) }
        @inline(__always) static func < (a: Neighbor, b: Neighbor) -> Bool { a.key < b.key }
    }

    private struct Branch {
        var node: Int
        var squaredDistance: Float
    }

    let tree: PointTree
    let limits: NeighborLimits
    /// The neighbours that the last search found: the first `count` of `found`, in no order that means anything.
    var neighbors: Slice<ContiguousArray<Neighbor>> { Slice(base: found, bounds: 0..<count) }
    private(set) var count = 0
    private var found: ContiguousArray<Neighbor>
    private var branches: ContiguousArray<Branch> = []
    /// The square of the distance that neighbours must be closer than.
    private var worst: Float = 0
    /// A box, and all blocks with points closer to it than `nearReach`.
    private var nearBox = PointTree.Box()
    private var nearReach: Float = 0
    private var nearBlocks: ContiguousArray<Int32> = []

    init(_ tree: PointTree, _ limits: NeighborLimits) {
        self.tree = tree
        self.limits = limits
        found = ContiguousArray(repeating: Neighbor(squaredDistance: 0, rank: 0), count: limits.count * 3 + 16)
    }

    /// Finds the neighbours of a point of the tree; fast if it is near to the last one, as ranks in order are.
    ///
    /// Of neighbours at the same distance, where not all have room, those are taken that are met first. Distances of
    /// 10¹⁹ and more count as infinite.
    mutating func find(rank: Int) {
        let position = SIMD4(tree.position(rank), 0)
        if nearBox.squaredDistance(position) == 0 {
            count = 0
            let reach = min(nearReach, limits.radius)
            worst = reach * reach
            for block in nearBlocks { visit(Int(block), position) }
            if count >= limits.count || nearReach >= limits.radius { return finish() }
        }
        find(position)
        // For the points beside it, a bit farther away than its own neighbours.
        gather(tree.boxes[max(tree.leaf(ofBlock: rank >> 3) >> 2, 1)], worst.squareRoot() * 1.25)
    }

    private mutating func finish() { if count >= limits.count { keepNearest() } }

    /// Finds the neighbours of any place; its last number is 0.
    mutating func find(_ position: SIMD4<Float>) {
        count = 0
        worst = limits.radius * limits.radius
        search(position)
        finish()
    }

    /// Visits leaves, the near ones first.
    private mutating func search(_ position: SIMD4<Float>) {
        branches.append(Branch(node: 1, squaredDistance: tree.boxes[1].squaredDistance(position)))
        while let branch = branches.popLast() {
            guard branch.squaredDistance < worst else { continue }
            var node = branch.node
            while node < 1 << tree.depth {
                let left = tree.boxes[node * 2].squaredDistance(position)
                let right = tree.boxes[node * 2 + 1].squaredDistance(position)
                node = node * 2 + (left <= right ? 0 : 1)
                let far = max(left, right)
                if far < worst { branches.append(Branch(node: node ^ 1, squaredDistance: far)) }
                guard min(left, right) < worst else { break }
            }
            guard node >= 1 << tree.depth else { continue }
            for block in tree.blockRange(node) { visit(block, position) }
        }
    }

    /// Collects the blocks near to a box, unless there are many: of equal points there may be millions.
    private mutating func gather(_ box: PointTree.Box, _ reach: Float) {
        nearBlocks.removeAll(keepingCapacity: true)
        nearBox = PointTree.Box()
        let limit = reach * reach * 1.001
        var node = 1
        repeat {
            if tree.boxes[node].squaredDistance(box) <= limit {
                guard node >= 1 << tree.depth else {
                    node *= 2
                    continue
                }
                for block in tree.blockRange(node) { nearBlocks.append(Int32(truncatingIfNeeded: block)) }
                guard nearBlocks.count <= limits.count + 128 else { return }
            }
            // The next node that isn't below this one: its right sibling, or that of a parent.
            node += 1
            node >>= node.trailingZeroBitCount
        } while node > 1
        (nearBox, nearReach) = (box, reach)
    }

    /// Looks at the points of a block.
    @inline(__always)
    private mutating func visit(_ block: Int, _ position: SIMD4<Float>) {
        let x = tree.xs[block] - position.x
        let y = tree.ys[block] - position.y
        let z = tree.zs[block] - position.z
        let squares = x * x + y * y + z * z
        // False for NaN, with which the last block is filled up.
        guard any(squares .< worst) else { return }
        if count + 8 > found.count { keepNearest() }
        for lane in 0..<8 where squares[lane] < worst {
            found[count] = Neighbor(squaredDistance: squares[lane], rank: block << 3 | lane)
            count += 1
        }
    }

    private mutating func keepNearest() {
        found.select(limits.count - 1, in: 0..<count, <)
        count = limits.count
        worst = min(worst, found[count - 1].squaredDistance)
    }
}

extension PointTree {
    /// Calls `body` with each rank and the neighbours of its point, itself included; returns the values that it appends,
    /// in the order of ranks, or nil if `shouldStop` said so.
    func mapNeighbors<R: Sendable>(
        _ limits: NeighborLimits, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool,
        _ body: @Sendable (Int, borrowing NeighborQuery, inout ContiguousArray<R>) -> Void
    ) -> ContiguousArray<R>? {
        let size = 1 << 12
        let parts = workers.map((count + size - 1) / size) { part -> ContiguousArray<R> in
            var values: ContiguousArray<R> = []
            var query = NeighborQuery(self, limits)
            for rank in part * size..<min((part + 1) * size, count) {
                if rank & 0xFF == 0, shouldStop() { return values }
                query.find(rank: rank)
                body(rank, query, &values)
            }
            return values
        }
        if shouldStop() { return nil }
        var values: ContiguousArray<R> = []
        values.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { values.append(contentsOf: part) }
        return values
    }
}
