public import MeshModel

/// The changes of baking a hierarchy.
public struct BakeChange: Hashable, Sendable {
    /// The number of nodes that the scene showed.
    public var nodes = 0
    /// The number of those with a transform other than the identity.
    public var transforms = 0
    /// The number of copies of meshes, made because more than one node showed them.
    public var instances = 0
    /// The number of meshes that no node showed; they follow the others.
    public var unshownMeshes = 0
    /// The number of copies of vertices, made because their set is shown under more than one transform.
    public var repeatedVertices = 0
    /// The number of nodes that were removed or changed: all but roots without transform that only show a mesh.
    public var changedNodes = 0
    /// The number of copies of each mesh of the source.
    public var meshCopies: [Int] = []
    /// The number of copies of each vertex set of the source.
    public var vertexSetCopies: [Int] = []
    /// The roundings of positions to float32.
    public var roundings: [PositionRounding] = []
    /// The number of vertices with new positions, including copies.
    public var movedVertices = 0
    /// The number of polygons with reversed corners, since a mirror showed them.
    public var reversedPolygons = 0
    /// The largest error of a coordinate stored as float32; infinite on overflow.
    public var largestError = 0.0
    /// The number of ignored node and mesh indices, repeated visits of a node and matrices of a wrong size.
    public var ignored = 0
    /// The nodes whose transform has a perspective, which was left out.
    public var perspectives: [Int] = []
    /// Attributes that depend on direction and were left unchanged: rotations, tangents. One source path for each
    /// transform.
    public var untouched: [String] = []
}

/// Bakes all transforms into positions: afterwards node i is a root without transform and shows mesh i.
///
/// - Keeps: the appearance. Names of nodes and meshes; scenes, each with the roots that show what it showed; materials
///   per instance. A vertex set that several primitives use under one transform stays one set, and its first use keeps
///   its index (further ones are appended). Normals keep their lengths. A mirror
///   (negative determinant) reverses polygons, except for the first corner, so that their front stays outside.
/// - Changes: a mesh that several nodes show is repeated; one that no node shows follows the others with a new node;
///   nodes without a mesh are removed. Cameras and lights stay, but no node shows them any more.
/// - Units: positions are computed in float64. float32 stays float32, rounded to nearest, and the largest error is
///   returned: who stored float32 gains nothing from a file of twice the size. float64 stays; float16 and integers of
///   up to 16 bits become float32, larger integers float64; normalised integers become the fractions that they
///   represent.
/// - Returns: the scene; a correspondence with the instance that each mesh comes from; the changes.
/// - Edge: matrices are read as affine. Cycles, second parents and indices out of range are ignored and counted.
public func bakeHierarchy(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, changed: BakeChange) {
    var baker = HierarchyBaker(scene)
    return baker.bake()
}

private struct HierarchyBaker {
    private struct Use: Hashable {
        var set: Int
        var transform: Affine
    }

    private let source: MeshScene
    private var result: MeshScene
    private var changed = BakeChange()
    private var hierarchy: Correspondence.BakedHierarchy
    private var targets: [Use: Int] = [:]
    private var isTaken: ContiguousArray<Bool>

    init(_ scene: MeshScene) {
        source = scene
        result = scene
        hierarchy = Correspondence.BakedHierarchy(showings: [], vertexSets: Array(scene.vertexSets.indices))
        isTaken = ContiguousArray(repeating: false, count: scene.vertexSets.count)
        changed.meshCopies = [Int](repeating: 0, count: scene.meshes.count)
        changed.vertexSetCopies = [Int](repeating: 0, count: scene.vertexSets.count)
    }

