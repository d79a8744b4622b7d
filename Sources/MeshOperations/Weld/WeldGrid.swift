internal import MeshModel

/// Finds vertices close to each other with a grid of cubes of four times the tolerance; see ``WeldOptions/tolerance``.
///
/// Each position of a kind must be added only once: equal positions must end up together, regardless of those in
/// between. Remaining vertices are more than the tolerance apart, so a cube holds some hundreds at most and time is
/// linear.
struct WeldGrid {
    /// Source vertex → target vertex.
    private(set) var places = ContiguousArray<Int32>()
    /// Target vertex → source vertex.
    private(set) var origins = ContiguousArray<Int32>()
    /// For each source vertex, whether it joined one at another position.
    private(set) var isMoved = ContiguousArray<Bool>()
    /// The largest distance that a vertex moved.
    private(set) var largestMove = 0.0

    private let column: Column
    private let kinds: ContiguousArray<Int32>
    private let tolerance: Double
    /// The positions of the remaining vertices.
    private var points = ContiguousArray<SIMD3<Double>>()
    /// For each cube the last vertex added, and for each vertex the previous one in its cube.
    private var heads = ContiguousArray<Int32>()
    private var before = ContiguousArray<Int32>()
    private var cubes: RowTable
    private var key: ContiguousArray<UInt32>

    /// Creates a grid for positions; vertices of different `kinds` stay separate; empty: all are of one kind.
    init(_ positions: Column, kinds: ContiguousArray<Int32>, tolerance: Double) {
        column = positions
        self.kinds = kinds
        self.tolerance = tolerance
        // A kind and three float64, in words.
        cubes = RowTable(width: 7, expected: positions.count / 6)
        key = ContiguousArray(repeating: 0, count: 7)
    }

    mutating func weld() {
        places.reserveCapacity(column.count)
        let width = column.components
        for (rows, buffer) in column.blocks(of: Double.self) {
            for vertex in rows {
                let start = (vertex - rows.lowerBound) * width
                let point = SIMD3(
                    buffer[start], width > 1 ? buffer[start + 1] : 0, width > 2 ? buffer[start + 2] : 0)
                add(point, vertex)
            }
        }
    }

    private mutating func add(_ point: SIMD3<Double>, _ vertex: Int) {
        let kind = UInt32(bitPattern: kinds.isEmpty ? 0 : kinds[vertex])
        let isFinite = point.x.isFinite && point.y.isFinite && point.z.isFinite
        if isFinite, let (target, square) = nearest(point, kind) {
            places.append(target)
            isMoved.append(square > 0)
            largestMove = max(largestMove, square.squareRoot() * tolerance)
            return
        }
        let target = Int32(clamping: points.count)
        points.append(point)
        origins.append(Int32(clamping: vertex))
        places.append(target)
        isMoved.append(false)
        before.append(-1)
        // A position that is not finite has no neighbours.
        guard isFinite else { return }
        setKey(kind, cube(point))
        let cube = Int(cubes.number(key, at: 0))
        if cube == heads.count { heads.append(-1) }
        before[Int(target)] = heads[cube]
        heads[cube] = target
    }

    private func cube(_ point: SIMD3<Double>) -> SIMD3<Double> {
        // Adding 0 turns −0 into +0.
        var cube = (point / (4 * tolerance)).rounded(.down) + 0
        // Numbers that large have no neighbours but themselves.
        for axis in 0..<3 where !cube[axis].isFinite { cube[axis] = point[axis] }
        return cube
    }

    private mutating func setKey(_ kind: UInt32, _ cube: SIMD3<Double>) {
        key[0] = kind
        for axis in 0..<3 {
            let bits = cube[axis].bitPattern
            key[1 + axis * 2] = UInt32(truncatingIfNeeded: bits)
            key[2 + axis * 2] = UInt32(truncatingIfNeeded: bits >> 32)
        }
    }

    private mutating func nearest(_ point: SIMD3<Double>, _ kind: UInt32) -> (Int32, Double)? {
        // Rounding is monotone, so every point within the tolerance is in a cube between these two.
        let low = cube(point - tolerance)
        let high = cube(point + tolerance)
        var best: Int32 = -1
        // Distances are measured in tolerances: squares neither overflow nor underflow.
        var bestSquare = 1.0
        var x = low.x
        while true {
            var y = low.y
            while true {
                var z = low.z
                while true {
                    setKey(kind, SIMD3(x, y, z))
                    if let cube = cubes.find(key, at: 0) { look(point, heads[Int(cube)], &best, &bestSquare) }
                    if z >= high.z { break }
                    z = next(z, high.z)
                }
                if y >= high.y { break }
                y = next(y, high.y)
            }
            if x >= high.x { break }
            x = next(x, high.x)
        }
        return best < 0 ? nil : (best, bestSquare)
    }

    /// The next cube; far from the origin cubes are more than 1 apart, and the last one is next.
    private func next(_ cube: Double, _ last: Double) -> Double {
        let next = cube + 1
        return next > cube && next < last ? next : last
    }

    private func look(_ point: SIMD3<Double>, _ head: Int32, _ best: inout Int32, _ bestSquare: inout Double) {
        var candidate = head
        while candidate >= 0 {
            let way = (points[Int(candidate)] - point) / tolerance
            let square = dot(way, way)
            if square < bestSquare || (square == bestSquare && (best < 0 || candidate < best)) {
                best = candidate
                bestSquare = square
            }
            candidate = before[Int(candidate)]
        }
    }
}
