import MeshBytes
import MeshFormats
import MeshModel

/// The origin record: what the text can't express about its source scene, as one comment line, `# meshconv-origin {…}`.
///
/// - Form: compact JSON with a version `v` and these members, each only when it isn't empty: `attributes` (by path in
///   the scene that a reader makes; those of the vertex set and its lists by their semantic alone), `nodes`, `meshes`
///   and `materials` (names in order), `groups` (pairs of written and meant name), `images` and `imageNames` (in
///   order), `primitives` and `hierarchy`.
struct OBJOrigin: Sendable, Hashable {
    /// How the source stored an attribute.
    struct Form: Sendable, Hashable {
        /// `/POSITION`, `/pools/TEXCOORD_0`, or the path of an attribute of elements.
        var path: String
        var type: ScalarType
        var isNormalized: Bool
        var frame: Frame
    }

    /// A name that was changed.
    struct Rename: Sendable, Hashable {
        var written: String
        var meant: String
    }

    private static let word = "meshconv-origin "
    /// The attributes whose form differs between the source and what a reader finds.
    var forms: [Form] = []
    /// The names of the nodes, if one differs.
    var nodes: [String?] = []
    /// The names of the meshes, if one has a name.
    var meshes: [String?] = []
    /// The names of the materials, if one differs.
    var materials: [String?] = []
    /// The groups whose names differ.
    var groups: [Rename] = []
    /// For each image, the reference that MTL can't spell, if any.
    var images: [String?] = []
    /// The names of the images, if one has a name besides that of its file.
    var imageNames: [String?] = []
    /// The objects that had several primitives of one kind.
    var pieces: [OBJMergedPrimitives] = []
    /// The tree of nodes and the scenes, if they are more than a list of objects.
    var hierarchy: OBJHierarchy?

    /// Whether a comment (without its `#`) is an origin record.
    static func isRecord(_ comment: String) -> Bool {
        comment.utf8.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: word.utf8)
    }

    /// A record without entries.
    init() {}

    /// Reads the record from a comment's text, or from its JSON alone; nil when it is invalid.
    init?(record: String) {
        let json = record.utf8.drop { $0 != 0x7B }
        guard let value = try? JSONValue.parse(Array(json), depthLimit: 8), value["v"]?.int == 1 else { return nil }
        for (path, form) in value["attributes"]?.object ?? [] {
            guard let read = Self.form(path, form) else { return nil }
            forms.append(read)
        }
        nodes = (value["nodes"]?.array ?? []).map(\.string)
        meshes = (value["meshes"]?.array ?? []).map(\.string)
        materials = (value["materials"]?.array ?? []).map(\.string)
        images = (value["images"]?.array ?? []).map(\.string)
        imageNames = (value["imageNames"]?.array ?? []).map(\.string)
        for pair in value["groups"]?.array ?? [] {
            guard let written = pair[0]?.string, let meant = pair[1]?.string else { return nil }
            groups.append(Rename(written: written, meant: meant))
        }
        for entry in value["primitives"]?.array ?? [] {
            guard let pieces = OBJMergedPrimitives(json: entry) else { return nil }
            self.pieces.append(pieces)
        }
        if let entry = value["hierarchy"] {
            guard let hierarchy = OBJHierarchy(json: entry) else { return nil }
            self.hierarchy = hierarchy
        }
    }

    /// Whether the record has no entries.
    var isEmpty: Bool {
        forms.isEmpty && nodes.isEmpty && meshes.isEmpty && materials.isEmpty && groups.isEmpty && images.isEmpty
            && imageNames.isEmpty && pieces.isEmpty && hierarchy == nil
    }

    /// The comment without its `#`.
    var text: String {
        var members: [(String, JSONValue)] = [("v", .int(Int64(1)))]
        if !forms.isEmpty { members.append(("attributes", .object(forms.map { ($0.path, Self.json($0)) }))) }
        func add(_ key: String, _ names: [String?]) {
            if !names.isEmpty { members.append((key, .array(names.map { $0.map(JSONValue.string) ?? .null }))) }
        }
        add("nodes", nodes)
        add("meshes", meshes)
        add("materials", materials)
        if !groups.isEmpty {
            members.append(("groups", .array(groups.map { .array([.string($0.written), .string($0.meant)]) })))
        }
        add("images", images)
        add("imageNames", imageNames)
        if !pieces.isEmpty { members.append(("primitives", .array(pieces.map(\.json)))) }
        if let hierarchy { members.append(("hierarchy", hierarchy.json)) }
        return Self.word + JSONValue.object(members).text()
    }

    private static func json(_ form: Form) -> JSONValue {
        var members: [(String, JSONValue)] = [("type", .string(form.type.name))]
        if form.isNormalized { members.append(("normalized", .bool(true))) }
        if let space = form.frame.colorSpace { members.append(("colorSpace", .string(space.rawValue))) }
        if let origin = form.frame.uvOrigin { members.append(("uvOrigin", .string(origin.rawValue))) }
        if form.frame.scale != 1 { members.append(("scale", .number(form.frame.scale))) }
        return .object(members)
    }

    private static func form(_ path: String, _ value: JSONValue) -> Form? {
        guard let type = value["type"]?.string.flatMap(ScalarType.init(name:)) else { return nil }
        var frame = Frame()
        frame.colorSpace = value["colorSpace"]?.string.flatMap(Frame.ColorSpace.init(rawValue:))
        frame.uvOrigin = value["uvOrigin"]?.string.flatMap(Frame.UVOrigin.init(rawValue:))
        frame.scale = value["scale"]?.number ?? 1
        return Form(path: path, type: type, isNormalized: value["normalized"]?.bool ?? false, frame: frame)
    }
}
