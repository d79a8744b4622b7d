import MeshFormats
import MeshModel

/// The prims of the hierarchy in the layer, without the content of shapes.
struct USDPrims {
    let motion: USDMotion
    /// The prim of each shape.
    private(set) var shapes: [Int]
    /// The scope of the materials; nil: no material is written.
    private(set) var materials: Int?
    /// The prim of each skeleton, and that of its animation if it has one.
    private(set) var skeletons: [(prim: Int, animation: Int?)]
    /// The prims that show shapes of a prototype, with the nodes of the scene.
    private(set) var instances: [(prim: Int, node: Int)] = []
    /// The reference to each prototype, by mesh.
    private var references: [Int: USDValue] = [:]

    /// The prims that show a prototype, with its prim.
    private(set) var showing: [(prim: Int, prototype: Int)] = []
    /// The prims of all prototypes.
    private(set) var prototypes: Set<Int> = []
    /// The meshes that prims show as prototypes.
    private var shown: [(prim: Int, mesh: Int)] = []

    /// Adds the prims.
    init(_ tree: USDPrimTree, _ recentering: Recentering, _ motion: USDMotion, _ draft: inout USDDraft) {
        self.motion = motion
        var primOf: [Int] = []
        let unseen = draft.rootsNotShown()
        shapes = Array(repeating: -1, count: tree.shapes.count)
        skeletons = Array(repeating: (-1, nil), count: tree.rigs.rigs.count)
        for (index, node) in tree.nodes.enumerated() {
            if case .joint = node.kind {
                primOf.append(-1)
                continue
            }
            guard !node.isInPrototype else {
                primOf.append(-1)
                continue
            }
            let parent = node.parent < 0 ? 0 : primOf[node.parent]
            let shown = node.source ?? node.copied
            var type = index == 0 && !tree.rigs.rigs.isEmpty ? "SkelRoot" : "Xform"
            switch node.kind {
            case .shape(let shape): type = tree.shapes[shape].kind.rawValue
            case .materials: type = "Scope"
            case .skeleton: type = "Skeleton"
            case .instancer: type = "PointInstancer"
            case .xform: type = shown.flatMap { draft.typeOfOther(draft.scene.nodes[$0]) } ?? type
            case .instance, .joint: break
            }
            let prim = draft.layer.define(node.name, type, below: parent)
            primOf.append(prim)
            switch node.kind {
            case .shape(let shape):
                shapes[shape] = prim
                if tree.shapes[shape].isHidden { draft.layer.setVisibility(prim, false, nil) }
            case .materials: materials = prim
            case .skeleton(let rig):
                let isMoving = tree.isMoving(rig, motion)
                skeletons[rig] = (
                    prim, isMoving ? draft.layer.define("Animation", "SkelAnimation", below: prim) : nil
                )
            case .xform, .joint: break
            case .instance(let mesh): showPrototype(mesh, prim, node.shower, tree, &draft)
            case .instancer(let shower):
                // What hangs below it is what it shows.
                primOf[primOf.count - 1] = addInstancer(shower, prim, index, tree, &draft)
            }
            if index == 0 {
                draft.layer.specs[0]["defaultPrim"] = .token(node.name)
                if tree.isRooted { draft.layer.transform(prim, USDOrigin.turn) }
            }
            if let source = shown {
                let own = draft.scene.nodes[source]
                if let name = own.name, name != node.name {
                    draft.layer.specs[prim]["displayName"] = .text(.string, name)
                }
                let transform = draft.plannedTransform(own, source)
                let place = Recentering.moved(transform, by: recentering.nodeOffsets[source])
                if motion.movesTransform(of: source) {
                    draft.layer.move(prim, USDRestParts(place), source, motion)
                } else {
                    draft.layer.transform(prim, place)
                }
                draft.layer.setVisibility(
                    prim, own.isVisible && !unseen.contains(source),
                    motion.courses[USDMovedProperty(node: source, property: .visibility)])
                if node.kind == .xform { draft.addCameraOrLight(own, to: prim, motion) }
            }
        }
        addPrototypes(tree, &draft)
        if !tree.rigs.rigs.isEmpty, primOf.first ?? -1 >= 0 {
            addExtent(to: primOf[0], below: tree.nodes[0].source, draft: &draft)
        }
    }

    /// Adds the box of everything that joints and weights move, at all times: viewers show nothing outside of it.
    private func addExtent(to prim: Int, below root: Int?, draft: inout USDDraft) {
        guard let extent = USDShownBoxes(draft.scene, motion).extent(below: root) else { return }
        let numbers = extent.flatMap { corner in (0..<3).map { corner[$0] } }
        draft.layer.attribute(prim, "extent", "float3[]", .numbers(numbers, .float3))
    }

