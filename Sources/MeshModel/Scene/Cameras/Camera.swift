/// A camera, placed by a node: it looks along the node's −Z, with +Y up.
public struct Camera: Sendable, Hashable {
    /// The projection from space onto a picture.
    public enum Projection: Sendable, Hashable {
        /// A perspective projection.
        ///
        /// - Parameters:
        ///   - yfov: the vertical field of view in radians.
        ///   - aspectRatio: width ÷ height of the picture; nil: that of the viewer's window.
        ///   - znear: the distance of the near plane, in scene units.
        ///   - zfar: the distance of the far plane; nil: infinite.
        case perspective(yfov: Double, aspectRatio: Double?, znear: Double, zfar: Double?)
        /// An orthographic projection.
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
    /// The projection.
    public var projection: Projection

    /// Creates a camera.
    public init(name: String? = nil, projection: Projection) {
        self.name = name
        self.projection = projection
    }
}

extension Camera {
    /// The camera with its lengths multiplied: transforms of nodes don't scale them.
    package func scaled(by scale: Double) -> Camera {
        var camera = self
        switch projection {
        case .perspective(let yfov, let aspectRatio, let znear, let zfar):
            camera.projection = .perspective(
                yfov: yfov, aspectRatio: aspectRatio, znear: znear * scale, zfar: zfar.map { $0 * scale })
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            camera.projection = .orthographic(
                xmag: xmag * scale, ymag: ymag * scale, znear: znear * scale, zfar: zfar * scale)
        }
        return camera
    }
}
