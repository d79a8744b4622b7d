import MeshBytes
import MeshFormats
import MeshModel

/// Decides how a scene becomes a layer of USD and what is lost by it.
struct USDPlanner: LossPlanning {
    static let formatName = "USD"
    let content: Content
    let options: USDOptions
    var layout = USDWrittenFile()
    var losses: [Loss] = []
    var links = Correspondence()
    /// What the parts become for whoever reads the record.
    var restored = Correspondence()
    var origin = USDOrigin()
    /// The texture that was painted from colours of the scene.
    let painted: Correspondence.PaintedColors?
    /// The pool that was painted for each primitive, by mesh and primitive.
    let paintedPools: [[Int]: Int]
    /// Whether the colours stand beside what was painted from them, so that readers who know can take that away.
    var takesPaintingAway: Bool { painted != nil && options.colors != .texture }

    /// Whether a node above all others turns them, since Y has to be up.
    let isRooted: Bool
    /// The prims that are nodes for a reader.
    var tree: USDPrimTree
    /// The shapes in the order in which a reader finds them.
    var shapes: [USDPlannedShape] = []
    /// The prim of each shape.
    var prims: [Int] = []
    /// The prim of each material of the scene; behind them that of elements that have none.
    var materialPaths: [String] = []
    /// The numbers of the materials of elements that have none.
    var plainMaterials: [USDPlainMaterial: Int] = [:]
    /// For each shape whether it is the first of its mesh.
    let firstShapes: [Bool]
    /// For each shape its mesh and its place there, once shapes of a mesh are one mesh again.
    let ownPlaces: [(mesh: Int, primitive: Int)]
    /// The mesh of the scene that each of those meshes is.
    let ownMeshes: [Int?]
    /// From where positions are counted that lie far from the origin.
    var recentering = Recentering()
    /// How many shapes have values of each pool.
    var poolUsers: [USDListKey: Int] = [:]
    /// How many rows of a pool, by its path, all shapes have; those that arrive as a whole.
    var poolRowCounts: [String: Int] = [:]
    var exactPools: Set<String> = []
    /// How rows are numbered in shapes that have some of them.
    var numbers: [USDListKey: USDRowNumbers] = [:]
    /// How far the number of an attribute that is furthest from 0 is from it, by its path: many shapes may share a set.
    var largest: [String: Double] = [:]
    /// The paths of what some shape has.
    var written: Set<String> = []
    /// The paths of colours that Quick Look would not show, and that are left out therefore.
    var unseenColors: Set<String> = []
    /// Differences of form that were told: they are told once for all prims.
    var told: Set<String> = []
    /// The images of the scene that are written, by their place in the layout.
    var imageNumbers: [Int: Int] = [:]
    /// The image of the file for each texture of the scene.
    var textureNumbers: [Int: Int] = [:]
    /// What a reader finds of the materials, the names of coordinates that each asks for, and its textures.
    var readMaterials: [Material] = []
    var coordinateNames: [[String]] = []
    /// Whether each of them reads colours of prims.
    var readsColors: [Bool] = []
    var readTextures: [Int: Int] = [:]

    init(_ content: Content, options: USDOptions) {
        self.content = content
        self.options = options
        painted = content.steps.lazy.compactMap { if case .painted(let own) = $0 { own } else { nil } }.first
        paintedPools = Dictionary(
            (painted?.surfaces ?? []).map { ([$0.mesh, $0.primitive], $0.pool) },
            uniquingKeysWith: { first, _ in first })
        layout.encoding = options.encoding
        layout.isPackage = options.isPackage
        let scene = content.scene
        let all = scene.meshes.enumerated().map { mesh, value in
            value.primitives.enumerated().filter { $0.element.elementCount > 0 }
                .map { USDPlannedShape(PrimitivePlace(mesh: mesh, index: $0.offset, primitive: $0.element)) }
                .filter { $0.elementCount > 0 && !(options.isQuickLook && $0.kind == .curves) }
        }
        isRooted = options.isQuickLook && scene.upAxis == .z
        let isBare = all.joined().contains { USDPlainMaterial.isNeeded($0.place.primitive) }
        tree = USDPrimTree(
            scene, shapes: all, hasMaterials: !scene.materials.isEmpty || isBare, addsRoot: isRooted,
            hasCameras: !options.isQuickLook)
        var firsts: [Bool] = []
        var places: [(mesh: Int, primitive: Int)] = []
        var meshes: [Int?] = []
        for (number, place) in tree.shapeOrder.enumerated() {
            var shape = all[place.mesh][place.index]
            shape.number = number
            shape.isHidden = tree.hidden.contains(number)
            firsts.append(place.index == 0)
            if place.index == 0 { meshes.append(place.mesh) }
            places.append((meshes.count - 1, place.index))
            if shape.kind == .mesh {
                for pool in Set(shape.place.primitive.cornerAttributes.map(\.pool)) {
                    poolUsers[USDListKey(set: shape.set, pool: pool), default: 0] += 1
                }
            }
            shapes.append(shape)
        }
        firstShapes = firsts
        ownPlaces = places
        ownMeshes = meshes
    }

