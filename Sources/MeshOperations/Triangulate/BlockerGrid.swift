/// Finds nodes that may lie in an ear by position: a uniform grid of linked lists with about two nodes per cell.
struct BlockerGrid {
    /// Fewer nodes than this are searched linearly.
    private static let gridMinimum = 64

    private var places = ContiguousArray<SIMD2<Double>>()
    private var heads = ContiguousArray<Int32>()
    private var links = ContiguousArray<Int32>()
    private var backs = ContiguousArray<Int32>()
    private var isInside = ContiguousArray<Bool>()
    private var columns = 1
    private var rows = 1
    private var origin = SIMD2<Double>()
    private var scale = SIMD2<Double>()

    /// Resets the grid for nodes at `points`, of which `expected` are in the ring.
    mutating func begin(points: ContiguousArray<SIMD2<Double>>, expected: Int) {
        places = points
        columns = 1
        rows = 1
        scale = SIMD2()
        if expected > Self.gridMinimum, let first = points.first {
            var low = first
            var high = first
            for point in points {
                low.replace(with: point, where: point .< low)
                high.replace(with: point, where: point .> high)
            }
            let size = high - low
            let cells = Double(expected / 2)
            // Cells are square unless the ring is extremely elongated.
            let longest = max(size.x, size.y)
            let shortest = max(min(size.x, size.y), longest / cells)
            let side = (longest * shortest / cells).squareRoot()
            origin = low
            columns = Self.cellCount(size.x, side, limit: expected)
            rows = Self.cellCount(size.y, side, limit: expected)
            scale = SIMD2(size.x > 0 ? Double(columns) / size.x : 0, size.y > 0 ? Double(rows) / size.y : 0)
        }
        fill(&heads, -1, columns * rows)
        fill(&links, -1, points.count)
        fill(&backs, -1, points.count)
        fill(&isInside, false, points.count)
    }

    private func fill<T>(_ array: inout ContiguousArray<T>, _ value: T, _ count: Int) {
        array.removeAll(keepingCapacity: true)
        array.append(contentsOf: repeatElement(value, count: count))
    }

    private static func cellCount(_ size: Double, _ side: Double, limit: Int) -> Int {
        let count = size / side
        return count.isFinite ? max(1, min(Int(min(count, 1e9)), limit)) : 1
    }

    @inline(__always)
    private func cell(_ value: Double, _ origin: Double, _ scale: Double, _ count: Int) -> Int {
        let position = (value - origin) * scale
        return position > 0 ? min(Int(min(position, 1e9)), count - 1) : 0
    }

    private func cell(of node: Int) -> Int {
        cell(places[node].y, origin.y, scale.y, rows) * columns + cell(places[node].x, origin.x, scale.x, columns)
    }

    mutating func set(_ node: Int, isBlocker: Bool) {
        guard isInside[node] != isBlocker else { return }
        isInside[node] = isBlocker
        let index = cell(of: node)
        if isBlocker {
            let head = heads[index]
            links[node] = head
            backs[node] = -1
            if head >= 0 { backs[Int(head)] = Int32(truncatingIfNeeded: node) }
            heads[index] = Int32(truncatingIfNeeded: node)
        } else {
            let after = links[node]
            let before = backs[node]
            if before >= 0 { links[Int(before)] = after } else { heads[index] = after }
            if after >= 0 { backs[Int(after)] = before }
        }
    }

    /// Whether `test` is true for a node between `low` and `high`; adds the number of steps to `count`.
    @inline(__always)
    func contains(
        from low: SIMD2<Double>, to high: SIMD2<Double>, count: inout Int, where test: (Int, SIMD2<Double>) -> Bool
    ) -> Bool {
        let firstColumn = cell(low.x, origin.x, scale.x, columns)
        let lastColumn = max(firstColumn, cell(high.x, origin.x, scale.x, columns))
        let firstRow = cell(low.y, origin.y, scale.y, rows)
        for row in firstRow...max(firstRow, cell(high.y, origin.y, scale.y, rows)) {
            for index in row * columns + firstColumn...row * columns + lastColumn {
                count += 1
                var node = heads[index]
                while node >= 0 {
                    let place = places[Int(node)]
                    count += 1
                    if place.x >= low.x, place.x <= high.x, place.y >= low.y, place.y <= high.y,
                        test(Int(node), place)
                    {
                        return true
                    }
                    node = links[Int(node)]
                }
            }
        }
        return false
    }
}
