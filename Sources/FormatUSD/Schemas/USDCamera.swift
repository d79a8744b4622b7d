import MeshModel

/// A USD camera: film size and focal length.
struct USDCamera: Sendable {
    var isOrthographic = false
    /// The film's width and height and the focal length, in tenths of a scene unit.
    var horizontal = 20.955
    var vertical = 15.2908
    var length = 50.0
    /// The distances of the clipping planes, in scene units.
    var near = 1.0
    var far = 1_000_000.0

    /// Creates a camera with the schema's defaults.
    init() {}

    /// Creates a camera for writing, rounded to float32.
    init(_ projection: Camera.Projection) {
        func single(_ value: Double) -> Double { Double(Float(value)) }
        switch projection {
        case .perspective(let yfov, let aspect, let znear, let zfar):
            vertical = single(vertical)
            horizontal = single(aspect.map { vertical * $0 } ?? horizontal)
            length = single(vertical / (2 * Angles.tangent(yfov / 2)))
            near = single(znear)
            // USD has no infinite far plane, so use a very large distance.
            far = single(zfar ?? max(far, znear * 1_000_000))
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            isOrthographic = true
            horizontal = single(xmag * 20)
            vertical = single(ymag * 20)
            near = single(znear)
            far = single(zfar)
        }
    }

    /// The projection of the scene's camera.
    var projection: Camera.Projection {
        if isOrthographic {
            return .orthographic(xmag: horizontal / 20, ymag: vertical / 20, znear: near, zfar: far)
        }
        let angle = length > 0 ? 2 * Angles.arcTangent(vertical / (2 * length)) : .pi / 2
        return .perspective(
            yfov: angle, aspectRatio: vertical > 0 ? horizontal / vertical : nil, znear: near, zfar: far)
    }

    /// Adds the attributes to a prim.
    func add(to prim: Int, of layer: inout USDLayer) {
        layer.attribute(prim, "clippingRange", "float2", .tuple(.float2, [near, far]))
        layer.attribute(prim, "focalLength", "float", .real(.float, length))
        layer.attribute(prim, "horizontalAperture", "float", .real(.float, horizontal))
        layer.attribute(prim, "projection", "token", .token(isOrthographic ? "orthographic" : "perspective"))
        layer.attribute(prim, "verticalAperture", "float", .real(.float, vertical))
    }
}