    mutating func plan() throws(WriteError) {
        try checkScene()
        planVertices()
        planOffsets()
        reportElements()
        planPrims()
        planImages()
        planMaterials()
        reportMaterials()
        for index in shapes.indices { planShape(index) }
        reportUnwritten()
        reportNodes()
        if options.isQuickLook { loseCamerasAndLights() } else { reportCamerasAndLights() }
        planFrame()
        planMetadata()
        for index in scene.tables.indices { loseTable(index, "USD has no tables", remedy: ".ply") }
        layout.correspondence = links
        layout.correspondence.restored = [restored]
    }

    private func checkScene() throws(WriteError) {
        for set in scene.vertexSets where set.count > Int(Int32.max) {
            throw WriteError(.unrepresentable, path: "", "USD has fewer than 2147483648 points in a prim")
        }
        let depth = tree.depth
        // One more for a property's name.
        guard depth < CratePaths.deepest else {
            throw WriteError(
                .unrepresentable, path: "",
                "expected fewer than \(CratePaths.deepest) nodes above each other, found \(depth): programs walk over "
                    + "layers by recursion")
        }
    }

    // MARK: Prims

    /// Adds the prims of the hierarchy and what they are; points come later.
    private mutating func planPrims() {
        var primOf: [Int] = []
        let unseen = nodesOfNoScene()
        prims = Array(repeating: -1, count: shapes.count)
        for (index, node) in tree.nodes.enumerated() {
            guard !node.isInPrototype else {
                primOf.append(-1)
                continue
            }
            let parent = node.parent < 0 ? 0 : primOf[node.parent]
            var type = "Xform"
            if case .shape(let shape) = node.kind { type = shapes[shape].kind.rawValue }
            if node.kind == .materials { type = "Scope" }
            if node.kind == .xform, let other = node.source.flatMap({ typeOfOther(scene.nodes[$0]) }) { type = other }
            let prim = layout.layer.define(node.name, type, below: parent)
            primOf.append(prim)
            if case .shape(let shape) = node.kind {
                prims[shape] = prim
                if shapes[shape].isHidden {
                    layout.layer.attribute(prim, "visibility", "token", .token("invisible"))
                }
            }
            if case .instance(let mesh) = node.kind {
                layout.layer.specs[prim]["instanceable"] = .truth(true)
                let reference = USDReference(path: tree.path(ofPrototype: mesh))
                layout.layer.specs[prim]["references"] = .list(
                    USDListEdit(item: .reference, prepended: [.reference(reference)]))
            }
            if index == 0 {
                layout.layer.specs[0]["defaultPrim"] = .token(node.name)
            }
            if index == 0, isRooted { addTransform(USDOrigin.turn, to: prim) }
            if let source = node.source {
                let own = scene.nodes[source]
                if let name = own.name, name != node.name {
                    layout.layer.specs[prim]["displayName"] = .text(.string, name)
                }
                let transform = plannedTransform(own, source)
                addTransform(Recentering.moved(transform, by: recentering.nodeOffsets[source]), to: prim)
                if unseen.contains(source) {
                    layout.layer.attribute(prim, "visibility", "token", .token("invisible"))
                }
                if node.kind == .xform { addCameraOrLight(own, to: prim) }
            }
        }
        planPrototypes()
    }

    /// The tops of what no scene shows, where scenes say what is shown.
    private func nodesOfNoScene() -> Set<Int> {
        guard !scene.scenes.isEmpty else { return [] }
        var unseen = Set(scene.nodes.indices)
        for root in scene.scenes.flatMap(\.roots) { unseen.remove(root) }
        for node in scene.nodes { unseen.subtract(node.children) }
        return unseen
    }

    private mutating func planPrototypes() {
        guard !tree.prototypes.isEmpty else { return }
        let scope = layout.layer.define(tree.prototypesName, nil, below: 0, .class)
        var numbers: [Int: [Int]] = [:]
        for shape in shapes { numbers[shape.place.mesh, default: []].append(shape.number) }
        for prototype in tree.prototypes {
            let prim = layout.layer.define(prototype.name, "Xform", below: scope)
            // No display name: whoever brings the prototype in would have it too.
            for (name, shape) in zip(prototype.shapeNames, numbers[prototype.mesh] ?? []) {
                prims[shape] = layout.layer.define(name, shapes[shape].kind.rawValue, below: prim)
            }
        }
    }

