import MeshBytes
import MeshFormats
import MeshModel

/// Decides how a scene becomes a glTF file, and what is lost.
struct GLTFPlanner: LossPlanning {
    static let formatName = "glTF"
    let content: Content
    var layout = GLTFLayout()
    var losses: [Loss] = []
    var links = Correspondence()
    var origin = GLTFOrigin()

    /// The index of each set's first vertex in the source; the last entry is the number of all vertices.
    let vertexBases: [Int]
    /// The primitives that use each set.
    let primitivesOfSets: [Int: [Primitive]]
    /// The primitives that are written for each mesh, in order.
    var runs: [[GLTFFilePrimitive]] = []
    /// The written vertices of each set; nil: no written primitive uses them.
    var sets: [GLTFVertices?] = []
    /// The indices in `runs` for each set: scenes may have as many sets as meshes.
    var runsOfSets: [[(mesh: Int, index: Int)]] = []
    /// The sets in the order in which a reader finds them.
    var setOrder: [Int] = []
    /// The vertices of each set that can't be written, because a coordinate is NaN or infinite.
    var badVertices: [ContiguousArray<Bool>?] = []
    /// The offsets of positions that lie far from the origin.
    var recentering = Recentering()
    /// Whether the remainders of positions after rounding to float32 are written as well.
    let keepsRest: Bool
    /// The index in the file of each mesh of the source; nil: it is not written.
    var meshNumbers: [Int?] = []
    /// The index of the material of elements that have none; nil: all have one.
    var plainMaterial: Int?
    /// Whether attributes of splats that can't be restored are also written unchanged.
    let keepsSplats: Bool
    /// The sets that are written as splats; the value is whether their colours are linear.
    var splatSets: [Int: Bool] = [:]
    /// The links that hold only for readers that know the origin record.
    var splatLinks: [Correspondence.AttributeLink] = []
    /// The sets whose colours were painted into a texture.
    let paintedSets: Set<Int>
    /// The attributes of the primitives of each set: name and accessor.
    var attributeMembers: [Int: [(String, JSONValue)]] = [:]
    /// The paths of element attributes that became vertex attributes.
    var elementPaths: Set<String> = []
    /// The paths of the primitives whose element attributes were reported.
    var reported: Set<String> = []
    /// The inner nodes of nodes whose matrix was split.
    var innerNodes: [JSONValue] = []
    /// The cuts of the polygons that reading back restores, by mesh and primitive.
    var cuts: [Int: [Int: Correspondence.Triangulation.Cut]] = [:]
    /// The topologies whose elements are not all written in their order.
    var changedTopologies: Set<Topology> = []
    /// The number of lines in each primitive that become segments.
    var segmented: [(place: PrimitivePlace, count: Int)] = []
    /// The paths of primitives with missing elements, and of those that reading back restores.
    var incomplete: Set<String> = []
    var joined: Set<String> = []
    /// The source's element for each element that reading back restores, where that is known.
    var restoredElements: [Topology: Correspondence.Mapping] = [:]
    /// The nodes above the roots: the scenes that have them, and their children.
    var rootNodes: [(scenes: [Int], children: [Int])] = []
    var materialObjects: [JSONValue] = []
    var textureObjects: [JSONValue] = []
    var samplerObjects: [JSONValue] = []
    /// The options of each sampler, and of the sampler of each texture.
    var samplerWords: [[TextureOption]] = []
    var samplerOf: [[TextureOption]] = []
    /// The first texture of the file for each texture of the scene that has an image.
    var textureNumbers: [Int: Int] = [:]

    init(_ content: Content, isBinary: Bool, options: WriteOptions = WriteOptions()) {
        self.content = content
        keepsRest = options.options["position-low"] == "true"
        keepsSplats = options.options["splat-raw"] != "false"
        vertexBases = content.scene.vertexBases
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

    /// Throws if the buffer is too large for a GLB, whose lengths have 32 bits.
    func checkSize() throws(WriteError) {
        guard layout.isBinary else { return }
        try GLBWriter.checkSize(layout.buffer.byteCount)
    }

    // MARK: Assembly

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
        // Image extensions are required, because the file has no other format of these images.
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

    // MARK: What glTF can't hold

    private mutating func planTables() {
        for index in scene.tables.indices { loseTable(index, "glTF has no tables") }
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
        // Entries of one key are adjacent in the file.
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
