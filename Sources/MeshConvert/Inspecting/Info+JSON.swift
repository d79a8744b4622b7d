public import MeshBytes
import MeshFormats
import MeshModel

extension Info: DocumentedObject {
    static let fields: [Field<Info>] = head + contents

    private static let head: [Field<Info>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount)]), Field("format", \.format),
        Field("variant", \.variant), Field("bytes", \.byteCount), Field("totals", \.totals),
        Field("instanced", \.instanced), Field("bounds", \.bounds), Field("scenes", \.scene.scenes.count),
        Field("nodes", \.scene.nodes.count), Field("meshes", \.scene.meshes.count),
        Field("materials", \.scene.materials.count), Field("textures", \.scene.textures.count),
        Field("images", \.scene.images.count), Field("cameras", \.scene.cameras.count),
        Field("lights", \.scene.lights.count),
        // What the scene doesn't hold of them is counted from the residue.
        Field("skins") { $0.scene.skins.count + $0.residueCount("/skins") },
        Field("animations") { $0.scene.clips.count + $0.residueCount("/animations") },
    ]

    private static let contents: [Field<Info>] = [
        Field("primitives", \.primitives),
        .group(
            "motion",
            [
                .list(
                    "skins", \.scene.skins, [Field("name", \.name), Field("joints", \.joints.count)]),
                .list(
                    "clips", \.clips,
                    [
                        Field("name", \.clip.name), Field("seconds", \.clip.duration), Field("keys", \.clip.keyCount),
                        Field("channels", \.clip.channelCount), Field("settings", \.settings),
                    ]),
                .list(
                    "targets", \.morphTargets,
                    [Field("mesh", \.mesh), Field("name", \.target.name), Field("weight", \.target.weight)]),
            ]),
        .group(
            "names",
            [
                Field("nodes") { $0.scene.nodes.map(\.name) }, Field("meshes") { $0.scene.meshes.map(\.name) },
                Field("materials") { $0.scene.materials.map(\.name) }, Field("images") { $0.scene.images.map(\.uri) },
                Field("materialVariants", \.scene.materialVariants),
            ]),
        .list(
            "tables", \.scene.tables,
            [
                Field("name", \.name), Field("rows", \.rowCount),
                .list(
                    "columns", \.columns,
                    [
                        Field("name", \.semantic.name), Field("type", \.values.type),
                        Field("components", \.values.components), Field("ragged") { $0.offsets != nil },
                    ]),
            ]),
        Field("upAxis", \.scene.upAxis), Field("metersPerUnit", \.scene.metersPerUnit),
        .list("metadata", \.scene.metadata, [Field("key", \.key), Field("value", \.value)]),
        .list("unmapped", \.residue, [Field("path", \.path), Field("kind", \.kind), Field("count", \.count)]),
        Field("keptBy", \.keptBy), Field("diagnostics", \.diagnostics),
        Field("digest") { $0.digest?.unordered.description },
    ]

    /// The clips, with what they change of cameras, lights and materials.
    private var clips: [(clip: AnimationClip, settings: [MovedSetting])] {
        scene.clips.map { ($0, MovedSetting.all(of: $0, in: scene)) }
    }

    /// The morph targets of all meshes.
    private var morphTargets: [(mesh: Int, target: MorphTarget)] {
        scene.meshes.enumerated().flatMap { index, mesh in mesh.targets.map { (index, $0) } }
    }

    private func residueCount(_ path: String) -> Int { residue.first { $0.path == path }?.count ?? 0 }

    /// The document `meshconv.info/2`.
    public var json: JSONValue { Envelope.done("info", Self.fields.members(of: self)) }
}

extension Info.Totals: DocumentedObject {
    static let fields: [Field<Info.Totals>] = [
        Field("positions", \.positions), Field("corners", \.corners), Field("faces", \.faces),
        Field("triangles", \.triangles), Field("lines", \.lines), Field("points", \.points),
    ]
}

extension Info.Bounds: DocumentedObject {
    static let fields: [Field<Info.Bounds>] = [Field("min", \.minimum), Field("max", \.maximum)]
}

extension Info.PrimitiveFacts: DocumentedObject {
    static let fields: [Field<Info.PrimitiveFacts>] = [
        Field("mesh", \.mesh), Field("vertexSet", \.vertexSet),
        Field("topology", words: ["points", "lines", "triangles", "polygons"], \.topology),
        Field("count", \.count), Field("material", \.material), Field("materials", \.materials),
        Field("attributes", \.attributes),
        .list("subsets", \.families, [Field("family", \.name), Field("count", \.count)]),
    ]
}

extension Info.AttributeFacts: DocumentedObject {
    static let fields: [Field<Info.AttributeFacts>] = [
        Field("semantic", \.semantic.name), Field("interpolation", \.interpolation), Field("type", \.type),
        Field("components", \.components), Field("normalized", \.normalized), Field("colorSpace", \.colorSpace),
        Field("count", \.count), Field("indexed", \.indexed), Field("min", \.range?.lowerBound),
        Field("max", \.range?.upperBound), Field("nonFinite", \.nonFiniteCount),
    ]
}

extension Interpolation: DocumentedWord {}

extension ScalarType: Documented {
    static var schema: JSONValue { Schemas.words(allCases.map(\.name)) }
    var json: JSONValue { .string(name) }
}

extension UpAxis: Documented {
    static var schema: JSONValue { Schemas.words(["Y", "Z"]) }
    var json: JSONValue { .string(rawValue) }
}

extension Frame.ColorSpace: Documented {
    static var schema: JSONValue { Schemas.words(["srgb", "linear"]) }
    var json: JSONValue { .string(rawValue) }
}
