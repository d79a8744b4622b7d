internal import MeshModel

/// How much of the light from around arrives at each place of a picture: less in corners and gaps. Computed from the
/// depths of the picture alone, as McGuire, Mara and Luebke do ("Scalable Ambient Obscurance", 2012), on a grid of at
/// most 640 cells each way.
struct Occlusion: Sendable {
    private let step: Int
    private let columns: Int
    private let rows: Int
    /// The depth of each cell along the view, in radii of the scene; −∞: nothing is there.
    private let heights: ContiguousArray<Float>
    /// The light of each cell, from 0 to 1.
    private var lights: ContiguousArray<Float> = []

    private static let mostCells = 640
    /// How far away surfaces hold back light, in radii of the scene.
    private static let reach: Float = 0.2
    private static let taps = 14
    /// Heights that differ by more belong to different surfaces.
    private static let gap: Float = 0.02

    /// The directions of taps: turned by the golden angle, so that they are spread evenly.
    private static let spiral: [SIMD2<Float>] = {
        var places: [SIMD2<Float>] = []
        var (x, y) = (1.0, 0.0)
        for _ in 0..<taps * 16 {
            places.append(SIMD2(Float(x), Float(y)))
            // The cosine and sine of 137.507764°.
            (x, y) = (
                x * -0.7373688780783197 - y * 0.6754902942615238, x * 0.6754902942615238 + y * -0.7373688780783197
            )
        }
        return places
    }()

    init(_ canvas: Canvas, _ camera: ViewCamera, _ workers: some Workers) {
        let step = (max(canvas.width, canvas.height) - 1) / Self.mostCells + 1
        let (columns, rows) = ((canvas.width + step - 1) / step, (canvas.height + step - 1) / step)
        let middle = step * canvas.samples / 2
        let across = step * canvas.samples
        let limit = SIMD2(canvas.width * canvas.samples - 1, canvas.height * canvas.samples - 1)
        @Sendable func sample(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
            (min(column * across + middle, limit.x), min(row * across + middle, limit.y))
        }
        let points = ContiguousArray(
            workers.map(pieces: 16, of: rows) { range in
                var points = ContiguousArray<SIMD4<Float>>()
                for row in range {
                    for column in 0..<columns {
                        let (x, y) = sample(column, row)
                        let depth = canvas.depth(x, y)
                        guard depth > -.infinity else {
                            points.append(SIMD4(0, 0, -.infinity, 0))
                            continue
                        }
                        let point = camera.point(Float(x) + 0.5, Float(y) + 0.5, depth)
                        let size = Self.reach * camera.samples(depth) / Float(across)
                        points.append(SIMD4(point, size))
                    }
                }
                return points
            }.joined())
        (self.step, self.columns, self.rows) = (step, columns, rows)
        heights = ContiguousArray(points.map(\.z))
        let grid = Grid(points: points, columns: columns, rows: rows)
        let raw = ContiguousArray(
            workers.map(pieces: 16, of: rows) { range in
                var lights = ContiguousArray<Float>()
                for row in range { for column in 0..<columns { lights.append(grid.light(column, row)) } }
                return lights
            }.joined())
        lights = ContiguousArray(
            workers.map(pieces: 16, of: rows) { [heights] range in
                var smooth = ContiguousArray<Float>()
                for row in range {
                    for column in 0..<columns {
                        let height = heights[row * columns + column]
                        guard height > -.infinity else {
                            smooth.append(1)
                            continue
                        }
                        var (sum, weight) = (Float(0), Float(0))
                        // As many cells as there are turns of the spiral.
                        for y in max(row - 2, 0)..<min(row + 2, rows) {
                            for x in max(column - 2, 0)..<min(column + 2, columns) {
                                let index = y * columns + x
                                guard abs(heights[index] - height) < Self.gap else { continue }
                                sum += raw[index]
                                weight += 1
                            }
                        }
                        smooth.append(weight > 0 ? sum / weight : 1)
                    }
                }
                return smooth
            }.joined())
    }

    /// The points that cells show, and how many cells the reach is there.
    private struct Grid: Sendable {
        let points: ContiguousArray<SIMD4<Float>>
        let columns: Int
        let rows: Int

