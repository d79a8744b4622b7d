package import MeshModel

// Bounds: rows that don't lie in the memory are an error before they are copied.

/// A mesh in buffers, as Model I/O has it: attributes with strides, and elements by indices of 8, 16 or 32 bits.
package struct BufferMesh: Sendable {
    /// The elements, by the numbers of Model I/O's `MDLGeometryType`.
    package enum Elements: Int, Sendable {
        case points, lines, triangles, triangleStrips, quads, variable
    }

    /// Elements of one material.
    package struct Part: Sendable {
        package var elements: Elements
        package var indices: Column
        /// For elements of any size, the number of corners of each.
        package var arities: Column?
        package var material: Int?

        package init(elements: Elements, indices: Column, arities: Column? = nil, material: Int? = nil) {
            (self.elements, self.indices, self.arities, self.material) = (elements, indices, arities, material)
        }
    }

    package var name: String?
    package var vertexCount: Int
    package private(set) var attributes: [Attribute] = []
    package var parts: [Part] = []

    package init(name: String? = nil, vertexCount: Int) { (self.name, self.vertexCount) = (name, vertexCount) }

    /// Copies an attribute. Colours are linear and texture coordinates count from the bottom left, as in USD.
    ///
    /// - Throws: a defect, if the rows don't lie in the memory.
    package mutating func add(
        _ name: String, _ format: VertexFormat, _ memory: UnsafeRawBufferPointer, offset: Int = 0, stride: Int
    ) throws(SceneDefect) {
        let column = try unsafe Column(
            copying: memory, offset: offset, stride: stride, count: vertexCount, components: format.components,
            type: format.type,
            name: name)
        let set = attributes.count { $0.semantic.name.hasPrefix(name == "color" ? "COLOR_" : "TEXCOORD_") }
        let semantic = AttributeSemantic.modelIO(name, set: set)
        let frame: Frame = semantic.isColor ? .linear : semantic.isTexCoord ? .bottomLeftUV : .plain
        attributes.append(Attribute(semantic, column, normalized: format.isNormalized, frame: frame))
    }

    /// The vertices and elements as parts of a scene, for vertex set `set`.
    ///
    /// - Throws: a defect, if counts don't fit.
    package func primitives(set: Int) throws(SceneDefect) -> [Primitive] {
        var primitives: [Primitive] = []
        for part in parts { primitives.append(try part.primitive(set: set, name: name ?? "mesh")) }
        return primitives
    }
}

extension BufferMesh.Part {
    fileprivate func primitive(set: Int, name: String) throws(SceneDefect) -> Primitive {
        var vertices = indices
        let topology: Topology
        let arity: Primitive.Arity
        var count = 0
        switch elements {
        case .points: (topology, arity, count) = (.points, .uniform(1), indices.count)
        case .lines: (topology, arity, count) = (.lines, .uniform(2), indices.count / 2)
        case .triangles: (topology, arity, count) = (.polygons, .uniform(3), indices.count / 3)
        case .quads: (topology, arity, count) = (.polygons, .uniform(4), indices.count / 4)
        case .triangleStrips:
            vertices = Column(Self.triangles(ofStrip: indices.integers()))
            (topology, arity, count) = (.polygons, .uniform(3), vertices.count / 3)
        case .variable:
            guard let arities, arities.components == 1 else {
                throw SceneDefect(name, "expected the number of corners of each face, found none")
            }
            var starts: ContiguousArray<Int64> = [0]
            var end: Int64 = 0
            for corners in arities.integers() {
                end += max(0, corners)
                starts.append(end)
            }
            (topology, arity, count) = (.polygons, .offsets(Column(starts)), arities.count)
            guard end <= Int64(indices.count) else {
                throw SceneDefect(name, "expected \(end) indices for the corners of its faces, found \(indices.count)")
            }
            vertices = indices.rows(0..<Int(end))
        }
        if case .uniform(let corners) = arity { vertices = vertices.rows(0..<count * corners) }
        return Primitive(
            topology: topology, vertexSet: set, elementCount: count, arity: arity, vertices: vertices,
            material: material.map { .one($0) } ?? .none)
    }

    /// The triangles of a strip: every other one is turned around, and those that use a vertex twice only join strips.
    private static func triangles(ofStrip strip: [Int64]) -> ContiguousArray<UInt32> {
        var result = ContiguousArray<UInt32>()
        for start in 0..<max(0, strip.count - 2) {
            let (a, b, c) = (strip[start], strip[start + 1], strip[start + 2])
            guard a != b, b != c, a != c else { continue }
            result += (start % 2 == 0 ? [a, b, c] : [b, a, c]).map { UInt32(clamping: $0) }
        }
        return result
    }
}
