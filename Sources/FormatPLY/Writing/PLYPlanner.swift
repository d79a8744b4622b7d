import MeshFormats
import MeshModel

/// Decides how a scene is written as a PLY file, and what that loses.
struct PLYPlanner: LossPlanning {
    static let formatName = "PLY"
    /// The scene, converted to PLY's frames.
    let content: Content
    /// The source's attributes that were converted to PLY's frames, by path.
    let originals: [String: Attribute]
    var layout = PLYLayout()
    var losses: [Loss] = []
    var links = Correspondence()
    var origin = PLYOrigin()
    /// The paths of the forms in it.
    var formPaths: Set<String> = []

    /// The primitives of each topology, in the order in which they are concatenated.
    let places: [Topology: [PrimitivePlace]]
    /// The first row of each set in the vertex element, followed by the number of vertices without copies.
    let vertexBases: [Int]
    /// The original of each repeated vertex; copies are appended in this order.
    var copies: ContiguousArray<Int32> = []
    /// The corner vertices of primitives whose vertices were split, by path.
    var splitVertices: [String: Column] = [:]
    /// The value of a written float colour that readers will take for 1.
    var colorScale: Double = 1
    /// The use of the pools of each set.
    var choices: [PoolChoices] = []
    /// The number of primitives that a reader will find so far.
    var primitiveCount = 0
    var vertex = PLYElementLayout(name: "vertex", rowCount: 0)

    init(_ source: Content) {
        let adaption = FrameAdaptation(source.scene, to: .codes)
        let content = adaption.originals.isEmpty ? source : Content(adaption.scene)
        self.content = content
        originals = adaption.originals
        let full = content.scene.primitivePlaces.filter { $0.primitive.elementCount > 0 }
        places = Dictionary(grouping: full, by: \.primitive.topology)
        vertexBases = content.scene.vertexBases
    }

    /// The primitives of a topology.
    func primitives(_ topology: Topology) -> [PrimitivePlace] { places[topology] ?? [] }

    mutating func plan() throws(WriteError) {
        try requireFlatHierarchy()
        colorScale = predictedColorScale()
        planRemarks()
        for place in scene.primitivePlaces where place.primitive.elementCount == 0 { reportSubsets(place) }
        planHierarchy()
        planMaterials()
        planVertices()
        planFaces()
        planLines()
        planPoints()
        planTables()
        loseVariants()
        loseCamerasAndLights()
        loseFrame(PLYFormat().descriptor)
        origin.bareModel = scene.unusualBareModel
        if !origin.isEmpty { layout.remarks.append(.objInfo(origin.text)) }
        layout.correspondence = links
    }

    // MARK: Hierarchy

    private mutating func planHierarchy() {
        let kinds = Topology.allCases.filter { !primitives($0).isEmpty }.count
        let had = scene.meshes.first?.primitives.filter { $0.elementCount > 0 }.count ?? 0
        let hasVertices = !scene.vertexSets.isEmpty && vertexBases[vertexBases.count - 1] > 0
        (links.nodes, links.meshes) = planOneMesh(
            hasMesh: hasVertices || !primitives(.polygons).isEmpty, merged: had - kinds,
            "joined, as PLY stores all faces, lines or points in one list")
    }

    // MARK: Remarks, tables and the rest

    private mutating func planRemarks() {
        var dropped: [String: Int] = [:]
        for entry in scene.metadata {
            let isLine = !entry.value.contains { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
            let isTexture = PLYSceneBuilder.textureName(entry.value) != nil
            switch entry.key {
            case "comment" where isLine && !isTexture: layout.remarks.append(.comment(entry.value))
            case "obj_info" where isLine && !PLYOrigin.isRecord(entry.value):
                layout.remarks.append(.objInfo(entry.value))
            default: dropped[entry.key, default: 0] += 1
            }
        }
        loseMetadata(dropped, "PLY can store comments and obj_info of one line only") {
            .format(keeping: .metadata(key: $0))
        }
    }

    private mutating func planTables() {
        var names: Set<String> = Set(layout.elements.map(\.name)).union(PLYPlanner.reservedElements)
        for (index, table) in scene.tables.enumerated() {
            let columns = table.columns.map { $0.offsets != nil || $0.values.components == 1 }
            guard PLYPlanner.isWord(table.name), !names.contains(table.name), !table.columns.isEmpty,
                columns.allSatisfy({ $0 }),
                table.columns.allSatisfy({ PLYPlanner.isWord($0.semantic.name) && $0.values.type != .float16 }),
                case let types = table.columns.compactMap({ type(of: [$0.values]) }), types.count == table.columns.count
            else {
                loseTable(index, "PLY can't store its name or its values")
                continue
            }
            names.insert(table.name)
            var element = PLYElementLayout(name: table.name, rowCount: table.rowCount)
            for (column, type) in zip(table.columns, types) {
                element.fields.append(PLYField.property(column.semantic.name, type, [(table.rowCount, column)]))
                guard type != column.values.type else { continue }
                lose(
                    .attributeReencoded, .narrowed, "\(ScenePath.table(index))/\(column.semantic.name)",
                    column.semantic.plainName,
                    table.rowCount, "rows", "stored as \(type.name)")
            }
            layout.elements.append(element)
            links.tables.append(index)
        }
    }

    /// The elements that readers use as geometry.
    static let reservedElements: Set<String> = ["vertex", "face", "edge", "point", "tristrips", "tristrip"]

    /// Whether a header can hold a name.
    static func isWord(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
