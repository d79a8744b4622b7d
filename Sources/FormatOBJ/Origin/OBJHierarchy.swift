import MeshBytes
import MeshModel

/// The tree of nodes and the scenes, which OBJ's flat list of objects can't hold: member `hierarchy` of the origin
/// record.
struct OBJHierarchy: Sendable, Hashable {
    /// A node of the scene.
    struct Entry: Sendable, Hashable {
        var name: String?
        /// The index of its object in the text.
        var object: Int
        var children: [Int] = []
    }

    /// A scene: its name and its root nodes.
    struct Root: Sendable, Hashable {
        var name: String?
        var roots: [Int]
    }

    var nodes: [Entry] = []
    var scenes: [Root] = []
    var defaultScene: Int?

    /// Creates the hierarchy of a scene; nil when a node isn't an object of the text.
    ///
    /// - Parameter objects: the node of each object.
    init?(_ scene: Scene, objects: [Int?]) {
        var objectOf = [Int?](repeating: nil, count: scene.nodes.count)
        for (object, node) in objects.enumerated() {
            guard let node else { return nil }
            objectOf[node] = object
        }
        for (index, node) in scene.nodes.enumerated() {
            guard let object = objectOf[index] else { return nil }
            nodes.append(Entry(name: node.name, object: object, children: node.children))
        }
        scenes = scene.scenes.map { Root(name: $0.name, roots: $0.roots) }
        defaultScene = scene.defaultScene
        guard isTree else { return nil }
    }

    /// Whether each node has one parent at most, none is its own ancestor, and all indices are valid.
    private var isTree: Bool {
        var parent = [Int?](repeating: nil, count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for child in node.children {
                guard nodes.indices.contains(child), parent[child] == nil else { return false }
                parent[child] = index
            }
        }
        guard scenes.allSatisfy({ $0.roots.allSatisfy(nodes.indices.contains) }),
            defaultScene.map(scenes.indices.contains) ?? true
        else { return false }
        var reached = 0
        var waiting = nodes.indices.filter { parent[$0] == nil }
        while let node = waiting.popLast() {
            reached += 1
            waiting += nodes[node].children
        }
        return reached == nodes.count
    }

    /// Puts the objects of a scene back into the hierarchy.
    ///
    /// - Returns: whether the hierarchy fits the objects; if not, nothing is changed.
    func restore(in scene: inout Scene) -> Bool {
        guard isTree, nodes.count == scene.nodes.count,
            nodes.map(\.object).sorted() == Array(scene.nodes.indices)
        else { return false }
        scene.nodes = nodes.map { entry in
            var node = scene.nodes[entry.object]
            node.name = entry.name
            node.children = entry.children
            return node
        }
        scene.scenes = scenes.map { SceneRoot(name: $0.name, roots: $0.roots) }
        scene.defaultScene = defaultScene
        return true
    }

    // MARK: JSON

    var json: JSONValue {
        func numbers(_ values: [Int]) -> JSONValue { .array(values.map { .int($0) }) }
        var members: [(String, JSONValue)] = [
            (
                "nodes",
                .array(
                    nodes.map { node in
                        var own: [(String, JSONValue)] = []
                        if let name = node.name { own.append(("name", .string(name))) }
                        own.append(("object", .int(node.object)))
                        if !node.children.isEmpty { own.append(("children", numbers(node.children))) }
                        return .object(own)
                    })
            ),
            (
                "scenes",
                .array(
                    scenes.map { scene in
                        var own: [(String, JSONValue)] = []
                        if let name = scene.name { own.append(("name", .string(name))) }
                        own.append(("nodes", numbers(scene.roots)))
                        return .object(own)
                    })
            ),
        ]
        if let defaultScene { members.append(("scene", .int(defaultScene))) }
        return .object(members)
    }

    /// Reads the member of a record; nil when it is invalid.
    init?(json: JSONValue) {
        func numbers(_ value: JSONValue?) -> [Int]? {
            let values = value?.array ?? []
            let numbers = values.compactMap(\.int).map { Int(clamping: $0) }
            return numbers.count == values.count ? numbers : nil
        }
        for entry in json["nodes"]?.array ?? [] {
            guard let object = entry["object"]?.int, let children = numbers(entry["children"]) else { return nil }
            nodes.append(Entry(name: entry["name"]?.string, object: Int(clamping: object), children: children))
        }
        for entry in json["scenes"]?.array ?? [] {
            guard let roots = numbers(entry["nodes"]) else { return nil }
            scenes.append(Root(name: entry["name"]?.string, roots: roots))
        }
        defaultScene = json["scene"]?.int.map { Int(clamping: $0) }
    }
}
