import MeshBytes
import MeshFormats
import MeshModel

/// Decides how a scene becomes a glTF file, and what is lost.
///
/// Each step of ``plan()`` returns a value that the following steps need. Here is only what all steps add to.
struct GLTFPlanner: LossPlanning {
    static let formatName = "glTF"
    let content: Content
    let isBinary: Bool
    /// Whether the remainders of positions after rounding to float32 are written as well.
    let keepsRest: Bool
    /// Whether attributes of splats that can't be restored are also written unchanged.
    let keepsSplats: Bool
    /// Whether a node shows copies of its mesh.
    var hasInstances = false
    /// Whether the file gets no origin record.
    let omitsOrigin: Bool
    var losses: [Loss] = []
    var links = Correspondence()
    /// The links that hold only for readers that know the origin record.
    var linksOfRecord: [Correspondence.AttributeLink] = []
    /// The links that hold only for the other readers.
    var linksOfOthers: Set<Correspondence.AttributeLink> = []
    var origin = GLTFOrigin()
    var buffer = GLTFPackedBuffer()
    /// The scene's images that the file has; known after ``planImages()``.
    var writtenImages: Set<Int> = []

    init(_ content: Content, isBinary: Bool, options: WriteOptions = WriteOptions()) {
        self.content = content
        self.isBinary = isBinary
        keepsRest = options.options["position-low"] == "true"
        omitsOrigin = options.omitsOrigin
        keepsSplats = options.options["splat-raw"] != "false"
    }

    mutating func plan() throws(WriteError) -> GLTFLayout {
        try checkScene()
        let elements = planElements()
        let cuts = planPolygons(elements)
        let restored = planJoins(elements, cuts)
        let recentering = Recentering(
            scene, shown: elements.parts.map { $0.map(\.place.primitive.vertexSet) }, keeps: Self.keeps,
            isLeftOut: { elements.badVertices[$0]?[$1] == true })
        origin.nodes = OriginNode.all(recentering, scene)
        let images = try planImages()
        let materials = planMaterials(elements, images)
        let sets = planVertices(elements)
        let attributes = planAttributes(sets, restored, recentering, materials.textures)
        let meshes = planMeshes(sets, attributes, materials, restored)
        for index in scene.tables.indices { loseTable(index, "glTF can't store tables") }
        let hierarchy = planNodes(elements, recentering)
        let motion = planMotion(hierarchy, elements)
        planFrame()
        planLengths()
        planMetadata()
        if isBinary { try GLBWriter.checkSize(buffer.byteCount) }
        planLinks(restored)
        return GLTFLayout(
            isBinary: isBinary, members: members(meshes, attributes, materials, hierarchy, motion), buffer: buffer,
            images: images.files)
    }

    private func checkScene() throws(WriteError) {
        for (_, _, primitive) in scene.placedPrimitives
        where primitive.topology == .polygons && !primitive.hasTrianglesOnly {
            throw WriteError(
                .unrepresentable, path: "", "glTF can store triangles only; cut the polygons into triangles first")
        }
    }

    /// Completes the links with what a reader restores that knows the origin record.
    private mutating func planLinks(_ restored: GLTFRestored) {
        links.cameras = scene.cameras.indices.map { $0 }
        links.lights = scene.lights.indices.map { $0 }
        links.variants = scene.materialVariants.indices.map { $0 }
        guard !linksOfRecord.isEmpty || !restored.cuts.isEmpty || !restored.elements.isEmpty || origin.packing != nil
        else { return }
        var own = links
        if let packing = origin.packing {
            own.textures = links.textures.without(packing.uses.map(\.texture))
            own.images = links.images.without(packing.digests.keys)
            own.takesPackingAway = true
        }
        own.attributes = links.attributes.filter { !linksOfOthers.contains($0) } + linksOfRecord
        own.restoredElements = restored.elements
        own.restoresPolygons = !restored.cuts.isEmpty
        links.restored = [own]
    }

    // MARK: The tree

