import MeshBytes
import MeshFormats
import MeshModel

/// Decides how a scene becomes a glTF file and what is lost by it.
struct GLTFPlanner: LossPlanning {
    static let formatName = "glTF"
    let content: Content
    var layout = GLTFLayout()
    var losses: [Loss] = []
    var links = Correspondence()
    var origin = GLTFOrigin()

    /// Where each set's vertices begin in the source; one entry more than there are sets.
    let vertexBases: [Int]
    /// The primitives over each set.
    let primitivesOfSets: [Int: [Primitive]]
    /// What is written of each mesh: its primitives in order, none for a mesh that has none.
    var runs: [[GLTFFilePrimitive]] = []
    /// What becomes of the vertices of each set; nil: no run uses them.
    var sets: [GLTFVertices?] = []
    /// Where the runs over each set are: scenes may have as many sets as meshes.
    var runsOfSets: [[(mesh: Int, index: Int)]] = []
    /// The sets in the order in which a reader finds them.
    var setOrder: [Int] = []
    /// The vertices of each set that can't be written, since a coordinate is no number.
    var badVertices: [ContiguousArray<Bool>?] = []
    /// From where positions are counted that lie far from the origin.
    var recentering = Recentering()
    /// Whether what float32 leaves of positions is written as well.
    let keepsRest: Bool
    /// For each mesh of the source its number in the file.
    var meshNumbers: [Int?] = []
    /// The number of the material of elements that have none; nil: all have one.
    var plainMaterial: Int?
    /// Whether numbers of splats that can't be given back are kept beside them.
    let keepsSplats: Bool
    /// The sets that are written as splats; the value says whether their colours are linear.
    var splatSets: [Int: Bool] = [:]
    /// The links that hold where the record is known, and else not.
    var splatLinks: [Correspondence.AttributeLink] = []
    /// The sets whose colours a texture shows that was painted from them.
    let paintedSets: Set<Int>
    /// The attributes of the primitives of each set: name and accessor.
    var attributeMembers: [Int: [(String, JSONValue)]] = [:]
    /// The paths of the values of elements that became values of vertices.
    var elementPaths: Set<String> = []
    /// The primitives of the scene whose elements were looked at.
    var reported: Set<String> = []
    /// The nodes inside nodes that glTF has no matrix for.
    var innerNodes: [JSONValue] = []
    /// How the polygons of primitives were cut whose triangles the way back makes polygons of, by mesh and primitive.
    var cuts: [Int: [Int: Correspondence.Triangulation.Cut]] = [:]
    /// The topologies whose elements are not all written in their order.
    var changedTopologies: Set<Topology> = []
    /// The lines that become segments: how many of each primitive.
    var segmented: [(place: PrimitivePlace, count: Int)] = []
    /// The primitives of which elements are missing, and those that the way back makes what they were, by path.
    var incomplete: Set<String> = []
    var joined: Set<String> = []
    /// The element of the source for each one that the way back makes, where that is known.
    var restoredElements: [Topology: Correspondence.Mapping] = [:]
    /// The nodes above the roots: which scenes show them, and what is below.
    var rootNodes: [(scenes: [Int], children: [Int])] = []
    var materialObjects: [JSONValue] = []
    var textureObjects: [JSONValue] = []
    var samplerObjects: [JSONValue] = []
    /// The words of each sampler, and of the sampler of each texture.
    var samplerWords: [[TextureOption]] = []
    var samplerOf: [[TextureOption]] = []
    /// The first texture of the file for each texture of the scene that has an image.
    var textureNumbers: [Int: Int] = [:]

    init(_ content: Content, isBinary: Bool, options: WriteOptions = WriteOptions()) {
        self.content = content
        keepsRest = options.options["position-low"] == "true"
        keepsSplats = options.options["splat-raw"] != "false"
        vertexBases = Self.vertexBases(of: content.scene)
        paintedSets = Self.paintedSets(content)
        primitivesOfSets = content.scene.primitivesOfSets
        layout.isBinary = isBinary
    }

    private static func paintedSets(_ content: Content) -> Set<Int> {
        var sets: Set<Int> = []
        for case .painted(let painted) in content.steps {
            for surface in painted.surfaces {
                sets.insert(content.scene.meshes[surface.mesh].primitives[surface.primitive].vertexSet)
            }
        }
        return sets
    }

