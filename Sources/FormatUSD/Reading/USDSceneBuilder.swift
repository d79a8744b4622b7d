import MeshFormats
import MeshModel

/// Builds the scene of a composed stage, prim by prim in stage order.
struct USDSceneBuilder {
    var stage: USDStage
    let options: ReadOptions
    /// The census of fields in the scene.
    let uses: USDFieldCensus
    var scene = MeshScene()
    /// Diagnostics about the file, located by prim path.
    var diagnostics: [Diagnostic] = []
    /// The index of each diagnostic, by its code and message.
    private var said: [String: [Wording: Int]] = [:]
    /// The node of each prim, or −1 for none.
    var nodeOf: [Int] = []
    /// The material of each material prim.
    var materialOf: [Int: Int] = [:]
    /// What the variants of materials bind.
    var variantBindings = USDVariantBindings()
    /// The faces whose materials the variants name, once for each.
    var variantFaces = 0
    /// The prims whose points follow joints.
    var skinned: Set<Int> = []
    /// The meshes by the opinions that they come from. Instances share them.
    var meshOf: [MeshKey: Int] = [:]
    /// The faces of implicit shapes, by the points in their rings: thousands of spheres share them.
    var facesOfShapes: [[Int]: USDFaces] = [:]
    /// The names of the texture coordinates that each material uses, in the order of their set numbers.
    var coordinateNames: [[String]] = []
    /// The primvars of prims that have prims below them, by prim.
    var primvarsAbove: [Int: [String]] = [:]
    /// The prims whose own content is hidden by their purpose.
    var hiddenPurposes: Set<Int> = []
    /// The colour spaces that prims say or inherit, by prim.
    var colorSpacesAbove: [Int: String?] = [:]
    /// The directions (`wrapS`, `wrapT`) in which images of materials have one colour beyond their edges.
    var plainEdges: [Int: Set<String>] = [:]
    /// Whether each material reads vertex colours. True if unknown.
    var readsColors: [Bool] = []
    /// The primvars that materials show as colours in place of `displayColor`, by material.
    var shownPrimvars: [Int: String] = [:]
    /// The names of the primvars of the stage that can be shown as colours; nil: nobody has asked yet.
    var colorPrimvars: Set<String>?
    /// The asset paths of images, with the layers that have them.
    var imageNames: Set<USDLayerLibrary.Spelling> = []
    /// The textures by image.
    var textureOf: [String: Int] = [:]
    /// The tiles of textures, with the layers that name them.
    var tilesOf: [Int: (layer: Int, tiles: [USDTile])] = [:]
    /// Materials with textures in tiles, as they were before one tile took their place.
    var originals: [Int: SceneMaterial] = [:]
    /// Faces that reach over several tiles, and those without a tile.
    var crossingFaces = 0
    var untiledFaces = 0
    /// Prims whose subtrees only instancers show.
    var prototypes: Set<Int> = []
    /// For each prim whether it is one of these or below one; empty: there are none.
    var isOfPrototype: [Bool] = []
    /// The meshes in whose place copies show coloured ones.
    var recolored: Set<Int> = []
    /// The number of nodes that instancers created.
    var copyCount = 0
    /// The primvars that don't fit their prims and are left out: how many, by name.
    var misfits: [String: Int] = [:]
    /// The number of meshes that viewers of USD show smoother than they are read.
    var subdivisionCount = 0
    /// The number of smooth curves that were read as straight lines.
    var smoothCurveCount = 0
    /// The lights that are left out, and those whose shares of diffuse and specular light are.
    var lostLights: (whole: Set<Int>, shares: Set<Int>) = ([], [])
    /// The number of prims whose motion is read without a shear that is seen.
    var skewedCount = 0
    /// The prims whose faces have one side.
    var oneSided: [Int] = []
    /// Nodes of shader networks that were read as something simpler or not at all: their names by kind.
    var lostNodes: [String: [String]] = [:]
    /// Inputs of surfaces whose effect materials can't hold, and the number of materials.
    var lostInputs: [String: Int] = [:]
    /// Whether the material that is being built shows vertex colours.
    var readsDisplayColor = false
    /// The readers of primvars of that material that feed inputs which the scene can't feed from them.
    var otherReaders: Set<Int> = []

