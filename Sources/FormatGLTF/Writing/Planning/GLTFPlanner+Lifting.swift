import MeshFormats
import MeshModel

// Nodes with a skin stand among the roots, if the source's format wants them elsewhere. glTF ignores all transforms above
// them, and the Khronos validator warns of each that has a parent.

/// The nodes that stand among the roots of the file.
struct GLTFLifting {
    /// The nodes, in order.
    var nodes: [Int] = []
    /// The scenes that show each of them.
    var scenes: [Int: [Int]] = [:]

    /// The children of a node that stay below it.
    func children(_ node: Node) -> [Int] {
        scenes.isEmpty ? node.children : node.children.filter { scenes[$0] == nil }
    }

    /// The nodes that are roots of a scene.
    func roots(ofScene index: Int) -> [Int] { nodes.filter { scenes[$0]?.contains(index) == true } }
}

extension GLTFPlanner {
    /// Finds the nodes that nothing above them moves or hides.
    ///
    /// - Parameter changing: the nodes whose visibility changes with time.
    mutating func planLifting(
        _ elements: GLTFElements, _ recentering: Recentering, changing: Set<Int>
    ) -> GLTFLifting {
        var lifting = GLTFLifting()
        guard scene.nestsSkins, !scene.skins.isEmpty else { return lifting }
        let joints = Set(scene.skins.flatMap { $0.joints + [$0.skeleton].compactMap(\.self) })
        for (number, entry) in scene.scenes.enumerated() {
            var waiting = entry.roots
            while let parent = waiting.popLast() {
                guard scene.nodes[parent].isVisible, !changing.contains(parent) else { continue }
                for (place, child) in scene.nodes[parent].children.enumerated() {
                    let node = scene.nodes[child]
                    let isWritten = node.mesh.map { elements.meshNumbers[$0] != nil } ?? false
                    guard node.skin != nil, isWritten, node.children.isEmpty, node.transform.isFinite,
                        node.camera == nil, node.light == nil, node.instances == nil, !joints.contains(child),
                        recentering.nodeOffsets[child] == .zero
                    else {
                        waiting.append(child)
                        continue
                    }
                    if lifting.scenes[child] == nil {
                        origin.lifted.append(
                            GLTFLiftedNode(
                                OriginNode(index: child, transform: node.transform), parent: parent, place: place))
                    }
                    lifting.scenes[child, default: []].append(number)
                }
            }
        }
        origin.lifted.sort { $0.node.index < $1.node.index }
        lifting.nodes = origin.lifted.map(\.node.index)
        for parent in Set(origin.lifted.map(\.parent)).sorted() {
            lose(
                .hierarchyFlattened, .reencoded, ScenePath.node(parent),
                scene.nodes[parent].name ?? "node \(parent + 1)", 1, "nodes",
                "its meshes that joints move are among the roots, as glTF wants them")
        }
        for node in lifting.nodes where !scene.nodes[node].transform.isNothing {
            lose(
                .hierarchyFlattened, .reencoded, ScenePath.node(node),
                "transform of \(scene.nodes[node].name ?? "node \(node + 1)")", 1, "nodes",
                "it moves nothing, since joints move the mesh, and glTF wants none")
        }
        return lifting
    }
}

extension NodeTransform {
    fileprivate var isFinite: Bool {
        switch self {
        case .identity: true
        case .matrix(let numbers): numbers.count == 16 && numbers.allSatisfy(\.isFinite)
        case .trs(let move, let turn, let scale):
            (0..<3).allSatisfy { move[$0].isFinite && scale[$0].isFinite } && (0..<4).allSatisfy { turn[$0].isFinite }
        }
    }

    /// Whether it is the identity, also as parts.
    fileprivate var isNothing: Bool {
        self == .identity || self == .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
    }
}
