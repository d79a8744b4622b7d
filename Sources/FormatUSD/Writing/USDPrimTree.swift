import MeshFormats
import MeshModel

/// The prims that become nodes for a reader, parents first, in file order.
struct USDPrimTree: Sendable {
    /// A prim that becomes a node.
    struct Node: Sendable {
        /// The content of the prim.
        enum Kind: Sendable, Hashable {
            /// A node of the hierarchy.
            case xform
            /// A prim with points.
            case shape(Int)
            /// A node that references a prototype.
            case instance(Int)
            /// A prim that shows copies of a mesh, by the instances of a node of the scene.
            case instancer(Int)
            /// The scope of materials.
            case materials
            /// A skeleton.
            case skeleton(Int)
            /// A joint of the skeleton above it. It has no prim of its own.
            case joint(Int)
        }

        var name: String
        /// The node of the scene, or nil for an added node.
        var source: Int?
        /// The node of the scene that it moves like, if that node is a joint elsewhere.
        var copied: Int?
        /// The node of the scene whose mesh it shows.
        var shower: Int?
        /// The parent's index, or −1 for the layer itself.
        var parent: Int
        var kind: Kind
        /// Whether it is part of a prototype, and only exists where that is referenced.
        var isInPrototype = false
    }

    /// A mesh that several nodes use.
    struct Prototype: Sendable {
        var mesh: Int
        var name: String
        /// The names of its shapes, in order.
        var shapeNames: [String] = []
    }

    /// Whether an added root node rotates the scene so that Y is up.
    let isRooted: Bool
    private(set) var nodes: [Node] = []
    /// The shapes in the order in which a reader finds them.
    private(set) var shapes: [USDPlannedShape] = []
    /// The mesh and primitive of each shape, after the shapes of a mesh are joined again.
    private(set) var joinedPlaces: [(mesh: Int, primitive: Int)] = []
    /// The scene's mesh of each joined mesh.
    private(set) var joinedMeshes: [Int] = []
    private(set) var prototypes: [Prototype] = []
    /// The name of the prim that holds the prototypes.
    private(set) var prototypesName = "Prototypes"
    /// The shapes of each instancer, which a reader finds after all other nodes.
    private var copied: [(instancer: Int, shapes: [Int], isPrototype: Bool)] = []
    private var copiedBy: [Int: Range<Int>] = [:]
    /// The shapes of each mesh. They are numbered when the first node shows them.
    private var shapesOfMeshes: [[USDPlannedShape]]
    private var siblings: [Int: USDNames] = [:]
    private var prototypeNames = USDNames()
    private var prototypeOf: [Int: Int] = [:]
    /// The skeletons.
    private(set) var rigs: USDRigs
    /// The joints of each skeleton, in order, as indices of nodes.
    private(set) var jointPlaces: [[Int]] = []

    /// The path of the scope of materials.
    var materialsPath: String {
        guard let scope = nodes.last(where: { $0.kind == .materials }) else { return "" }
        return "/\(nodes[0].name)/\(scope.name)"
    }

    /// The node of the scene that shows each shape outside of prototypes.
    var showers: [Int: Int] {
        var showers: [Int: Int] = [:]
        for node in nodes where !node.isInPrototype {
            if case .shape(let shape) = node.kind { showers[shape] = node.shower }
        }
        return showers
    }

