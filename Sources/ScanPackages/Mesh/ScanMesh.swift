public import MeshModel

/// A mesh built from the blocks that ARKit delivers: each about a metre of the room, with its own transform.
///
/// ```swift
/// var mesh = ScanMesh()
/// for block in blocks { try mesh.append(block) }
/// mesh.removeFaces { $0.classification == ScanMeshClass.seat.rawValue }
/// let report = try convert(.scene(mesh.scene()), to: .path("room.usdz"))
/// ```
///
/// Blocks are copied when appended: positions in the world (metres, +Y up, float32), vertices numbered across all
/// blocks. Blocks are not welded to each other; see `WeldOptions/tolerance` of MeshOperations.
/// - Cost: 12 bytes per vertex, 12 per face, plus colours and classes; as much again while
///   ``scene(keepsUnreferenced:)`` runs.
public struct ScanMesh: Sendable {
    /// Rows of 3.
    private(set) var positions = ContiguousArray<Float>()
    /// Three vertex indices per face.
    private(set) var triangles = ContiguousArray<UInt32>()
    /// One per face; empty: no block has classes.
    private(set) var classes = ContiguousArray<UInt8>()
    /// Rows of ``colorComponents`` values; empty: no block has colours.
    private(set) var colors = ContiguousArray<Float>()
    private(set) var colorComponents = 0

    /// Where the colours come from.
    public var colorSource = ScanColorSource.unknown

    /// An empty mesh.
    public init() {}

    /// The number of vertices, including unused ones.
    public var vertexCount: Int { positions.count / 3 }
    /// The number of faces.
    public var faceCount: Int { triangles.count / 3 }

    /// The maximum number of vertices of all blocks together.
    static let mostVertices = Int(Int32.max)

    /// Appends a block; on an error the mesh is unchanged.
    ///
    /// If only some blocks have classes, the faces of the others get class 0 (none). If only some have colours, the
    /// vertices of the others get grey, 0.5, which means never seen.
    ///
    /// - Throws: a defect whose subject is the block's name: a stride, offset or count that the bytes don't hold, an
    ///   index beyond the block's vertices, a wrong number of classes or colours, a transform that is not finite,
    ///   colours with another number of components than in earlier blocks, or more than 2³¹ − 1 vertices.
    public mutating func append(_ block: ScanMeshBlock) throws(SceneDefect) {
        let parts = try ScanMeshParts(block)
        let (first, faces) = (vertexCount, faceCount)
        guard parts.positions.count <= Self.mostVertices - first else {
            throw SceneDefect(block.name, "expected at most \(Self.mostVertices) vertices of all blocks, found more")
        }
        if let own = parts.colors {
            guard colorComponents == 0 || colorComponents == own.components else {
                throw SceneDefect(
                    block.name,
                    "expected colours of \(colorComponents) numbers as in blocks before, found \(own.components)")
            }
            if colorComponents == 0 {
                colorComponents = own.components
                appendGrey(vertices: first)
            }
        }
        parts.appendPositions(to: &positions)
        parts.appendTriangles(to: &triangles, first: UInt32(first))
        if let own = parts.classes {
            if classes.isEmpty { classes = ContiguousArray(repeating: 0, count: faces) }
            for (_, block) in own.blocks(of: UInt8.self) {
                classes.append(contentsOf: block)
            }
        } else if !classes.isEmpty {
            classes.append(contentsOf: repeatElement(0, count: parts.triangles.count))
        }
        if let own = parts.colors {
            let isByte = own.type == .uint8
            for (_, block) in own.blocks(of: Float.self) {
                isByte ? colors.append(contentsOf: block.lazy.map { $0 / 255 }) : colors.append(contentsOf: block)
            }
        } else if colorComponents > 0 {
            appendGrey(vertices: parts.positions.count)
        }
    }

    private mutating func appendGrey(vertices: Int) {
        for _ in 0..<vertices {
            for component in 0..<colorComponents { colors.append(component == 3 ? 1 : 0.5) }
        }
    }

