public import MeshModel

/// A mesh or a point cloud in arrays and buffers.
///
/// Data is copied once, so the caller's memory may change or be freed afterwards.
public struct MeshArrays: Sendable {
    /// Positions: rows of 3.
    public var positions: Column
    /// Triangles: three vertex indices each; nil: a point cloud.
    public var triangles: Column?
    /// More values for each vertex: colours, normals, texture coordinates, custom attributes.
    public var attributes: [Attribute] = []
    /// More values for each triangle: labels, normals.
    public var triangleAttributes: [Attribute] = []
    /// The axis that points up; ARKit's is y. Nil: unknown.
    public var upAxis: UpAxis?
    /// Metres per unit; 1 for ARKit. Nil: unknown.
    public var metersPerUnit: Double?

    /// Creates buffers from columns.
    public init(positions: Column, triangles: Column? = nil) {
        self.positions = positions
        self.triangles = triangles
    }

    /// Creates buffers from arrays.
    ///
    /// - Parameters:
    ///   - positions: one for each vertex.
    ///   - triangles: three vertex indices each, counted from 0; nil: a point cloud.
    public init(positions: [SIMD3<Float>], triangles: [UInt32]? = nil) {
        self.init(
            positions: Column(positions), triangles: triangles.map { Column(ContiguousArray($0)) })
    }

    /// Adds colours of vertices, sRGB-encoded, from 0 to 255: rows of 3 or 4.
    public mutating func addColors(_ colors: [UInt8], components: Int) {
        attributes.append(
            Attribute(.color(0), Column(colors, components: components), normalized: true, frame: .srgb))
    }

    /// Adds normals of vertices.
    public mutating func addNormals(_ normals: [SIMD3<Float>]) {
        attributes.append(Attribute(.normal, Column(normals)))
    }

    /// Returns a scene with one node and one mesh.
    ///
    /// - Throws: a ``MeshModel/SceneDefect`` when positions or triangles have the wrong shape.
    public func scene() throws(SceneDefect) -> MeshScene {
        guard positions.components == 3 else {
            throw SceneDefect("positions", "expected rows of 3 numbers, found \(positions.components)")
        }
        let vertices = VertexSet(count: positions.count, attributes: [Attribute(.position, positions)] + attributes)
        var scene = MeshScene(vertexSets: [vertices], primitives: [try primitive()])
        scene.upAxis = upAxis
        scene.metersPerUnit = metersPerUnit
        return scene
    }

    private func primitive() throws(SceneDefect) -> Primitive {
        guard let triangles else {
            var cloud = Primitive.cloud(vertexSet: 0, count: positions.count)
            cloud.elementAttributes = triangleAttributes
            return cloud
        }
        let (count, overflow) = triangles.count.multipliedReportingOverflow(by: triangles.components)
        guard !overflow, count % 3 == 0 else {
            throw SceneDefect("triangles", "expected three vertex indices for each triangle, found \(count)")
        }
        return Primitive(
            topology: .polygons, vertexSet: 0, elementCount: count / 3, arity: .uniform(3), vertices: triangles,
            elementAttributes: triangleAttributes)
    }
}

extension Column {
    /// Creates rows of three numbers, without the padding of SIMD3.
    fileprivate init(_ rows: [SIMD3<Float>]) {
        var values = ContiguousArray<Float>()
        values.reserveCapacity(rows.count * 3)
        for row in rows {
            values.append(row.x)
            values.append(row.y)
            values.append(row.z)
        }
        self.init(values, components: 3)
    }
}
