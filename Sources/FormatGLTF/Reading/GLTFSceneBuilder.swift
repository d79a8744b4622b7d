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
    /// The number of primitives without positions. Only the tree holds them.
    var placelessCount = 0
    /// The number of materials of the tree.
    let materialCount: Int
    /// The index of the requested material variant; nil: none.
    var materialVariant: Int?
    /// The scene's texture for each texture of the tree; nil: it has no image.
    var textureOf: [Int?] = []
    /// The decoded Draco meshes, by view.
    var dracoMeshes: [Int: DracoMesh] = [:]
    /// The vertex set of each map from attribute name to accessor.
    var setOf: [[String: Int]: Int] = [:]

    init(_ tree: GLTFTree, buffers: [GLTFBuffer], files: SideFiles, byteCount: Int, options: ReadOptions) {
        self.tree = tree
        self.files = files
        self.options = options
        accessors = GLTFAccessors(
            accessors: tree.root["accessors"]?.array ?? [], views: tree.root["bufferViews"]?.array ?? [],
            buffers: buffers, byteCount: byteCount)
        materialCount = tree.root["materials"]?.array?.count ?? 0
    }

    mutating func build() throws(ReadError) {
        scene.upAxis = .y
        scene.metersPerUnit = 1
        scene.bareModel = .metallicRoughness
        scene.metadata = GLTFMetadata.entries(tree.root)
        try buildImages()
        buildTextures()
        buildMaterials()
        buildCameras()
        buildLights()
        materialVariant = try chosenVariant()
        try buildMeshes()
        try buildNodes()
        buildScenes()
        GLTFLint.run(&tree, &accessors)
    }

    /// Reports a member that could not be used, and why.
    mutating func leaveOut(_ pattern: String, _ code: String, _ pointer: String, _ message: Wording) {
        leftOut[pattern, default: 0] += 1
        tree.warn(code, pointer, message)
    }

    // MARK: Scenes

    private mutating func buildScenes() {
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes { for child in node.children { isChild[child] = true } }
        let entries = tree.objects("scenes")
        for (index, entry) in entries.enumerated() {
            let pointer = "/scenes/\(index)"
            var roots: [Int] = []
            var seen: Set<Int> = []
            for (place, value) in (entry["nodes"]?.array ?? []).enumerated() {
                guard let node = tree.index(value, of: scene.nodes.count, "\(pointer)/nodes/\(place)") else { continue }
                if isChild[node] {
                    tree.warn("gltf.scene-non-root", "\(pointer)/nodes/\(place)", "node \(node) is below another node")
                } else if seen.insert(node).inserted {
                    roots.append(node)
                } else {
                    tree.warn("gltf.duplicate", "\(pointer)/nodes/\(place)", "node \(node) is named twice")
                }
            }
            if entry["nodes"]?.array?.isEmpty == true {
                tree.warn("gltf.empty-entity", "\(pointer)/nodes", "an empty array: it must not be there at all")
            }
            scene.scenes.append(SceneRoot(name: tree.string(entry, "name", pointer), roots: roots))
        }
        scene.defaultScene = tree.index(tree.root, "scene", of: entries.count, "")
        if scene.defaultScene == nil, !entries.isEmpty {
            tree.warn(
                "gltf.default-scene", "/scene", "no scene is named as the one to show: the first is", .note)
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
                tree.warn("gltf.camera-type", pointer, "expected one projection, found two: the type counts")
            }
            let lens = entry[kind] ?? .null
            let place = "\(pointer)/\(kind)"
            func need(_ name: String, _ tree: inout GLTFTree) -> Double {
                if let number = tree.number(lens, name, place) { return number }
                tree.warn("gltf.missing-member", "\(place)/\(name)", "expected a number, found none: 1 is taken")
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
                        "expected directional, point or spot, found '\(type)': a point is taken")
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