    /// The members of the root that come before images and buffer.
    private func members(
        _ meshes: [JSONValue], _ attributes: GLTFSetAttributes, _ materials: GLTFMaterials,
        _ hierarchy: GLTFHierarchy, _ motion: GLTFMotion
    ) -> [(String, JSONValue)] {
        var extras = self.extras
        if !omitsOrigin, let record = origin.record { extras.append((OriginRecord.key, record)) }
        let asset = JSONValue.given([
            "version": "2.0", "generator": "meshconv", "copyright": JSONValue(copyright),
            "extras": extras.isEmpty ? nil : .object(extras),
        ])
        let extensions = self.extensions
        var names = Set(extensions.map(\.0))
        if hasInstances { names.insert(GLTFExtensions.instancing) }
        if !attributes.splats.isEmpty { names.insert(GLTFExtensions.splats) }
        for object in hierarchy.nodes + motion.animations + materials.objects + materials.textures.objects {
            Self.collectExtensions(object, &names)
        }
        let used = names.sorted()
        var members: [(String, JSONValue)] = [("asset", asset)]
        members.add("extensionsUsed", used)
        // Image extensions are required, because the file has no other format of these images; instancing, because a
        // program without it would show one copy.
        members.add(
            "extensionsRequired",
            used.filter { GLTFExtensions.images.contains($0) || $0 == GLTFExtensions.instancing })
        if !extensions.isEmpty { members.append(("extensions", .object(extensions))) }
        if let scene = scene.defaultScene { members.append(("scene", .int(scene))) }
        members.add("scenes", hierarchy.scenes)
        members.add("nodes", hierarchy.nodes)
        members.add("cameras", cameraObjects)
        members.add("meshes", meshes)
        members.add("skins", motion.skins)
        members.add("animations", motion.animations)
        members.add("materials", materials.objects)
        members.add("textures", materials.textures.objects)
        members.add("samplers", materials.textures.samplers)
        members.add("accessors", buffer.accessors)
        return members
    }

    /// The extensions of the root: lights, and variants of materials.
    private var extensions: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if let lights = lightsExtension { members.append((GLTFExtensions.lights, lights)) }
        if !scene.materialVariants.isEmpty {
            let variants = scene.materialVariants.map { JSONValue.object([("name", .string($0))]) }
            members.append((GLTFExtensions.variants, ["variants": .array(variants)]))
        }
        return members
    }

    private static func collectExtensions(_ value: JSONValue, _ names: inout Set<String>) {
        for (key, member) in value.object ?? [] {
            if key == "extensions" { for (name, _) in member.object ?? [] { names.insert(name) } }
            collectExtensions(member, &names)
        }
        // The channels of an animation.
        for member in value.array ?? [] { collectExtensions(member, &names) }
    }

    // MARK: Metadata and frame

    private var copyright: String? {
        let own = scene.metadata.filter { $0.key == "copyright" }
        return own.count == 1 ? own[0].value : nil
    }

    /// The entries of metadata that are written.
    private var metadata: [MetadataEntry] { scene.metadata.filter { $0.key != OriginRecord.key } }

    /// The entries of metadata as members, keys in the order of first use.
    private var extras: [(String, JSONValue)] {
        var keys: [String] = []
        var values: [String: [JSONValue]] = [:]
        for entry in metadata where entry.key != "copyright" || copyright == nil {
            if values[entry.key] == nil { keys.append(entry.key) }
            values[entry.key, default: []].append(.string(entry.value))
        }
        return keys.map { key in
            let own = values[key] ?? []
            return (key, own.count == 1 ? own[0] : .array(own))
        }
    }

    private mutating func planMetadata() {
        loseMetadata(
            [OriginRecord.key: scene.metadata.count - metadata.count],
            "meshconv uses this name for its own record")
        // Entries of one key are adjacent in the file.
        var order: [String] = []
        for entry in metadata where order.last != entry.key { order.append(entry.key) }
        if Set(order).count < order.count || (copyright != nil && order.first != "copyright") {
            origin.metadata = metadata.map(\.key)
        }
    }

    private mutating func planFrame() {
        if scene.upAxis == nil {
            lose(
                .axisAssumed, .reencoded, ScenePath.upAxis, "up axis", 1, "values",
                "not stated in the input; stored as Y, as glTF needs")
        }
        if scene.metersPerUnit == nil {
            lose(
                .unitAssumed, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values",
                "not stated in the input; stored as metres, as glTF needs")
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