        func light(_ column: Int, _ row: Int) -> Float {
            let own = points[row * columns + column]
            guard own.z > -.infinity, own.w > 0.5 else { return 1 }
            let place = SIMD3(own.x, own.y, own.z)
            let right = edge(place, column - 1, column + 1, row, row)
            let below = edge(place, column, column, row - 1, row + 1)
            guard let right, let below else { return 1 }
            // Rows run downwards: this way round, it looks to the viewer.
            let normal = SIMD3(
                below.y * right.z - below.z * right.y, below.z * right.x - below.x * right.z,
                below.x * right.y - below.y * right.x)
            let length = (normal.x * normal.x + normal.y * normal.y + normal.z * normal.z).squareRoot()
            guard length > 0 else { return 1 }
            let unit = normal / length
            let turn = (row & 3) * 4 + (column & 3)
            let reach = Occlusion.reach * Occlusion.reach
            var sum: Float = 0
            for tap in 0..<Occlusion.taps {
                let away =
                    Occlusion.spiral[turn * Occlusion.taps + tap]
                    * ((Float(tap) + 0.5) / Float(Occlusion.taps) * own.w)
                let (x, y) = (column + Int(away.x.rounded()), row + Int(away.y.rounded()))
                guard x >= 0, x < columns, y >= 0, y < rows else { continue }
                let other = points[y * columns + x]
                guard other.z > -.infinity else { continue }
                let way = SIMD3(other.x, other.y, other.z) - place
                let square = way.x * way.x + way.y * way.y + way.z * way.z
                let near = reach - square
                guard near > 0 else { continue }
                // What hardly rises above the surface is its own roughness, or an error of rounding.
                let rise = way.x * unit.x + way.y * unit.y + way.z * unit.z - 0.06 * square.squareRoot() - 0.002
                if rise > 0 { sum += near * near * near * rise / (square + 1e-6).squareRoot() }
            }
            let share = sum / (reach * reach * reach) / Float(Occlusion.taps)
            return max(1 - 5 * share, 0.15)
        }

        /// The way along a surface to a neighbour, the one whose depth differs less.
        private func edge(
            _ place: SIMD3<Float>, _ left: Int, _ right: Int, _ top: Int, _ bottom: Int
        ) -> SIMD3<Float>? {
            func point(_ x: Int, _ y: Int) -> SIMD3<Float>? {
                guard x >= 0, x < columns, y >= 0, y < rows else { return nil }
                let own = points[y * columns + x]
                return own.z > -.infinity ? SIMD3(own.x, own.y, own.z) : nil
            }
            let (before, after) = (point(left, top), point(right, bottom))
            guard let before else { return after.map { $0 - place } }
            guard let after, abs(after.z - place.z) < abs(before.z - place.z) else { return place - before }
            return after - place
        }
    }

    /// The light at a pixel in 256ths: of the cells around, those of the same surface.
    @inline(__always)
    func light(_ column: Int, _ row: Int) -> UInt32 {
        if step == 1 { return UInt32(lights[row * columns + column] * 256) }
        let (x, y) = (column / step, row / step)
        let height = heights[y * columns + x]
        guard height > -.infinity else { return 256 }
        // The next cell on the side of the pixel.
        let shareX = (Float(column % step) + 0.5) / Float(step) - 0.5
        let shareY = (Float(row % step) + 0.5) / Float(step) - 0.5
        let nextX = min(max(shareX < 0 ? x - 1 : x + 1, 0), columns - 1)
        let nextY = min(max(shareY < 0 ? y - 1 : y + 1, 0), rows - 1)
        var (sum, weight) = (Float(0), Float(0))
        func add(_ cell: Int, _ share: Float) {
            guard abs(heights[cell] - height) < Self.gap else { return }
            sum += lights[cell] * share
            weight += share
        }
        let (byX, byY) = (abs(shareX), abs(shareY))
        add(y * columns + x, (1 - byX) * (1 - byY))
        add(y * columns + nextX, byX * (1 - byY))
        add(nextY * columns + x, (1 - byX) * byY)
        add(nextY * columns + nextX, byX * byY)
        return weight > 0 ? UInt32(sum / weight * 256) : 256
    }
}
