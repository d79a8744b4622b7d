/// Paths of scene parts, as reports, plans and the comparison use them.
public enum ScenePath {
    /// An attribute of the vertices of a set: `/vertexSets/0/COLOR_0`.
    public static func vertexAttribute(set: Int, _ semantic: AttributeSemantic) -> String {
        "/vertexSets/\(set)/\(semantic.name)"
    }
    /// A pool of a set: `/vertexSets/0/pools/1`.
    public static func pool(set: Int, _ pool: Int) -> String { "/vertexSets/\(set)/pools/\(pool)" }
    /// A set as a whole: `/vertexSets/0`.
    public static func vertexSet(_ set: Int) -> String { "/vertexSets/\(set)" }
    /// A primitive: `/meshes/0/primitives/0`.
    public static func primitive(mesh: Int, _ primitive: Int) -> String { "/meshes/\(mesh)/primitives/\(primitive)" }
    /// The corners of the elements: `/meshes/0/primitives/0/corners`. No loss has this path: corners never change.
    public static func corners(mesh: Int, _ primitive: Int) -> String {
        "/meshes/\(mesh)/primitives/\(primitive)/corners"
    }
    /// An attribute of a primitive's elements: `/meshes/0/primitives/0/SMOOTHING_GROUP`.
    public static func elementAttribute(mesh: Int, primitive: Int, _ semantic: AttributeSemantic) -> String {
        "/meshes/\(mesh)/primitives/\(primitive)/\(semantic.name)"
    }
    /// The subsets of a family: `/meshes/0/primitives/0/subsets/groups`.
    public static func subsets(mesh: Int, primitive: Int, family: String) -> String {
        "/meshes/\(mesh)/primitives/\(primitive)/subsets/\(family)"
    }
    /// The materials of the elements: `/meshes/0/primitives/0/material`.
    public static func materialBinding(mesh: Int, primitive: Int) -> String {
        "/meshes/\(mesh)/primitives/\(primitive)/material"
    }
    /// All nodes.
    public static let nodes = "/nodes"
    /// A node.
    public static func node(_ index: Int) -> String { "/nodes/\(index)" }
    /// An attribute of the copies that a node shows: `/nodes/0/instances/TRANSLATION`.
    public static func instances(node: Int, _ semantic: AttributeSemantic) -> String {
        "/nodes/\(node)/instances/\(semantic.name)"
    }
    /// The copies that a node shows.
    public static func instances(node: Int) -> String { "/nodes/\(node)/instances" }
    /// Whether a node is shown. No loss has this path: formats with nodes can hide them.
    package static func visibility(ofNode index: Int) -> String { "/nodes/\(index)/visibility" }
    /// All meshes.
    public static let meshes = "/meshes"
    /// A mesh.
    public static func mesh(_ index: Int) -> String { "/meshes/\(index)" }
    /// A material.
    public static func material(_ index: Int) -> String { "/materials/\(index)" }
    /// A variant of materials.
    public static func variant(_ index: Int) -> String { "/variants/\(index)" }
    /// A texture.
    public static func texture(_ index: Int) -> String { "/textures/\(index)" }
    /// An image.
    public static func image(_ index: Int) -> String { "/images/\(index)" }
    /// A camera.
    public static func camera(_ index: Int) -> String { "/cameras/\(index)" }
    /// A light.
    public static func light(_ index: Int) -> String { "/lights/\(index)" }
    /// A skin.
    public static func skin(_ index: Int) -> String { "/skins/\(index)" }
    /// A clip.
    public static func clip(_ index: Int) -> String { "/animations/\(index)" }
    /// A channel of a clip.
    public static func channel(clip: Int, _ channel: Int) -> String { "/animations/\(clip)/channels/\(channel)" }
    /// A setting that a clip changes.
    package static func setting(clip: Int, _ setting: Int) -> String { "/animations/\(clip)/settings/\(setting)" }
    /// The morph targets of a mesh.
    public static func targets(mesh: Int) -> String { "/meshes/\(mesh)/targets" }
    /// A table.
    public static func table(_ index: Int) -> String { "/tables/\(index)" }
    /// All metadata of a key: `/metadata/comment`.
    public static func metadata(_ key: String) -> String { "/metadata/\(key)" }
    /// The up axis.
    public static let upAxis = "/upAxis"
    /// The unit.
    public static let metersPerUnit = "/metersPerUnit"
    /// A component of an attribute: `/vertexSets/0/COLOR_0.3`.
    public static func component(_ path: String, _ component: Int) -> String { "\(path).\(component)" }
    /// A native fact that no part of the scene represents.
    public static func native(_ path: String) -> String { "native:\(path)" }
}
