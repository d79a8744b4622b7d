import MeshFormats
import MeshModel

/// Decides how a scene becomes an OFF file and what is lost by it.
struct OFFPlanner: LossPlanning {
    static let formatName = "OFF"
    /// The scene, with texture coordinates in OFF's frame. Colours stay as they are.
    let content: Content
    /// The attributes that were in other frames, by path.
    let originals: [String: Attribute]
    let variant: OFFVariant
    var layout: OFFLayout
    var losses: [Loss] = []
    var links = Correspondence()
    /// The polygons that are written, in the order of the file.
    let faces: [PrimitivePlace]
    /// The points, if they are those that a reader makes of vertices without faces.
    let cloud: [PrimitivePlace]
    /// The index of each set's first vertex; the last entry is the number of all vertices.
    let vertexBases: [Int]
    /// The paths of attributes that are written.
    var written: Set<String> = []

    init(_ source: Content, _ variant: OFFVariant) {
        let adaption = FrameAdaptation(source.scene, to: variant == .text ? .text : .codes, hasColors: false)
        let content = adaption.originals.isEmpty ? source : Content(adaption.scene)
        self.content = content
        originals = adaption.originals
        self.variant = variant
        var places: [PrimitivePlace] = []
        for (meshIndex, mesh) in content.scene.meshes.enumerated() {
            for (index, primitive) in mesh.primitives.enumerated() where primitive.elementCount > 0 {
                places.append(PrimitivePlace(mesh: meshIndex, index: index, primitive: primitive))
            }
        }
        faces = places.filter { $0.primitive.topology == .polygons }
        let points = places.filter { $0.primitive.topology == .points }
        cloud = faces.isEmpty && Self.isCloud(points, of: content.scene) ? points : []
        vertexBases = content.scene.vertexBases
        layout = OFFLayout(variant: variant)
    }

    /// The number of all vertices.
    var vertexCount: Int { vertexBases.last ?? 0 }

    mutating func plan() throws(WriteError) {
        try requireFlatHierarchy()
        let faceCount = faces.reduce(0) { $0 + $1.primitive.elementCount }
        guard max(vertexCount, faceCount) <= Int(Int32.max) else {
            throw WriteError(.unrepresentable, path: "", "OFF counts to \(Int32.max) vertices and faces: .ply")
        }
        layout.vertexCount = vertexCount
        planRemarks()
        (links.nodes, links.meshes) = planOneMesh(
            hasMesh: vertexCount > 0, merged: faces.count + cloud.count - 1, "OFF has one list of faces")
        planVertices()
        planFaces()
        planOtherElements()
        planRest()
    }

    // MARK: Remarks and the rest

    private mutating func planRemarks() {
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            if variant == .text, entry.key == "comment", OFFRemark.isWritable(entry.value) {
                layout.remarks.append(entry.value)
            } else {
                dropped[entry.key, default: 0] += 1
            }
        }
        let cause = variant == .text ? "OFF has comments of one line only" : "binary OFF has no comments"
        loseMetadata(dropped, cause) {
            $0 == "comment" || $0 == "obj_info" ? .ending("ply") : .format(keeping: .metadata(key: $0))
        }
    }

    private mutating func planRest() {
        loseMaterialsAndImages()
        for index in scene.tables.indices { loseTable(index, "OFF has no tables") }
        loseCamerasAndLights()
        loseFrame(OFFFormat().descriptor)
    }
}
