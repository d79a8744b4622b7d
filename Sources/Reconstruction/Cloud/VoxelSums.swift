/// The sums of the pixels that fell into one voxel; small, since there may be millions.
struct VoxelSums: Sendable {
    /// The offset from the voxel's corner, in voxels.
    private var x: Float = 0
    private var y: Float = 0
    private var z: Float = 0
    /// The unit directions to the camera.
    private var eyeX: Float = 0
    private var eyeY: Float = 0
    private var eyeZ: Float = 0
    private var red: UInt32 = 0
    private var green: UInt32 = 0
    private var blue: UInt32 = 0
    private var colored: UInt32 = 0
    /// The number of pixels.
    private(set) var pixels: UInt32 = 0

    /// Adds a pixel, as long as the sums of bytes fit 32 bits: 16 million pixels.
    @inline(__always)
    mutating func add(_ offset: SIMD3<Float>, _ eye: SIMD3<Float>) -> Bool {
        guard pixels < 1 << 24 else { return false }
        pixels &+= 1
        x += offset.x
        y += offset.y
        z += offset.z
        eyeX += eye.x
        eyeY += eye.y
        eyeZ += eye.z
        return true
    }

    /// Adds a pixel's colour; only after the pixel itself was added.
    @inline(__always)
    mutating func add(red: UInt8, green: UInt8, blue: UInt8) {
        self.red &+= UInt32(red)
        self.green &+= UInt32(green)
        self.blue &+= UInt32(blue)
        colored &+= 1
    }

    /// The mean offset from the voxel's corner, in voxels.
    var offset: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) / Double(max(pixels, 1)) }

    /// The mean direction to the cameras, of unit length, or 0.
    var eye: SIMD3<Double> {
        let sum = SIMD3(Double(eyeX), Double(eyeY), Double(eyeZ))
        let length = (sum * sum).sum().squareRoot()
        return length > 0 ? sum / length : sum
    }

    /// The mean colour, rounded; nil if no pixel had one.
    var color: SIMD3<UInt8>? {
        guard colored > 0 else { return nil }
        func mean(_ sum: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: (sum &+ colored / 2) / colored) }
        return SIMD3(mean(red), mean(green), mean(blue))
    }
}

extension PointCloud {
    /// Appends the mean of a voxel's points: position, direction and colour.
    ///
    /// - Parameter corner: the voxel's least corner, in voxels.
    mutating func append(_ sum: VoxelSums, of corner: SIMD3<Double>, voxelSize: Double) {
        let position = (corner + sum.offset) * voxelSize
        let color = sum.color ?? SIMD3(repeating: SurfaceMesh.unseenColor)
        for axis in 0..<3 {
            positions.append(Float(position[axis]))
            eyeDirections.append(Float(sum.eye[axis]))
            colors.append(color[axis])
        }
        isColored.append(sum.color == nil ? 0 : 1)
    }
}
