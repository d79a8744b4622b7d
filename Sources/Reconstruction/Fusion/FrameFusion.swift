/// Updates blocks with one frame: blocks are independent, so they may be updated on several threads in any order.
struct FrameFusion {
    private let view: FrameView
    private let tiles: DepthTiles
    private let memory: VoxelMemory
    private let pose: RigidPose
    private let voxel: Double
    private let truncation: Float
    /// Steps of one voxel along the world's axes, in the camera.
    private let stepX: SIMD3<Float>
    private let stepY: SIMD3<Float>
    private let stepZ: SIMD3<Float>
    private let colorReach: Float

    init(_ view: FrameView, _ pose: RigidPose, _ volume: FusionVolume) {
        self.view = view
        self.pose = pose
        tiles = DepthTiles(view)
        memory = volume.memory
        voxel = volume.voxel
        truncation = volume.truncation
        colorReach = Float(volume.voxel) * 2.5
        func step(_ axis: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(axis * volume.voxel) }
        stepX = step(SIMD3(pose.right.x, pose.down.x, pose.forward.x))
        stepY = step(SIMD3(pose.right.y, pose.down.y, pose.forward.y))
        stepZ = step(SIMD3(pose.right.z, pose.down.z, pose.forward.z))
    }

    /// Updates a block, if the frame sees it.
    func update(_ number: Int, _ key: BlockKey) {
        let side = VoxelBlock.side
        let corner = (SIMD3(Double(key.x * side), Double(key.y * side), Double(key.z * side)) + 0.5) * voxel
        let origin = SIMD3<Float>(pose.toCamera(corner))
        guard sees(origin) else { return }
        let block = memory.block(number)
        for row in 0..<64 {
            let start = origin + stepY * Float(row & 7) + stepZ * Float(row >> 3)
            updateRow(block, row, start)
        }
    }

    /// Whether a voxel of the block may lie in the picture and not far behind what is seen there.
    private func sees(_ origin: SIMD3<Float>) -> Bool {
        let far = Float(VoxelBlock.side - 1)
        var (least, most) = (SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))
        var isNear = false
        for corner in 0..<8 {
            var p = origin
            if corner & 1 != 0 { p += stepX * far }
            if corner & 2 != 0 { p += stepY * far }
            if corner & 4 != 0 { p += stepZ * far }
            if p.z < 0.02 {
                isNear = true
                most.z = max(most.z, p.z)
                continue
            }
            let q = SIMD3(p.x / p.z * view.fx + view.cx, p.y / p.z * view.fy + view.cy, p.z)
            least = pointwiseMin(least, q)
            most = pointwiseMax(most, q)
        }
        guard most.z > 0 else { return false }
        // A block that reaches behind the camera covers an unknown part of the picture.
        if isNear { return true }
        guard most.x >= 0, most.y >= 0, least.x < Float(view.width), least.y < Float(view.height) else { return false }
        let deepest = tiles.deepest(least.x, least.y, most.x, most.y)
        return deepest > 0 && least.z < deepest + truncation
    }

    @inline(__always)
    private func updateRow(_ block: VoxelBlock, _ row: Int, _ start: SIMD3<Float>) {
        let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
        let x = lanes * stepX.x + start.x
        let y = lanes * stepX.y + start.y
        let z = lanes * stepX.z + start.z
        let inverse = 1 / z
        let u = x * inverse * view.fx + view.cx
        let v = y * inverse * view.fy + view.cy
        // Comparisons are false for NaN, so that what is converted below lies in the picture.
        let inside =
            (z .> 0.02) .& (u .>= 0.5) .& (v .>= 0.5) .& (u .< Float(view.width) - 0.5)
            .& (v .< Float(view.height) - 0.5)
        guard any(inside) else { return }
        var seen = SIMD8<Float>()
        var gain = SIMD8<Float>()
        for lane in 0..<8 where inside[lane] {
            let (column, line) = (u[lane], v[lane])
            let nearest = Int(line) &* view.width &+ Int(column)
            let weight = view.weight[nearest]
            guard weight > 0 else { continue }
            let (a, b) = (column - 0.5, line - 0.5)
            let (i, j) = (Int(a), Int(b))
            let at = j &* view.width &+ i
            if view.blends[at] {
                let (s, t) = (a - Float(i), b - Float(j))
                let top = view.depth[at] + (view.depth[at + 1] - view.depth[at]) * s
                let low = view.depth[at + view.width]
                let bottom = low + (view.depth[at + view.width + 1] - low) * s
                seen[lane] = top + (bottom - top) * t
            } else {
                seen[lane] = view.depth[nearest]
            }
            gain[lane] = weight
        }
        // Along the ray, not along the axis.
        let length = (x * x + y * y + z * z).squareRoot() * inverse
        let distance = (seen - z) * length
        let counts = (gain .> 0) .& (distance .>= -truncation)
        guard any(counts) else { return }
        gain.replace(with: 0, where: .!counts)
        let clamped = pointwiseMin(distance, SIMD8(repeating: truncation))
        let old = block.distances(row: row)
        let weights = block.weights(row: row)
        let sum = weights + gain
        let share = (gain / sum).replacing(with: 0, where: .!counts)
        block.store(row: row, distances: old + (clamped - old) * share, weights: sum)
        guard !view.colors.isEmpty else { return }
        for lane in 0..<8 where counts[lane] && abs(distance[lane]) < colorReach {
            let nearest = Int(v[lane]) &* view.width &+ Int(u[lane])
            mix(block, row &* 8 &+ lane, nearest &* 3, gain[lane])
        }
    }

    /// Moves a voxel's colour towards a pixel's.
    @inline(__always)
    private func mix(_ block: VoxelBlock, _ index: Int, _ at: Int, _ gain: Float) {
        let old = block.color(index)
        let weight = max(1, UInt32(min(gain * 16, 4096)))
        let sum = UInt32(old.w) + weight
        func mixed(_ old: UInt16, _ new: UInt8) -> UInt16 {
            UInt16(truncatingIfNeeded: (UInt32(old) * (sum - weight) + UInt32(new) * 256 * weight + sum / 2) / sum)
        }
        let color = SIMD4(
            mixed(old.x, view.colors[at]), mixed(old.y, view.colors[at + 1]), mixed(old.z, view.colors[at + 2]),
            UInt16(min(sum, 60000)))
        block.store(index, color: color)
    }
}

extension SIMD8<Float> {
    @inline(__always) fileprivate func replacing(with value: Float, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
        self.replacing(with: Self(repeating: value), where: mask)
    }
}
