import MeshModel

/// What a clip does at a moment, computed in another way than the operation does: arcs and splines are halved until
/// they are at the moment. A claim is accepted if it differs by rounding only.
struct MomentCheck {
    /// A number of a channel, and the largest one that it comes from.
    typealias Value = (numbers: [Double], size: Double)

    private let scene: MeshScene
    private var parts: [Int: [AnimationChannel.Property: Value]] = [:]
    private static let tolerance = 1e-9

    init(_ scene: MeshScene, _ moment: Moment) {
        self.scene = scene
        guard let index = moment.clip, scene.clips.indices.contains(index) else { return }
        let clip = scene.clips[index]
        for channel in clip.channels where scene.nodes.indices.contains(channel.node) {
            guard clip.samplers.indices.contains(channel.sampler),
                let value = Self.value(
                    of: clip.samplers[channel.sampler], at: moment.seconds, channel.property == .rotation)
            else { continue }
            parts[channel.node, default: [:]][channel.property] = value
        }
    }

    // MARK: What is shown

    /// The transform of a node.
    func transform(of node: Int) -> NodeTransform {
        let still = scene.nodes[node].transform
        guard moves(node), let own = parts[node] else { return still }
        var (translation, rotation, scale) = (SIMD3<Double>(), SIMD4<Double>(0, 0, 0, 1), SIMD3<Double>(1, 1, 1))
        if case .trs(let t, let r, let s) = still { (translation, rotation, scale) = (t, r, s) }
        if let t = own[.translation]?.numbers, t.count == 3 { translation = SIMD3(t[0], t[1], t[2]) }
        if let r = own[.rotation]?.numbers, r.count == 4 { rotation = SIMD4(r[0], r[1], r[2], r[3]) }
        if let s = own[.scale]?.numbers, s.count == 3 { scale = SIMD3(s[0], s[1], s[2]) }
        return .trs(translation: translation, rotation: rotation, scale: scale)
    }

    /// Whether a node is shown, as far as it is up to it.
    func isVisible(_ node: Int) -> Bool {
        parts[node]?[.visibility]?.numbers.first.map { $0 != 0 } ?? scene.nodes[node].isVisible
    }

    /// The weights of the targets of a node's mesh.
    func weights(of mesh: Int, at node: Int) -> [Double] {
        let targets = scene.meshes[mesh].targets
        if let moved = parts[node]?[.weights]?.numbers, moved.count == targets.count { return moved }
        return scene.nodes[node].weights ?? targets.map(\.weight)
    }

    // MARK: Claims

    /// The nodes whose claimed transforms are wrong or missing.
    func wrongNodes(_ claims: [Int: NodeTransform]) -> [Int] {
        var wrong = claims.keys.filter { !scene.nodes.indices.contains($0) || !moves($0) }
        for (node, own) in parts where moves(node) {
            guard case .trs(let translation, let rotation, let scale)? = claims[node] else {
                wrong.append(node)
                continue
            }
            var still = (SIMD3<Double>(), SIMD4<Double>(0, 0, 0, 1), SIMD3<Double>(1, 1, 1))
            if case .trs(let t, let r, let s) = scene.nodes[node].transform { still = (t, r, s) }
            let agrees =
                Self.agree(translation, own[.translation], still.0) && Self.agree(scale, own[.scale], still.2)
                && (own[.rotation].map { Self.agree((0..<4).map { rotation[$0] }, $0) } ?? (rotation == still.1))
            if !agrees { wrong.append(node) }
        }
        return wrong.sorted()
    }

    /// Whether a channel replaces a part of a node's transform, which a matrix doesn't have.
    private func moves(_ node: Int) -> Bool {
        guard let own = parts[node], own.keys.contains(where: \.isOfTransform) else { return false }
        if case .matrix = scene.nodes[node].transform { return false }
        return true
    }

