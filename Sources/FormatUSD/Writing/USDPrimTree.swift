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
            /// The scope of materials.
            case materials
        }

        var name: String
        /// The node of the scene, or nil for an added node.
        var source: Int?
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

    private(set) var nodes: [Node] = []
    /// The shapes in the order in which a reader finds them: the mesh, and the index among its written primitives.
    private(set) var shapeOrder: [(mesh: Int, index: Int)] = []
    private(set) var prototypes: [Prototype] = []
    /// The name of the prim that holds the prototypes.
    private(set) var prototypesName = "Prototypes"
    /// The shapes of meshes that no node shows.
    private(set) var hidden: Set<Int> = []
    private var shapeNumbers: [[Int]] = []
    private var siblings: [Int: USDNames] = [:]
    private var prototypeNames = USDNames()
    private var prototypeOf: [Int: Int] = [:]

    /// The path of the scope of materials.
    var materialsPath: String {
        guard let scope = nodes.last, scope.kind == .materials else { return "" }
        return "/\(nodes[0].name)/\(scope.name)"
    }

    /// The path of a prototype's prim.
    func path(ofPrototype mesh: Int) -> String {
        let name = prototypeOf[mesh].map { prototypes[$0].name } ?? ""
        return "/\(prototypesName)/\(name)"
    }

    /// Creates the prims of a scene.
    ///
    /// - Parameters:
    ///   - shapes: the shapes of each mesh.
    ///   - hasMaterials: whether the scope of materials has any content.
    ///   - addsRoot: whether to add a root node, even if there is one already.
    ///   - hasCameras: whether nodes with a camera or light become prims of that type.
    init(_ scene: Scene, shapes: [[USDPlannedShape]], hasMaterials: Bool, addsRoot: Bool, hasCameras: Bool) {
        shapeNumbers = shapes.map { $0.map { _ in -1 } }
        var showings = [Int](repeating: 0, count: scene.meshes.count)
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes {
            if let mesh = node.mesh { showings[mesh] += 1 }
            for child in node.children { isChild[child] = true }
        }
        let roots = scene.nodes.indices.filter { !isChild[$0] }
        // A prim has only one type, so the mesh of a camera or light node goes below it.
        func isOther(_ node: MeshModel.Node) -> Bool { hasCameras && (node.camera != nil || node.light != nil) }
        func kind(_ index: Int) -> Node.Kind {
            let node = scene.nodes[index]
            guard let mesh = node.mesh, !shapes[mesh].isEmpty, node.children.isEmpty, !isOther(node) else {
                return .xform
            }
            if showings[mesh] > 1 { return .instance(mesh) }
            return shapes[mesh].count == 1 ? .shape(0) : .xform
        }
        var waiting: [(node: Int, parent: Int)]
        if roots.count == 1, !addsRoot, kind(roots[0]) == .xform, !isOther(scene.nodes[roots[0]]) {
            waiting = [(roots[0], -1)]
        } else {
            _ = add("Root", nil, -1, .xform)
            waiting = roots.reversed().map { ($0, 0) }
        }
        while let (index, parent) = waiting.popLast() {
            let node = scene.nodes[index]
            let own = node.mesh.map { shapes[$0] } ?? []
            var kind = kind(index)
            if case .shape = kind, let mesh = node.mesh { kind = .shape(number(mesh, 0)) }
            let plain = own.isEmpty ? "Node" : own.count == 1 ? own[0].kind.plainName : "Mesh"
            let name = node.name ?? node.mesh.flatMap { own.isEmpty ? nil : scene.meshes[$0].name } ?? plain
            let place = add(name, index, parent, kind)
            if let mesh = node.mesh, !own.isEmpty {
                switch kind {
                case .shape, .materials: break
                case .instance: addPrototype(mesh, own, scene, below: place)
                case .xform where showings[mesh] > 1:
                    let inner = add(scene.meshes[mesh].name ?? plain, nil, place, .instance(mesh))
                    addPrototype(mesh, own, scene, below: inner)
                case .xform: addShapes(mesh, own, scene.meshes[mesh].name, below: place)
                }
            }
            for child in node.children.reversed() { waiting.append((child, place)) }
        }
        for mesh in scene.meshes.indices where showings[mesh] == 0 && !shapes[mesh].isEmpty {
            let first = shapeOrder.count
            addShapes(mesh, shapes[mesh], scene.meshes[mesh].name, below: 0)
            hidden.formUnion(first..<shapeOrder.count)
        }
        if hasMaterials { _ = add("Materials", nil, 0, .materials) }
        if nodes[0].name == prototypesName { prototypesName += "_1" }
    }

    private mutating func number(_ mesh: Int, _ index: Int) -> Int {
        if shapeNumbers[mesh][index] < 0 {
            shapeNumbers[mesh][index] = shapeOrder.count
            shapeOrder.append((mesh, index))
        }
        return shapeNumbers[mesh][index]
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

    private mutating func addShapes(_ mesh: Int, _ shapes: [USDPlannedShape], _ name: String?, below parent: Int) {
        for (index, shape) in shapes.enumerated() {
            _ = add(name ?? shape.kind.plainName, nil, parent, .shape(number(mesh, index)))
        }
    }

    private mutating func addPrototype(_ mesh: Int, _ shapes: [USDPlannedShape], _ scene: Scene, below parent: Int) {
        if prototypeOf[mesh] == nil {
            var names = USDNames()
            prototypeOf[mesh] = prototypes.count
            prototypes.append(
                Prototype(
                    mesh: mesh, name: prototypeNames.unique(scene.meshes[mesh].name ?? "Mesh"),
                    shapeNames: shapes.map { names.unique($0.kind.plainName) }))
        }
        guard let prototype = prototypeOf[mesh].map({ prototypes[$0] }) else { return }
        for index in shapes.indices {
            _ = add(
                prototype.shapeNames[index], nil, parent, .shape(number(mesh, index)), isInPrototype: true)
        }
    }
}
