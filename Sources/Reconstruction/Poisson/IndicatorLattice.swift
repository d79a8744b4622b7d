internal import MeshModel

/// The solution around the surface on the finest lattice, minus its value at the samples: above 0 outside.
///
/// Starts at the blocks of all samples and follows the surface from block to block, so that it is closed wherever it goes.
/// Beyond the cube there is nothing, or what most of its faces are: then surface that reaches a face is closed there.
struct IndicatorLattice: DistanceLattice {
    let voxel: Double
    /// The values of some blocks, and which of the 27 blocks around each the surface needs, as bits.
    private struct Part {
        var field = FloatMemory(count: 0)
        var needs: ContiguousArray<UInt32> = []
    }

    private let table: KeyTable
    private let values: FloatMemory

    var keys: [BlockKey] { table.keys.map { BlockKey(word: $0) } }

    func load(_ key: BlockKey, into patch: inout VoxelPatch) {
        var numbers = ContiguousArray<Int>(repeating: -1, count: 27)
        for place in 0..<27 {
            let moved = key.moved(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1)
            numbers[place] = moved.flatMap { table.number(of: $0.word) } ?? -1
        }
        patch.load(values, numbers)
    }

    /// - Parameters:
    ///   - levels: all levels, solved; the last is the finest.
    ///   - level: the solution's value at the surface.
    ///   - isClosed: whether surface that reaches a face of the cube is closed there.
    /// - Returns: nil if there are more than `limit` blocks, or `shouldStop` said so.
    init?(
        _ levels: [SolverLevel], level: Float, isClosed: Bool, limit: Int, _ workers: some Workers,
        _ shouldStop: @Sendable () -> Bool
    ) {
        guard let finest = levels.last else { return nil }
        voxel = 1 / Double(1 << finest.depth)
        var table = KeyTable()
        for word in finest.table.keys { guard table.insert(word, limit: limit) != nil else { return nil } }
        // Where points are sparse, only coarser levels have blocks.
        for index in 0..<finest.samples.count {
            let block = SIMD3<Int>(finest.samples.place(index) * Float(1 << finest.depth)) &>> 3
            guard let key = BlockKey(block.x, block.y, block.z), table.insert(key.word, limit: limit) != nil else {
                return nil
            }
        }
        // In a room the walls' other side, in a thing the air around it: so that the least is added.
        let beyond: Float = !isClosed ? .nan : Self.shareInside(levels, level) > 0.5 ? -0.5 : 0.5
        var parts: [Part] = []
        var done = 0
        while done < table.count {
            // The blocks that the last round has found.
            let (first, keys) = (done, table.keys)
            let found = workers.map((keys.count - first + 7) / 8) { piece -> Part in
                let range = first + piece * 8..<min(first + (piece + 1) * 8, keys.count)
                return shouldStop() ? Part() : Self.part(keys[range], levels[...], level, beyond: beyond)
            }
            done = keys.count
            if shouldStop() { return nil }
            parts += found
            var number = first
            for part in found {
                for needs in part.needs {
                    let key = BlockKey(word: keys[number])
                    number += 1
                    for place in 0..<27 where needs >> place & 1 == 1 {
                        guard let moved = key.moved(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1),
                            table.insert(moved.word, limit: limit) != nil
                        else { return nil }
                    }
                }
            }
        }
        values = FloatMemory(count: table.count * 512)
        var at = 0
        for part in parts {
            for index in stride(from: 0, to: part.field.count, by: 8) {
                values.store(part.field.row(index), at: at)
                at += 8
            }
        }
        self.table = table
    }

    /// The share of the voxels along the cube's faces that lie inside, on the finest lattice that is full.
    private static func shareInside(_ levels: [SolverLevel], _ level: Float) -> Double {
        guard let coarse = levels.last(where: { $0.count == $0.side * $0.side * $0.side }) else { return 0 }
        let last = coarse.side * 8 - 1
        var (inside, total) = (0, 0)
        for block in 0..<coarse.count {
            let key = BlockKey(word: coarse.table.keys[block])
            for voxel in 0..<512 {
                let place = SIMD3(key.x * 8 + voxel & 7, key.y * 8 + voxel >> 3 & 7, key.z * 8 + voxel >> 6)
                guard place.min() == 0 || place.max() == last else { continue }
                total += 1
                if coarse.values[block << 9 | voxel] > level { inside += 1 }
            }
        }
        return Double(inside) / Double(max(total, 1))
    }

    /// The values of blocks.
    private static func part(
        _ keys: ContiguousArray<UInt64>.SubSequence, _ levels: ArraySlice<SolverLevel>, _ level: Float, beyond: Float
    ) -> Part {
        let field = FloatMemory(count: keys.count * 512)
        var needs: ContiguousArray<UInt32> = []
        let region = LatticeRegion()
        let patch = LatticePatch()
        let depth = levels.last?.depth ?? 3
        let limit = 1 << depth
        for word in keys {
            let key = BlockKey(word: word)
            let origin = SIMD3(key.x * 8 - 1, key.y * 8 - 1, key.z * 8 - 1)
            region.read(levels, \.values, around: key, depth, to: patch)
            for index in 0..<1000 {
                let place = origin &+ SIMD3(index % 10, index / 10 % 10, index / 100)
                let isInside = place.min() >= 0 && place.max() < limit
                patch.values[index] = isInside ? straightened(level - patch.values[index]) : beyond
            }
            for row in 0..<64 {
                let at = LatticePatch.index(0, row & 7, row >> 3)
                field.store(patch.values.row(at), at: needs.count << 9 | row << 3)
            }
            needs.append(crossed(patch.values))
        }
        return Part(field: field, needs: needs)
    }

    /// Makes the solution's slope across the surface, that of a smoothed step, the same everywhere, so that vertices may
    /// be placed by linear interpolation: the normal distribution's inverse, by its series.
    @inline(__always) private static func straightened(_ value: Float) -> Float {
        let square = value * value * (2 * .pi)
        return value * (1 + square * (1 / 6 + square * (7 / 120)))
    }

    /// The blocks that cells with corners on both sides reach into, as bits.
    private static func crossed(_ values: FloatMemory) -> UInt32 {
        // The blocks below, of, and above a block that a cell from −1 to 7 touches, along one axis.
        @inline(__always) func reach(_ cell: Int) -> UInt32 { cell == 0 ? 0b011 : cell == 8 ? 0b110 : 0b010 }
        var blocks: UInt32 = 0
        for z in 0..<9 {
            for y in 0..<9 {
                for x in 0..<9 {
                    let at = x + y * 10 + z * 100
                    var inside = 0
                    var sum: Float = 0
                    for corner in 0..<8 {
                        let value = values[at + corner & 1 + (corner >> 1 & 1) * 10 + (corner >> 2) * 100]
                        if value < 0 { inside += 1 }
                        sum += value
                    }
                    guard inside > 0, inside < 8, !sum.isNaN else { continue }
                    let rows = spread(reach(x), reach(y), 3)
                    blocks |= spread(rows, reach(z), 9)
                }
            }
        }
        return blocks
    }

    /// `bits` shifted by `step` times the index of each of the three low bits of `places`.
    @inline(__always) private static func spread(_ bits: UInt32, _ places: UInt32, _ step: UInt32)
        -> UInt32
    {
        var result: UInt32 = 0
        for place in 0..<3 as Range<UInt32> where places >> place & 1 == 1 { result |= bits << (place * step) }
        return result
    }
}