    /// Whether weights are those of a mesh as a node shows it; nil: as no node does.
    func agrees(_ weights: [Double], of mesh: Int, at node: Int?) -> Bool {
        let targets = scene.meshes[mesh].targets
        if let node {
            if let moved = parts[node]?[.weights], moved.numbers.count == targets.count {
                return Self.agree(weights, moved)
            }
            if let own = scene.nodes[node].weights, own.count == targets.count { return Self.areSame(weights, own) }
        }
        return Self.areSame(weights, targets.map(\.weight))
    }

    private static func areSame(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    private static func agree(_ claim: SIMD3<Double>, _ value: Value?, _ still: SIMD3<Double>) -> Bool {
        guard let value else { return claim == still }
        return agree([claim.x, claim.y, claim.z], value)
    }

    /// Whether a claim is a value, except for rounding.
    static func agree(_ claim: [Double], _ value: Value) -> Bool {
        claim.count == value.numbers.count
            && zip(claim, value.numbers).allSatisfy { a, b in
                a == b || abs(a - b) <= tolerance * value.size || !a.isFinite && !b.isFinite
            }
    }

    // MARK: Values

    static func value(of sampler: AnimationSampler, at seconds: Double, _ isRotation: Bool) -> Value? {
        let times = sampler.times.doubles()
        guard !times.isEmpty else { return nil }
        let isSpline = sampler.interpolation == .cubicSpline
        func row(_ number: Int) -> [Double] { sampler.values.rows(number..<number + 1).doubles() }
        func key(_ number: Int) -> Value? {
            let numbers = row(isSpline ? 3 * number + 1 : number)
            guard numbers.count == sampler.values.components else { return nil }
            return (isRotation ? unit(numbers) : numbers, size(numbers))
        }
        // The number of keys that are not after the moment.
        let before = times.firstIndex { !($0 <= seconds) } ?? times.count
        let last = max(before - 1, 0)
        guard before > 0, before < times.count, times[last] < seconds, times[before] > times[last],
            sampler.interpolation != .step
        else { return key(last) }
        let (start, end) = (times[last], times[before])
        let part = (seconds - start) / (end - start)
        guard let from = key(last), let to = key(before) else { return nil }
        let most = max(from.size, to.size)
        if isSpline {
            let (a, b) = (row(3 * last + 1), row(3 * before + 1))
            let (leaving, reaching) = (row(3 * last + 2), row(3 * before))
            // The four points of the same curve as Bézier has it.
            let third = (end - start) / 3
            var points = [
                a, zip(a, leaving).map { $0 + $1 * third }, zip(b, reaching).map { $0 - $1 * third }, b,
            ]
            let reach = max(most, size(points[1]), size(points[2]))
            while points.count > 1 {
                points = zip(points, points.dropFirst()).map { from, to in
                    zip(from, to).map { $0 * (1 - part) + $1 * part }
                }
            }
            return (isRotation ? unit(points[0]) : points[0], isRotation ? max(1, reach) : reach)
        }
        if isRotation { return (arc(from.numbers, to.numbers, part), 1) }
        return (zip(from.numbers, to.numbers).map { $0 * (1 - part) + $1 * part }, most)
    }

    private static func size(_ numbers: [Double]) -> Double { numbers.reduce(0) { max($0, abs($1)) } }

    private static func unit(_ numbers: [Double]) -> [Double] {
        let square = numbers.reduce(0) { $0 + $1 * $1 }
        guard square > 0, square.isFinite else { return [0, 0, 0, 1] }
        return numbers.map { $0 / square.squareRoot() }
    }

    /// The rotation at a part of the shorter arc: the middle of two rotations is the direction of their sum.
    private static func arc(_ from: [Double], _ to: [Double], _ part: Double) -> [Double] {
        var (low, high) = (from, to)
        if zip(from, to).reduce(0, { $0 + $1.0 * $1.1 }) < 0 { high = to.map { -$0 } }
        var rest = part
        for _ in 0..<60 {
            let middle = unit(zip(low, high).map { $0 + $1 })
            rest *= 2
            if rest >= 1 {
                low = middle
                rest -= 1
            } else {
                high = middle
            }
        }
        return low
    }
}
