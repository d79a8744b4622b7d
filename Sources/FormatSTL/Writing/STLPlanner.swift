import MeshFormats
import MeshModel

/// Decides how a scene becomes an STL file, and what is lost.
struct STLPlanner: LossPlanning {
    static let formatName = "STL"
    /// The scene in STL's frames.
    let content: Content
    /// The attributes that were in other frames, by path.
    let originals: [String: Attribute]
    let variant: STLVariant
    var layout = STLLayout()
    var losses: [Loss] = []
    var links = Correspondence()
    /// The primitives that are written, in the order of their facets.
    let places: [PrimitivePlace]
    /// The index of each set's first vertex; the last entry is the number of all vertices.
    let vertexBases: [Int]
    /// The corners of each primitive.
    var corners: [STLCorners] = []
    /// The indices in `places` of each solid's primitives.
    var solidPlaces: [[Int]] = []
    /// The sets whose vertices facets use.
    var usedSets: Set<Int> = []
    /// The paths of the attributes that are written, except positions.
    var written: Set<String> = []

    init(_ source: Content, _ variant: STLVariant) {
        let adaption = FrameAdaptation(source.scene, to: .codes, hasColors: variant == .color)
        let content = adaption.originals.isEmpty ? source : Content(adaption.scene)
        self.content = content
        originals = adaption.originals
        self.variant = variant
        places = content.scene.primitivePlaces.filter {
            $0.primitive.topology == .polygons && $0.primitive.elementCount > 0
        }
        vertexBases = content.scene.vertexBases
    }

    mutating func plan() throws(WriteError) {
        try checkScene()
        layout.variant = variant
        try planCorners()
        planRemarks()
        planSolids()
        planVertices()
        planValues()
        planOtherAttributes()
        planRest()
        layout.correspondence = links
    }

    // MARK: What STL can't hold at all

    private func checkScene() throws(WriteError) {
        func refuse(_ wording: Wording) -> WriteError { WriteError(.unrepresentable, path: "", wording: wording) }
        let shown = try requireFlatHierarchy()
        for place in places {
            if !place.primitive.isTriangles { throw refuse("STL can store triangles only: triangulate first") }
            if shown[place.mesh] == 0 { throw refuse("STL can't store meshes that no node shows") }
        }
        if places.isEmpty, (vertexBases.last ?? 0) > 0 {
            throw refuse(
                "STL needs triangles, and there are none: make a surface of the points first, or write .ply")
        }
        let facets = places.reduce(0) { $0 + $1.primitive.elementCount }
        if variant != .ascii, facets > Int(UInt32.max) {
            throw refuse("binary STL can't store \(facets) triangles, only \(UInt32.max): \(.variant, "stl.ascii")")
        }
    }

    private mutating func planCorners() throws(WriteError) {
        var sets: [Int: STLCorners] = [:]
        for place in places {
            let set = scene.vertexSets[place.primitive.vertexSet]
            guard let positions = set.attribute(.position), positions.values.components == 3,
                positions.offsets == nil, !positions.normalized, positions.count == set.count
            else {
                throw WriteError(
                    .unrepresentable, path: "",
                    "STL needs positions of 3 plain numbers, which these vertices don't have")
            }
            let known = sets[place.primitive.vertexSet]
            let own = STLCorners(place.primitive, positions: known?.positions ?? positions.values)
            sets[place.primitive.vertexSet] = own
            corners.append(own)
        }
    }

    // MARK: Remarks and the rest

    private mutating func planRemarks() {
        var lines: [String] = []
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            if variant != .ascii, entry.key == "comment", STLHeader.bytes(frame, lines + [entry.value]) != nil {
                lines.append(entry.value)
            } else {
                dropped[entry.key, default: 0] += 1
            }
        }
        layout.header =
            STLHeader.bytes(frame, lines) ?? [UInt8](repeating: 0, count: STLDocument.headerByteCount)
        let cause = variant == .ascii ? "STL text has no place for this" : "the STL header has only 80 bytes"
        loseMetadata(dropped, cause) { $0 == "comment" || $0 == "obj_info" ? .ending("ply") : .ending("glb") }
    }

    private mutating func planRest() {
        loseMaterialsAndImages()
        for index in scene.tables.indices { loseTable(index, "STL can't store tables") }
        loseVariants()
        loseCamerasAndLights()
    }

    /// The unit and the up axis that the file says.
    var frame: SceneFrame { SceneFrame(of: scene) }

    /// The name of an attribute in messages. STL has its own for attribute words.
    static func name(_ semantic: AttributeSemantic) -> String {
        semantic == .attributeWord ? "attribute words" : semantic.plainName
    }
}