    /// Lets a prim show a prototype.
    private mutating func showPrototype(
        _ mesh: Int, _ prim: Int, _ shower: Int?, _ tree: USDPrimTree, _ draft: inout USDDraft
    ) {
        if let shower { instances.append((prim, shower)) }
        shown.append((prim, mesh))
        draft.layer.specs[prim]["instanceable"] = .yes
        let list =
            references[mesh]
            ?? .list(
                USDListEdit(
                    item: .reference, prepended: [.reference(USDReference(path: tree.path(ofPrototype: mesh)))]))
        references[mesh] = list
        draft.layer.specs[prim]["references"] = list
    }

    /// Adds what an instancer shows and where.
    ///
    /// - Returns: the prim that holds the shapes.
    private mutating func addInstancer(
        _ shower: Int, _ prim: Int, _ index: Int, _ tree: USDPrimTree, _ draft: inout USDDraft
    ) -> Int {
        let own = tree.copied(by: index)
        var holder = prim
        var target = "\(draft.layer.path(of: prim))/\(own.first?.name ?? "")"
        if own.contains(where: \.isInPrototype), let mesh = draft.scene.nodes[shower].mesh {
            let place = draft.layer.define("Prototype", nil, below: prim)
            showPrototype(mesh, place, shower, tree, &draft)
            target = draft.layer.path(of: place)
        } else if own.count > 1 {
            holder = draft.layer.define("Prototype", "Xform", below: prim)
            target = draft.layer.path(of: holder)
        }
        draft.addInstances(of: shower, to: prim, target, number: tree.sourceNumbers[shower])
        return holder
    }

    private mutating func addPrototypes(_ tree: USDPrimTree, _ draft: inout USDDraft) {
        var primOf: [Int: Int] = [:]
        defer {
            prototypes = Set(primOf.values)
            showing = shown.compactMap { entry in primOf[entry.mesh].map { (entry.prim, $0) } }
        }
        guard !tree.prototypes.isEmpty else { return }
        let scope = draft.layer.define(tree.prototypesName, nil, below: 0, .class)
        let own = Dictionary(grouping: tree.shapes, by: \.place.mesh)
        for prototype in tree.prototypes {
            let prim = draft.layer.define(prototype.name, "Xform", below: scope)
            primOf[prototype.mesh] = prim
            // No display name, because every instance would have it too.
            for (name, shape) in zip(prototype.shapeNames, own[prototype.mesh] ?? []) {
                shapes[shape.number] = draft.layer.define(name, shape.kind.rawValue, below: prim)
            }
        }
    }
}

extension USDDraft {
    /// The roots of subtrees that viewers don't show: those of other scenes, and those of none. Empty if no scenes are
    /// defined.
    func rootsNotShown() -> Set<Int> {
        guard let shown = scene.shownScene else { return [] }
        var unseen = Set(scene.nodes.indices)
        for root in shown.roots { unseen.remove(root) }
        for node in scene.nodes { unseen.subtract(node.children) }
        return unseen
    }

    /// The transform of a node in the file. The rotation is normalised if readers would do that.
    fileprivate mutating func plannedTransform(_ node: Node, _ index: Int) -> NodeTransform {
        guard !USDTransform.keepsRotation(of: node.transform) else { return node.transform }
        lose(
            .valueNormalized, .approximated, ScenePath.node(index), "rotation of \(node.name ?? "node \(index)")", 1,
            "nodes", error: bent.distance, "scaled to length 1, as USD needs")
        return node.transform.withUnitRotation
    }
}

extension USDLayer {
    fileprivate mutating func transform(_ prim: Int, _ transform: NodeTransform) {
        var order = USDValue.operations
        func isSingle(_ numbers: [Double]) -> Bool { numbers.allSatisfy { Double(Float($0)) == $0 || $0.isNaN } }
        switch transform {
        case .identity: return
        case .matrix(let numbers):
            order = .matrixOperation
            attribute(prim, "xformOp:transform", "matrix4d", .tuple(.matrix4d, numbers))
        case .trs(let move, let turn, let scale):
            let turns = (0..<4).map { turn[$0] }
            let scales = (0..<3).map { scale[$0] }
            attribute(prim, "xformOp:translate", "double3", .tuple(.double3, (0..<3).map { move[$0] }))
            // Most readers expect these two in float32. They are wider where that would lose precision.
            attribute(
                prim, "xformOp:orient", isSingle(turns) ? "quatf" : "quatd",
                .tuple(isSingle(turns) ? .quatf : .quatd, turns))
            attribute(
                prim, "xformOp:scale", isSingle(scales) ? "float3" : "double3",
                .tuple(isSingle(scales) ? .float3 : .double3, scales))
        }
        attribute(prim, "xformOpOrder", "token[]", order, isUniform: true)
    }
}

extension USDValue {
    /// The operations of transforms, which all prims share.
    fileprivate static let operations = USDValue.texts(
        .token, ["xformOp:translate", "xformOp:orient", "xformOp:scale"])
    fileprivate static let matrixOperation = USDValue.texts(.token, ["xformOp:transform"])
}