    /// Removes the faces for which `isRemoved` returns true, such as those of persons; the others keep their order.
    ///
    /// ``scene(keepsUnreferenced:)`` drops their vertices, if no remaining face uses them.
    ///
    /// - Returns: the number of removed faces.
    @discardableResult
    public mutating func removeFaces(where isRemoved: (ScanMeshFace) -> Bool) -> Int {
        var kept = 0
        let count = faceCount
        for index in 0..<count {
            let corners = SIMD3(triangles[index * 3], triangles[index * 3 + 1], triangles[index * 3 + 2])
            let face = ScanMeshFace(
                index: index, classification: classes.isEmpty ? nil : classes[index],
                vertices: SIMD3(Int(corners.x), Int(corners.y), Int(corners.z)),
                positions: (position(corners.x), position(corners.y), position(corners.z)))
            if isRemoved(face) { continue }
            if kept != index {
                for corner in 0..<3 { triangles[kept * 3 + corner] = corners[corner] }
                if !classes.isEmpty { classes[kept] = classes[index] }
            }
            kept += 1
        }
        triangles.removeLast((count - kept) * 3)
        if !classes.isEmpty { classes.removeLast(count - kept) }
        return count - kept
    }

    private func position(_ vertex: UInt32) -> SIMD3<Float> {
        let start = Int(vertex) * 3
        return SIMD3(positions[start], positions[start + 1], positions[start + 2])
    }

    /// The number of vertices that no face uses.
    public var unreferencedVertexCount: Int { usedVertices.lazy.filter { !$0 }.count }

    private var usedVertices: ContiguousArray<Bool> {
        var used = ContiguousArray(repeating: false, count: vertexCount)
        for vertex in triangles { used[Int(vertex)] = true }
        return used
    }

    /// The scene: one node with one mesh, in metres, +Y up.
    ///
    /// - Parameter keepsUnreferenced: whether vertices that no face uses stay. By default they are removed: they may be
    ///   what remains of a removed person.
    /// - Shape: positions float32 × 3, triangles uint32, classes the faces' ``ScanMeshClass/semantic``, colours
    ///   sRGB-encoded float32.
    public func scene(keepsUnreferenced: Bool = false) -> MeshScene {
        let compact = keepsUnreferenced ? self : compacted
        var vertices = VertexSet(
            count: compact.vertexCount, attributes: [Attribute(.position, Column(compact.positions, components: 3))])
        if compact.colorComponents > 0 {
            vertices.attributes.append(
                Attribute(.color(0), Column(compact.colors, components: compact.colorComponents), frame: .srgb))
        }
        var primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: compact.faceCount, arity: .uniform(3),
            vertices: Column(compact.triangles, components: 3))
        if !compact.classes.isEmpty {
            primitive.elementAttributes = [Attribute(ScanMeshClass.semantic, Column(compact.classes))]
        }
        var scene = MeshScene(vertexSets: [vertices], primitives: [primitive])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        if compact.colorComponents > 0 {
            scene.metadata = [MetadataEntry(key: "comment", value: "colors: \(colorSource.text)")]
        }
        return scene
    }

    /// The mesh without vertices that no face uses; the order of the others stays.
    private var compacted: ScanMesh {
        let used = usedVertices
        guard used.contains(false) else { return self }
        var result = self
        result.positions.removeAll()
        result.colors.removeAll()
        var places = ContiguousArray<UInt32>(repeating: 0, count: used.count)
        var next: UInt32 = 0
        for (vertex, isUsed) in used.enumerated() where isUsed {
            places[vertex] = next
            next += 1
        }
        result.positions.reserveCapacity(Int(next) * 3)
        result.colors.reserveCapacity(Int(next) * colorComponents)
        for (vertex, isUsed) in used.enumerated() where isUsed {
            for component in vertex * 3..<vertex * 3 + 3 { result.positions.append(positions[component]) }
            let start = vertex * colorComponents
            for component in start..<start + colorComponents { result.colors.append(colors[component]) }
        }
        for corner in result.triangles.indices { result.triangles[corner] = places[Int(triangles[corner])] }
        return result
    }
}

extension ScanColorSource {
    /// The text that outputs state.
    public var text: String { self == .unknown ? "unknown (of photos or of normals)" : rawValue }
}
