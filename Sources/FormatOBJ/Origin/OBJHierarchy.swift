import MeshBytes
import MeshFormats
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

    var nodes: [Entry] = []
    var scenes: [SceneRoot] = []
    var defaultScene: Int?

    /// The roots of all scenes that a record may list: thousands of scenes may show one tree, and each would list its
    /// thousands of objects.
    static let mostRoots = 1 << 20

    /// Creates the hierarchy of a scene; nil when a node isn't an object of the text, or scenes have more roots than
    /// ``mostRoots``.
    ///
    /// - Parameter objects: the node of each object.
    init?(_ scene: MeshScene, objects: [Int?]) {
        guard scene.scenes.reduce(0, { $0 + $1.roots.count }) <= Self.mostRoots else { return nil }
        var objectOf = [Int?](repeating: nil, count: scene.nodes.count)
        for (object, node) in objects.enumerated() {
            guard let node else { return nil }
            objectOf[node] = object
        }
        for (index, node) in scene.nodes.enumerated() {
            guard let object = objectOf[index] else { return nil }
            nodes.append(Entry(name: node.name, object: object, children: node.children))
        }
        scenes = scene.scenes
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
    func restore(in scene: inout MeshScene) -> Bool {
        guard isTree, nodes.count == scene.nodes.count,
            nodes.map(\.object).sorted() == Array(scene.nodes.indices)
        else { return false }
        scene.nodes = nodes.map { entry in
            var node = scene.nodes[entry.object]
            node.name = entry.name
            node.children = entry.children
            return node
        }
        scene.scenes = scenes
        scene.defaultScene = defaultScene
        return true
    }

    // MARK: JSON

    var json: JSONValue {
        let nodes = self.nodes.map { node -> JSONValue in
            var own: [(String, JSONValue)] = []
            if let name = node.name { own.append(("name", .string(name))) }
            own.append(("object", .int(node.object)))
            own.add("children", node.children)
            return .object(own)
        }
        let scenes = self.scenes.map { scene -> JSONValue in
            var own: [(String, JSONValue)] = []
            if let name = scene.name { own.append(("name", .string(name))) }
            own.append(("nodes", .array(scene.roots.map { .int($0) })))
            return .object(own)
        }
        var members: [(String, JSONValue)] = [("nodes", .array(nodes)), ("scenes", .array(scenes))]
        if let defaultScene { members.append(("scene", .int(defaultScene))) }
        return .object(members)
    }

    /// Reads the member of a record; nil when it is invalid.
    init?(json: JSONValue) {
        for entry in json.list("nodes") {
            guard let object = entry["object"]?.index, let children = entry.all("children", \.index) else { return nil }
            nodes.append(Entry(name: entry["name"]?.string, object: object, children: children))
        }
        for entry in json.list("scenes") {
            guard let roots = entry.all("nodes", \.index) else { return nil }
            scenes.append(SceneRoot(name: entry["name"]?.string, roots: roots))
        }
        defaultScene = json["scene"]?.index
    }
}
