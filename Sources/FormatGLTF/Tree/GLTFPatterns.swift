/// A tree of JSON pointer patterns: which members the scene uses, and which belong to the layout of the file.
///
/// `*` matches any index or name. A member that no pattern matches is in the residue.
struct GLTFPatterns: Sendable {
    /// How a member is accounted for.
    enum Fate: Sendable {
        /// It holds other members.
        case open
        /// It is in the scene.
        case scene
        /// It is in the scene if it is a text or texts, else in the residue.
        case texts
        /// It is in the scene if the scene can hold all that it says about splats, else in the residue.
        case splats
        /// It is in the scene if it points to the transform or the weights of a node, else in the residue.
        case pointer
        /// It belongs to the layout of the file, and has no information of its own.
        case layout
    }

    struct Place: Sendable {
        var pattern: String
        var fate: Fate
        var children: [String: Int] = [:]
        var any: Int?
    }

    private(set) var places = [Place(pattern: "", fate: .open)]

    init(scene: [String], texts: [String], splats: [String], pointers: [String], layout: [String]) {
        let fates = [(scene, Fate.scene), (texts, .texts), (splats, .splats), (pointers, .pointer), (layout, .layout)]
        for (patterns, fate) in fates {
            for pattern in patterns { add(pattern, fate) }
        }
    }

    private mutating func add(_ pattern: String, _ fate: Fate) {
        var place = 0
        for part in pattern.split(separator: "/").map(String.init) {
            let known = part == "*" ? places[place].any : places[place].children[part]
            if let known {
                place = known
                continue
            }
            places.append(Place(pattern: "\(places[place].pattern)/\(part)", fate: .open))
            if part == "*" {
                places[place].any = places.count - 1
            } else {
                places[place].children[part] = places.count - 1
            }
            place = places.count - 1
        }
        places[place].fate = fate
    }

    /// The index in `places` of a member; nil: no pattern matches it.
    func child(_ place: Int, _ name: String) -> Int? { places[place].children[name] ?? places[place].any }

    /// The patterns of everything that the reader uses.
    static let all = GLTFPatterns(
        scene: [
            "scene", "asset/copyright",
            "scenes/*/name", "scenes/*/nodes",
            "nodes/*/name", "nodes/*/children", "nodes/*/mesh", "nodes/*/matrix", "nodes/*/translation",
            "nodes/*/rotation", "nodes/*/scale", "nodes/*/camera", "nodes/*/extensions/KHR_lights_punctual/light",
            "nodes/*/extensions/EXT_mesh_gpu_instancing/attributes/*",
            "nodes/*/skin", "nodes/*/weights", "nodes/*/extensions/\(GLTFExtensions.visibility)/visible",
            "skins/*/name", "skins/*/joints", "skins/*/inverseBindMatrices", "skins/*/skeleton",
            "animations/*/name", "animations/*/channels/*/sampler", "animations/*/channels/*/target/node",
            "animations/*/channels/*/target/path", "animations/*/samplers/*/input", "animations/*/samplers/*/output",
            "animations/*/samplers/*/interpolation",
            "meshes/*/weights", "meshes/*/primitives/*/targets/*/*",
            "meshes/*/name", "meshes/*/primitives/*/attributes/*", "meshes/*/primitives/*/indices",
            "meshes/*/primitives/*/material", "meshes/*/primitives/*/mode",
            "extensions/\(GLTFExtensions.variants)/variants/*/name",
            "meshes/*/primitives/*/extensions/\(GLTFExtensions.variants)/mappings/*/material",
            "meshes/*/primitives/*/extensions/\(GLTFExtensions.variants)/mappings/*/variants/*",
            "cameras/*/name", "cameras/*/type",
            "cameras/*/perspective/yfov", "cameras/*/perspective/aspectRatio", "cameras/*/perspective/znear",
            "cameras/*/perspective/zfar",
            "cameras/*/orthographic/xmag", "cameras/*/orthographic/ymag", "cameras/*/orthographic/znear",
            "cameras/*/orthographic/zfar",
            "extensions/KHR_lights_punctual/lights/*/name", "extensions/KHR_lights_punctual/lights/*/type",
            "extensions/KHR_lights_punctual/lights/*/color", "extensions/KHR_lights_punctual/lights/*/intensity",
            "extensions/KHR_lights_punctual/lights/*/range", "extensions/CESIUM_RTC/center/*",
            "extensions/KHR_lights_punctual/lights/*/spot/innerConeAngle",
            "extensions/KHR_lights_punctual/lights/*/spot/outerConeAngle",
            "images/*/uri", "images/*/bufferView", "images/*/mimeType", "images/*/name",
            "textures/*/name", "textures/*/source", "textures/*/sampler",
            "samplers/*/magFilter", "samplers/*/minFilter", "samplers/*/wrapS", "samplers/*/wrapT",
            "materials/*/name",
        ] + GLTFExtensions.images.map { "textures/*/extensions/\($0)/source" } + GLTFMaterialTable.patterns,
        texts: ["asset/extras/*", "meshes/*/extras/targetNames", "meshes/*/primitives/*/extras/targetNames"],
        splats: ["meshes/*/primitives/*/extensions/\(GLTFExtensions.splats)"],
        pointers: ["animations/*/channels/*/target/extensions/\(GLTFExtensions.animationPointer)"],
        layout: [
            "asset/version", "asset/minVersion", "asset/generator", "extensionsUsed", "extensionsRequired",
            "asset/extras/meshconv",
            "accessors/*/bufferView", "accessors/*/byteOffset", "accessors/*/componentType", "accessors/*/normalized",
            "accessors/*/count", "accessors/*/type", "accessors/*/min", "accessors/*/max", "accessors/*/name",
            "accessors/*/sparse/count", "accessors/*/sparse/indices/bufferView",
            "accessors/*/sparse/indices/byteOffset", "accessors/*/sparse/indices/componentType",
            "accessors/*/sparse/values/bufferView", "accessors/*/sparse/values/byteOffset",
            "bufferViews/*/buffer", "bufferViews/*/byteOffset", "bufferViews/*/byteLength", "bufferViews/*/byteStride",
            "bufferViews/*/target", "bufferViews/*/name",
            "bufferViews/*/extensions/EXT_meshopt_compression", "bufferViews/*/extensions/KHR_meshopt_compression",
            "buffers/*/uri", "buffers/*/byteLength", "buffers/*/name",
            "buffers/*/extensions/EXT_meshopt_compression", "buffers/*/extensions/KHR_meshopt_compression",
            "meshes/*/primitives/*/extensions/KHR_draco_mesh_compression",
        ])
}