    /// How a node stands in the file: as it does, if its rotation is one to the readers of USD.
    private mutating func plannedTransform(_ node: Node, _ index: Int) -> Transform {
        guard case .trs(let move, let turn, let scale) = node.transform,
            !USDTransform.keepsRotation(of: node.transform)
        else { return node.transform }
        lose(
            .valueNormalized, .approximated, ScenePath.node(index), "rotation of \(node.name ?? "node \(index)")", 1,
            "nodes", "in USD rotations have a length of 1")
        // Usual readers expect float32.
        let unit = SIMD4<Float>(USDTransform.unit(turn) ?? SIMD4(0, 0, 0, 1))
        return .trs(translation: move, rotation: SIMD4(unit), scale: scale)
    }

    private mutating func addTransform(_ transform: Transform, to prim: Int) {
        var order: [String] = []
        func isSingle(_ numbers: [Double]) -> Bool { numbers.allSatisfy { Double(Float($0)) == $0 || $0.isNaN } }
        switch transform {
        case .identity: return
        case .matrix(let numbers):
            order = ["xformOp:transform"]
            layout.layer.attribute(prim, "xformOp:transform", "matrix4d", .tuple(.matrix4d, numbers))
        case .trs(let move, let turn, let scale):
            order = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]
            let turns = (0..<4).map { turn[$0] }
            let scales = (0..<3).map { scale[$0] }
            layout.layer.attribute(prim, order[0], "double3", .tuple(.double3, (0..<3).map { move[$0] }))
            // Usual readers expect these two in float32; they are wider where that would lose something.
            layout.layer.attribute(
                prim, order[1], isSingle(turns) ? "quatf" : "quatd", .tuple(isSingle(turns) ? .quatf : .quatd, turns))
            layout.layer.attribute(
                prim, order[2], isSingle(scales) ? "float3" : "double3",
                .tuple(isSingle(scales) ? .float3 : .double3, scales))
        }
        layout.layer.attribute(prim, "xformOpOrder", "token[]", .texts(.token, order), isUniform: true)
    }

    // MARK: Layer

    private mutating func planFrame() {
        let cause = "in USD a layer says it, or readers take something for granted"
        if scene.upAxis == nil {
            lose(.axisAssumed, .reencoded, ScenePath.upAxis, "up axis", 1, "values", cause + ": Y")
        }
        if scene.metersPerUnit == nil {
            lose(.unitAssumed, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values", cause + ": metres")
        }
        origin.hasUpAxis = scene.upAxis != nil
        origin.hasUnit = scene.metersPerUnit != nil
        origin.isRooted = isRooted
        if isRooted {
            lose(
                .frameRooted, .reencoded, ScenePath.upAxis, "up axis", 1, "values",
                "in Quick Look Y is up: a node above all others turns them")
        }
        layout.layer.specs[0]["upAxis"] = .token((isRooted ? .y : scene.upAxis ?? .y).rawValue)
        layout.layer.specs[0]["metersPerUnit"] = .real(.double, scene.metersPerUnit ?? 1)
    }

    /// Entries of one key are a string, or several: in `customLayerData`; a text about the layer is its documentation.
    private mutating func planMetadata() {
        var keys: [String] = []
        var values: [String: [String]] = [:]
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            guard USDOrigin.isAllowed(entry) else {
                dropped[entry.key, default: 0] += 1
                continue
            }
            if values[entry.key] == nil { keys.append(entry.key) }
            values[entry.key, default: []].append(entry.value)
        }
        loseMetadata(dropped, "USD has names of layer data without zeros, and one that meshconv needs")
        var entries: [USDEntry] = []
        for key in keys {
            let own = values[key] ?? []
            if key == "documentation", own.count == 1 {
                layout.layer.specs[0]["documentation"] = .text(.string, own[0])
            } else {
                entries.append(
                    USDEntry(name: key, value: own.count == 1 ? .text(.string, own[0]) : .texts(.string, own)))
            }
        }
        let kept = scene.metadata.filter(USDOrigin.isAllowed)
        var order: [String] = []
        for entry in kept where order.last != entry.key { order.append(entry.key) }
        if Set(order).count < order.count { origin.metadata = kept.map(\.key) }
        if let record = origin.record {
            entries.append(
                USDEntry(
                    name: OriginRecord.key,
                    value: .dictionary([USDEntry(name: "origin", value: .text(.string, record.text()))])))
        }
        // Dictionaries of USD are sorted by their names.
        entries.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
        if !entries.isEmpty { layout.layer.specs[0]["customLayerData"] = .dictionary(entries) }
    }
}

/// A list that shapes use parts of: the vertices of a set, or one of its pools.
struct USDListKey: Hashable {
    var set: Int
    /// −1: the vertices.
    var pool: Int
}
