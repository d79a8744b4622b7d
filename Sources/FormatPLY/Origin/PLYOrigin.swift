import MeshBytes
import MeshFormats
import MeshModel

/// The origin record: what PLY can't express about the file's source scene, in one `obj_info` line.
struct PLYOrigin: Sendable, Hashable {
    /// How the source stored an attribute.
    struct Form: Sendable, Hashable {
        var path: String
        var form: OriginForm
    }

    /// The attributes whose stored form differs from the source's.
    var forms: [Form] = []
    /// Whether corners with equal texture coordinates shared one value.
    var mergesTexCoords = false
    /// The names of the images, if one has a name besides that of its file.
    var imageNames: [String?] = []
    /// The model of faces without a material, if it isn't plain.
    var bareModel: MaterialModel?

    /// Whether an `obj_info` line is an origin record.
    static func isRecord(_ text: String) -> Bool { text.hasPrefix(OriginRecord.word) }

    /// Whether a line of a header is a record.
    static func isRecord(_ remark: PLYHeader.Remark) -> Bool {
        if case .objInfo(let text) = remark { isRecord(text) } else { false }
    }

    /// A record without entries.
    init() {}

    /// Reads the record of an `obj_info` line; nil when it is invalid.
    init?(record: String) {
        guard let value = try? JSONValue.parse(Array(record.dropFirst(OriginRecord.word.count).utf8), depthLimit: 8),
            value["v"]?.int == 1
        else { return nil }
        for (path, json) in value["attributes"]?.object ?? [] {
            guard let form = OriginForm(json: json, encoding: Self.usualEncoding(path)) else { return nil }
            forms.append(Form(path: path, form: form))
        }
        mergesTexCoords = value["sharedTexCoords"]?.bool ?? false
        imageNames = value.list("imageNames").map(\.string)
        bareModel = value["bareModel"]?.string.flatMap(MaterialModel.init(rawValue:))
    }

    /// The encoding that files use for splat attributes.
    private static func usualEncoding(_ path: String) -> Frame.Encoding {
        SplatNames.encoding(path.lastPathPart)
    }

    /// Whether the record has no entries.
    var isEmpty: Bool { forms.isEmpty && !mergesTexCoords && imageNames.isEmpty && bareModel == nil }

    /// The `obj_info` line without its keyword.
    var text: String {
        let attributes = forms.map { form -> (String, JSONValue) in
            // What the file has anyway.
            let usual = Frame(colorSpace: .srgb, uvOrigin: .bottomLeft, encoding: Self.usualEncoding(form.path))
            return (form.path, .object(form.form.members(usual: usual)))
        }
        var members: [(String, JSONValue)] = [("v", .int(Int64(1)))]
        if !attributes.isEmpty { members.append(("attributes", .object(attributes))) }
        members.add("sharedTexCoords", mergesTexCoords)
        members.add("imageNames", imageNames)
        if let bareModel { members.append(("bareModel", .string(bareModel.rawValue))) }
        return OriginRecord.word + JSONValue.object(members).text()
    }

    /// Restores the forms of the source where the values fit; reports entries that don't fit.
    func restore(_ scene: inout MeshScene) -> [Diagnostic] {
        if mergesTexCoords { mergeTexCoords(&scene) }
        scene.bareModel = bareModel ?? scene.bareModel
        var misfits: [String] = []
        for form in forms
        where !scene.changeAttribute(where: { path, _ in path == form.path }, { Self.restored($0, form.form) }) {
            misfits.append(form.path)
        }
        if !restoreNames(imageNames, &scene.images, \.name) { misfits.append("the images") }
        return misfits.map { .originIgnored("meshconv's origin record doesn't match \($0): ignored there") }
    }

    private func mergeTexCoords(_ scene: inout MeshScene) {
        guard scene.vertexSets.count == 1, scene.meshes.count == 1 else { return }
        for pool in scene.vertexSets[0].pools.indices where scene.vertexSets[0].pools[pool].semantic == .texCoord(0) {
            let merged = PLYRowMerge.merged(scene.vertexSets[0].pools[pool].values)
            scene.vertexSets[0].pools[pool].values = merged.values
            for primitive in scene.meshes[0].primitives.indices {
                let uses = scene.meshes[0].primitives[primitive].cornerAttributes
                for (index, use) in uses.enumerated() where use.pool == pool {
                    let rows = use.indices.map { column in
                        ContiguousArray(
                            column.integers().map { $0 < 0 ? Int32(-1) : merged.indices[Int($0)] })
                    }
                    scene.meshes[0].primitives[primitive].cornerAttributes[index].indices = Column(
                        rows ?? merged.indices)
                }
            }
        }
    }

    private static func restored(_ attribute: Attribute, _ form: OriginForm) -> Attribute? {
        var form = form
        if attribute.semantic.isColor, form.frame.colorSpace == nil { form.frame.colorSpace = .srgb }
        if attribute.semantic.isTexCoord, form.frame.uvOrigin == nil { form.frame.uvOrigin = .bottomLeft }
        let stored = OriginForm(of: attribute)
        let isCode = stored.isNormalized && stored.type == .uint8 && !form.isNormalized && !form.type.isInteger
        let isEncoding = form.frame.encoding != attribute.frame.encoding
        guard isCode || isEncoding || form.type.isWideInteger || form.isNormalized || form.isConverted(in: attribute)
        else { return nil }
        return form.values(of: attribute).map {
            Attribute(attribute.semantic, $0, normalized: form.isNormalized, frame: form.frame)
        }
    }
}
