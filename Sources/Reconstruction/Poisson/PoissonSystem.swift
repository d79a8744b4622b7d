/// The equations of one depth, in units of its voxels, without a matrix.
///
/// Minimizes the integral of |∇χ − V|² plus the sum over samples of weight × (χ − ½)²: M. Kazhdan, H. Hoppe, "Screened
/// Poisson Surface Reconstruction", 2013. χ is a sum of trilinear functions around the voxels' middles; V is minus the
/// normals, smoothed.
struct PoissonSystem: Sendable {
    let level: SolverLevel
    private let pointWeight: Float

    init(_ level: SolverLevel, pointWeight: Float) {
        self.level = level
        self.pointWeight = pointWeight >= 0 ? min(pointWeight, 1000) : 0
    }

    /// Adds the flow that the normals ask for: of each sample, the slope of the quadratic B-splines around it.
    ///
    /// - Parameter isLast: whether no finer depth follows.
    func addFlow(_ block: Int, isLast: Bool, to sums: LatticePatch) {
        let key = BlockKey(word: level.table.keys[block])
        for index in level.reachingRange(block) {
            let sample = level.reachingSample(index)
            let weights = level.samples.weights[sample]
            let area = weights.area * (isLast ? weights.last : weights.middle)
            guard area > 0 else { continue }
            let place = level.local(level.samples.place(sample), key)
            let nearest = place.rounded(.toNearestOrAwayFromZero)
            let t = place - nearest
            let (low, high) = (0.5 - t, 0.5 + t)
            let splines = (low * low * 0.5, 0.75 - t * t, high * high * 0.5)
            let slopes = (-low, -2 * t, high)
            @inline(__always) func of(_ three: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), _ d: Int) -> SIMD3<Float> {
                d < 0 ? three.0 : d == 0 ? three.1 : three.2
            }
            let normal = level.samples.normals[sample]
            for dz in -1...1 {
                for dy in -1...1 {
                    let (y, z) = (Int(nearest.y) + dy, Int(nearest.z) + dz)
                    guard y >= 0, y < 8, z >= 0, z < 8 else { continue }
                    let (wy, wz) = (of(splines, dy).y, of(splines, dz).z)
                    let alongX = normal.x * wy * wz * area
                    let across = (normal.y * of(slopes, dy).y * wz + normal.z * wy * of(slopes, dz).z) * area
                    for dx in -1...1 {
                        let x = Int(nearest.x) + dx
                        guard x >= 0, x < 8 else { continue }
                        sums.values[LatticePatch.index(x, y, z)] -=
                            alongX * of(slopes, dx).x + across * of(splines, dx).x
                    }
                }
            }
        }
    }

    /// Adds the screening: of each sample, its weight × (target − χ there), to the eight voxels around
    /// it. Without `patch`, χ counts as 0.
    @inline(__always)
    func addScreening(_ block: Int, target: Float, of patch: LatticePatch?, to sums: LatticePatch) {
        guard pointWeight > 0 else { return }
        let key = BlockKey(word: level.table.keys[block])
        for index in level.reachingRange(block) {
            let sample = level.reachingSample(index)
            guard let taps = Taps(level.local(level.samples.place(sample), key)) else { continue }
            let value = patch.map { taps.value($0.values) } ?? 0
            taps.add((target - value) * level.samples.weights[sample].value * pointWeight, to: sums.values)
        }
    }

    /// The eight numbers of −∇² for a row, by the finite elements' weights: 8/3 in the middle, −1/6 across edges, −1/12
    /// across corners.
    @inline(__always) static func stiffness(_ values: FloatMemory, _ at: Int) -> SIMD8<Float> {
        @inline(__always) func faces(_ at: Int) -> SIMD8<Float> {
            let (a, b) = (values.row(at - 10) + values.row(at + 10), values.row(at - 100) + values.row(at + 100))
            return a + b
        }
        @inline(__always) func edges(_ at: Int) -> SIMD8<Float> {
            let (a, b) = (values.row(at - 110) + values.row(at - 90), values.row(at + 90) + values.row(at + 110))
            return a + b
        }
        let across: SIMD8<Float> = faces(at - 1) + faces(at + 1) + edges(at)
        let corners: SIMD8<Float> = edges(at - 1) + edges(at + 1)
        let middle: SIMD8<Float> = values.row(at)
        return middle * Float(8.0 / 3) - (across * 2 + corners) * Float(1.0 / 12)
    }

    /// The most that a row's weights sum up to without screening, signs ignored.
    static let largestSum: Float = 8.0 / 3 + 12.0 / 6 + 8.0 / 12
}

/// The eight voxels around a place, within a patch, and their trilinear weights.
struct Taps {
    private let at: Int
    private let t: SIMD3<Float>

    /// Nil if not all eight are in the patch.
    @inline(__always) init?(_ place: SIMD3<Float>) {
        let base = place.rounded(.down)
        guard base.min() >= -1, base.max() <= 7 else { return nil }
        t = place - base
        at = LatticePatch.index(Int(base.x), Int(base.y), Int(base.z))
    }

    @inline(__always) func value(_ values: FloatMemory) -> Float {
        @inline(__always) func line(_ at: Int) -> Float { values[at] + (values[at + 1] - values[at]) * t.x }
        @inline(__always) func face(_ at: Int) -> Float {
            let low = line(at)
            return low + (line(at + 10) - low) * t.y
        }
        let low = face(at)
        return low + (face(at + 100) - low) * t.z
    }

    @inline(__always) func add(_ value: Float, to values: FloatMemory) {
        for corner in 0..<4 {
            let y = corner & 1 == 0 ? 1 - t.y : t.y
            let z = corner & 2 == 0 ? 1 - t.z : t.z
            let index = at + (corner & 1) * 10 + (corner >> 1) * 100
            let part = value * y * z
            values[index] += part * (1 - t.x)
            values[index + 1] += part * t.x
        }
    }
}
