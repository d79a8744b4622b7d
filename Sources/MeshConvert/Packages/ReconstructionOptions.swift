/// How the shape is made of a package's depth frames, where it is to be that instead of a mesh that the package has.
///
/// It is never chosen by itself, since what is made depends on it.
public struct ReconstructionOptions: Sendable, Hashable {
    /// A way from frames to a shape.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Depth frames are fused into a truncated signed distance field, whose surface is taken: a mesh.
        case tsdf
        /// The measured points, one for each voxel: a cloud.
        case points
    }

    /// The way.
    public var method: Method
    /// The edge of voxels in metres, within ``voxelSizes``; nil: 2 cm for a mesh, 1 cm for points.
    public var voxelSize: Double?
    /// Whether poses are refined against the surface of all frames, which reads all frames twice; for a mesh.
    public var refinesPoses = true

    /// Whether a mesh gets a texture of the pictures instead of vertex colours, which reads all frames twice more.
    public var paintsTexture = false

    /// The sizes that voxels may have, in metres.
    public static let voxelSizes = 0.0005...10.0

    /// Creates the defaults of a way.
    public init(_ method: Method) { self.method = method }

    /// The edge of voxels that is used, in metres.
    public var effectiveVoxelSize: Double {
        let usual = method == .tsdf ? 0.02 : 0.01
        return voxelSize.map { Self.voxelSizes.contains($0) ? $0 : usual } ?? usual
    }
}
