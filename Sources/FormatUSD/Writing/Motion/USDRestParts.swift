import MeshModel

/// A node's transform at rest as translation, rotation and scale.
struct USDRestParts {
    var translation = SIMD3<Double>()
    /// A rotation of length 1.
    var rotation = SIMD4<Double>(0, 0, 0, 1)
    var scale = SIMD3<Double>(1, 1, 1)
    /// Whether the parts give the same transform.
    var isWhole = true

    init(_ transform: NodeTransform) {
        switch transform {
        case .identity: break
        case .trs(let translation, let rotation, let scale):
            (self.translation, self.scale) = (translation, scale)
            let unit = USDTransform.unit(rotation) ?? SIMD4(0, 0, 0, 1)
            // Most readers expect float32.
            self.rotation = unit == rotation ? unit : SIMD4(SIMD4<Float>(unit))
        case .matrix(let numbers):
            guard numbers.count == 16 else { break }
            divide(numbers)
        }
    }

    /// The parts of a matrix: rows for row vectors.
    private mutating func divide(_ m: [Double]) {
        translation = SIMD3(m[12], m[13], m[14])
        var axes = [SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]), SIMD3(m[8], m[9], m[10])]
        for axis in 0..<3 { scale[axis] = (axes[axis] * axes[axis]).sum().squareRoot() }
        let (a, b, c) = (axes[0], axes[1], axes[2])
        let volume =
            a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x)
        // A mirror goes into one axis.
        if volume < 0 { scale.x = -scale.x }
        for axis in 0..<3 { if scale[axis] != 0 { axes[axis] /= scale[axis] } }
        if volume != 0 { rotation = Self.rotation(axes) }
        let written =
            (USDMatrix.scale(scale) * .rotation(rotation) * .translation(translation)).rows
        let size = m.reduce(0) { max($0, abs($1)) }
        isWhole = zip(written, m).allSatisfy { abs($0 - $1) <= 1e-12 * max(size, 1) }
    }

    /// The rotation that turns the axes to these, which are at right angles.
    private static func rotation(_ axes: [SIMD3<Double>]) -> SIMD4<Double> {
        let (x, y, z) = (axes[0], axes[1], axes[2])
        // Four times the square of each number, up to their sum: the largest is the divisor.
        let sizes = [1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z]
        var most = 0
        for index in 1..<4 where sizes[index] > sizes[most] { most = index }
        let (yz, zx, xy) = (y.z - z.y, z.x - x.z, x.y - y.x)
        var q: SIMD4<Double>
        switch most {
        case 0: q = SIMD4(sizes[0], x.y + y.x, z.x + x.z, yz)
        case 1: q = SIMD4(x.y + y.x, sizes[1], y.z + z.y, zx)
        case 2: q = SIMD4(z.x + x.z, y.z + z.y, sizes[2], xy)
        default: q = SIMD4(yz, zx, xy, sizes[3])
        }
        let length = (q * q).sum().squareRoot()
        if length > 0 { q /= length }
        return length > 0 ? q : SIMD4(0, 0, 0, 1)
    }

    /// The values of a property.
    func values(of property: AnimationChannel.Property) -> [Double] {
        switch property {
        case .translation: (0..<3).map { translation[$0] }
        case .rotation: (0..<4).map { rotation[$0] }
        case .scale: (0..<3).map { scale[$0] }
        case .weights, .visibility: []
        }
    }
}
