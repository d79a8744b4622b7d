internal import MeshModel

/// A signed distance for each voxel near the surfaces that frames saw: sparse, in blocks.
///
/// Voxel (i, j, k) is the point (i + ½, j + ½, k + ½) × voxel size of the world: rooms are often measured in whole
/// centimetres, and a wall that lies between two layers of voxels needs fewer triangles than one that wavers around one. Cost and memory follow the area of the surfaces,
/// not the number of frames.
struct FusionVolume {
    let options: FusionOptions
    let voxel: Double
    /// So many blocks that triangles can still be counted in 32 bits: 2 GiB.
    private let blockLimit: Int
    /// Metres in front of a surface beyond which distances are cut off.
    let truncation: Float
    private(set) var table = KeyTable()
    let memory = VoxelMemory()
    /// How often surface was left out because there were too many blocks, or it lies too far away.
    private(set) var leftOut = 0

    init(_ options: FusionOptions) {
        self.options = options
        voxel = options.voxelSize
        blockLimit = min(options.blockLimit, 1 << 18)
        truncation = Float(options.voxelSize * options.truncation)
    }

    /// The number of blocks.
    var count: Int { table.count }

    /// The key of a block.
    func key(_ number: Int) -> BlockKey { BlockKey(word: table.keys[number]) }

    /// The block of a key, if there is one.
    @inline(__always) func block(_ key: BlockKey) -> VoxelBlock? {
        table.number(of: key.word).map { memory.block($0) }
    }

    /// Makes the blocks around all surfaces that a frame sees.
    mutating func allocate(_ view: FrameView, _ pose: RigidPose) {
        // Pixels at most half a block apart on a surface that faces the camera.
        let spacing = Double(view.farthest) / Double(min(view.fx, view.fy))
        let step = max(1, min(4, Int(voxel * 4 / max(spacing, 1e-9))))
        let size = voxel * Double(VoxelBlock.side)
        let reach = Double(truncation)
        let count = max(1, Int((reach * 2 / (size / 2)).rounded(.up)))
        var last: UInt64 = .max
        for y in stride(from: step / 2, to: view.height, by: step) {
            for x in stride(from: step / 2, to: view.width, by: step) {
                let z = Double(view.depth[y * view.width + x])
                if z == 0 { continue }
                let ray = SIMD3(
                    (Double(x) + 0.5 - Double(view.cx)) / Double(view.fx),
                    (Double(y) + 0.5 - Double(view.cy)) / Double(view.fy), 1)
                let direction = pose.right * ray.x + pose.down * ray.y + pose.forward
                let length = ray.length
                for sample in 0...count {
                    let offset = reach * (Double(2 * sample) / Double(count) - 1)
                    let place = ((pose.eye + direction * (z + offset / length)) / size).rounded(.down)
                    guard abs(place.x) < 2e6, abs(place.y) < 2e6, abs(place.z) < 2e6,
                        let key = BlockKey(Int(place.x), Int(place.y), Int(place.z))
                    else {
                        leftOut += 1
                        continue
                    }
                    if key.word == last { continue }
                    last = key.word
                    guard let number = table.insert(key.word, limit: blockLimit) else {
                        leftOut += 1
                        continue
                    }
                    if number == memory.count { memory.append() }
                }
            }
        }
    }

    /// Updates all blocks that a frame sees.
    func update(_ view: FrameView, _ pose: RigidPose, _ workers: some Workers) {
        let fusion = FrameFusion(view, pose, self)
        let (size, total, keys) = (128, count, table.keys)
        _ = workers.map((total + size - 1) / size) { chunk in
            for number in chunk * size..<min(total, (chunk + 1) * size) {
                fusion.update(number, BlockKey(word: keys[number]))
            }
        }
    }
}
