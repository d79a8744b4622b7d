public import MeshModel

extension PointCloud {
    /// Returns a scene with one cloud, in metres with +Y up; with normals if there are any, with colours if any point
    /// has one.
    public func scene() -> MeshScene {
        var attributes = [Attribute(.position, Column(positions, components: 3))]
        if !normals.isEmpty { attributes.append(Attribute(.normal, Column(normals, components: 3))) }
        if uncoloredCount < count {
            attributes.append(Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb))
        }
        var scene = MeshScene(
            vertexSets: [VertexSet(count: count, attributes: attributes)],
            primitives: [.cloud(vertexSet: 0, count: count)])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        return scene
    }

    /// Creates a cloud of all vertices of a set: of a cloud, or of a mesh whose faces don't matter.
    ///
    /// - Units: as stored, without the transforms of nodes that show the set.
    /// - Parameters:
    ///   - vertices: the set.
    ///   - origin: is subtracted from positions, so that clouds far from the origin keep their detail.
    /// - Edge: values are converted to float32, colours to sRGB bytes (the first set of colours, without alpha); normals
    ///   and colours of fewer than three components are left out.
    /// - Throws: a `SceneDefect` if the set has no positions of three components for each of its vertices.
    public init(_ vertices: VertexSet, origin: SIMD3<Double> = SIMD3()) throws(SceneDefect) {
        func rows(_ semantic: AttributeSemantic) -> Attribute? {
            guard let attribute = vertices.attribute(semantic), attribute.offsets == nil,
                attribute.values.count == vertices.count, attribute.values.components >= 3
            else { return nil }
            return attribute
        }
        guard let positions = rows(.position) else {
            let found = vertices.attribute(.position).map { "\($0.count) of \($0.values.components)" } ?? "none"
            throw SceneDefect("POSITION", "expected \(vertices.count) rows of 3 components, found \(found)")
        }
        self.init()
        if origin == SIMD3() {
            self.positions = Self.firstThree(positions.values, as: Float(0)) { $0.read($1, into: &$2) }
        } else {
            let numbers = Self.firstThree(positions.values, as: 0.0) { $0.read($1, into: &$2) }
            self.positions = ContiguousArray(numbers.indices.lazy.map { Float(numbers[$0] - origin[$0 % 3]) })
        }
        if let normals = rows(.normal) {
            self.normals = Self.firstThree(normals.values, as: Float(0)) { $0.read($1, into: &$2) }
            let most = normals.normalized ? Float(normals.values.type.normalizedMaximum ?? 1) : 1
            if most != 1 { for index in self.normals.indices { self.normals[index] /= most } }
        }
        if let colors = rows(.color(0)) {
            let bytes = ColorTransfer.converted(colors, to: .srgb, type: .uint8, normalized: true)
            self.colors = Self.firstThree(bytes, as: UInt8(0)) { $0.read($1, into: &$2) }
        }
    }

    /// The first three components of each row.
    private static func firstThree<T>(
        _ column: Column, as zero: T, _ read: (Column, Range<Int>, inout ContiguousArray<T>) -> Void
    ) -> ContiguousArray<T> {
        var values: ContiguousArray<T> = []
        read(column, 0..<column.count, &values)
        let width = column.components
        guard width > 3 else { return values }
        for row in 0..<column.count {
            for axis in 0..<3 { values[row * 3 + axis] = values[row * width + axis] }
        }
        values.removeLast(values.count - column.count * 3)
        return values
    }
}
