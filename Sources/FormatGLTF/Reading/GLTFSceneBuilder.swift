import MeshBytes
import MeshDraco
import MeshFormats
import MeshModel

/// Builds the scene of a tree.
struct GLTFSceneBuilder {
    var tree: GLTFTree
    var accessors: GLTFAccessors
    var files: SideFiles
    let options: ReadOptions
    var scene = MeshScene()
    /// The images that are files beside or data URIs, in the tree's order; nil: in a view.
    var imageFiles: [SceneImage?] = []
    /// The number of members that could not be used, by pattern.
    var leftOut: [String: Int] = [:]
    /// The number of members that are broken and left out, by pattern.
    var broken: [String: Int] = [:]
    /// The number of primitives without positions. Only the tree holds them.
    var placelessCount = 0
    /// The number of nodes of the tree. The scene has more, for instances.
    var fileNodeCount: Int { tree.root["nodes"]?.array?.count ?? 0 }
    /// The number of materials of the tree.
    let materialCount: Int
    /// The index of the requested material variant; nil: none, the scene has them all.
    var materialVariant: Int?
    /// The scene's texture for each texture of the tree; nil: it has no image.
    var textureOf: [Int?] = []
    /// The decoded Draco meshes, by view.
    var dracoMeshes: [Int: DracoMesh] = [:]
    /// The vertex set of each list of attributes.
    var setOf: [VertexSetKey: Int] = [:]
    /// The scene's skin for each skin of the tree; nil: it is broken.
    var skinOf: [Int?] = []
    /// The accessors of keys that were checked.
    var ascending: Set<Int> = []

    init(_ tree: GLTFTree, buffers: [GLTFBuffer], files: SideFiles, byteCount: Int, options: ReadOptions) {
        self.tree = tree
        self.files = files
        self.options = options
        accessors = GLTFAccessors(
            accessors: tree.root["accessors"]?.array ?? [], views: tree.root["bufferViews"]?.array ?? [],
            buffers: buffers, byteCount: byteCount, elementLimit: options.limits.elementCount)
        materialCount = tree.root["materials"]?.array?.count ?? 0
    }

    mutating func build() throws(ReadError) {
        scene.upAxis = .y
        scene.metersPerUnit = 1
        scene.bareModel = .metallicRoughness
        scene.metadata = GLTFMetadata.entries(tree.root)
        try buildImages()
        try buildTextures()
        try buildMaterials()
        buildCameras()
        buildLights()
        try buildVariants()
        try buildMeshes()
        try buildSkins()
        try buildNodes()
        try buildClips()
        try buildScenes()
        addCenter()
        for index in accessors.unaligned {
            tree.warn(
                "gltf.accessor-offset-alignment", "/accessors/\(index)",
                "the data is misaligned: it is read here, but browsers refuse it")
        }
    }

    /// Reports a member that could not be used, and why.
    mutating func leaveOut(_ pattern: String, _ code: String, _ pointer: String, _ message: Wording) {
        leftOut[pattern, default: 0] += 1
        tree.warn(code, pointer, message)
    }

    /// Refuses what leaves unclear what is shown; with `lenient` it is left out as a loss.
    mutating func refuse(_ error: ReadError, _ code: String, _ pattern: String) throws(ReadError) {
        guard options.lenient, error.code != .cancelled, error.code != .memoryLimit else { throw error }
        leftOut[pattern, default: 0] += 1
        broken[pattern, default: 0] += 1
        var pointer = pattern
        if case .jsonPointer(let own) = error.location { pointer = own }
        tree.warn(code, pointer, error.wording, .error)
    }

    /// An index of something that is shown. One that names nothing is refused.
    mutating func reference(
        _ value: JSONValue?, _ count: Int, _ pattern: String, _ pointer: @autoclosure () -> String
    ) throws(ReadError) -> Int? {
        guard let value else { return nil }
        if let index = value.index, index >= 0, index < count { return index }
        try refuse(
            .expected("an index below \(count)", pointer(), found: value, .invalidIndex), "gltf.unresolved-reference",
            pattern)
        return nil
    }

    // MARK: Scenes

