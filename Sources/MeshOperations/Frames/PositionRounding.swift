public import MeshModel

/// The error of moved positions, caused by storing them as float32.
public struct PositionRounding: Hashable, Sendable {
    /// The vertex set before.
    public var set: Int
    /// The vertex set afterwards.
    public var target: Int
    /// The number of vertices that are not exactly at their position.
    public var count = 0
    /// The largest error of a coordinate; infinite on overflow.
    public var largestError = 0.0
    /// Whether the error is within half a float32 step of the largest coordinate.
    public var isRounding = true
}

extension PositionRounding {
    /// Measures the rounding of `stored`, which holds each position of `source` moved by `place`.
    ///
    /// - Parameter images: the number of times each vertex was written; nil: once each.
    init(
        _ source: Attribute, set: Int, _ stored: Attribute, target: Int,
        _ place: (SIMD3<Double>) -> SIMD3<Double>, images: ContiguousArray<Int32>? = nil
    ) {
        self.init(set: set, target: target)
        let width = source.values.components
        guard stored.values.type == .float32, stored.values.components == width, width >= 3, source.offsets == nil
        else { return }
        let factor = source.normalized ? 1 / (source.values.type.normalizedMaximum ?? 1) : 1
        var largest = 0.0
        var new = ContiguousArray<Double>()
        for (rows, old) in source.values.blocks(of: Double.self) {
            stored.values.read(rows, into: &new)
            for index in 0..<min(rows.count, new.count / width) {
                let start = index * width
                let exact = place(SIMD3(old[start], old[start + 1], old[start + 2]) * factor)
                var error = 0.0
                for component in 0..<width {
                    let value = component < 3 ? exact[component] : old[start + component] * factor
                    if value.isFinite { largest = max(largest, abs(value)) }
                    let other = new[start + component]
                    if value == other || (value.isNaN && other.isNaN) { continue }
                    let distance = abs(value - other)
                    error = max(error, distance.isNaN ? .infinity : distance)
                }
                let times = images.map { Int($0[rows.lowerBound + index]) } ?? 1
                guard error > 0, times > 0 else { continue }
                count += times
                largestError = max(largestError, error)
            }
        }
        isRounding = largestError <= Double(Float(largest).ulp) / 2
    }

    /// Returns the roundings in a file in which vertices may be missing or repeated.
    ///
    /// - Parameters:
    ///   - source: the scene before baking.
    ///   - baked: the scene that `vertices` refers to.
    ///   - hierarchy: the record of baking.
    ///   - vertices: the origins of the file's vertices.
    public static func written(
        of source: MeshScene, in baked: MeshScene, _ hierarchy: Correspondence.BakedHierarchy,
        by vertices: Correspondence.Mapping
    ) -> [PositionRounding] {
        var transforms = [Affine](repeating: .identity, count: hierarchy.vertexSets.count)
        for showing in hierarchy.showings {
            for set in showing.vertexSets where transforms.indices.contains(set) {
                transforms[set] = showing.transform
            }
        }
        let moves = hierarchy.vertexSets.enumerated().filter { transforms[$0.offset] != .identity }.map {
            Move(set: $0.element, target: $0.offset, place: transforms[$0.offset].applied(to:))
        }
        return written(moves, of: source, in: baked, by: vertices)
    }

    /// Returns the roundings in a file of a scene whose vertices were moved into another frame.
    public static func written(
        of source: MeshScene, in framed: MeshScene, _ framing: Correspondence.Framing,
        by vertices: Correspondence.Mapping
    ) -> [PositionRounding] {
        let swap = AxisSwap(to: framing.upAxis, scale: framing.scale)
        let moves = framed.vertexSets.indices.map { Move(set: $0, target: $0, place: swap.applied(to:)) }
        return written(moves, of: source, in: framed, by: vertices)
    }

    /// The move of a set's positions to another set.
    private struct Move {
        var set: Int
        var target: Int
        var place: (SIMD3<Double>) -> SIMD3<Double>
    }

    private static func written(
        _ moves: [Move], of source: MeshScene, in moved: MeshScene, by vertices: Correspondence.Mapping
    ) -> [PositionRounding] {
        var images: ContiguousArray<Int32>?
        if let rows = vertices.rows {
            var counts = ContiguousArray<Int32>(repeating: 0, count: moved.vertexCount)
            for row in rows where row >= 0 && Int(row) < counts.count { counts[Int(row)] += 1 }
            images = counts
        }
        let bases = moved.vertexBases
        return moves.compactMap { move in
            guard source.vertexSets.indices.contains(move.set), moved.vertexSets.indices.contains(move.target),
                let before = source.vertexSets[move.set].attribute(.position),
                let after = moved.vertexSets[move.target].attribute(.position)
            else { return nil }
            let end = bases[move.target] + moved.vertexSets[move.target].count
            let rounding = PositionRounding(
                before, set: move.set, after, target: move.target, move.place,
                images: images.map { ContiguousArray($0[bases[move.target]..<end]) })
            return rounding.count > 0 ? rounding : nil
        }
    }
}
