import MeshModel

/// The world transforms of the nodes that a scene shows, multiplied down from the roots.
///
/// It is independent of the operations, so it shows when one of them multiplies in the wrong order, transposes a matrix
/// or leaves one out. Each node counts once, where it is first reached.
struct NodePlacements {
    private struct Frame {
        var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
        var origin: SIMD3<Double>
        /// The longest column, and a bound of the origin's distance: the scales of rounding errors.
        var length: Double
        var reach: Double

        static let world = Frame(
            columns: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)), origin: SIMD3(), length: 1, reach: 0)

        func direction(_ v: SIMD3<Double>) -> SIMD3<Double> {
            columns.0 * v.x + columns.1 * v.y + columns.2 * v.z
        }
    }

    /// Nil for a node that the scene doesn't show.
    private var frames: [Frame?]
    /// Whether a node is at the top of a scene.
    private(set) var isRoot: [Bool]

    init(_ scene: MeshScene) {
        frames = [Frame?](repeating: nil, count: scene.nodes.count)
        isRoot = [Bool](repeating: false, count: scene.nodes.count)
        var roots = scene.scenes.flatMap(\.roots)
        if scene.scenes.isEmpty {
            let children = Set(scene.nodes.flatMap(\.children))
            roots = scene.nodes.indices.filter { !children.contains($0) }
        }
        for root in roots where isRoot.indices.contains(root) {
            isRoot[root] = true
            var open: [(node: Int, parent: Frame)] = [(root, .world)]
            while let (node, parent) = open.popLast() {
                guard frames.indices.contains(node), frames[node] == nil else { continue }
                let frame = Self.frame(scene.nodes[node].transform, in: parent)
                frames[node] = frame
                for child in scene.nodes[node].children.reversed() { open.append((child, frame)) }
            }
        }
    }

    func isShown(_ node: Int) -> Bool { frames.indices.contains(node) && frames[node] != nil }

    /// Whether a node's world transform is `transform`, except for rounding, and is a mirror if `isReversed`.
    func agrees(_ node: Int, _ transform: Affine, isReversed: Bool) -> Bool {
        guard isShown(node), let frame = frames[node] else { return false }
        let rows = [transform.x, transform.y, transform.z]
        for axis in 0..<3 {
            let own = SIMD3(frame.columns.0[axis], frame.columns.1[axis], frame.columns.2[axis])
            for column in 0..<3 where !Self.isNear(own[column], rows[axis][column], frame.length) { return false }
            if !Self.isNear(frame.origin[axis], transform.translation[axis], frame.reach) { return false }
        }
        let volume = dot(frame.columns.0, cross(frame.columns.1, frame.columns.2))
        // A flat transform has no orientation: either is correct.
        if !(abs(volume) > 1e-12 * frame.length * frame.length * frame.length) { return true }
        return isReversed == (volume < 0)
    }

    /// Whether a node's world transform after `inner` is `claim`, within a billionth of its scale.
    func agrees(_ node: Int, with inner: NodeTransform, _ claim: Affine) -> Bool {
        guard isShown(node), let outer = frames[node] else { return false }
        let frame = Self.frame(inner, in: outer)
        func isNear(_ a: Double, _ b: Double, _ scale: Double) -> Bool {
            a == b || abs(a - b) <= 1e-9 * scale || !a.isFinite && !b.isFinite
        }
        for (axis, row) in [claim.x, claim.y, claim.z].enumerated() {
            let columns = [frame.columns.0, frame.columns.1, frame.columns.2]
            for column in 0..<3 where !isNear(columns[column][axis], row[column], frame.length) { return false }
            if !isNear(frame.origin[axis], claim.translation[axis], frame.reach) { return false }
        }
        return true
    }

    /// Whether `to` is `from` after a translation by `offset`, except for rounding.
    static func stands(_ to: NodeTransform, further offset: SIMD3<Double>, than from: NodeTransform) -> Bool {
        let (a, b) = (columns(from), columns(to))
        guard a.0 == b.0, a.1 == b.1, a.2 == b.2 else { return false }
        let expected = a.0 * offset.x + a.1 * offset.y + a.2 * offset.z + a.3
        let reach = a.0.length * abs(offset.x) + a.1.length * abs(offset.y) + a.2.length * abs(offset.z) + a.3.length
        return (0..<3).allSatisfy { b.3[$0] == expected[$0] || abs(b.3[$0] - expected[$0]) <= 0x1p-48 * reach }
    }

    /// Whether `outer` times `inner` is `whole`, except for rounding; false if `whole` has a perspective.
    static func compose(_ outer: NodeTransform, _ inner: NodeTransform, as whole: NodeTransform) -> Bool {
        if case .matrix(let m) = whole, m.count != 16 || m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
            return false
        }
        let made = frame(inner, in: frame(outer, in: .world))
        let wanted = columns(whole)
        let size = max(wanted.0.length, wanted.1.length, wanted.2.length)
        return made.origin == wanted.3
            && zip(
                [made.columns.0, made.columns.1, made.columns.2], [wanted.0, wanted.1, wanted.2]
            ).allSatisfy { ($0 - $1).length <= 1e-11 * size }
    }

    private static func isNear(_ a: Double, _ b: Double, _ scale: Double) -> Bool {
        a == b || abs(a - b) <= 1e-11 * scale || (!a.isFinite && !b.isFinite)
    }

    private static func frame(_ transform: NodeTransform, in parent: Frame) -> Frame {
        let own = columns(transform)
        let length = max(own.0.length, own.1.length, own.2.length)
        return Frame(
            columns: (parent.direction(own.0), parent.direction(own.1), parent.direction(own.2)),
            origin: parent.direction(own.3) + parent.origin, length: parent.length * length,
            reach: parent.reach + parent.length * own.3.length)
    }

    typealias Columns = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    static func columns(_ transform: NodeTransform) -> Columns {
        let none: Columns = (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3())
        switch transform {
        case .identity: return none
        case .trs(let translation, let rotation, let scale):
            // Rotated by a unit quaternion, v is v + 2w (u × v) + 2 u × (u × v).
            let axis = SIMD3(rotation.x, rotation.y, rotation.z)
            func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
                let across = cross(axis, v)
                return v + across * (2 * rotation.w) + cross(axis, across) * 2
            }
            return (
                turned(none.0) * scale.x, turned(none.1) * scale.y, turned(none.2) * scale.z, translation
            )
        case .matrix(let m):
            guard m.count == 16 else { return none }
            let whole = transform.hasPerspective ? 1 : m[15]
            return (
                SIMD3(m[0], m[1], m[2]) / whole, SIMD3(m[4], m[5], m[6]) / whole, SIMD3(m[8], m[9], m[10]) / whole,
                SIMD3(m[12], m[13], m[14]) / whole
            )
        }
    }
}
