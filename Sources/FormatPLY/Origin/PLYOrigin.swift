import MeshBytes
import MeshFormats
import MeshModel

/// What the file itself can't say about the scene that it was written from, in one `obj_info` line.
struct PLYOrigin: Sendable, Hashable {
    /// How the source stored an attribute.
    struct Form: Sendable, Hashable {
        var path: String
        var form: FrameAdaptation.Form
    }

    private static let word = "meshconv-origin "
    /// The attributes that are stored in another form than the source had.
    var forms: [Form] = []
    /// Whether equal texture coordinates were one value that corners shared.
    var mergesTexCoords = false
    /// The names of the images beside those of their files, if one has any.
    var imageNames: [String?] = []

    /// Whether an `obj_info` line is an origin record.
    static func isRecord(_ text: String) -> Bool { text.hasPrefix(word) }

    /// A record without entries.
    init() {}

    /// The record of an `obj_info` line; nil when it is not understood.
    init?(record: String) {
        guard let value = try? JSONValue.parse(Array(record.dropFirst(Self.word.count).utf8), depthLimit: 8),
            value["v"]?.int == 1
        else { return nil }
        for (path, form) in value["attributes"]?.object ?? [] {
            guard let type = form["type"]?.string.flatMap(ScalarType.init(name:)) else { return nil }
            let frame = Frame(
                colorSpace: form["colorSpace"]?.string.flatMap(Frame.ColorSpace.init(rawValue:)),
                uvOrigin: form["uvOrigin"]?.string.flatMap(Frame.UVOrigin.init(rawValue:)),
                encoding: form["encoding"]?.string.flatMap(Frame.Encoding.init(rawValue:)) ?? Self.usualEncoding(path))
            forms.append(
                Form(
                    path: path,
                    form: .init(type: type, isNormalized: form["normalized"]?.bool ?? false, frame: frame)))
        }
        mergesTexCoords = value["sharedTexCoords"]?.bool ?? false
        imageNames = (value["imageNames"]?.array ?? []).map(\.string)
    }

    /// The encoding that files have of what splats say.
    private static func usualEncoding(_ path: String) -> Frame.Encoding {
        SplatNames.encoding(path.lastPathPart)
    }

    /// Whether there is nothing to say.
    var isEmpty: Bool { forms.isEmpty && !mergesTexCoords && imageNames.isEmpty }

    /// The `obj_info` line without its keyword.
    var text: String {
        let attributes = forms.map { form -> (String, JSONValue) in
            var members: [(String, JSONValue)] = [("type", .string(form.form.type.name))]
            if form.form.isNormalized { members.append(("normalized", .bool(true))) }
            // sRGB and the bottom are what the file has anyway.
            if form.form.frame.colorSpace == .linear { members.append(("colorSpace", .string("linear"))) }
            if form.form.frame.uvOrigin == .topLeft { members.append(("uvOrigin", .string("topLeft"))) }
            if form.form.frame.encoding != Self.usualEncoding(form.path) {
                members.append(("encoding", .string(form.form.frame.encoding.rawValue)))
            }
            return (form.path, .object(members))
        }
        var members: [(String, JSONValue)] = [("v", .int(Int64(1)))]
        if !attributes.isEmpty { members.append(("attributes", .object(attributes))) }
        if mergesTexCoords { members.append(("sharedTexCoords", .bool(true))) }
        if !imageNames.isEmpty {
            members.append(("imageNames", .array(imageNames.map { $0.map(JSONValue.string) ?? .null })))
        }
        return Self.word + JSONValue.object(members).text()
    }

    /// Gives attributes the form that the source had, where the values fit it; the rest is said.
    func restore(_ scene: inout Scene) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if mergesTexCoords { mergeTexCoords(&scene) }
        for form in forms where !restore(form, &scene) {
            diagnostics.append(
                Diagnostic("origin.ignored", .note, at: .whole, "the origin record does not fit \(form.path)"))
        }
        if imageNames.count == scene.images.count {
            for index in imageNames.indices { scene.images[index].name = imageNames[index] }
        } else if !imageNames.isEmpty {
            diagnostics.append(
                Diagnostic("origin.ignored", .note, at: .whole, "the origin record does not fit the images"))
        }
        return diagnostics
    }

    private func mergeTexCoords(_ scene: inout Scene) {
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

    private func restore(_ form: Form, _ scene: inout Scene) -> Bool {
        for set in scene.vertexSets.indices {
            for index in scene.vertexSets[set].attributes.indices {
                let attribute = scene.vertexSets[set].attributes[index]
                guard ScenePath.vertexAttribute(set: set, attribute.semantic) == form.path else { continue }
                guard let restored = Self.restored(attribute, form) else { return false }
                scene.vertexSets[set].attributes[index] = restored
                return true
            }
            for pool in scene.vertexSets[set].pools.indices where ScenePath.pool(set: set, pool) == form.path {
                guard let restored = Self.restored(scene.vertexSets[set].pools[pool], form) else { return false }
                scene.vertexSets[set].pools[pool] = restored
                return true
            }
        }
        for mesh in scene.meshes.indices {
            for primitive in scene.meshes[mesh].primitives.indices {
                let attributes = scene.meshes[mesh].primitives[primitive].elementAttributes
                for (index, attribute) in attributes.enumerated() {
                    let path = ScenePath.elementAttribute(mesh: mesh, primitive: primitive, attribute.semantic)
                    guard path == form.path else { continue }
                    guard let restored = Self.restored(attribute, form) else { return false }
                    scene.meshes[mesh].primitives[primitive].elementAttributes[index] = restored
                    return true
                }
            }
        }
        return false
    }

    private static func restored(_ attribute: Attribute, _ entry: Form) -> Attribute? {
        var form = entry.form
        if attribute.semantic.isColor, form.frame.colorSpace == nil { form.frame.colorSpace = .srgb }
        if attribute.semantic.isTexCoord, form.frame.uvOrigin == nil { form.frame.uvOrigin = .bottomLeft }
        let stored = FrameAdaptation.Form(of: attribute)
        let isCode = stored.isNormalized && stored.type == .uint8 && !form.isNormalized && !form.type.isInteger
        let isFrame = form.frame.colorSpace == .linear || form.frame.uvOrigin == .topLeft || form.isNormalized
        let isEncoding = form.frame.encoding != attribute.frame.encoding
        guard isCode || isFrame || isEncoding, let values = FrameAdaptation.restored(attribute, to: form) else {
            return nil
        }
        var result = attribute
        result.values = values
        result.normalized = form.isNormalized
        result.frame = form.frame
        return result
    }
}
