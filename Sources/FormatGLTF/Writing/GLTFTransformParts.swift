import MeshModel

/// A transform that nodes of glTF can have. A matrix must consist of a translation, a rotation and scales (section
/// 3.5.3 of glTF 2.0): programs that decompose it lose the rest.
///
/// Any other matrix becomes a rotation, scales and another rotation in two nested nodes (singular value decomposition).
struct GLTFTransformParts: Sendable, Hashable {
    /// The node's transform.
    var outer: NodeTransform
    /// The transform of an inner node, which then holds the node's content; nil if one node is enough.
    var inner: NodeTransform?

    /// Splits a transform of finite numbers. The last row of a matrix must be 0, 0, 0, 1.
    init(_ transform: NodeTransform) {
        outer = transform
        guard case .matrix(let m) = transform, m.count == 16 else { return }
        let columns = Self.columns(m)
        if Self.isTakenApart(columns) { return }
        let values = SingularValues(columns)
        outer = .trs(
            translation: SIMD3(m[12], m[13], m[14]), rotation: Self.quaternion(values.left), scale: values.scales)
        guard values.isTurned else { return }
        // The inverse rotation is the conjugate quaternion.
        let turn = Self.quaternion(values.right)
        inner = .trs(
            translation: SIMD3(), rotation: SIMD4(-turn.x, -turn.y, -turn.z, turn.w), scale: SIMD3(1, 1, 1))
    }

    /// Whether sixteen numbers are a translation, a rotation and scales, apart from rounding.
    static func isPlain(_ m: [Double]) -> Bool {
        guard m[3] == 0, m[7] == 0, m[11] == 0, m[15] == 1 else { return false }
        let columns = columns(m)
        return (0..<3).allSatisfy { index in
            let (a, b) = (columns[index], columns[(index + 1) % 3])
            return abs(dot(a, b)) <= 1e-4 * a.length * b.length
        }
    }

    private static func columns(_ m: [Double]) -> [SIMD3<Double>] {
        [SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]), SIMD3(m[8], m[9], m[10])]
    }

    /// Whether programs that compute in float32 can decompose a matrix within 5e-5, as the Khronos validator requires.
    private static func isTakenApart(_ columns: [SIMD3<Double>]) -> Bool {
        let longest = columns.map(\.length).max() ?? 0
        guard longest <= 256, Float(dot(columns[0], cross(columns[1], columns[2]))) != 0 else { return false }
        return (0..<3).allSatisfy { index in
            let (a, b) = (columns[index], columns[(index + 1) % 3])
            // The longer column's projection onto the shorter one.
            return abs(dot(a, b)) <= 1e-5 * min(a.length, b.length)
        }
    }

    /// The unit quaternion of a rotation's columns; its w is not negative.
    private static func quaternion(_ c: [SIMD3<Double>]) -> SIMD4<Double> {
        let squares = SIMD4(
            1 + c[0].x - c[1].y - c[2].z, 1 - c[0].x + c[1].y - c[2].z, 1 - c[0].x - c[1].y + c[2].z,
            1 + c[0].x + c[1].y + c[2].z)
        // The row of q qᵀ with the largest diagonal.
        let turn: SIMD4<Double>
        switch squares.max() {
        case squares.w: turn = SIMD4(c[1].z - c[2].y, c[2].x - c[0].z, c[0].y - c[1].x, squares.w)
        case squares.x: turn = SIMD4(squares.x, c[0].y + c[1].x, c[0].z + c[2].x, c[1].z - c[2].y)
        case squares.y: turn = SIMD4(c[0].y + c[1].x, squares.y, c[1].z + c[2].y, c[2].x - c[0].z)
        default: turn = SIMD4(c[0].z + c[2].x, c[1].z + c[2].y, squares.z, c[0].y - c[1].x)
        }
        let unit = turn / (turn * turn).sum().squareRoot()
        let legal = unit.clamped(lowerBound: SIMD4(repeating: -1), upperBound: SIMD4(repeating: 1))
        return legal.w < 0 ? -legal : legal
    }
}

/// A matrix as a rotation times scales times the inverse of a rotation. Pairs of its columns are rotated until all are
/// orthogonal (the one-sided method of Jacobi, which is exact to the last digits for small matrices).
private struct SingularValues {
    /// The columns of the rotation on the left.
    private(set) var left: [SIMD3<Double>]
    /// The scales. One of them is negative if the matrix mirrors.
    private(set) var scales = SIMD3<Double>()
    /// The columns of the rotation whose inverse is on the right.
    private(set) var right = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    /// Whether the rotation on the right is more than the identity.
    private(set) var isTurned = false

    init(_ columns: [SIMD3<Double>]) {
        // Scaled to at most 1, because squares of the largest numbers would overflow.
        let size = columns.map { max($0.max(), -$0.min()) }.max() ?? 0
        left = size > 0 ? columns.map { $0 / size } : columns
        for _ in 0..<64 where turnPairs() { isTurned = true }
        scales = SIMD3(left[0].length, left[1].length, left[2].length) * size
        complete()
    }

    /// Rotates each pair of columns that are not orthogonal, and returns whether there was one.
    private mutating func turnPairs() -> Bool {
        var isChanged = false
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            let (a, b) = (dot(left[first], left[first]), dot(left[second], left[second]))
            let across = dot(left[first], left[second])
            guard abs(across) > 1e-15 * (a * b).squareRoot() else { continue }
            let ratio = (b - a) / (2 * across)
            let tangent = (ratio < 0 ? -1 : 1) / (abs(ratio) + (1 + ratio * ratio).squareRoot())
            let cosine = 1 / (1 + tangent * tangent).squareRoot()
            let sine = cosine * tangent
            guard sine != 0 else { continue }
            (left[first], left[second]) = (
                left[first] * cosine - left[second] * sine, left[first] * sine + left[second] * cosine
            )
            (right[first], right[second]) = (
                right[first] * cosine - right[second] * sine, right[first] * sine + right[second] * cosine
            )
            isChanged = true
        }
        return isChanged
    }

    /// Makes the columns on the left a rotation: unit vectors, zero columns replaced, mirroring moved to `scales`.
    private mutating func complete() {
        let lengths = left.map(\.length)
        // From the longest to the shortest, because the direction of a short column has few exact digits.
        let order = [0, 1, 2].sorted { (lengths[$1], $0) < (lengths[$0], $1) }
        let (first, second, third) = (order[0], order[1], order[2])
        left[first] = lengths[first] > 0 ? left[first] / lengths[first] : SIMD3(1, 0, 0)
        var next = left[second]
        if !(lengths[second] > 1e-14 * lengths[first]) {
            let axis: SIMD3<Double> = abs(left[first].x) < 0.6 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
            next = cross(left[first], axis)
        }
        next -= left[first] * dot(next, left[first])
        left[second] = next / next.length
        // Its sign depends on whether the order of the three is cyclic, as that of x, y and z.
        let isCyclic = (second - first + 3) % 3 == 1
        let last = isCyclic ? cross(left[first], left[second]) : cross(left[second], left[first])
        if dot(last, left[third]) < 0 { scales[third] = -scales[third] }
        left[third] = last
    }
}
