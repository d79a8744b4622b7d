/// Reads the solution anywhere in the cube, from the finest level that there is at each place.
///
/// Between levels, values are interpolated: ¾ of the nearer voxel and ¼ of the next along each axis.
struct LatticeRegion {
    /// A cube of voxels of some depth; at most 10 along each edge.
    private struct Region {
        var depth: Int
        var origin: SIMD3<Int>
        var side: Int
    }

    private let values = FloatMemory(count: 1000)
    private let first = FloatMemory(count: 1000)
    private let second = FloatMemory(count: 1000)

    init() {}

    /// Writes the values of a block of some depth and of the voxels around it. Beyond the cube's faces values are mirrored.
    ///
    /// - Parameter levels: levels of consecutive depths, the first of which has all blocks; none gives zeros.
    func read(
        _ levels: ArraySlice<SolverLevel>, _ field: KeyPath<SolverLevel, FloatMemory>, around key: BlockKey,
        _ depth: Int, to patch: LatticePatch
    ) {
        guard let base = levels.first?.depth else { return patch.values.clear() }
        func level(_ depth: Int) -> SolverLevel? {
            let index = levels.startIndex + depth - base
            return index < levels.endIndex ? levels[index] : nil
        }
        // What is needed of each depth, from the finest to one that has it all.
        var regions = [Region(depth: depth, origin: SIMD3(key.x, key.y, key.z) &* 8 &- 1, side: LatticePatch.side)]
        while let region = regions.last, region.depth >= base {
            if let level = level(region.depth), fill(level, level[keyPath: field], region) { break }
            let low = (region.origin &- 1) &>> 1
            let high = (region.origin &+ region.side) &>> 1
            regions.append(Region(depth: region.depth - 1, origin: low, side: (high &- low).max() + 1))
        }
        while let coarse = regions.popLast(), let fine = regions.last {
            enlarge(coarse, fine)
            if let level = level(fine.depth) { _ = fill(level, level[keyPath: field], fine) }
        }
        for index in stride(from: 0, to: 1000, by: 8) { patch.values.store(values.row(index), at: index) }
    }

    /// Writes the values that a level has; returns whether it has all.
    private func fill(_ level: SolverLevel, _ field: FloatMemory, _ region: Region) -> Bool {
        let (origin, side) = (region.origin, region.side)
        let most = SIMD3(repeating: level.side * 8 - 1)
        @inline(__always) func inside(_ place: SIMD3<Int>) -> SIMD3<Int> {
            place.clamped(lowerBound: SIMD3(), upperBound: most)
        }
        let (low, high) = (inside(origin) &>> 3, inside(origin &+ (side - 1)) &>> 3)
        var isComplete = true
        for bz in low.z...high.z {
            for by in low.y...high.y {
                for bx in low.x...high.x {
                    guard let key = BlockKey(bx, by, bz), let block = level.table.number(of: key.word) else {
                        isComplete = false
                        continue
                    }
                    for z in 0..<side {
                        let cz = min(max(origin.z + z, 0), most.z)
                        guard cz >> 3 == bz else { continue }
                        for y in 0..<side {
                            let cy = min(max(origin.y + y, 0), most.y)
                            guard cy >> 3 == by else { continue }
                            let row = block << 9 | (cz & 7) << 6 | (cy & 7) << 3
                            for x in 0..<side {
                                let cx = min(max(origin.x + x, 0), most.x)
                                guard cx >> 3 == bx else { continue }
                                values[(z * side + y) * side + x] = field[row | cx & 7]
                            }
                        }
                    }
                }
            }
        }
        return isComplete
    }

    /// Interpolates a region of one depth for a region of the next, along x, y and z.
    private func enlarge(_ coarse: Region, _ fine: Region) {
        let (n, m) = (coarse.side, fine.side)
        @inline(__always) func taps(_ axis: Int, _ i: Int) -> (Int, Int) {
            let f = fine.origin[axis] + i
            let near = f >> 1 - coarse.origin[axis]
            return (near, f & 1 == 1 ? near + 1 : near - 1)
        }
        for x in 0..<m {
            let (a, b) = taps(0, x)
            for line in 0..<n * n { first[line * m + x] = 0.75 * values[line * n + a] + 0.25 * values[line * n + b] }
        }
        for y in 0..<m {
            let (a, b) = taps(1, y)
            for z in 0..<n {
                let plane = z * n * m
                for x in 0..<m {
                    second[(z * m + y) * m + x] = 0.75 * first[plane + a * m + x] + 0.25 * first[plane + b * m + x]
                }
            }
        }
        for z in 0..<m {
            let (a, b) = taps(2, z)
            for i in 0..<m * m {
                values[z * m * m + i] = 0.75 * second[a * m * m + i] + 0.25 * second[b * m * m + i]
            }
        }
    }
}