    mutating func bake() -> (scene: MeshScene, correspondence: Correspondence, changed: BakeChange) {
        let walk = NodeWalk(source)
        changed.nodes = walk.nodeCount
        changed.transforms = walk.transformCount
        changed.ignored = walk.ignored
        changed.perspectives = walk.perspectives
        result.meshes = []
        result.nodes = []
        var isShown = ContiguousArray(repeating: false, count: source.meshes.count)
        var unchanged = 0
        for instance in walk.instances {
            if isShown[instance.mesh] {
                changed.instances += 1
                changed.meshCopies[instance.mesh] += 1
            }
            isShown[instance.mesh] = true
            let node = source.nodes[instance.node]
            if node.transform == .identity, node.children.isEmpty, node.camera == nil, node.light == nil,
                walk.isRoot[instance.node]
            {
                unchanged += 1
            }
            append(
                instance.mesh, node: instance.node, transform: instance.transform, isVisible: instance.isVisible)
        }
        changed.changedNodes = source.nodes.count - unchanged
        let shown = result.meshes.count
        for mesh in source.meshes.indices where !isShown[mesh] {
            changed.unshownMeshes += 1
            append(mesh, node: nil, transform: .identity)
        }
        setRoots(walk, shown: shown)
        return (result, Correspondence.identity(of: result).following([.baked(hierarchy)]), changed)
    }

    private mutating func setRoots(_ walk: NodeWalk, shown: Int) {
        if source.scenes.isEmpty {
            result.scenes = result.nodes.isEmpty ? [] : [SceneRoot(roots: Array(result.nodes.indices))]
            result.defaultScene = result.scenes.isEmpty ? nil : 0
            return
        }
        // Thousands of scenes may show one tree: they share the memory of their roots.
        var known: [[Int]: [Int]] = [:]
        for index in result.scenes.indices {
            let roots = source.scenes[index].roots
            let shown =
                known[roots]
                ?? roots.flatMap { walk.instancesBelow.indices.contains($0) ? Array(walk.instancesBelow[$0]) : [] }
            known[roots] = shown
            result.scenes[index].roots = shown
        }
        let home = source.defaultScene ?? 0
        if result.scenes.indices.contains(home) {
            result.scenes[home].roots += shown..<result.meshes.count
        }
    }

    private mutating func append(_ index: Int, node: Int?, transform: Affine, isVisible: Bool = true) {
        let mesh = source.meshes[index]
        let isMirror = transform.determinant < 0
        var baked = Mesh(name: mesh.name, primitives: [])
        for (place, primitive) in mesh.primitives.enumerated() {
            var copy = primitive
            copy.vertexSet = vertexSet(primitive.vertexSet, transform)
            if transform != .identity {
                // Only vertices have positions.
                copy.elementAttributes = primitive.elementAttributes.map { attribute in
                    let path = ScenePath.elementAttribute(mesh: index, primitive: place, attribute.semantic)
                    return attribute.semantic == .position
                        ? attribute : attribute.transformed(by: transform, path: path, &changed)
                }
            }
            if primitive.topology == .polygons, isMirror {
                copy = copy.reversed()
                changed.reversedPolygons += primitive.elementCount
            }
            baked.primitives.append(copy)
        }
        result.nodes.append(
            Node(
                name: node.flatMap { source.nodes[$0].name }, mesh: result.meshes.count, isVisible: isVisible))
        result.meshes.append(baked)
        hierarchy.showings.append(
            Correspondence.BakedHierarchy.Showing(
                node: node, mesh: index, transform: transform, isReversed: isMirror,
                vertexSets: baked.primitives.map(\.vertexSet)))
    }

    private mutating func vertexSet(_ set: Int, _ transform: Affine) -> Int {
        guard source.vertexSets.indices.contains(set) else { return set }
        let use = Use(set: set, transform: transform)
        if let known = targets[use] { return known }
        let target: Int
        if isTaken[set] {
            target = result.vertexSets.count
            result.vertexSets.append(VertexSet(count: 0))
            hierarchy.vertexSets.append(set)
            changed.repeatedVertices += source.vertexSets[set].count
            changed.vertexSetCopies[set] += 1
        } else {
            isTaken[set] = true
            target = set
        }
        result.vertexSets[target] = source.vertexSets[set].transformed(by: transform, set: set, to: target, &changed)
        targets[use] = target
        return target
    }
}

extension Primitive {
    /// Returns the primitive with the corners of each element reversed, except that the first stays first.
    func reversed() -> Primitive {
        var corners = ContiguousArray<Int32>()
        var walk = ElementWalk(self)
        while let block = walk.next() {
            var first = block.corners.lowerBound
            for arity in block.arities where arity > 0 {
                corners.append(Int32(clamping: first))
                for corner in (first + 1..<first + arity).reversed() { corners.append(Int32(clamping: corner)) }
                first += arity
            }
        }
        return withCorners(corners, of: self)
    }
}
