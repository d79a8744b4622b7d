import MeshFormats
import MeshModel

/// Plans one OBJ file: decides how a scene is written, and what that loses.
struct OBJPlanner: LossPlanning {
    static let formatName = "OBJ"
    /// The scene, converted to OBJ's frames.
    let content: Content
    /// The source's attributes that were converted to OBJ's frames, by path.
    let originals: [String: Attribute]
    /// Whether colours are written after positions.
    let writesColors: Bool
    var layout = OBJLayout()
    var losses: [Loss] = []
    var links = Correspondence()
    var origin = OBJOrigin()
    /// Whether the file gets no origin record.
    var omitsOrigin = false
    /// The first vertex of each set in the file, followed by the number of vertices.
    let vertexBases: [Int]
    /// The primitives with elements, by vertex set.
    let primitivesOfSets: [Int: [Primitive]]
    /// The sources of texture coordinates and of normals, by vertex set.
    var texCoordSources: [OBJListSource?] = []
    var normalSources: [OBJListSource?] = []
    /// The number of pools that a reader will find so far.
    var poolCount = 0
    /// The state that a reader has after the elements planned so far.
    var state = State()
    /// The written name of each group.
    var groupNames: [String: String] = [:]
    /// The group name for elements without a group, once there are groups.
    var ungrouped = "default"

    /// Whether the origin record says which primitives an object's elements came from. It doesn't where there are
    /// groups or smoothing, which stay in force from one primitive to the next.
    var keepsPieces = false

    /// The statements that stay in force until the next of their kind.
    struct State {
        var groups: [String]?
        var smoothing: Int64?
        var material: Int?
    }

    var vertexCount: Int { vertexBases.last ?? 0 }

    init(_ source: Content, variant: String) {
        let adaption = FrameAdaptation(source.scene, to: .text)
        let content = adaption.originals.isEmpty ? source : Content(adaption.scene)
        self.content = content
        originals = adaption.originals
        writesColors = variant != "obj.plain"
        vertexBases = content.scene.vertexBases
        primitivesOfSets = content.scene.primitivesOfSets.mapValues { $0.filter { $0.elementCount > 0 } }
    }

    mutating func plan() throws(WriteError) {
        try checkScene()
        planRemarks()
        planVertices()
        planLists()
        planMaterials()
        planObjects()
        planRest()
        origin.bareModel = scene.unusualBareModel
        // By its record a file without vertices and objects is known to be complete.
        let isBare = vertexCount == 0 && layout.objects.isEmpty
        if isBare || !origin.isEmpty && !omitsOrigin { layout.remarks.insert("# \(origin.text)", at: 0) }
        layout.correspondence = links
    }

    // MARK: What OBJ can't hold at all

    private func checkScene() throws(WriteError) {
        func refuse(_ message: String) -> WriteError { WriteError(.unrepresentable, path: "", message) }
        let shown = try requireFlatHierarchy()
        for (index, mesh) in scene.meshes.enumerated() {
            let elements = mesh.primitives.filter { $0.elementCount > 0 }
            if shown[index] == 0, !elements.isEmpty { throw refuse("OBJ can't store meshes that no node shows") }
            for primitive in elements where !Self.hasCorners(primitive) {
                throw refuse("OBJ can't store \(primitive.topology.rawValue) with this number of corners")
            }
        }
    }

    /// Whether each element has a corner, and each point exactly one.
    private static func hasCorners(_ primitive: Primitive) -> Bool {
        if case .uniform(let arity) = primitive.arity {
            return primitive.topology == .points ? arity == 1 : arity > 0
        }
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            for arity in block.arities where arity < 1 || (primitive.topology == .points && arity != 1) {
                return false
            }
        }
        return true
    }

    // MARK: Remarks and the rest

    private mutating func planRemarks() {
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            let isInfo = entry.value == "obj_info" || entry.value.hasPrefix("obj_info ")
            let isTrimmed = entry.value.first != " " && entry.value.first != "\t"
            switch entry.key {
            case "comment" where OBJSpelling.isComment(entry.value) && !isInfo:
                layout.remarks.append("# \(entry.value)")
            case "obj_info" where OBJSpelling.isComment(entry.value) && isTrimmed:
                layout.remarks.append("# obj_info \(entry.value)")
            default: dropped[entry.key, default: 0] += 1
            }
        }
        loseMetadata(dropped, "OBJ can store comments of one line only") { .format(keeping: .metadata(key: $0)) }
    }

    private mutating func planRest() {
        for index in scene.tables.indices { loseTable(index, "OBJ can't store tables") }
        loseVariants()
        loseCamerasAndLights()
        loseFrame(OBJFormat().descriptor)
    }

}
