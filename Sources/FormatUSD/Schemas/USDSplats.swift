import MeshModel

/// Gaussian splats in USD: the names of `ParticleField3DGaussianSplat` (UsdVol).
///
/// Sizes and opacities are plain numbers there, rotations have length 1. Each value may also be a half, whose name ends
/// in `h`.
enum USDSplats {
    static let positions = "positions"
    static let orientations = "orientations"
    static let scales = "scales"
    static let opacities = "opacities"
    /// The coefficients of all harmonics of a splat, then those of the next one.
    static let coefficients = "radiance:sphericalHarmonicsCoefficients"
    static let degree = "radiance:sphericalHarmonicsDegree"
    /// The highest degree that the scene has.
    static let highest = 3
    /// How the primvars of original numbers begin.
    static let original = "splat:"

    /// The vertex sets of a scene that are written as splats: points that nothing deforms.
    static func sets(of scene: MeshScene) -> Set<Int> {
        var sets = Set(scene.vertexSets.indices.filter { scene.vertexSets[$0].splatDegree != nil })
        guard !sets.isEmpty else { return [] }
        for set in sets where !scene.vertexSets[set].jointSets.isEmpty { sets.remove(set) }
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.topology != .points || !mesh.targets.isEmpty {
                sets.remove(primitive.vertexSet)
            }
        }
        return sets
    }

    /// The scene's names of the numbers of each attribute, in USD's order.
    static let turns = [1, 2, 3, 0].map { SplatNames.rotations[$0] }

    /// The scene's names of all coefficients of a splat: the three colours of each harmonic.
    static func coefficients(degree: Int) -> [String] {
        SplatNames.base
            + (0..<SplatNames.restCount(degree)).flatMap { index in
                (0..<3).map { SplatNames.rest(index, color: $0, degree: degree) }
            }
    }

    /// The colour space of linear coefficients, and that of others.
    static func colorSpace(isLinear: Bool) -> String { isLinear ? "lin_rec709_scene" : "srgb_rec709_scene" }

    /// The numbers of several columns side by side, in rows of `width`.
    static func woven(_ columns: [Column], width: Int) -> Column {
        let count = columns.map(\.count).min() ?? 0
        if columns.allSatisfy({ $0.type == .float16 }) {
            return woven(columns.map { $0.viewed(as: .uint16) }, count, width) { (column, rows) in
                var buffer = ContiguousArray<Int32>()
                column.read(rows, into: &buffer)
                return ContiguousArray(buffer.map { UInt16(truncatingIfNeeded: $0) })
            }.viewed(as: .float16)
        }
        return woven(columns, count, width) { (column, rows) in
            var buffer = ContiguousArray<Float>()
            column.read(rows, into: &buffer)
            return buffer
        }
    }

    private static func woven<T: ColumnScalar>(
        _ columns: [Column], _ count: Int, _ width: Int, _ read: (Column, Range<Int>) -> ContiguousArray<T>
    ) -> Column {
        let perSplat = max(columns.count / width, 1)
        return Column(count: count * perSplat, components: width) { (rows, block: inout ContiguousArray<T>) in
            block.removeAll(keepingCapacity: true)
            guard !rows.isEmpty else { return }
            let splats = rows.lowerBound / perSplat..<(rows.upperBound - 1) / perSplat + 1
            let parts = columns.map { read($0, splats) }
            for row in rows {
                let splat = row / perSplat - splats.lowerBound
                let first = row % perSplat * width
                for part in parts[first..<first + width] { block.append(part[splat]) }
            }
        }
    }
}
