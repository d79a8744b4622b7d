public import MeshBytes
public import MeshModel

/// The original transform of a node that ``Recentering`` moved, as stored in an origin record.
public struct OriginNode: Sendable, Hashable {
    /// The node's index.
    public var index: Int
    /// The original transform.
    public var transform: NodeTransform

    /// Creates a node record.
    public init(index: Int, transform: NodeTransform) {
        self.index = index
        self.transform = transform
    }

    /// Returns the records of all nodes that re-centring moved.
    ///
    /// - Parameters:
    ///   - recentering: the offset of each node.
    ///   - scene: the scene before re-centring.
    ///   - number: returns the index at which a reader finds a node; nil: it doesn't find the node.
    public static func all(
        _ recentering: Recentering, _ scene: MeshScene, number: (Int) -> Int? = { $0 }
    ) -> [OriginNode] {
        scene.nodes.indices.filter { recentering.nodeOffsets[$0] != .zero }.compactMap { node in
            number(node).map { OriginNode(index: $0, transform: scene.nodes[node].transform) }
        }
    }

    /// Undoes the re-centring of a scene. Nothing changes if a node doesn't have the transform it was written with, or
    /// if another node shows the same vertices.
    ///
    /// - Parameters:
    ///   - nodes: the nodes of the record.
    ///   - offsets: the non-zero position offsets, by vertex set.
    ///   - columns: the original positions of the sets whose positions changed.
    ///   - scene: the scene that was read.
    /// - Returns: whether the scene was restored.
    public static func takeBack(
        _ nodes: [OriginNode], _ offsets: [Int: SIMD3<Double>], _ columns: [Int: Column], in scene: inout MeshScene
    ) -> Bool {
        var transformOf: [Int: NodeTransform] = [:]
        for node in nodes { transformOf[node.index] = node.transform }
        guard transformOf.keys.allSatisfy(scene.nodes.indices.contains) else { return false }
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh, scene.meshes.indices.contains(mesh) else {
                if transformOf[index] != nil { return false }
                continue
            }
            let own = Set(scene.meshes[mesh].primitives.map { offsets[$0.vertexSet] ?? .zero })
            guard own != [.zero] else {
                if transformOf[index] != nil { return false }
                continue
            }
            guard own.count == 1, let offset = own.first, let transform = transformOf[index],
                Recentering.moved(transform, by: offset) == node.transform
            else { return false }
        }
        for (index, transform) in transformOf { scene.nodes[index].transform = transform }
        for (number, column) in columns {
            var attributes = scene.vertexSets[number].attributes
            for index in attributes.indices where attributes[index].semantic == .position {
                attributes[index].values = column
            }
            scene.vertexSets[number].attributes = attributes
        }
        return true
    }

    // MARK: JSON

    /// The node as a JSON object of the record.
    public var json: JSONValue {
        func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
        var members: [(String, JSONValue)] = [("index", .int(index))]
        switch transform {
        case .identity: break
        case .matrix(let values): members.append(("matrix", numbers(values)))
        case .trs(let move, let turn, let scale):
            members.append(("translation", .numbers(move)))
            members.append(("rotation", numbers((0..<4).map { turn[$0] })))
            members.append(("scale", .numbers(scale)))
        }
        return .object(members)
    }

    /// Creates a node from a record; nil if the JSON is not a node record.
    public init?(json: JSONValue) {
        guard let index = json["index"]?.index else { return nil }
        self.index = index
        transform = .identity
        if json["matrix"] != nil {
            guard let values = json["matrix"]?.numbers(16) else { return nil }
            transform = .matrix(values)
        } else if json["translation"] != nil {
            guard let move = json["translation"]?.place, let turn = json["rotation"]?.numbers(4),
                let scale = json["scale"]?.place
            else { return nil }
            transform = .trs(
                translation: move, rotation: SIMD4(turn[0], turn[1], turn[2], turn[3]), scale: scale)
        }
    }
}
