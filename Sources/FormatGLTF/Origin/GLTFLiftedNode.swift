import MeshBytes
import MeshFormats
import MeshModel

/// A node with a skin that stands among the roots of the file, though it had a parent: an entry of `lifted` in the
/// origin record.
struct GLTFLiftedNode: Sendable, Hashable {
    /// The node and its transform. The file has no transform for it, because joints move the mesh.
    var node: OriginNode
    var parent: Int
    /// Its index among the children of the parent.
    var place: Int

    init(_ node: OriginNode, parent: Int, place: Int) {
        (self.node, self.parent, self.place) = (node, parent, place)
    }

    /// The entry as JSON.
    var json: JSONValue {
        .object((node.json.object ?? []) + [("parent", .int(parent)), ("place", .int(place))])
    }

    /// Reads an entry of a record; nil: it is invalid.
    init?(json: JSONValue) {
        guard let node = OriginNode(json: json), let parent = json["parent"]?.index, let place = json["place"]?.index,
            node.index >= 0, parent >= 0, place >= 0
        else { return nil }
        self.init(node, parent: parent, place: place)
    }
}

extension GLTFOrigin {
    /// Puts lifted nodes back below their parents.
    ///
    /// - Returns: whether all of them still show nothing else there; if not, nothing is changed.
    func nestLifted(_ scene: inout MeshScene) -> Bool {
        guard !lifted.isEmpty else { return true }
        let moved = Set(lifted.map(\.node.index))
        let roots = Set(scene.scenes.flatMap(\.roots))
        guard moved.count == lifted.count,
            lifted.allSatisfy({ entry in
                guard roots.contains(entry.node.index), scene.nodes.indices.contains(entry.parent),
                    !moved.contains(entry.parent)
                else { return false }
                let node = scene.nodes[entry.node.index]
                return node.skin != nil && node.children.isEmpty && node.transform == .identity
            })
        else { return false }
        var nodes = scene.nodes
        for (parent, own) in Dictionary(grouping: lifted, by: \.parent) {
            var children: [Int] = []
            var rest = nodes[parent].children[...]
            for entry in own.inOrder({ $0.place < $1.place }) {
                while children.count < entry.place, let next = rest.popFirst() { children.append(next) }
                guard children.count == entry.place else { return false }
                children.append(entry.node.index)
            }
            nodes[parent].children = children + rest
        }
        for entry in lifted { nodes[entry.node.index].transform = entry.node.transform }
        scene.nodes = nodes
        for index in scene.scenes.indices { scene.scenes[index].roots.removeAll(where: moved.contains) }
        scene.nestsSkins = true
        return true
    }
}
