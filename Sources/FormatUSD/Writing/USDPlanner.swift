import MeshBytes
import MeshFormats
import MeshModel

/// Plans how a scene becomes a USD layer, and what is lost.
struct USDPlanner: LossPlanning {
    static let formatName = "USD"
    let content: Content
    let options: USDOptions
    var layout = USDWrittenFile()
    var losses: [Loss] = []
    var links = Correspondence()
    /// The correspondence for a reader that restores the scene from the origin record.
    var restored = Correspondence()
    var origin = USDOrigin()
    /// The texture that was painted from colours of the scene.
    let painted: Correspondence.PaintedColors?
    /// The painted pool of each primitive, by mesh and primitive.
    let paintedPools: [[Int]: Int]
    /// Whether the colours are written too, so that readers of the record can remove the painting.
    var takesPaintingAway: Bool { painted != nil && options.colors != .texture }

    /// Whether an added root node rotates the scene so that Y is up.
    let isRooted: Bool
    /// The prims that become nodes for a reader.
    var tree: USDPrimTree
    /// The shapes, in the order in which a reader finds them.
    var shapes: [USDPlannedShape] = []
    /// The prim of each shape.
    var prims: [Int] = []
    /// The path of each material of the scene, followed by those of generated materials.
    var materialPaths: [String] = []
    /// The indices of the generated materials.
    var plainMaterials: [USDPlainMaterial: Int] = [:]
    /// Whether each shape is the first of its mesh.
    let firstShapes: [Bool]
    /// The mesh and primitive of each shape, after the shapes of a mesh are joined again.
    let ownPlaces: [(mesh: Int, primitive: Int)]
    /// The scene's mesh of each joined mesh.
    let ownMeshes: [Int?]
    /// The re-centring of positions far from the origin.
    var recentering = Recentering()
    /// The number of shapes that use each pool.
    var poolUsers: [USDListKey: Int] = [:]
    /// The number of rows of each pool in all shapes, by path, and the pools that are written completely.
    var poolRowCounts: [String: Int] = [:]
    var exactPools: Set<String> = []
    /// The numbering of rows in shapes that use only some of them.
    var numbers: [USDListKey: USDRowNumbers] = [:]
    /// The largest absolute value of each attribute, by path. Cached because shapes may share vertex sets.
    var largest: [String: Double] = [:]
    /// The paths of attributes that a shape has.
    var written: Set<String> = []
    /// The paths of colours that are left out because Quick Look would not show them.
    var unseenColors: Set<String> = []
    /// Differences already reported. Each is reported once for all prims.
    var told: Set<String> = []
    /// The index in the layout of each written image of the scene.
    var imageNumbers: [Int: Int] = [:]
    /// The index in the layout of the image of each texture.
    var textureNumbers: [Int: Int] = [:]
    /// The materials that a reader finds, and the names of the coordinates that each uses.
    var readMaterials: [Material] = []
    var coordinateNames: [[String]] = []
    /// Whether each of them reads prim colours.
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
        for index in scene.tables.indices { loseTable(index, "USD has no tables") }
        layout.correspondence = links
        layout.correspondence.restored = [restored]
    }

    private func checkScene() throws(WriteError) {
        for set in scene.vertexSets where set.count > Int(Int32.max) {
            throw WriteError(.unrepresentable, path: "", "USD has fewer than 2147483648 points in a prim")
        }
        let depth = tree.depth
        // One level more for the name of a property.
        guard depth < CratePaths.deepest else {
            throw WriteError(
                .unrepresentable, path: "",
                "expected fewer than \(CratePaths.deepest) nodes above each other, found \(depth): programs walk over "
                    + "layers by recursion")
        }
    }

    // MARK: Prims

    /// Adds the prims of the hierarchy. Points are added later.
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

    /// The roots of subtrees in no scene. Empty if no scenes are defined.
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
            // No display name, because every instance would have it too.
            for (name, shape) in zip(prototype.shapeNames, numbers[prototype.mesh] ?? []) {
                prims[shape] = layout.layer.define(name, shapes[shape].kind.rawValue, below: prim)
            }
        }
    }

    /// The transform of a node in the file. The rotation is normalised if readers would do that.
    private mutating func plannedTransform(_ node: Node, _ index: Int) -> Transform {
        guard case .trs(let move, let turn, let scale) = node.transform,
            !USDTransform.keepsRotation(of: node.transform)
        else { return node.transform }
        lose(
            .valueNormalized, .approximated, ScenePath.node(index), "rotation of \(node.name ?? "node \(index)")", 1,
            "nodes", "in USD rotations have a length of 1")
        // Most readers expect float32.
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
            // Most readers expect these two in float32. They are wider where that would lose precision.
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

    /// Adds metadata to `customLayerData`, with several values of a key as an array. A single documentation text
    /// becomes the layer's documentation.
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
        // USD sorts dictionaries by name.
        entries.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
        if !entries.isEmpty { layout.layer.specs[0]["customLayerData"] = .dictionary(entries) }
    }
}

/// A list that shapes may use in part: the vertices of a set, or one of its pools.
struct USDListKey: Hashable {
    var set: Int
    /// −1 for the vertices.
    var pool: Int
}
