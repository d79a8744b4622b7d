public import MeshModel

/// A surface that was made of frames or of oriented points: triangles with normals and colours.
///
/// - Units: metres, in the world of the frames' poses; or the points' own.
/// - Order: triangles are counter-clockwise seen from the side that cameras saw, or that the points' normals show; each
///   edge has one or two triangles.
public struct ReconstructedSurface: Sendable {
    let mesh: SurfaceMesh
    /// The number of triangles removed with small pieces.
    public let removedTriangleCount: Int
    /// The number of holes that were closed with triangles nobody measured.
    public let filledHoleCount: Int

    init(_ mesh: SurfaceMesh, removedTriangles: Int, filledHoles: Int) {
        self.mesh = mesh
        removedTriangleCount = removedTriangles
        filledHoleCount = filledHoles
    }

    /// The number of vertices.
    public var vertexCount: Int { mesh.vertexCount }
    /// The number of triangles.
    public var triangleCount: Int { mesh.triangleCount }
    /// The number of vertices without a colour from a picture or a point; they are grey if others are coloured.
    public var uncoloredVertexCount: Int { mesh.isColored.reduce(0) { $0 + ($1 == 0 ? 1 : 0) } }

    /// Three coordinates for each vertex, in metres.
    public var positions: ContiguousArray<Float> { mesh.positions }
    /// Three components for each vertex, of unit length.
    public var normals: ContiguousArray<Float> { mesh.normals }
    /// How densely points lie around each vertex: the depth of the lattice that they are good for. Empty for surfaces of
    /// frames.
    public var densities: ContiguousArray<Float> { mesh.densities }
    /// Three sRGB bytes for each vertex.
    public var colors: ContiguousArray<UInt8> { mesh.colors }
    /// Three vertices for each triangle.
    public var triangles: ContiguousArray<UInt32> { mesh.triangles }

    /// Returns a scene with one mesh, in metres with +Y up; with colours if any vertex has one.
    public func scene() -> MeshScene {
        var attributes = [
            Attribute(.position, Column(mesh.positions, components: 3)),
            Attribute(.normal, Column(mesh.normals, components: 3)),
        ]
        if uncoloredVertexCount < vertexCount {
            attributes.append(
                Attribute(.color(0), Column(mesh.colors, components: 3), normalized: true, frame: .srgb))
        }
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: triangleCount, arity: .uniform(3),
            vertices: Column(mesh.triangles, components: 3))
        var scene = MeshScene(
            vertexSets: [VertexSet(count: vertexCount, attributes: attributes)], primitives: [faces])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        return scene
    }
}
