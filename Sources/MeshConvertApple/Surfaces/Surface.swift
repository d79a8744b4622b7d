package import MeshModel

/// Elements of one material as a graphics card takes them: packed rows of float32, one per vertex, and indices.
///
/// - Colours are linear, with alpha; texture coordinates count from the bottom left, as in USD.
/// - Shape: `indices` has 3, 2 or 1 vertices for each triangle, segment or point.
package struct Surface: Sendable, Equatable {
    package var topology: Topology
    /// Rows of three.
    package var positions = ContiguousArray<Float>()
    /// Rows of three.
    package var normals: ContiguousArray<Float>?
    /// Rows of two.
    package var texCoords: ContiguousArray<Float>?
    /// Rows of four.
    package var colors: ContiguousArray<Float>?
    package var indices = ContiguousArray<UInt32>()
    /// The material of the scene.
    package var material: Int?

    package init(topology: Topology) { self.topology = topology }

    package var vertexCount: Int { positions.count / 3 }

    /// The smallest box around the positions; nil without any, or if one isn't finite.
    package var bounds: (low: SIMD3<Float>, high: SIMD3<Float>)? {
        var (low, high) = (SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))
        for point in Self.rows3(positions) {
            guard point.x.isFinite, point.y.isFinite, point.z.isFinite else { return nil }
            (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        }
        return low.x <= high.x ? (low, high) : nil
    }

    /// Packed rows as vectors, whose stride is 16 bytes.
    package static func rows3(_ values: ContiguousArray<Float>) -> [SIMD3<Float>] {
        (0..<values.count / 3).map { SIMD3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) }
    }

    /// Packed rows as vectors.
    package static func rows2(_ values: ContiguousArray<Float>) -> [SIMD2<Float>] {
        (0..<values.count / 2).map { SIMD2(values[2 * $0], values[2 * $0 + 1]) }
    }
}

/// A node with the surfaces that it shows.
package struct SurfaceNode: Sendable {
    package var name: String?
    /// Relative to the parent, as sixteen numbers in column-major order.
    package var matrix: [Double]
    /// The index of the parent, which comes before; nil: a root.
    package var parent: Int?
    /// The mesh of ``SurfaceScene/meshes``.
    package var mesh: Int?
    package var isVisible = true
}

/// A mesh as surfaces, each with one material.
package struct SurfaceMesh: Sendable {
    package var name: String?
    package var surfaces: [Surface]
}