    /// The seconds of the stage's time codes.
    var clock = USDClock()
    /// The motion of the stage.
    var clip = AnimationClip(channels: [], samplers: [])
    /// The clips of animations that no skeleton plays.
    var furtherClips: [AnimationClip] = []
    /// The numbers of all keys of the clips.
    var clipValues = 0
    /// The number of keys that may still be added between those of the file.
    var addedKeys = 1 << 18
    /// The names of what moves, if it has one: the animations of skeletons.
    var clipNames: [String] = []
    /// The skeletons, by prim; nil for one that is invalid.
    var skeletons: [Int: USDSkeleton?] = [:]
    /// The nodes of the joints of each skeleton.
    var jointNodes: [Int: [Int]] = [:]
    /// The animations of skeletons, by prim; nil for one without values.
    var skelAnimations: [Int: USDSkelAnimation?] = [:]
    /// The skins by what they join.
    var skinOf: [SkinKey: Int] = [:]
    /// The attributes with samples that the camera, light or material in work was built from; nil: none is in work.
    var moved: Set<MovedAttribute> = []
    var collectsMoved = false
    /// The time code for which something is built again.
    var moment: Double?
    /// The courses of attributes, for building again.
    var momentCourses: [MovedAttribute: MomentCourse] = [:]
    /// The points of meshes that change with time, with their first target, and the attributes that are read at rest because of that.
    var pointCaches: [Int: (cache: USDPointCache, first: Int)] = [:]
    var atRest: Set<MovedAttribute> = []
    var cachedNumbers = 0
    /// The originals of nodes that instancers copied, in the order of the copies.
    var copies: [Copy] = []

    /// The key of a mesh. Prims with equal keys share it.
    struct MeshKey: Hashable {
        var opinions: [Int]
        var materials: [Int]
        /// The prims above that joints and weights come from.
        var joints: [Int] = []
        var shapes: [Int] = []
    }

    init(_ stage: USDStage, options: ReadOptions) {
        self.stage = stage
        uses = USDFieldCensus(stage)
        self.options = options
    }

    mutating func build() throws(ReadError) {
        buildFrame()
        useStructure()
        buildTimeline()
        findPrototypes()
        for prim in stage.prims.indices where stage.prims[prim].typeName == "Material" {
            collectsMoved = true
            buildMaterial(prim)
            collectsMoved = false
            try animateMaterial(prim, scene.materials.count - 1)
        }
        try buildVariants()
        findHiddenPurposes()
        nodeOf = [Int](repeating: -1, count: stage.prims.count)
        for prim in stage.prims.indices.dropFirst() where hasNode(prim) { try buildNode(prim) }
        try bindSkins()
        try addFurtherClips()
        try buildInstancers()
        splitTiles()
        losePlainEdges()
        var roots: [Int] = []
        for prim in stage.prims.indices.dropFirst() where nodeOf[prim] >= 0 {
            let parent = stage.prims[prim].parent
            // What instancers copy is drawn in its own place, too, unless an `over` or a class hides it there.
            if prototypes.contains(prim), !stage.prims[prim].isDefined { continue }
            // Instancers draw copies of their prototypes, and nothing else that lies below them.
            if parent > 0, stage.prims[parent].typeName == "PointInstancer" { continue }
            if parent > 0, nodeOf[parent] >= 0 {
                scene.nodes[nodeOf[parent]].children.append(nodeOf[prim])
            } else if parent <= 0 {
                roots.append(nodeOf[prim])
            }
        }
        moveCopies()
        dropUnseen(roots: roots)
        finishMotion()
        let read = scene.scenes
        restoreOrigin()
        if scene.scenes != read { showUnseen() }
    }

    // MARK: The file