    private mutating func buildScenes() throws(ReadError) {
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes { for child in node.children { isChild[child] = true } }
        let entries = tree.objects("scenes")
        for (index, entry) in entries.enumerated() {
            let pointer = "/scenes/\(index)"
            var roots: [Int] = []
            var seen: Set<Int> = []
            for (place, value) in (entry["nodes"]?.array ?? []).enumerated() {
                let position = "\(pointer)/nodes/\(place)"
                guard let node = try reference(value, fileNodeCount, "/scenes/*/nodes", position) else { continue }
                if isChild[node] {
                    try refuse(
                        .expected("a root node", position, found: "node \(node), a child of another", .invalidIndex),
                        "gltf.scene-non-root-node", "/scenes/*/nodes")
                } else if seen.insert(node).inserted {
                    roots.append(node)
                } else {
                    tree.warn("gltf.duplicate-elements", position, "node \(node) is listed twice")
                }
            }
            if entry["nodes"]?.array?.isEmpty == true {
                tree.warn("gltf.empty-entity", "\(pointer)/nodes", "an empty array is not allowed; leave it out")
            }
            scene.scenes.append(SceneRoot(name: tree.string(entry, "name", pointer), roots: roots))
        }
        scene.defaultScene = try reference(tree.root["scene"], entries.count, "/scene", "/scene")
        if scene.defaultScene == nil, entries.count > 1 {
            tree.warn(
                "gltf.default-scene", "/scene", "the file names no default scene; the first one is shown", .note)
        }
        if entries.isEmpty, !scene.nodes.isEmpty {
            tree.warn("gltf.no-scene", "/scenes", "the file has no scene; all nodes are shown", .note)
        }
    }

    // MARK: Cameras and lights

    private mutating func buildCameras() {
        for (index, entry) in tree.objects("cameras").enumerated() {
            let pointer = "/cameras/\(index)"
            let name = tree.string(entry, "name", pointer)
            let type = tree.string(entry, "type", pointer)
            let isPerspective = type.map { $0 == "perspective" } ?? (entry["perspective"] != nil)
            let kind = isPerspective ? "perspective" : "orthographic"
            if entry["perspective"] != nil, entry["orthographic"] != nil {
                tree.warn("gltf.camera-type", pointer, "the camera has two projections; the one of its type is used")
            }
            let lens = entry[kind] ?? .null
            let place = "\(pointer)/\(kind)"
            func need(_ name: String, _ tree: inout GLTFTree) -> Double {
                if let number = tree.number(lens, name, place) { return number }
                tree.warn("gltf.missing-member", "\(place)/\(name)", "the number is missing; 1 is used")
                return 1
            }
            let projection: Camera.Projection
            if isPerspective {
                projection = .perspective(
                    yfov: need("yfov", &tree), aspectRatio: tree.number(lens, "aspectRatio", place),
                    znear: need("znear", &tree), zfar: tree.number(lens, "zfar", place))
            } else {
                projection = .orthographic(
                    xmag: need("xmag", &tree), ymag: need("ymag", &tree), znear: need("znear", &tree),
                    zfar: need("zfar", &tree))
            }
            scene.cameras.append(Camera(name: name, projection: projection))
        }
    }

    private mutating func buildLights() {
        guard let owner = tree.root["extensions"]?[GLTFExtensions.lights] else { return }
        let place = "/extensions/\(GLTFExtensions.lights)"
        for (index, entry) in tree.objects(owner, "lights", place).enumerated() {
            let pointer = "\(place)/lights/\(index)"
            let type = tree.string(entry, "type", pointer) ?? ""
            let kind: Light.Kind
            switch type {
            case "directional": kind = .directional
            case "spot":
                let spot = entry["spot"] ?? .null
                kind = .spot(
                    innerConeAngle: tree.number(spot, "innerConeAngle", "\(pointer)/spot") ?? 0,
                    outerConeAngle: tree.number(spot, "outerConeAngle", "\(pointer)/spot") ?? .pi / 4)
            default:
                if type != "point" {
                    tree.warn(
                        "gltf.light-type", "\(pointer)/type",
                        "unknown light type '\(type)'; read as a point light")
                }
                kind = .point
            }
            let color = tree.numbers(entry, "color", count: 3, pointer) ?? [1, 1, 1]
            scene.lights.append(
                Light(
                    name: tree.string(entry, "name", pointer), kind: kind,
                    color: SIMD3(color[0], color[1], color[2]),
                    intensity: tree.number(entry, "intensity", pointer) ?? 1,
                    range: tree.number(entry, "range", pointer)))
        }
    }
}
