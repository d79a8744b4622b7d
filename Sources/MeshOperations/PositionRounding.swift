public import MeshModel

/// How far moved positions are from their exact places, since they are stored as float32.
public struct PositionRounding: Hashable, Sendable {
    /// The vertex set before.
    public var set: Int
    /// The vertex set afterwards.
    public var target: Int
    /// How many vertices are not exactly where they belong.
    public var count = 0
    /// How far the furthest coordinate is off; infinite on overflow.
    public var largestError = 0.0
    /// Whether that is within half a float32 step of the largest coordinate.
    public var isRounding = true
}

extension PositionRounding {
    /// The rounding of `stored`, which was made of `source` by a transform.
    ///
    /// - Parameter images: how often each vertex was written; nil: once each.
    init(
        _ source: Attribute, set: Int, _ stored: Attribute, target: Int, _ transform: Affine,
        images: ContiguousArray<Int32>? = nil
    ) {
        self.init(set: set, target: target)
        let width = source.values.components
        guard stored.values.type == .float32, stored.values.components == width, width >= 3, source.offsets == nil
        else { return }
        let factor = source.normalized ? 1 / (source.values.type.normalizedMaximum ?? 1) : 1
        var largest = 0.0
        var old = ContiguousArray<Double>()
        var new = ContiguousArray<Double>()
        let step = max(1, 16_384 / width)
        var row = 0
        while row < source.values.count {
            let end = min(row + step, source.values.count)
            source.values.read(row..<end, into: &old)
            stored.values.read(row..<end, into: &new)
            for index in 0..<min(end - row, new.count / width) {
                let start = index * width
                let exact = transform.applied(to: SIMD3(old[start], old[start + 1], old[start + 2]) * factor)
                var error = 0.0
                for component in 0..<width {
                    let place = component < 3 ? exact[component] : old[start + component] * factor
                    if place.isFinite { largest = max(largest, abs(place)) }
                    let other = new[start + component]
                    if place == other || (place.isNaN && other.isNaN) { continue }
                    let distance = abs(place - other)
                    error = max(error, distance.isNaN ? .infinity : distance)
                }
                let times = images.map { Int($0[row + index]) } ?? 1
                guard error > 0, times > 0 else { continue }
                count += times
                largestError = max(largestError, error)
            }
            row = end
        }
        isRounding = largestError <= Double(Float(largest).ulp) / 2
    }

    /// The roundings as a file has them in which vertices may be missing or repeated.
    ///
    /// - Parameters:
    ///   - source: The scene before baking.
    ///   - baked: The scene whose vertices `vertices` speaks of.
    public static func written(
        of source: Scene, in baked: Scene, _ hierarchy: Correspondence.BakedHierarchy,
        by vertices: Correspondence.Mapping
    ) -> [PositionRounding] {
        var transforms = [Affine](repeating: .identity, count: hierarchy.vertexSets.count)
        for showing in hierarchy.showings {
            for set in showing.vertexSets where transforms.indices.contains(set) {
                transforms[set] = showing.transform
            }
        }
        var images: ContiguousArray<Int32>?
        if case .gather(let rows) = vertices {
            var counts = ContiguousArray<Int32>(repeating: 0, count: baked.vertexCount)
            for row in rows where row >= 0 && Int(row) < counts.count { counts[Int(row)] += 1 }
            images = counts
        }
        var found: [PositionRounding] = []
        let bases = baked.vertexBases
        for (target, set) in hierarchy.vertexSets.enumerated() where transforms[target] != .identity {
            guard source.vertexSets.indices.contains(set), baked.vertexSets.indices.contains(target),
                let before = source.vertexSets[set].attribute(.position),
                let after = baked.vertexSets[target].attribute(.position)
            else { continue }
            let own = images.map { ContiguousArray($0[bases[target]..<bases[target] + baked.vertexSets[target].count]) }
            let rounding = PositionRounding(
                before, set: set, after, target: target, transforms[target], images: own)
            if rounding.count > 0 { found.append(rounding) }
        }
        return found
    }
}