    private mutating func buildFrame() {
        let axis = metadata(0, "upAxis")?.word
        if let axis, axis != "Y", axis != "Z" {
            warn("usd.up-axis", 0, "unknown up axis '\(axis)': Y is used")
        }
        scene.upAxis = axis == "Z" ? .z : .y
        scene.nestsSkins = true
        if axis == nil { note("usd.up-axis-unset", 0, "the file states no up axis: Y is used, as USD defines") }
        if let unit = metadata(0, "metersPerUnit")?.number, unit > 0, unit.isFinite {
            scene.metersPerUnit = unit
        } else {
            scene.metersPerUnit = 0.01
            note("usd.unit-unset", 0, "the file states no unit: 1 is read as 1 cm, as USD defines")
        }
        for (field, key) in [("documentation", "documentation"), ("comment", "comment")] {
            if let text = metadata(0, field)?.word, !text.isEmpty {
                scene.metadata.append(MetadataEntry(key: key, value: text))
            }
        }
        buildLayerData()
    }

    // MARK: Nodes

    /// Whether a prim becomes a node. Materials, shaders and subsets are parts of others.
    func hasNode(_ prim: Int) -> Bool {
        let value = stage.prims[prim]
        let isOfPrototype = isOfPrototype.indices.contains(prim) && isOfPrototype[prim]
        guard value.isDefined || isOfPrototype, !value.isAbstract, value.isActive else { return false }
        switch value.typeName {
        case "Material", "Shader", "NodeGraph", "GeomSubset": return false
        case let type where USDSchemas.bound.contains(type): return !value.children.isEmpty
        default:
            // Prims below a material belong to it.
            var parent = value.parent
            while parent > 0 {
                if ["Material", "Shader", "NodeGraph"].contains(stage.prims[parent].typeName) { return false }
                parent = stage.prims[parent].parent
            }
            return true
        }
    }

    /// Whether prims of a type show something and are not read.
    static func isUnreadShape(_ type: String) -> Bool {
        USDSchemas.unreadShapes.contains(type)
            || type.hasPrefix("ParticleField") && type != "ParticleField3DGaussianSplat"
    }

