import MeshFormats
import MeshModel

extension USDSceneBuilder {
    /// An implicit shape as faces.
    mutating func shape(_ prim: Int) throws(ReadError) -> Primitive? {
        let type = stage.prims[prim].typeName
        func number(_ name: String, _ fallback: Double, _ builder: inout USDSceneBuilder) -> Double {
            let value = builder.value(prim, name)?.number ?? fallback
            return value.isFinite ? value : fallback
        }
        let axis = value(prim, "axis")?.word ?? "Z"
        let shape: USDImplicitShapes
        switch type {
        case "Cube": shape = .box(number("size", 2, &self))
        case "Plane":
            shape = .plane(width: number("width", 2, &self), length: number("length", 2, &self), axis: axis)
        case "Sphere":
            let radius = number("radius", 1, &self)
            shape = .capsule(bottom: radius, top: radius, height: 0, axis: "Z")
        case "Cone":
            let half = number("height", 2, &self) / 2
            shape = .round([(number("radius", 1, &self), -half), (0, half)], axis: axis)
        case "Cylinder":
            let half = number("height", 2, &self) / 2
            let radius = number("radius", 1, &self)
            shape = .round([(radius, -half), (radius, half)], axis: axis)
        case "Cylinder_1":
            let half = number("height", 2, &self) / 2
            let (bottom, top) = (number("radiusBottom", 1, &self), number("radiusTop", 1, &self))
            shape = .round([(bottom, -half), (top, half)], axis: axis)
        case "Capsule_1":
            let (bottom, top) = (number("radiusBottom", 0.5, &self), number("radiusTop", 0.5, &self))
            shape = .capsule(bottom: bottom, top: top, height: number("height", 1, &self), axis: axis)
        default:
            let radius = number("radius", 0.5, &self)
            shape = .capsule(bottom: radius, top: radius, height: number("height", 1, &self), axis: axis)
        }
        note("usd.shape", prim, "a \(type) is read as faces")
        if facesOfShapes[shape.rings] == nil {
            facesOfShapes[shape.rings] = try USDFaces(
                counts: Column(shape.counts), indices: Column(shape.indices), pointCount: shape.points.count / 3,
                at: stage.path(of: prim))
        }
        let points = Attribute(.position, Column(shape.points, components: 3))
        _ = value(prim, "extent")
        return try finish(prim, facesOfShapes[shape.rings] ?? .none, points)
    }
}
