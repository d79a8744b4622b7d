/// A camera, as a node places it: it looks along its node's −Z, with +Y up.
public struct Camera: Sendable, Hashable {
    /// How space becomes a picture.
    public enum Projection: Sendable, Hashable {
        /// What is further away is smaller.
        ///
        /// - Parameters:
        ///   - yfov: the vertical field of view in radians.
        ///   - aspectRatio: width ÷ height of the picture; nil: that of whatever it is shown in.
        ///   - znear: the distance of the near plane, in scene units.
        ///   - zfar: the distance of the far plane; nil: there is none.
        case perspective(yfov: Double, aspectRatio: Double?, znear: Double, zfar: Double?)
        /// Everything is seen in one size.
        ///
        /// - Parameters:
        ///   - xmag: half of the picture's width, in scene units.
        ///   - ymag: half of its height.
        ///   - znear: the distance of the near plane.
        ///   - zfar: the distance of the far plane.
        case orthographic(xmag: Double, ymag: Double, znear: Double, zfar: Double)
    }

    /// The name as the source has it.
    public var name: String?
    /// How space becomes a picture.
    public var projection: Projection

    /// A camera from its parts.
    public init(name: String? = nil, projection: Projection) {
        self.name = name
        self.projection = projection
    }
}
