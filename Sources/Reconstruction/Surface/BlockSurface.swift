/// The vertices on the voxel edges that belong to one block, and the numbers by which cells find them.
struct BlockSurface: Sendable {
    /// For each voxel: bits 0, 1, 2 tell whether its edges along x, y, z have a vertex, the bits above how many vertices
    /// come before. Empty if the block has no vertices.
    private(set) var numbers: ContiguousArray<UInt16> = []
    private(set) var vertices = SurfaceMesh()

    /// Finds the edges of a block whose ends have different signs.
    init(_ patch: VoxelPatch, _ key: BlockKey, voxel: Double) {
        let (stepX, stepY, stepZ) = VoxelPatch.steps
        let origin = SIMD3(Double(key.x * 8), Double(key.y * 8), Double(key.z * 8))
        var count: UInt16 = 0
        for index in 0..<VoxelBlock.count {
            let (x, y, z) = (index & 7, index >> 3 & 7, index >> 6)
            let at = VoxelPatch.index(x, y, z)
            let value = patch.values[at]
            var bits: UInt16 = 0
            if !value.isNaN {
                // A distance of exactly 0 counts as outside. Comparisons with NaN are false.
                if Self.differ(value, patch.values[at + stepX]) { bits |= 1 }
                if Self.differ(value, patch.values[at + stepY]) { bits |= 2 }
                if Self.differ(value, patch.values[at + stepZ]) { bits |= 4 }
            }
            if bits != 0, numbers.isEmpty {
                numbers = ContiguousArray(repeating: 0, count: VoxelBlock.count)
            }
            if !numbers.isEmpty { numbers[index] = bits | count << 3 }
            guard bits != 0 else { continue }
            for axis in 0..<3 where bits >> axis & 1 == 1 {
                addVertex(patch, SIMD3(x, y, z), axis, origin, voxel)
                count += 1
            }
        }
    }

    @inline(__always) private static func differ(_ a: Float, _ b: Float) -> Bool {
        (a < 0 && b >= 0) || (a >= 0 && b < 0)
    }

    private mutating func addVertex(
        _ patch: VoxelPatch, _ place: SIMD3<Int>, _ axis: Int, _ origin: SIMD3<Double>, _ voxel: Double
    ) {
        let at = VoxelPatch.index(place.x, place.y, place.z)
        let step = axis == 0 ? 1 : axis == 1 ? 11 : 121
        let (a, b) = (patch.values[at], patch.values[at + step])
        // Kept off the ends, where vertices of several edges would meet in one point.
        let t = min(max(a / (a - b), 0.002), 0.998)
        var p = SIMD3(Double(place.x), Double(place.y), Double(place.z)) + origin + 0.5
        p[axis] += Double(t)
        var slope = patch.slope(at) * (1 - t) + patch.slope(at + step) * t
        let length = (slope * slope).sum().squareRoot()
        if length > 0, length < .infinity {
            slope /= length
        } else {
            slope = SIMD3()
            slope[axis] = a < b ? 1 : -1
        }
        var end = place
        end[axis] += 1
        let first = patch.color(place.x, place.y, place.z)
        let second = patch.color(end.x, end.y, end.z)
        let (color, isColored) = Self.mixed(first, second, t)
        vertices.appendVertex(SIMD3<Float>(p * voxel), normal: slope, color: color, isColored: isColored)
    }

    private static func mixed(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, _ t: Float) -> (SIMD3<UInt8>, Bool) {
        guard a.w > 0 || b.w > 0 else { return (SIMD3(repeating: SurfaceMesh.unseenColor), false) }
        let share: Float = a.w == 0 ? 1 : b.w == 0 ? 0 : t
        func byte(_ a: UInt16, _ b: UInt16) -> UInt8 {
            let first = Float(a)
            let mixed: Float = first + (Float(b) - first) * share
            return UInt8(min(mixed / 256 + 0.5, 255))
        }
        return (SIMD3(byte(a.x, b.x), byte(a.y, b.y), byte(a.z, b.z)), true)
    }
}
