internal import MeshModel

/// The part of one depth's lattice that is solved: blocks of 8 × 8 × 8 voxels, whose middles carry trilinear functions.
///
/// Voxel (i, j, k) of depth d has its middle at (i + ½, j + ½, k + ½) × 2^−d in the cube.
struct SolverLevel: Sendable {
    static let blockSize = 512
    let depth: Int
    let samples: PointSamples
    /// The blocks, by key.
    let table: KeyTable
    /// The 27 blocks around each block, along x, y, z; −1 where there is none.
    private(set) var neighbors: ContiguousArray<Int32> = []
    /// The samples that reach into each block: from starts[block] to starts[block + 1] in `reaching`.
    private var starts: ContiguousArray<Int32> = []
    private var reaching: ContiguousArray<Int32> = []
    /// The solution, 0 outside and 1 inside: 512 numbers a block, x first.
    let values: FloatMemory
    /// The flow that depths up to this one give to finer ones, 4^depth times that in this depth's voxels.
    let flow: FloatMemory

    /// The number of blocks.
    var count: Int { table.count }
    /// The number of blocks along an edge of the cube.
    var side: Int { 1 << (depth - 3) }

    /// Makes the blocks: all of the cube if `isFull`, else those within two voxels of samples that are dense enough.
    ///
    /// - Returns: nil if there are more than `limit` blocks or `shouldStop` said so.
    init?(
        _ samples: PointSamples, isFull: Bool, limit: Int, _ shouldStop: () -> Bool
    ) {
        depth = samples.depth
        self.samples = samples
        let side = 1 << (depth - 3)
        var table = KeyTable()
        if isFull {
            for block in 0..<side * side * side {
                guard let key = BlockKey(block % side, block / side % side, block / side / side),
                    table.insert(key.word, limit: limit) != nil
                else { return nil }
            }
        } else {
            for index in 0..<samples.count {
                if index & 0xFFF == 0, shouldStop() { return nil }
                guard samples.weights[index].last > 0 else { continue }
                let isRoom = Self.forEachBlock(samples.place(index), depth, reach: 2) { word in
                    table.insert(word, limit: limit) != nil
                }
                guard isRoom else { return nil }
            }
        }
        self.table = table
        values = FloatMemory(count: table.count * Self.blockSize)
        flow = FloatMemory(count: table.count * Self.blockSize)
        for word in table.keys {
            let key = BlockKey(word: word)
            for place in 0..<27 {
                let moved = key.moved(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1)
                neighbors.append(Int32(moved.flatMap { table.number(of: $0.word) } ?? -1))
            }
        }
        if shouldStop() { return nil }
        findReaching()
    }

    private mutating func findReaching() {
        starts = ContiguousArray(repeating: 0, count: count + 1)
        for index in 0..<samples.count {
            _ = Self.forEachBlock(samples.place(index), depth, reach: 1) { word in
                if let block = table.number(of: word) { starts[block + 1] += 1 }
                return true
            }
        }
        for block in 0..<count { starts[block + 1] += starts[block] }
        var next = starts
        reaching = ContiguousArray(repeating: 0, count: Int(starts[count]))
        for index in 0..<samples.count {
            _ = Self.forEachBlock(samples.place(index), depth, reach: 1) { word in
                if let block = table.number(of: word) {
                    reaching[Int(next[block])] = Int32(index)
                    next[block] += 1
                }
                return true
            }
        }
    }

    /// Calls `body` for the blocks within some voxels of a place, until it returns false; returns whether it never did.
    @inline(__always)
    private static func forEachBlock(
        _ place: SIMD3<Float>, _ depth: Int, reach: Int, _ body: (UInt64) -> Bool
    ) -> Bool {
        let voxel = SIMD3<Int>(place * Float(1 << depth))
        let most = (1 << (depth - 3)) - 1
        for z in max(voxel.z - reach, 0) >> 3...min((voxel.z + reach) >> 3, most) {
            for y in max(voxel.y - reach, 0) >> 3...min((voxel.y + reach) >> 3, most) {
                for x in max(voxel.x - reach, 0) >> 3...min((voxel.x + reach) >> 3, most) {
                    guard let key = BlockKey(x, y, z) else { continue }
                    guard body(key.word) else { return false }
                }
            }
        }
        return true
    }

    /// The indices in the list of reaching samples.
    @inline(__always) func reachingRange(_ block: Int) -> Range<Int> { Int(starts[block])..<Int(starts[block + 1]) }
    /// The sample of an index of ``reachingRange(_:)``.
    @inline(__always) func reachingSample(_ index: Int) -> Int { Int(reaching[index]) }

    /// A place in voxels from the middle of a block's first voxel.
    @inline(__always) func local(_ place: SIMD3<Float>, _ key: BlockKey) -> SIMD3<Float> {
        place * Float(1 << depth) - SIMD3(Float(key.x * 8), Float(key.y * 8), Float(key.z * 8)) - 0.5
    }

    /// Runs `body` for pieces of the blocks on all threads; returns whether the work goes on.
    func forEachPiece(
        _ workers: some Workers, _ shouldStop: @Sendable () -> Bool, _ body: @Sendable (Range<Int>) -> Void
    ) -> Bool {
        _ = workers.map((count + 7) / 8) { piece in
            if !shouldStop() { body(piece * 8..<min((piece + 1) * 8, count)) }
        }
        return !shouldStop()
    }
}
