/// The distances of a block and of the voxels around it: −1 … 9 along each axis, NaN where nothing was seen.
struct VoxelPatch {
    /// The block, in the middle, and those around it: 3 × 3 × 3, nil where there is no block.
    private(set) var blocks: ContiguousArray<VoxelBlock?> = ContiguousArray(repeating: nil, count: 27)
    private(set) var values = ContiguousArray<Float>(repeating: .nan, count: 1331)

    init() {}

    /// The place of a voxel in `values`; coordinates from −1 to 9.
    @inline(__always) static func index(_ x: Int, _ y: Int, _ z: Int) -> Int {
        (x &+ 1) &+ 11 &* (y &+ 1) &+ 121 &* (z &+ 1)
    }
    /// The step in `values` to a corner of a cell: the bits of its number are x, y and z.
    @inline(__always) static func step(toCorner corner: Int) -> Int {
        let (x, y, z) = (corner & 1, corner >> 1 & 1, corner >> 2)
        return x &+ 11 &* y &+ 121 &* z
    }
    /// The steps in `values` along the axes.
    static let steps = (1, 11, 121)

    /// Reads the voxels around a block.
    mutating func load(_ volume: FusionVolume, _ key: BlockKey, minimumWeight: Float) {
        for place in 0..<27 {
            blocks[place] = key.moved(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1).flatMap { volume.block($0) }
        }
        var at = 0
        for z in -1...9 {
            for y in -1...9 {
                let line = ((z + 8) >> 3) * 9 + ((y + 8) >> 3) * 3
                let row = (y & 7) << 3 | (z & 7) << 6
                read(blocks[line], 7, row, &at, 1, minimumWeight)
                read(blocks[line + 1], 0, row, &at, 8, minimumWeight)
                read(blocks[line + 2], 0, row, &at, 2, minimumWeight)
            }
        }
    }

    /// Reads fields of 512 numbers a block; `numbers` are those of the 27 blocks around, −1 where there is none.
    mutating func load(_ field: FloatMemory, _ numbers: ContiguousArray<Int>) {
        var at = 0
        for z in -1...9 {
            for y in -1...9 {
                let line = ((z + 8) >> 3) * 9 + ((y + 8) >> 3) * 3
                let row = (y & 7) << 3 | (z & 7) << 6
                for x in -1...9 {
                    let number = numbers[line + (x + 8) >> 3]
                    values[at] = number < 0 ? .nan : field[number << 9 | row | x & 7]
                    at += 1
                }
            }
        }
    }

    @inline(__always)
    private mutating func read(
        _ block: VoxelBlock?, _ x: Int, _ row: Int, _ at: inout Int, _ count: Int, _ minimumWeight: Float
    ) {
        guard let block else {
            for _ in 0..<count {
                values[at] = .nan
                at += 1
            }
            return
        }
        for index in row + x..<row + x + count {
            values[at] = block.weight(index) >= minimumWeight ? block.distance(index) : .nan
            at += 1
        }
    }

    /// The colour of a voxel with coordinates from 0 to 8, and its weight.
    func color(_ x: Int, _ y: Int, _ z: Int) -> SIMD4<UInt16> {
        let place = 13 + x >> 3 + (y >> 3) * 3 + (z >> 3) * 9
        return blocks[place]?.color(x & 7 | (y & 7) << 3 | (z & 7) << 6) ?? SIMD4()
    }

    /// The slope at a voxel with coordinates from 0 to 8; 0 along an axis without a neighbour.
    @inline(__always) func slope(_ at: Int) -> SIMD3<Float> {
        @inline(__always) func difference(_ step: Int) -> Float {
            let (before, here, after) = (values[at - step], values[at], values[at + step])
            if before.isNaN { return after.isNaN ? 0 : after - here }
            return after.isNaN ? here - before : (after - before) / 2
        }
        return SIMD3(difference(1), difference(11), difference(121))
    }
}
