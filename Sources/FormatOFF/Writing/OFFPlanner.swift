import MeshFormats
import MeshModel

/// Decides how a scene becomes an OFF file and what is lost by it.
struct OFFPlanner: LossPlanning {
    static let formatName = "OFF"
    /// The scene, with texture coordinates in OFF's frame. Colours stay as they are.
    let content: Content
    /// The attributes that were in other frames, by path.
    let originals: [String: Attribute]
    var layout: OFFLayout
    var losses: [Loss] = []
    var links = Correspondence()
    let places: [PrimitivePlace]
    /// The polygons that are written, in the order of the file.
    let faces: [PrimitivePlace]
    /// The points, if they are those that a reader makes of vertices without faces.
    let cloud: [PrimitivePlace]
    /// The paths of attributes that are written.
    var written: Set<String> = []

    init(_ source: Content, isText: Bool) {
        let adaption = FrameAdaptation(source.scene, to: isText ? .text : .codes, hasColors: false)
        content = adaption.originals.isEmpty ? source : Content(adaption.scene)
        originals = adaption.originals
        places = content.scene.primitivePlaces
        let full = places.filter { $0.primitive.elementCount > 0 }
        faces = full.filter { $0.primitive.topology == .polygons }
        let points = full.filter { $0.primitive.topology == .points }
        cloud = faces.isEmpty && Self.isCloud(points, of: content.scene) ? points : []
        layout = OFFLayout(isText: isText, vertexCount: content.scene.vertexCount)
    }

    mutating func plan() throws(WriteError) {
        try requireFlatHierarchy()
        let faceCount = faces.reduce(0) { $0 + $1.primitive.elementCount }
        guard max(layout.vertexCount, faceCount) <= Int(Int32.max) else {
            throw WriteError(.unrepresentable, path: "", "OFF can store at most \(Int32.max) vertices and faces")
        }
        planComments()
        (links.nodes, links.meshes) = planOneMesh(
            hasMesh: layout.vertexCount > 0 || faceCount > 0, merged: faces.count + cloud.count - 1,
            "joined, as OFF has one list of faces")
        try planVertices()
        planFaces()
        planOtherElements()
        loseMaterialsAndImages()
        for index in scene.tables.indices { loseTable(index, "OFF can't store tables") }
        loseVariants()
        loseCamerasAndLights()
        loseFrame(OFFFormat().descriptor)
    }

    private mutating func planComments() {
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            if layout.isText, entry.key == "comment", OFFComment.isWritable(entry.value) {
                layout.comments.append(entry.value)
            } else {
                dropped[entry.key, default: 0] += 1
            }
        }
        let cause = layout.isText ? "OFF can store comments of one line only" : "binary OFF can't store comments"
        loseMetadata(dropped, cause) {
            $0 == "comment" || $0 == "obj_info" ? .ending("ply") : .format(keeping: .metadata(key: $0))
        }
    }

    // MARK: Faces

    private mutating func planFaces() {
        let semantic = AttributeSemantic.color(0)
        let rows = faces.map { place in
            Rows(place.path(semantic), count: place.primitive.elementCount, place.attribute(semantic), width: 3)
        }
        // Readers give all faces four numbers, or three where no face has an alpha.
        let columns = planColumns(
            rows, semantic, "faces", width: rows.contains { ($0.source?.values.components ?? 0) > 3 } ? 4 : 3,
            target: ScenePath.elementAttribute(mesh: 0, primitive: 0, semantic))
        let bases = scene.vertexBases
        layout.faces = faces.enumerated().map { index, place in
            OFFLayout.Faces(
                primitive: place.primitive, base: bases[place.primitive.vertexSet], colors: columns?[index])
        }
    }

    /// Reports lines and points, attributes of elements and named sets of them.
    private mutating func planOtherElements() {
        let arriving = Set((faces + cloud).map(\.path))
        for place in places {
            let (primitive, kind) = (place.primitive, place.primitive.topology.rawValue)
            guard primitive.elementCount == 0 || arriving.contains(place.path) else {
                lose(
                    .topologyDropped, .dropped, place.path, kind, primitive.elementCount, kind,
                    "OFF can store faces only",
                    remedy: .ending("obj"))
                continue
            }
            for attribute in primitive.elementAttributes where !written.contains(place.path(attribute.semantic)) {
                lose(
                    .attributeDropped, .dropped, place.path(attribute.semantic), attribute.semantic.plainName,
                    attribute.count, primitive.topology == .points ? "points" : "faces",
                    "OFF can store only colours for faces",
                    remedy: Remedy.keeping(attribute, of: content, isOfElements: true))
            }
            for family in primitive.subsetFamilies {
                lose(
                    .subsetDropped, .dropped,
                    ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                    family.subsets.count, "subsets", "OFF can't store named groups of faces",
                    remedy: Remedy.keeping(family, of: primitive))
            }
        }
        guard arriving.isEmpty, layout.vertexCount > 0 else { return }
        if places.contains(where: { $0.primitive.topology == .points && $0.primitive.elementCount > 0 }) {
            links.elements[.points] = .gather(ContiguousArray(repeating: -1, count: layout.vertexCount))
        }
        lose(
            .topologyGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", layout.vertexCount, "points",
            "vertices without faces are read back as points")
    }
}
