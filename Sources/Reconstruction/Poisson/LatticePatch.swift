/// The numbers of a block's voxels and of those around it: −1 … 8 along each axis.
struct LatticePatch {
    static let side = 10
    let values = FloatMemory(count: 1000)

    /// The place of a voxel in `values`; coordinates from −1 to 8.
    @inline(__always) static func index(_ x: Int, _ y: Int, _ z: Int) -> Int {
        (x &+ 1) &+ 10 &* (y &+ 1) &+ 100 &* (z &+ 1)
    }

    /// Reads a field of a level: 0 where there is no block, mirrored at the cube's faces.
    func load(_ field: FloatMemory, _ level: SolverLevel, _ block: Int) {
        for z in -1...8 {
            for y in -1...8 {
                let line = block * 27 + ((z + 8) >> 3) * 9 + ((y + 8) >> 3) * 3
                let row = (y & 7) << 3 | (z & 7) << 6
                let at = Self.index(-1, y, z)
                let (left, middle, right) = (
                    Int(level.neighbors[line]), Int(level.neighbors[line + 1]), Int(level.neighbors[line + 2])
                )
                values[at] = left < 0 ? 0 : field[left << 9 | row | 7]
                values.store(middle < 0 ? SIMD8() : field.row(middle << 9 | row), at: at + 1)
                values[at + 9] = right < 0 ? 0 : field[right << 9 | row]
            }
        }
        mirror(BlockKey(word: level.table.keys[block]), level.side)
    }

    /// Gives voxels beyond a face of the cube the numbers of those before it: no flow through the face.
    private func mirror(_ key: BlockKey, _ side: Int) {
        let last = side - 1
        for (axis, at) in [key.x, key.y, key.z].enumerated() where at == 0 || at == last {
            let step = [1, 10, 100][axis]
            let (first, second) = ([10, 1, 1][axis], [100, 100, 10][axis])
            for j in 0..<10 {
                for i in 0..<10 {
                    let line = i * first + j * second
                    if at == 0 { values[line] = values[line + step] }
                    if at == last { values[line + 9 * step] = values[line + 8 * step] }
                }
            }
        }
    }
}
