import MeshBytes
import MeshFormats
import MeshModel

// Writes nodes one to one, then the inner nodes of split matrices, then the nodes above roots.

/// The nodes and scenes of the file.
struct GLTFHierarchy {
    var nodes: [JSONValue] = []
    /// The inner node of each node of the scene that was split in two.
    var inner: [Int: Int] = [:]
    var scenes: [JSONValue] = []
}

extension GLTFPlanner {
    mutating func planNodes(_ elements: GLTFElements, _ recentering: Recentering) -> GLTFHierarchy {
        var hierarchy = GLTFHierarchy()
        var inner: [JSONValue] = []
        // What a pointer names must be there.
        let changing = Set(scene.clips.flatMap { $0.channels.filter { $0.property == .visibility }.map(\.node) })
        let lifting = planLifting(elements, recentering, changing: changing)
        for (index, node) in scene.nodes.enumerated() {
            let children = lifting.children(node)
            let parts =
                lifting.scenes[index] == nil
                ? plannedParts(node, index, recentering.nodeOffsets[index]) : GLTFTransformParts(.identity)
            let name = JSONValue(node.name)
            let mesh = node.mesh.flatMap { elements.meshNumbers[$0] }
            let copies = mesh.flatMap { _ in plannedInstances(node, index) }
            let visible = node.isVisible && !changing.contains(index) ? nil : JSONValue.bool(node.isVisible)
            if let turn = parts.inner {
                hierarchy.nodes.append(
                    Self.object(
                        parts.outer, name: name, children: [scene.nodes.count + inner.count], visible: visible))
                hierarchy.inner[index] = scene.nodes.count + inner.count
                inner.append(Self.object(turn, children: children, of: node, mesh: mesh, instances: copies))
            } else {
                hierarchy.nodes.append(
                    Self.object(
                        parts.outer, name: name, children: children, of: node, mesh: mesh, instances: copies,
                        visible: visible))
            }
        }
        hierarchy.nodes += inner
        let roots = planRoots(firstNode: hierarchy.nodes.count, lifting)
        hierarchy.nodes += roots.nodes
        hierarchy.scenes = roots.scenes
        let added = inner.count + roots.nodes.count
        links.nodes = scene.nodes.indices.map { $0 } + Array(repeating: nil, count: added)
        lose(
            .nodeGenerated, .reencoded, ScenePath.nodes, "nodes", added, "nodes",
            roots.nodes.isEmpty
                ? "extra nodes were added, because one glTF node can't hold shear"
                : "added to convert the up axis or the unit to glTF's")
        return hierarchy
    }

    /// The object of a node with a transform and children, and with the content of a node of the scene.
    private static func object(
        _ transform: NodeTransform, name: JSONValue? = nil, children: [Int], of node: Node? = nil, mesh: Int? = nil,
        instances: JSONValue? = nil, visible: JSONValue? = nil
    ) -> JSONValue {
        let extensions: JSONValue = .given([
            GLTFExtensions.instancing: instances,
            GLTFExtensions.lights: node?.light.map { ["light": .int($0)] },
            GLTFExtensions.visibility: visible.map { ["visible": $0] },
        ])
        var (matrix, translation, rotation, scaling): (JSONValue?, JSONValue?, JSONValue?, JSONValue?)
        switch transform {
        case .identity: break
        case .matrix(let numbers): matrix = .numbers(numbers)
        case .trs(let move, let turn, let scale):
            let isTurned = turn != SIMD4(0, 0, 0, 1)
            let isScaled = scale != SIMD3(1, 1, 1)
            if move != SIMD3(0, 0, 0) || !(isTurned || isScaled) { translation = .numbers(move) }
            if isTurned { rotation = .numbers((0..<4).map { turn[$0] }) }
            if isScaled { scaling = .numbers(scale) }
        }
        return .given([
            "name": name, "camera": JSONValue(node?.camera), "children": .indices(children),
            "extensions": extensions.object?.isEmpty == true ? nil : extensions, "matrix": matrix,
            "translation": translation, "rotation": rotation, "scale": scaling, "mesh": JSONValue(mesh),
            "skin": mesh.flatMap { _ in JSONValue(node?.skin) },
            "weights": mesh.flatMap { _ in node?.weights.map { .numbers($0) } },
        ])
    }

    // MARK: Transforms

    /// Plans the transform of a node in the file, and reports what changes.
    private mutating func plannedParts(
        _ node: Node, _ index: Int, _ offset: SIMD3<Double>
    ) -> GLTFTransformParts {
        let written = Self.written(node.transform)
        let name = node.name ?? "node \(index)"
        if written != node.transform {
            lose(
                .valueNormalized, .approximated, ScenePath.node(index), "transform of \(name)", 1, "nodes",
                "made valid for glTF: rotation of length 1, 32-bit floats, no perspective")
        }
        var parts = GLTFTransformParts(written)
        if parts.outer != written {
            origin.split.append(OriginNode(index: index, transform: written))
            if written == node.transform {
                lose(
                    .frameDecomposed, .reencoded, ScenePath.node(index), "matrix of \(name)", 1, "nodes",
                    parts.inner == nil
                        ? "stored as translation, rotation and scale"
                        : "split over two nodes, because one glTF node can't hold shear")
            }
        }
        if offset != .zero {
            parts.outer = Recentering.moved(parts.outer, by: offset)
            loseOffset(offset, ofNode: index)
        }
        return parts
    }

    /// Whether a transform is written unchanged.
    static func keeps(_ transform: NodeTransform) -> Bool {
        let written = written(transform)
        return written == transform && GLTFTransformParts(written).outer == transform
    }

    /// The transform in a form that glTF allows; unchanged if it is legal.
    private static func written(_ transform: NodeTransform) -> NodeTransform {
        let most = Double(Float.greatestFiniteMagnitude)
        switch transform {
        case .identity: return transform
        case .matrix(var numbers):
            // The length of a column may be larger than its largest number.
            guard numbers.count == 16, numbers.allSatisfy({ abs($0) <= most / 2 }) else { return .identity }
            let isScaled = numbers[3] == 0 && numbers[7] == 0 && numbers[11] == 0 && numbers[15] != 0
            if isScaled, numbers[15] != 1 {
                let divided = numbers.map { $0 / numbers[15] }
                if divided.allSatisfy({ abs($0) <= most / 2 }) { numbers = divided }
            }
            for (row, number) in [(3, 0.0), (7, 0), (11, 0), (15, 1)] { numbers[row] = number }
            return .matrix(numbers)
        case .trs(let move, let turn, let scale):
            let numbers = [move.x, move.y, move.z, turn.x, turn.y, turn.z, turn.w, scale.x, scale.y, scale.z]
            guard numbers.allSatisfy({ abs($0) <= most }) else { return .identity }
            let length = (turn * turn).sum().squareRoot()
            let isLegal = abs(length - 1) <= 0.005 && (0..<4).allSatisfy { abs(turn[$0]) <= 1 }
            if isLegal { return transform }
            guard length > 0, length.isFinite else {
                return .trs(translation: move, rotation: SIMD4(0, 0, 0, 1), scale: scale)
            }
            let unit = turn / length
            return .trs(
                translation: move,
                rotation: unit.clamped(lowerBound: SIMD4(repeating: -1), upperBound: SIMD4(repeating: 1)),
                scale: scale)
        }
    }
}
