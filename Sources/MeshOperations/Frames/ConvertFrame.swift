public import MeshModel

/// The way to express a change of frame in the scene.
public enum FramePlacement: Hashable, Sendable {
    /// A node above the roots whose matrix rotates and scales everything below; nothing else changes.
    case rootNode
    /// New positions, normals and node transforms; the hierarchy stays the same.
    case baked
}

/// The changes of converting a frame.
public struct FrameChange: Hashable, Sendable {
    /// Whether the scene was rotated.
    public var isTurned = false
    /// The factor of lengths.
    public var scale = 1.0
    /// The nodes that were added.
    public var addedNodes: [Int] = []
    /// The number of vertices with new positions.
    public var movedVertices = 0
    /// The roundings of positions to float32.
    public var roundings: [PositionRounding] = []
    /// The largest error of a coordinate stored as float32; infinite on overflow.
    public var largestError: Double { roundings.map(\.largestError).max() ?? 0 }
    /// Attributes that depend on direction and were left unchanged: rotations, tangents. Source paths.
    public var untouched: [String] = []
    /// Whether the scene has no up axis, so that it was not rotated though an axis was asked for.
    public var lacksUpAxis = false
    /// Whether the scene has no unit, so that it was not scaled though a unit was asked for; also if one of the two is
    /// not positive and finite.
    public var lacksUnit = false
}

/// Converts the scene to another frame: up axis and unit become those of `target`, and the appearance stays the same.
///
/// The rotation is exact: Y-up (x, y, z) is Z-up (x, −z, y), a matrix of zeros, ones and minus ones. For the scale see
/// ``unitScale(from:to:)``. A missing up axis or unit is not guessed: set it in the scene before.
///
/// - Keeps: everything but positions. With `.rootNode` the new node is above all roots of each scene (or one above each
///   root, if scenes share some); meshes that no node shows stay unchanged. With `.baked` a node's transform T becomes
///   M T M⁻¹ in the same form, and coordinates and normals that are only rotated are exact; scaled positions keep their
///   type as in ``bakeHierarchy(_:)``.
/// - Returns: the scene; the correspondence, with the change as its step; the changes.
public func convertFrame(
    _ scene: MeshScene, to target: SceneFrame, placement: FramePlacement = .rootNode
) -> (scene: MeshScene, correspondence: Correspondence, changed: FrameChange) {
    var result = scene
    var changed = FrameChange()
    if let axis = target.upAxis {
        if let own = scene.upAxis {
            changed.isTurned = own != axis
            result.upAxis = axis
        } else {
            changed.lacksUpAxis = true
        }
    }
    if let unit = target.metersPerUnit {
        if let own = scene.metersPerUnit, let scale = unitScale(from: own, to: unit) {
            changed.scale = scale
            result.metersPerUnit = unit
        } else {
            changed.lacksUnit = true
        }
    }
    guard changed.isTurned || changed.scale != 1 else { return (result, .identity(of: result), changed) }
    if changed.scale != 1 { result.scaleDistances(by: changed.scale) }
    let swap = AxisSwap(to: changed.isTurned ? target.upAxis : nil, scale: changed.scale)
    switch placement {
    case .rootNode:
        changed.addedNodes = result.addRoots(.matrix(swap.matrix))
    case .baked:
        for node in result.nodes.indices {
            result.nodes[node].transform = swap.applied(to: scene.nodes[node].transform)
        }
        for (set, vertices) in scene.vertexSets.enumerated() {
            result.vertexSets[set] = vertices.swapped(by: swap, set: set, &changed)
        }
        for (mesh, value) in scene.meshes.enumerated() {
            result.meshes[mesh].primitives = value.primitives.enumerated().map { index, primitive in
                primitive.swapped(by: swap, mesh: mesh, primitive: index, &changed)
            }
        }
    }
    let framing = Correspondence.Framing(
        upAxis: changed.isTurned ? target.upAxis : nil, metersPerUnit: changed.scale == 1 ? nil : target.metersPerUnit,
        scale: changed.scale, roots: placement == .rootNode ? changed.addedNodes.map { result.nodes[$0].children } : nil
    )
    return (result, Correspondence.identity(of: result).following([.framed(framing)]), changed)
}

extension MeshScene {
    /// Scales lengths that node transforms don't affect: those of cameras, and the range of lights.
    fileprivate mutating func scaleDistances(by scale: Double) {
        cameras = cameras.map { $0.scaled(by: scale) }
        lights = lights.map { $0.scaled(by: scale) }
        for index in clips.indices { clips[index].scaleLengths(by: scale) }
    }

    /// Adds a node with this transform above the roots; returns the new nodes.
    fileprivate mutating func addRoots(_ transform: NodeTransform) -> [Int] {
        let first = nodes.count
        if scenes.isEmpty {
            var isChild = ContiguousArray(repeating: false, count: nodes.count)
            for child in nodes.flatMap(\.children) where isChild.indices.contains(child) { isChild[child] = true }
            let roots = nodes.indices.filter { !isChild[$0] }
            guard !roots.isEmpty else { return [] }
            nodes.append(Node(transform: transform, children: roots))
            return [first]
        }
        var seen: Set<Int> = []
        let roots = scenes.flatMap(\.roots)
        if roots.allSatisfy({ seen.insert($0).inserted }) {
            for index in scenes.indices where !scenes[index].roots.isEmpty {
                nodes.append(Node(transform: transform, children: scenes[index].roots))
                scenes[index].roots = [nodes.count - 1]
            }
        } else {
            // A node has only one parent: so one new node for each root, shared by the scenes that shared the root.
            var above: [Int: Int] = [:]
            for root in roots where above[root] == nil {
                above[root] = nodes.count
                nodes.append(Node(transform: transform, children: [root]))
            }
            for index in scenes.indices { scenes[index].roots = scenes[index].roots.compactMap { above[$0] } }
        }
        return Array(first..<nodes.count)
    }
}

extension AnimationClip {
    /// Scales the lengths that follow samplers. Others may follow the same ones.
    fileprivate mutating func scaleLengths(by scale: Double) {
        var scaled: [Int: Int] = [:]
        for place in settings.indices where settings[place].isLength {
            let own = settings[place].sampler
            if scaled[own] == nil {
                scaled[own] = samplers.count
                samplers.append(samplers[own])
                let values = samplers[own].values
                let numbers = ContiguousArray(values.doubles().map { $0 * scale })
                samplers[samplers.count - 1].values =
                    values.type == .float64
                    ? Column(numbers, components: values.components)
                    : Column(ContiguousArray(numbers.map { Float($0) }), components: values.components)
            }
            settings[place].sampler = scaled[own] ?? own
        }
    }
}