    mutating func plan() throws(WriteError) {
        try checkScene()
        findBadVertices()
        planElements()
        planPolygons()
        planJoins()
        planOffsets()
        planImages()
        planMaterials()
        reportMaterials()
        planVertices()
        let meshes = planMeshes()
        planCamerasAndLights()
        planTables()
        let nodes = planNodes()
        planFrame()
        planMetadata()
        assemble(nodes: nodes, meshes: meshes)
        try checkSize()
        if !splatLinks.isEmpty || !cuts.isEmpty || !restoredElements.isEmpty {
            var own = links
            own.attributes += splatLinks
            own.restoredElements = restoredElements
            own.restoresPolygons = !cuts.isEmpty
            links.restored = [own]
        }
        layout.correspondence = links
    }

    private func checkScene() throws(WriteError) {
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.topology == .polygons && !primitive.hasTrianglesOnly {
                throw WriteError(.unrepresentable, path: "", "glTF has triangles only: triangulate first")
            }
        }
    }

    /// Lengths in a GLB are numbers of 32 bits.
    func checkSize() throws(WriteError) {
        guard layout.isBinary else { return }
        try GLBWriter.checkSize(layout.buffer.byteCount)
    }

    // MARK: The whole

    private mutating func assemble(nodes: [JSONValue], meshes: [JSONValue]) {
        layout.asset = [("version", "2.0"), ("generator", "meshconv")]
        if let copyright { layout.asset.append(("copyright", .string(copyright))) }
        var extras = self.extras
        if let record = origin.record { extras.append((OriginRecord.key, record)) }
        if !extras.isEmpty { layout.asset.append(("extras", .object(extras))) }
        var members: [(String, JSONValue)] = []
        func add(_ name: String, _ elements: [JSONValue]) {
            if !elements.isEmpty { members.append((name, .array(elements))) }
        }
        let extensions = usedExtensions
        add("extensionsUsed", extensions.map { .string($0) })
        // What has no other form of it in the file.
        add("extensionsRequired", extensions.filter(GLTFExtensions.images.contains).map { .string($0) })
        if let lights = lightsExtension { members.append(("extensions", .object([lights]))) }
        if let scene = scene.defaultScene { members.append(("scene", .int(scene))) }
        add("scenes", planScenes())
        add("nodes", nodes)
        add("cameras", cameraObjects)
        add("meshes", meshes)
        add("materials", materialObjects)
        add("textures", textureObjects)
        add("samplers", samplerObjects)
        add("accessors", layout.buffer.accessors)
        layout.members = members
    }

    // MARK: What glTF has no place for

    private mutating func planTables() {
        for index in scene.tables.indices { loseTable(index, "glTF has no tables", remedy: ".ply") }
    }

    var copyright: String? {
        let own = scene.metadata.filter { $0.key == "copyright" }
        return own.count == 1 ? own[0].value : nil
    }

    /// The entries of metadata as members, keys in the order of first use.
    private var extras: [(String, JSONValue)] {
        var keys: [String] = []
        var values: [String: [JSONValue]] = [:]
        for entry in scene.metadata where !isDropped(entry) && !(entry.key == "copyright" && copyright != nil) {
            if values[entry.key] == nil { keys.append(entry.key) }
            values[entry.key, default: []].append(.string(entry.value))
        }
        return keys.map { key in
            let own = values[key] ?? []
            return (key, own.count == 1 ? own[0] : .array(own))
        }
    }

    private func isDropped(_ entry: MetadataEntry) -> Bool { entry.key == OriginRecord.key }

    private mutating func planMetadata() {
        var dropped: [String: Int] = [:]
        for entry in scene.metadata where isDropped(entry) { dropped[entry.key, default: 0] += 1 }
        loseMetadata(dropped, "in a glTF of meshconv the name stands for something else")
        let kept = scene.metadata.filter { !isDropped($0) }
        // Entries of one key lie together in the file.
        var order: [String] = []
        for entry in kept where order.last != entry.key { order.append(entry.key) }
        if Set(order).count < order.count || (copyright != nil && order.first != "copyright") {
            origin.metadata = kept.map(\.key)
        }
    }

    private mutating func planFrame() {
        if scene.upAxis == nil {
            lose(
                .axisAssumed, .reencoded, ScenePath.upAxis, "up axis", 1, "values", "in glTF Y is up for all readers")
        }
        if scene.metersPerUnit == nil {
            lose(
                .unitAssumed, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values",
                "in glTF lengths are metres for all readers")
        }
        origin.upAxis = scene.upAxis
        origin.metersPerUnit = scene.metersPerUnit
    }
}

extension Primitive {
    /// Whether all elements have three corners.
    var hasTrianglesOnly: Bool {
        if elementCount == 0 || isTriangles { return true }
        guard case .offsets = arity else { return false }
        var walk = ElementWalk(self)
        while let block = walk.next() {
            if block.arities.contains(where: { $0 != 3 }) { return false }
        }
        return true
    }
}