    /// The number of each scene node among the prims that come from the scene.
    var sourceNumbers: [Int: Int] {
        Dictionary(
            nodes.compactMap(\.source).enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
    }

    /// The path of a prototype's prim.
    func path(ofPrototype mesh: Int) -> String {
        let name = prototypeOf[mesh].map { prototypes[$0].name } ?? ""
        return "/\(prototypesName)/\(name)"
    }

    /// Creates the prims of a scene. Throws if it has more points or levels than USD allows.
    init(_ scene: MeshScene, _ options: USDOptions) throws(WriteError) {
        for set in scene.vertexSets where set.count > Int(Int32.max) {
            throw WriteError(.unrepresentable, path: "", "an object in USD must have fewer than 2147483648 points")
        }
        isRooted = options.isQuickLook && scene.upAxis == .z
        let splats = USDSplats.sets(of: scene)
        let shapes = scene.meshes.enumerated().map { mesh, value in
            value.primitives.enumerated().filter { $0.element.elementCount > 0 }
                .map {
                    USDPlannedShape(
                        PrimitivePlace(mesh: mesh, index: $0.offset, primitive: $0.element), splats: splats)
                }
                .filter { $0.elementCount > 0 && !(options.isQuickLook && $0.kind == .curves) }
        }
        shapesOfMeshes = shapes
        var showings = [Int](repeating: 0, count: scene.meshes.count)
        for node in scene.nodes { if let mesh = node.mesh, !shapes[mesh].isEmpty { showings[mesh] += 1 } }
        rigs = USDRigs(scene, showings: showings) { !options.isQuickLook && ($0.camera != nil || $0.light != nil) }
        jointPlaces = Array(repeating: [], count: rigs.rigs.count)
        addNodes(scene, shapes, options)
        if !scene.materials.isEmpty
            || shapes.joined().contains(where: { $0.kind != .splats && $0.materials.contains(-1) })
        {
            _ = add("Materials", nil, 0, .materials)
        }
        addCopied()
        if nodes[0].name == prototypesName { prototypesName += "_1" }
        // One level more for the name of a property, and two for what instancers show.
        guard depth + (copied.isEmpty ? 0 : 2) < CratePaths.deepest else {
            throw WriteError(
                .unrepresentable, path: "",
                "nodes are nested \(depth) levels deep; USD programs may fail from \(CratePaths.deepest) levels on")
        }
    }

    private mutating func addNodes(_ scene: MeshScene, _ shapes: [[USDPlannedShape]], _ options: USDOptions) {
        var showings = [Int](repeating: 0, count: scene.meshes.count)
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes {
            if let mesh = node.mesh { showings[mesh] += 1 }
            for child in node.children { isChild[child] = true }
        }
        let roots = scene.nodes.indices.filter { !isChild[$0] }
        // A prim has only one type, so the mesh of a camera or light node goes below it.
        func isOther(_ node: MeshModel.Node) -> Bool {
            !options.isQuickLook && (node.camera != nil || node.light != nil)
        }
        func kind(_ index: Int) -> Node.Kind {
            let node = scene.nodes[index]
            guard let mesh = node.mesh, !shapes[mesh].isEmpty, node.children.isEmpty, node.instances == nil,
                !isOther(node)
            else { return .xform }
            if showings[mesh] > 1 { return .instance(mesh) }
            return shapes[mesh].count == 1 ? .shape(0) : .xform
        }
        var waiting: [(node: Int, parent: Int)] = []
        let isPlainRoot = roots.count == 1 && !isRooted && rigs.groups.groupOf[roots[0]] < 0
        if isPlainRoot, kind(roots[0]) == .xform, !isOther(scene.nodes[roots[0]]) {
            waiting = [(roots[0], -1)]
        } else {
            _ = add("Root", nil, -1, .xform)
            addChildren(nil, roots, below: 0, scene, &waiting)
        }
        while let (index, parent) = waiting.popLast() {
            let node = scene.nodes[index]
            let own = node.mesh.map { shapes[$0] } ?? []
            var kind = kind(index)
            if case .shape = kind, let mesh = node.mesh { kind = .shape(number(mesh, 0)) }
            let plain = own.isEmpty ? "Node" : own.count == 1 ? own[0].kind.plainName : "Mesh"
            let name = node.name ?? node.mesh.flatMap { own.isEmpty ? nil : scene.meshes[$0].name } ?? plain
            let place = add(name, index, parent, kind)
            if rigs.groups.groupOf[index] >= 0 { (nodes[place].source, nodes[place].copied) = (nil, index) }
            nodes[place].shower = own.isEmpty ? nil : index
            if let mesh = node.mesh, !own.isEmpty {
                switch kind {
                case .shape, .materials, .skeleton, .joint, .instancer: break
                case .instance: addPrototype(mesh, own, scene, below: place)
                case .xform where node.instances != nil:
                    let inner = add("Instances", nil, place, .instancer(index))
                    nodes[inner].shower = index
                    let isShared = showings[mesh] > 1
                    if isShared { definePrototype(mesh, own, scene) }
                    copied.append((inner, own.indices.map { number(mesh, $0) }, isShared))
                case .xform where showings[mesh] > 1:
                    let inner = add(scene.meshes[mesh].name ?? plain, nil, place, .instance(mesh))
                    nodes[inner].shower = index
                    addPrototype(mesh, own, scene, below: inner)
                case .xform: addShapes(mesh, own, scene.meshes[mesh].name, below: place, shower: index)
                }
            }
            addChildren(index, node.children, below: place, scene, &waiting)
        }
        for mesh in scene.meshes.indices where showings[mesh] == 0 && !shapes[mesh].isEmpty {
            for index in shapes[mesh].indices { shapesOfMeshes[mesh][index].isHidden = true }
            addShapes(mesh, shapes[mesh], scene.meshes[mesh].name, below: 0, shower: nil)
        }
    }

    /// The number of a shape, by its mesh and its index among the mesh's shapes.
    private mutating func number(_ mesh: Int, _ index: Int) -> Int {
        if shapesOfMeshes[mesh][index].number < 0 {
            shapesOfMeshes[mesh][index].number = shapes.count
            shapes.append(shapesOfMeshes[mesh][index])
            if index == 0 { joinedMeshes.append(mesh) }
            joinedPlaces.append((joinedMeshes.count - 1, index))
        }
        return shapesOfMeshes[mesh][index].number
    }

    private mutating func add(
        _ name: String, _ source: Int?, _ parent: Int, _ kind: Node.Kind, isInPrototype: Bool = false
    ) -> Int {
        let unique =
            isInPrototype ? name : siblings[parent, default: USDNames()].unique(name)
        nodes.append(Node(name: unique, source: source, parent: parent, kind: kind, isInPrototype: isInPrototype))
        return nodes.count - 1
    }

    /// The depth of the prim hierarchy.
    var depth: Int {
        var depths = ContiguousArray<Int>()
        // Parents come before their children.
        for node in nodes { depths.append(node.parent < 0 ? 1 : depths[node.parent] + 1) }
        return depths.max() ?? 0
    }

    private mutating func addShapes(
        _ mesh: Int, _ shapes: [USDPlannedShape], _ name: String?, below parent: Int, shower: Int?
    ) {
        for (index, shape) in shapes.enumerated() {
            let place = add(name ?? shape.kind.plainName, nil, parent, .shape(number(mesh, index)))
            nodes[place].shower = shower
        }
    }

    /// Adds the skeletons below a node (nil: the root), and queues its children.
    private mutating func addChildren(
        _ node: Int?, _ children: [Int], below place: Int, _ scene: MeshScene,
        _ waiting: inout [(node: Int, parent: Int)]
    ) {
        let groups = rigs.groups
        var seen: Set<Int> = []
        for (index, rig) in rigs.rigs.enumerated() {
            guard let group = rig.group else {
                if place == 0 { addSkeleton(index, below: place) }
                continue
            }
            guard groups.groups[group].parent == node else { continue }
            addSkeleton(index, groups.groups[group].joints, isFirst: seen.insert(group).inserted, scene, below: place)
        }
        let moved = seen.sorted().flatMap { groups.groups[$0].moved }
        for child in moved.reversed() { waiting.append((child, place)) }
        for child in children.reversed() where !groups.isMoved[child] {
            // A joint is a prim, too, if something hangs on it.
            if groups.groupOf[child] < 0 || groups.carries[child] { waiting.append((child, place)) }
        }
    }

    /// Adds a skeleton with a joint that nothing uses.
    private mutating func addSkeleton(_ rig: Int, below parent: Int) {
        let place = add(rigs.rigs[rig].name, nil, parent, .skeleton(rig))
        if !rigs.rigs[rig].isEmpty { jointPlaces[rig] = [add("Joint", nil, place, .joint(rig))] }
    }

    /// Adds a skeleton of a group. Its joints are the nodes of the scene if no other skeleton has them.
    private mutating func addSkeleton(
        _ rig: Int, _ joints: [Int], isFirst: Bool, _ scene: MeshScene, below parent: Int
    ) {
        let place = add(rigs.rigs[rig].name, nil, parent, .skeleton(rig))
        var places: [Int: Int] = [:]
        for joint in joints {
            for child in scene.nodes[joint].children { places[child] = nodes.count }
            let name = scene.nodes[joint].name ?? "Joint"
            let own = add(name, isFirst ? joint : nil, places[joint] ?? place, .joint(rig))
            if !isFirst { nodes[own].copied = joint }
            jointPlaces[rig].append(own)
        }
    }

    /// Whether a skeleton needs an animation: its joints move, or meshes have weights there.
    func isMoving(_ rig: Int, _ motion: USDMotion) -> Bool {
        !rigs.rigs[rig].morphed.isEmpty
            || jointPlaces[rig].contains { place in
                (nodes[place].source ?? nodes[place].copied).map(motion.movesTransform) ?? false
            }
    }

    /// The skeletons that need an animation. Looking at all joints of one takes long, so this is not for each of them.
    func movingRigs(_ motion: USDMotion) -> Set<Int> { Set(rigs.rigs.indices.filter { isMoving($0, motion) }) }

    /// The path of each joint of a skeleton, below the skeleton.
    func jointPaths(ofRig rig: Int) -> [String] {
        var paths: [Int: String] = [:]
        return jointPlaces[rig].map { place in
            let name = nodes[place].name
            let path = paths[nodes[place].parent].map { "\($0)/\(name)" } ?? name
            paths[place] = path
            return path
        }
    }

    /// The nodes below an instancer.
    func copied(by instancer: Int) -> ArraySlice<Node> { nodes[copiedBy[instancer] ?? 0..<0] }

    /// Adds the nodes that a reader finds for what instancers show.
    private mutating func addCopied() {
        for (instancer, shapes, isPrototype) in copied {
            copiedBy[instancer] = nodes.count..<nodes.count + shapes.count
            let shower = nodes[instancer].shower
            for shape in shapes {
                let place = add(
                    self.shapes[shape].kind.plainName, nil, instancer, .shape(shape), isInPrototype: isPrototype)
                nodes[place].shower = shower
            }
        }
    }

    private mutating func definePrototype(_ mesh: Int, _ shapes: [USDPlannedShape], _ scene: MeshScene) {
        guard prototypeOf[mesh] == nil else { return }
        var names = USDNames()
        prototypeOf[mesh] = prototypes.count
        prototypes.append(
            Prototype(
                mesh: mesh, name: prototypeNames.unique(scene.meshes[mesh].name ?? "Mesh"),
                shapeNames: shapes.map { names.unique($0.kind.plainName) }))
    }

    private mutating func addPrototype(_ mesh: Int, _ shapes: [USDPlannedShape], _ scene: MeshScene, below parent: Int)
    {
        definePrototype(mesh, shapes, scene)
        guard let prototype = prototypeOf[mesh].map({ prototypes[$0] }) else { return }
        for index in shapes.indices {
            _ = add(
                prototype.shapeNames[index], nil, parent, .shape(number(mesh, index)), isInPrototype: true)
        }
    }
}
