import MeshModel

/// A camera in USD's words: a film of some size behind a lens.
struct USDCamera: Sendable {
    var isOrthographic = false
    /// The film's width and height, in tenths of a scene unit, and the lens's focal length.
    var horizontal = 20.955
    var vertical = 15.2908
    var length = 50.0
    /// The distances of the clipping planes, in scene units.
    var near = 1.0
    var far = 1_000_000.0

    /// What the schema says where a prim says nothing.
    init() {}

    /// A camera as it is written, in float32.
    init(_ projection: Camera.Projection) {
        func single(_ value: Double) -> Double { Double(Float(value)) }
        switch projection {
        case .perspective(let yfov, let aspect, let znear, let zfar):
            vertical = single(vertical)
            horizontal = single(aspect.map { vertical * $0 } ?? horizontal)
            length = single(vertical / (2 * USDAngles.tangent(yfov / 2)))
            near = single(znear)
            // No end is one that nobody reaches.
            far = single(zfar ?? max(far, znear * 1_000_000))
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            isOrthographic = true
            horizontal = single(xmag * 20)
            vertical = single(ymag * 20)
            near = single(znear)
            far = single(zfar)
        }
    }

    /// What a reader finds.
    var projection: Camera.Projection {
        if isOrthographic {
            return .orthographic(xmag: horizontal / 20, ymag: vertical / 20, znear: near, zfar: far)
        }
        let angle = length > 0 ? 2 * USDAngles.arcTangent(vertical / (2 * length)) : .pi / 2
        return .perspective(
            yfov: angle, aspectRatio: vertical > 0 ? horizontal / vertical : nil, znear: near, zfar: far)
    }

    /// Writes the attributes.
    func add(to prim: Int, of layer: inout USDLayer) {
        layer.attribute(prim, "clippingRange", "float2", .tuple(.float2, [near, far]))
        layer.attribute(prim, "focalLength", "float", .real(.float, length))
        layer.attribute(prim, "horizontalAperture", "float", .real(.float, horizontal))
        layer.attribute(prim, "projection", "token", .token(isOrthographic ? "orthographic" : "perspective"))
        layer.attribute(prim, "verticalAperture", "float", .real(.float, vertical))
    }
}