    private mutating func buildNode(_ prim: Int) throws(ReadError) {
        let value = stage.prims[prim]
        var node = Node(name: metadata(prim, "displayName")?.word ?? value.name)
        node.transform = transform(of: prim)
        node.isVisible = isVisible(prim) && !hiddenPurposes.contains(prim)
        switch value.typeName {
        case "Mesh": node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.mesh(prim) }
        case "TetMesh": node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.tetMesh(prim) }
        case "Points": node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.points(prim) }
        case let type where type.hasPrefix("ParticleField") && isSplats(prim):
            node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.splats(prim) }
        case let type where USDSchemas.curves.contains(type):
            node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.curves(prim) }
        case let type where USDSchemas.shapes.contains(type):
            node.mesh = try sharedMesh(prim) { (builder) throws(ReadError) in try builder.shape(prim) }
        case "Camera":
            collectsMoved = true
            node.camera = camera(prim)
            collectsMoved = false
            if let camera = node.camera { try animateCamera(prim, camera) }
        case "Skeleton": break
        default:
            if value.typeName.hasSuffix("Light") || value.typeName == "LightFilter" {
                collectsMoved = true
                node.light = light(prim)
                collectsMoved = false
                if let light = node.light { try animateLight(prim, light) } else { moved = [] }
            }
            if Self.isUnreadShape(value.typeName) {
                note("usd.shape-unread", prim, "a \(value.typeName) is not supported: it is missing")
            }
        }
        nodeOf[prim] = scene.nodes.count
        scene.nodes.append(node)
        useExtent(prim)
        try animate(prim)
        try animateVisibility(prim)
        if value.typeName == "Skeleton" { try buildJoints(prim) }
    }

    /// The mesh of a prim, shared by prims with the same opinions.
    private mutating func sharedMesh(
        _ prim: Int, _ make: (inout USDSceneBuilder) throws(ReadError) -> Primitive?
    ) throws(ReadError) -> Int? {
        let (joints, shapes) = (influences(prim), blendShapes(prim))
        let key = MeshKey(
            opinions: identity(prim), materials: boundMaterials(prim) + variantKey(prim),
            joints: influencesFromAbove(prim),
            shapes: shapes?.identity ?? [])
        if let known = meshOf[key] {
            // The mesh has joints also if skeletons move only some of the prims that show it.
            if let joints, !hasJoints(known) { addJoints(joints, to: scene.meshes[known].primitives[0].vertexSet) }
            if joints != nil, hasJoints(known) { skinned.insert(prim) }
            return known
        }
        let cache = pointCache(prim)
        guard let primitive = try make(&self) else { return nil }
        var mesh = Mesh(primitives: [primitive])
        if let joints {
            addJoints(joints, to: primitive.vertexSet)
            skinned.insert(prim)
        }
        if let shapes { mesh.targets = try addTargets(shapes, prim, to: primitive.vertexSet) }
        if let cache {
            pointCaches[scene.meshes.count] = (cache, first: mesh.targets.count)
            mesh.targets += addTargets(cache, first: mesh.targets.count, to: primitive.vertexSet)
        }
        scene.meshes.append(mesh)
        meshOf[key] = scene.meshes.count - 1
        return scene.meshes.count - 1
    }

    /// Removes nodes that no scene shows (such as prototypes), and sets the scene's roots.
    private mutating func dropUnseen(roots: [Int]) {
        var isSeen = [Bool](repeating: false, count: scene.nodes.count)
        var open = roots
        while let node = open.popLast() {
            guard !isSeen[node] else { continue }
            isSeen[node] = true
            open += scene.nodes[node].children
        }
        var unseen = Set(zip(scene.nodes, isSeen).compactMap { $1 ? nil : $0.mesh })
        var numbers: [Int: Int] = [:]
        // In place: instancers make hundreds of thousands of nodes.
        var count = 0
        for index in scene.nodes.indices where isSeen[index] {
            numbers[index] = count
            if count < index { scene.nodes[count] = scene.nodes[index] }
            count += 1
        }
        scene.nodes.removeLast(scene.nodes.count - count)
        unseen.subtract(scene.nodes.compactMap(\.mesh))
        if count < isSeen.count {
            for index in scene.nodes.indices {
                scene.nodes[index].children = scene.nodes[index].children.compactMap { numbers[$0] }
            }
        }
        drop(meshes: unseen)
        renumberMotion(numbers)
        scene.scenes = [SceneRoot(roots: roots.compactMap { numbers[$0] })]
        scene.defaultScene = 0
    }

    /// Removes meshes that USD draws nowhere, such as prototypes without copies, with their vertices.
    private mutating func drop(meshes: Set<Int>) {
        guard !meshes.isEmpty else { return }
        let count = meshes.subtracting(recolored).count
        if count > 0 {
            note("usd.unshown", 0, "meshes that USD draws nowhere, as no instancer copies them, are left out: \(count)")
        }
        let kept = scene.meshes.indices.filter { !meshes.contains($0) }
        let numbers = Dictionary(kept.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let users = scene.usersOfSets
        let sets = scene.vertexSets.indices.filter { set in
            let own = users[set] ?? []
            return own.isEmpty || own.contains { !meshes.contains($0.mesh) }
        }
        let places = Dictionary(sets.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        scene.meshes = kept.map { scene.meshes[$0] }
        scene.vertexSets = sets.map { scene.vertexSets[$0] }
        for mesh in scene.meshes.indices {
            for index in scene.meshes[mesh].primitives.indices {
                let set = scene.meshes[mesh].primitives[index].vertexSet
                scene.meshes[mesh].primitives[index].vertexSet = places[set] ?? set
            }
        }
        for node in scene.nodes.indices { scene.nodes[node].mesh = scene.nodes[node].mesh.flatMap { numbers[$0] } }
    }

    // MARK: Values

    /// The value of an attribute: its default or its first sample.
    mutating func value(_ prim: Int, _ name: String) -> USDValue? {
        value(prim, name, isMoving: !atRest.isEmpty && atRest.contains(MovedAttribute(prim: prim, name: name)))
    }

    /// The value of an attribute without a time: its default or its first sample.
    ///
    /// - Parameter isMoving: whether the scene has its samples, too.
    mutating func value(_ prim: Int, _ name: String, isMoving: Bool) -> USDValue? {
        if let moment { return value(prim, name, at: moment) }
        guard let property = stage.property(prim, name) else { return nil }
        let resolved = stage.resolved(prim, property)
        // A block says that there is no value, as the scene does.
        let isKnown =
            resolved != nil
            || property.opinions.contains { opinion in
                if case .block? = stage.value(opinion, "default") { true } else { false }
            }
        guard isKnown else { return nil }
        uses.use(property.opinions, USDFieldCensus.ofValue)
        switch resolved {
        case nil: return nil
        case .value(let value, _): return value
        case .samples(let samples, let opinions):
            let isCollected =
                collectsMoved && uses.isTimed && changes(prim, name, samples.count)
                && samples.first { !$0.value.isBlock }?.value.isReal == true
            if isCollected { moved.insert(MovedAttribute(prim: prim, name: name)) }
            let isMoving = isMoving || isCollected
            if samples.count > 1, !isMoving {
                note("usd.animated", prim, "values that change are read at one time only")
            } else {
                uses.use(opinions, ["timeSamples"])
            }
            // At rest, what moves is as it is at no time; the rest is as players show it first.
            let (still, first) = (stage.value(prim, name), samples.first { !$0.value.isBlock }?.value)
            return isMoving ? still ?? first : first ?? still
        }
    }

    /// The composed value of a property's field.
    func field(_ prim: Int, _ name: String, _ field: String) -> USDValue? {
        stage.value(prim, name, field: field)
    }

    /// The composed value of a prim's field. The first prim is the stage itself.
    func metadata(_ prim: Int, _ field: String) -> USDValue? {
        uses.use(stage.prims[prim].opinions, [field])
        return stage.metadata(prim, field)
    }

    /// Records that a field of a property is in the scene.
    func use(_ prim: Int, _ name: String, _ field: String) {
        guard let property = stage.property(prim, name) else { return }
        uses.use(property.opinions, USDFieldCensus.declaration + [field, "default"])
    }

    /// The identity of a prim's contents: its specs, and those of ancestors with inheritable values.
    private mutating func identity(_ prim: Int) -> [Int] {
        var numbers: [Int] = []
        for opinion in stage.prims[prim].opinions { numbers += [opinion.layer, opinion.spec] }
        // Value clips may say something else of each.
        if !stage.prims[prim].clips.isEmpty { numbers += [-2, prim] }
        var parent = stage.prims[prim].parent
        while parent > 0 {
            if !primvars(handedDownBy: parent).isEmpty || hasAPI(parent, "ColorSpaceAPI") {
                for opinion in stage.prims[parent].opinions { numbers += [-1, opinion.layer, opinion.spec] }
            }
            parent = stage.prims[parent].parent
        }
        return numbers
    }

    // MARK: Diagnostics

    mutating func warn(_ code: String, _ prim: Int, _ message: Wording) {
        say(code, .warning, prim, message)
    }

    mutating func note(_ code: String, _ prim: Int, _ message: Wording) { say(code, .note, prim, message) }

    mutating func say(_ code: String, _ severity: Diagnostic.Severity, _ prim: Int, _ message: Wording) {
        if let index = said[code]?[message] {
            diagnostics[index].count += 1
            return
        }
        said[code, default: [:]][message] = diagnostics.count
        let place: InputLocation = prim > 0 ? .jsonPointer(stage.path(of: prim)) : .whole
        diagnostics.append(Diagnostic(code, severity, at: place, wording: message))
    }
}
