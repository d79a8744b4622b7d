internal import MeshModel

extension PointCloud {
    /// Returns one point for each occupied voxel: the mean of its points, each of which counts once.
    ///
    /// Voxels are those of ``CloudAccumulation``: their corners are whole multiples of the edge. Normals and eye directions
    /// are means of unit length, or 0 if they cancel out; pixel counts are sums. Points are in the order in which their
    /// voxels were first met.
    ///
    /// - Parameters:
    ///   - voxelSize: the edge of the voxels, in the cloud's units; a number that isn't finite and above 0 gives an
    ///     empty cloud.
    ///   - shouldStop: asked often; true ends the work within milliseconds.
    /// - Returns: the cloud, and the number of points that belong to no voxel: not finite, or more than a million voxels
    ///   from the middle of the cloud.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func downsampled(
        voxelSize: Double, shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> (cloud: PointCloud, leftOut: Int) {
        guard voxelSize > 0, voxelSize.isFinite else { return (PointCloud(), count) }
        // Keys count from a voxel in the middle of the cloud, so that clouds may lie far from the origin.
        let scale = 1 / voxelSize
        let origin = (middle * scale).rounded(.down)
        var table = KeyTable()
        var sums: ContiguousArray<VoxelSums> = []
        var normalSums: ContiguousArray<SIMD3<Float>> = []
        var pixelSums: ContiguousArray<UInt32> = []
        var leftOut = 0
        for point in 0..<count {
            if point & 0xFFFF == 0, shouldStop() { throw ReconstructionStopped() }
            let place = SIMD3<Double>(position(point)) * scale
            let corner = place.rounded(.down)
            let cell = corner - origin
            // Comparisons are false for NaN.
            guard abs(cell.x) < 1e6, abs(cell.y) < 1e6, abs(cell.z) < 1e6,
                let key = BlockKey(Int(cell.x), Int(cell.y), Int(cell.z)),
                let number = table.insert(key.word, limit: .max)
            else {
                leftOut += 1
                continue
            }
            if number == sums.count {
                sums.append(VoxelSums())
                if !normals.isEmpty { normalSums.append(SIMD3()) }
                if !pixelCounts.isEmpty { pixelSums.append(0) }
            }
            let eye = eyeDirections.isEmpty ? SIMD3() : vector(eyeDirections, point)
            if sums[number].add(SIMD3<Float>(place - corner), eye), !colors.isEmpty,
                isColored.isEmpty || isColored[point] == 1
            {
                let at = point * 3
                sums[number].add(red: colors[at], green: colors[at + 1], blue: colors[at + 2])
            }
            if !normals.isEmpty { normalSums[number] += vector(normals, point) }
            if !pixelCounts.isEmpty {
                let (sum, isOver) = pixelSums[number].addingReportingOverflow(pixelCounts[point])
                pixelSums[number] = isOver ? .max : sum
            }
        }
        var cloud = PointCloud()
        for number in 0..<table.count {
            if number & 0xFFFF == 0, shouldStop() { throw ReconstructionStopped() }
            let corner = BlockKey(word: table.keys[number]).corner + origin
            cloud.append(sums[number], of: corner, voxelSize: voxelSize)
            if !normals.isEmpty {
                let sum = SIMD3<Double>(normalSums[number])
                let normal = SIMD3<Float>(sum.length > 0 ? sum / sum.length : sum)
                for axis in 0..<3 { cloud.normals.append(normal[axis]) }
            }
        }
        cloud.pixelCounts = pixelSums
        if colors.isEmpty { (cloud.colors, cloud.isColored) = ([], []) }
        if eyeDirections.isEmpty { cloud.eyeDirections = [] }
        return (cloud, leftOut)
    }

    /// The median of some hundred points along each axis: inside of the cloud, however far some points are away.
    private var middle: SIMD3<Double> {
        var samples: [[Float]] = [[], [], []]
        for point in stride(from: 0, to: count, by: max(1, count / 500)) {
            let position = position(point)
            guard position.isFinite else { continue }
            for axis in 0..<3 { samples[axis].append(position[axis]) }
        }
        guard !samples[0].isEmpty else { return SIMD3() }
        return SIMD3(samples.map { Double($0.sorted()[$0.count / 2]) })
    }
}
