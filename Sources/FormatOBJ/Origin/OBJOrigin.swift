import MeshBytes
import MeshFormats
import MeshModel

/// The origin record: what the text can't express about its source scene, as one comment line, `# meshconv-origin {…}`.
///
/// - Form: compact JSON with a version `v` and these members, each only when it isn't empty: `attributes` (by path in
///   the scene that a reader makes; those of the vertex set and its lists by their semantic alone), `nodes`, `meshes`
///   and `materials` (names in order), `oneSided` (materials), `groups` (pairs of written and meant name), `images` and
///   `imageNames` (in order), `primitives`, `bareModel`, `plainMaterial` and `hierarchy`.
struct OBJOrigin: Sendable, Hashable {
    /// How the source stored an attribute.
    struct Form: Sendable, Hashable {
        /// `/POSITION`, `/pools/TEXCOORD_0`, or the path of an attribute of elements.
        var path: String
        var form: OriginForm
    }

    /// A name that was changed.
    struct Rename: Sendable, Hashable {
        var written: String
        var meant: String
    }

    /// The attributes whose form differs between the source and what a reader finds.
    var forms: [Form] = []
    /// The names of the nodes, if one differs.
    var nodes: [String?] = []
    /// The names of the meshes, if one has a name.
    var meshes: [String?] = []
    /// The names of the materials, if one differs.
    var materials: [String?] = []
    /// The materials that are seen from one side.
    var oneSided: [Int] = []
    /// The groups whose names differ.
    var groups: [Rename] = []
    /// For each image, the reference that MTL can't spell, if any.
    var images: [String?] = []
    /// The names of the images, if one has a name besides that of its file.
    var imageNames: [String?] = []
    /// The objects that had several primitives of one kind.
    var pieces: [OBJMergedPrimitives] = []
    /// The model of faces without a material, if it isn't plain.
    var bareModel: MaterialModel?
    /// The generated material of elements that have none.
    var plainMaterial: Int?
    /// The tree of nodes and the scenes, if they are more than a list of objects.
    var hierarchy: OBJHierarchy?

    /// Whether a comment (without its `#`) is an origin record.
    static func isRecord(_ comment: String) -> Bool {
        comment.utf8.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: OriginRecord.word.utf8)
    }

    /// A record without entries.
    init() {}

    /// Reads the record from a comment's text, or from its JSON alone; nil when it is invalid.
    init?(record: String) {
        let json = record.utf8.drop { $0 != 0x7B }
        guard let value = try? JSONValue.parse(Array(json), depthLimit: 8), value["v"]?.int == 1 else { return nil }
        for (path, json) in value["attributes"]?.object ?? [] {
            guard let form = OriginForm(json: json) else { return nil }
            forms.append(Form(path: path, form: form))
        }
        nodes = value.list("nodes").map(\.string)
        meshes = value.list("meshes").map(\.string)
        materials = value.list("materials").map(\.string)
        oneSided = value.list("oneSided").compactMap(\.index)
        images = value.list("images").map(\.string)
        imageNames = value.list("imageNames").map(\.string)
        bareModel = value["bareModel"]?.string.flatMap(MaterialModel.init(rawValue:))
        plainMaterial = value["plainMaterial"]?.index
        for pair in value.list("groups") {
            guard let written = pair[0]?.string, let meant = pair[1]?.string else { return nil }
            groups.append(Rename(written: written, meant: meant))
        }
        guard let pieces = value.all("primitives", OBJMergedPrimitives.init(json:)) else { return nil }
        self.pieces = pieces
        if let entry = value["hierarchy"] {
            guard let hierarchy = OBJHierarchy(json: entry) else { return nil }
            self.hierarchy = hierarchy
        }
    }

    /// Whether the record has no entries.
    var isEmpty: Bool {
        forms.isEmpty && nodes.isEmpty && meshes.isEmpty && materials.isEmpty && oneSided.isEmpty && groups.isEmpty
            && images.isEmpty && imageNames.isEmpty && pieces.isEmpty && bareModel == nil
            && hierarchy == nil
    }

    /// The comment without its `#`.
    var text: String {
        var members: [(String, JSONValue)] = [("v", .int(Int64(1)))]
        if !forms.isEmpty {
            members.append(("attributes", .object(forms.map { ($0.path, .object($0.form.members())) })))
        }
        members.add("nodes", nodes)
        members.add("meshes", meshes)
        members.add("materials", materials)
        members.add("oneSided", oneSided.map { .int($0) })
        members.add("groups", groups.map { [.string($0.written), .string($0.meant)] })
        members.add("images", images)
        members.add("imageNames", imageNames)
        members.add("primitives", pieces.map(\.json))
        if let bareModel { members.append(("bareModel", .string(bareModel.rawValue))) }
        if let plainMaterial { members.append(("plainMaterial", .int(plainMaterial))) }
        if let hierarchy { members.append(("hierarchy", hierarchy.json)) }
        return OriginRecord.word + JSONValue.object(members).text()
    }
}
