import MeshBytes
import MeshFormats
import MeshModel

// Writes nodes one to one, then the inner nodes of split matrices, then the nodes above roots.

extension GLTFPlanner {
    mutating func planNodes() -> [JSONValue] {
        var objects: [JSONValue] = []
        for (index, node) in scene.nodes.enumerated() { objects.append(object(node, index)) }
        links.nodes = scene.nodes.indices.map { $0 }
        objects += innerNodes
        planRoots()
        for root in rootNodes {
            objects.append(
                .object([
                    ("children", .array(root.children.map { .int($0) })),
                    ("matrix", .array(Self.rootMatrix(scene).map { .number($0) })),
                ]))
        }
        let added = innerNodes.count + rootNodes.count
        links.nodes += Array(repeating: nil, count: added)
        lose(
            .nodeGenerated, .reencoded, ScenePath.nodes, "nodes", added, "nodes",
            rootNodes.isEmpty
                ? "nodes inside others turn what a node of glTF can only scale"
                : "a node above all others turns them and makes them metres")
        return objects
    }

    /// The index of the first node above roots.
    var firstRoot: Int { scene.nodes.count + innerNodes.count }

    private mutating func object(_ node: Node, _ index: Int) -> JSONValue {
        let parts = plannedParts(node, index)
        let name: [(String, JSONValue)] = node.name.map { [("name", .string($0))] } ?? []
        guard let inner = parts.inner else { return .object(name + members(node, parts.outer)) }
        let number = scene.nodes.count + innerNodes.count
        innerNodes.append(.object(members(node, inner)))
        return .object(name + [("children", [.int(number)])] + Self.members(parts.outer))
    }

    /// The members of a node except its name, with a given transform.
    private func members(_ node: Node, _ place: Transform) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if let camera = node.camera { members.append(("camera", .int(camera))) }
        if !node.children.isEmpty { members.append(("children", .array(node.children.map { .int($0) }))) }
        if let light = node.light {
            members.append(("extensions", [GLTFExtensions.lights: ["light": .int(light)]]))
        }
        members += Self.members(place)
        if let mesh = node.mesh.flatMap({ meshNumbers[$0] }) { members.append(("mesh", .int(mesh))) }
        return members
    }

    private static func members(_ transform: Transform) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        switch transform {
        case .identity: break
        case .matrix(let numbers): members.append(("matrix", .array(numbers.map { .number($0) })))
        case .trs(let move, let turn, let scale):
            let isPlain = turn == SIMD4(0, 0, 0, 1) && scale == SIMD3(1, 1, 1)
            if move != SIMD3(0, 0, 0) || isPlain {
                members.append(("translation", .array((0..<3).map { .number(move[$0]) })))
            }
            if turn != SIMD4(0, 0, 0, 1) { members.append(("rotation", .array((0..<4).map { .number(turn[$0]) }))) }
            if scale != SIMD3(1, 1, 1) { members.append(("scale", .array((0..<3).map { .number(scale[$0]) }))) }
        }
        return members
    }

    // MARK: Transforms

    /// Plans the transform of a node in the file, and reports what changes.
    private mutating func plannedParts(_ node: Node, _ index: Int) -> GLTFTransformParts {
        let written = Self.written(node.transform)
        let name = node.name ?? "node \(index)"
        if written != node.transform {
            lose(
                .valueNormalized, .approximated, ScenePath.node(index), "transform of \(name)", 1, "nodes",
                "glTF has rotations of length 1, numbers that a float32 holds and no perspective")
        }
        var parts = GLTFTransformParts(written)
        if parts.outer != written {
            origin.split.append(OriginNode(index: index, transform: written))
            if written == node.transform {
                lose(
                    .frameDecomposed, .reencoded, ScenePath.node(index), "matrix of \(name)", 1, "nodes",
                    parts.inner == nil
                        ? "glTF has it as translation, rotation and scale"
                        : "glTF has rotations and scales only: one node turns, another one inside it too")
            }
        }
        let offset = recentering.nodeOffsets[index]
        if offset != .zero {
            parts.outer = Recentering.moved(parts.outer, by: offset)
            loseOffset(offset, ofNode: index)
        }
        return parts
    }

    /// Whether a transform is written unchanged.
    static func keeps(_ transform: Transform) -> Bool {
        let written = written(transform)
        return written == transform && GLTFTransformParts(written).outer == transform
    }

    /// The transform in a form that glTF allows; unchanged if it is legal.
    private static func written(_ transform: Transform) -> Transform {
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
