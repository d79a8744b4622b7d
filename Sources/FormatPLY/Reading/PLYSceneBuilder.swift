import MeshBytes
import MeshFormats
import MeshModel

/// Builds the scene from the tables, and accounts for every property of the header.
struct PLYSceneBuilder {
    let header: PLYHeader
    let tables: [PLYTable]
    let input: Input
    let options: ReadOptions
    /// Returns the location of a list's value in the file, for messages.
    let locate: (PLYPlace) -> InputLocation

    private(set) var scene = MeshScene()
    private(set) var residue: [Residue] = []
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var census: [CensusEntry] = []
    var primitives: [Primitive] = []
    var vertexSet = VertexSet(count: 0)
    var origin: PLYOrigin?

    /// Builds the scene.
    mutating func build() throws(ReadError) {
        let images = readRemarks()
        let vertices = tables.firstIndex { $0.element.name == "vertex" }
        if let vertices { readVertices(tables[vertices], vertices) }
        for (index, table) in tables.enumerated() where index != vertices {
            guard vertices != nil else {
                addTable(table)
                continue
            }
            switch table.element.name {
            case "face":
                if !(try readFaces(table, index, textureCount: images.count)) { addTable(table) }
            case "tristrips", "tristrip":
                if !(try readStrips(table, index)) { addTable(table) }
            case "edge":
                if !(try readEdges(table, index)) { addTable(table) }
            case "point":
                if !(try readPoints(table, index)) { addTable(table) }
            default: addTable(table)
            }
        }
        countRows()
        if primitives.isEmpty, vertexSet.count > 0 {
            primitives = [.cloud(vertexSet: 0, count: vertexSet.count)]
        }
        let metadata = scene.metadata
        let rest = scene.tables
        if vertices != nil, !primitives.isEmpty {
            scene = MeshScene(vertexSets: [vertexSet], primitives: primitives)
        } else {
            scene = MeshScene()
        }
        scene.metadata = metadata
        scene.tables = rest
        addMaterials(images)
        if let origin { diagnostics += origin.restore(&scene) }
    }

    // MARK: Accounting

    mutating func warn(
        _ code: String, as severity: Diagnostic.Severity = .warning, defect: Diagnostic.Defect? = nil, count: Int = 1,
        at location: InputLocation = .whole, _ message: Wording
    ) {
        diagnostics.append(Diagnostic(code, severity, defect, count: count, at: location, wording: message))
    }

    mutating func note(_ code: String, count: Int = 1, at location: InputLocation = .whole, _ message: String) {
        diagnostics.append(Diagnostic(code, .note, count: count, at: location, message))
    }

    mutating func addResidue(_ element: PLYElement, _ property: PLYProperty, _ kind: String, count: Int = 1) {
        residue.append(
            Residue(path: "element \(element.name)/property \(property.name)", kind: kind, count: count))
    }

    mutating func addBroken(_ element: PLYElement, count: Int) {
        residue.append(.broken("rows of element \(element.name)", count: count))
    }

    /// The rows left out with a diagnostic, by element and property; the census counts the others.
    var leftOut: [String: (rows: Int, items: Int)] = [:]
    /// The properties that are only in the residue.
    var inResidue: Set<String> = []

    private mutating func countRows() {
        for table in tables {
            let left = leftOut[table.element.name] ?? (0, 0)
            var seen: Set<String> = []
            for (property, column) in zip(table.element.properties, table.columns) {
                let isFirst = seen.insert(property.name).inserted
                let kind = "\(table.element.name).\(property.name)" + (isFirst ? "" : " (repeated)")
                let isResidue = !isFirst || inResidue.contains(kind)
                let count = table.element.count
                census.append(entry(kind, count, left: left.rows, isResidue: isResidue))
                if property.isList {
                    let isMain = left.items > 0 && PLYSceneBuilder.indexNames.contains(property.name)
                    census.append(
                        entry(kind + "[]", column.itemCount, left: isMain ? left.items : 0, isResidue: isResidue))
                }
            }
        }
    }

    private func entry(_ kind: String, _ count: Int, left: Int, isResidue: Bool) -> CensusEntry {
        CensusEntry(
            kind: kind, count: count, inScene: isResidue ? 0 : count - left, inResidue: isResidue ? count - left : 0,
            inDiagnostics: left)
    }

    /// The names of a face's vertex list, the usual one first.
    static let indexNames = ["vertex_indices", "vertex_index"]

    // MARK: Comments

    private mutating func readRemarks() -> [String] {
        var images: [String] = []
        var counts = (comments: 0, infos: 0)
        for remark in header.remarks {
            switch remark {
            case .comment(let text):
                counts.comments += 1
                if let name = Self.textureName(text) {
                    images.append(name)
                } else {
                    scene.metadata.append(MetadataEntry(key: "comment", value: text))
                }
            case .objInfo(let text):
                counts.infos += 1
                if PLYOrigin.isRecord(text) {
                    guard !options.ignoresOrigin else { continue }
                    origin = PLYOrigin(record: text)
                    if origin == nil { note("origin.ignored", "meshconv's origin record can't be read and is ignored") }
                } else {
                    scene.metadata.append(MetadataEntry(key: "obj_info", value: text))
                }
            }
        }
        if let first = header.bareRemarks.first {
            warn(
                "ply.bare-comment", count: header.bareRemarks.count, at: .line(first.line, column: 1),
                "expected comment, element or end_header, found 'Created by': the line is read as a comment")
        }
        if counts.comments > 0 {
            census.append(CensusEntry(kind: "comment", count: counts.comments, inScene: counts.comments))
        }
        if counts.infos > 0 {
            census.append(CensusEntry(kind: "obj_info", count: counts.infos, inScene: counts.infos))
        }
        return images
    }

    /// The image that a comment names by the convention `TextureFile NAME`.
    static func textureName(_ comment: String) -> String? {
        let prefix = "TextureFile "
        guard comment.hasPrefix(prefix) else { return nil }
        let name = comment.dropFirst(prefix.count).drop { $0 == " " || $0 == "\t" }
        return name.isEmpty ? nil : String(name)
    }

    private mutating func addMaterials(_ names: [String]) {
        var imageOf: [String: Int] = [:]
        var files = SideFiles(beside: input.name, options)
        for name in names {
            let image: Int
            if let known = imageOf[name] {
                image = known
            } else {
                image = scene.images.count
                scene.images.append(SceneImage(uri: name))
                scene.textures.append(Texture(image: image))
                imageOf[name] = image
                switch files.find(name, as: .image) {
                case .path(let path, let remark):
                    scene.images[image].setFile(path, in: files)
                    if let remark { note("texture.found", "the texture \(remark)") }
                case .bytes(let bytes): scene.images[image].bytes = bytes
                case .missing(let reason), .outside(let reason):
                    warn("texture.missing", as: .error, "the texture \(reason)")
                }
            }
            scene.materials.append(SceneMaterial(textures: [TextureSlot("baseColor", texture: image)]))
        }
    }

    // MARK: Vertices and tables

    private mutating func readVertices(_ table: PLYTable, _ index: Int) {
        vertexSet.count = table.element.count
        let grouping = PLYGrouping(table.element.properties, isVertex: true)
        report(grouping, table)
        let names = Set(table.element.properties.map(\.name))
        let isSplat = ["f_dc_0", "opacity", "scale_0", "rot_0"].allSatisfy(names.contains)
        let attributes = PLYAttributes(table: table, colorScale: colorScale)
        for group in grouping.groups {
            vertexSet.attributes.append(
                attributes.attribute(group) { isSplat ? Self.splatFrame($0) : .plain })
        }
        vertexSet.measure()
        guard let positions = vertexSet.attribute(.position)?.values else { return }
        let odd = positions.nonFiniteRows()
        if let first = odd.first {
            warn(
                "ply.non-finite-position", defect: .nonFinitePosition, count: odd.count,
                at: locate(PLYPlace(table: index, row: first, property: 0, item: 0)),
                "vertices without a finite position (NaN or infinite)")
        }
    }

    /// The frame in which splats store a property.
    static func splatFrame(_ name: String) -> Frame {
        SplatNames.rotations.contains(name)
            ? Frame(quaternionOrder: .wxyz) : Frame(encoding: SplatNames.encoding(name))
    }

    /// Reports duplicate properties, unusual spelling, and colours that can't be read as such.
    mutating func report(_ grouping: PLYGrouping, _ table: PLYTable) {
        let properties = table.element.properties
        for index in grouping.duplicates {
            let name = properties[index].name
            addResidue(table.element, properties[index], "duplicate", count: table.element.count)
            warn(
                "ply.duplicate-property",
                "element '\(table.element.name)' has property '\(name)' more than once: the first is used"
            )
        }
        var synonyms: [String] = []
        for group in grouping.groups {
            for index in group.properties {
                if isRenamed(group, table, index) {
                    addResidue(table.element, properties[index], "spelling")
                } else if isSpelledOtherwise(group, table, index) {
                    synonyms.append(properties[index].name)
                }
            }
        }
        noteSpelling(of: synonyms, table)
        if let text = grouping.colorNote { note("ply.color-type", "element '\(table.element.name)': \(text)") }
    }

    /// Notes that properties have unusual names that all readers accept, or wider list counts than needed.
    ///
    /// This is a note and not a loss: `vertex_index` means the same as `vertex_indices`, and `--strict` is about
    /// content, not spelling. A conversion within PLY keeps the spelling.
    private mutating func noteSpelling(of names: [String], _ table: PLYTable) {
        guard !names.isEmpty else { return }
        note(
            "ply.spelling", count: names.count,
            "element '\(table.element.name)' has unusual names or types of properties: \(names.joined(separator: ", "))"
        )
    }

    /// Whether the scene has the property under another name, which readers don't accept for it.
    private func isRenamed(_ group: PLYGrouping.Group, _ table: PLYTable, _ index: Int) -> Bool {
        let name = PLYGrouping.value(of: group.properties.map { table.element.properties[$0].name })
        return group.isUsualSpelling && group.role == .custom && PLYAttributes.customSemantic(name).name != name
    }

    private func isSpelledOtherwise(_ group: PLYGrouping.Group, _ table: PLYTable, _ index: Int) -> Bool {
        let property = table.element.properties[index]
        if !group.isUsualSpelling { return true }
        guard group.role == .custom, property.countType != nil else { return false }
        if Self.indexNames[0] == property.name { return table.hasOddCount(index) }
        return Self.indexNames.contains(property.name) || table.hasOddCount(index)
    }

    mutating func addTable(_ table: PLYTable) {
        let attributes = PLYAttributes(table: table, colorScale: 1)
        var columns: [Attribute] = []
        var names: Set<String> = []
        for (index, property) in table.element.properties.enumerated() {
            guard names.insert(property.name).inserted else {
                addResidue(table.element, property, "duplicate", count: table.element.count)
                warn(
                    "ply.duplicate-property",
                    "element '\(table.element.name)' has property '\(property.name)' more than once: the first is used"
                )
                continue
            }
            if table.hasOddCount(index) { noteSpelling(of: [property.name], table) }
            var column = attributes.custom(index)
            column.semantic = AttributeSemantic(name: property.name)
            columns.append(column)
        }
        scene.tables.append(SceneTable(name: table.element.name, rowCount: table.element.count, columns: columns))
    }

    // MARK: The range of float colours

    /// 1 or 255, decided once per file: any float colour beyond 1.5 means that all range to 255.
    lazy var colorScale: Double = decideColorScale()

    private mutating func decideColorScale() -> Double {
        var hasFloats = false
        for table in tables where ["vertex", "face", "edge", "point"].contains(table.element.name) {
            let isVertex = table.element.name == "vertex"
            for group in PLYGrouping(table.element.properties, isVertex: isVertex).groups where group.role == .color {
                for index in group.properties where !table.element.properties[index].type.isInteger {
                    hasFloats = true
                    let facts = Content(MeshScene()).facts(of: table.columns[index].values)
                    guard facts.maximum > 1.5 else { continue }
                    note("ply.color-range", "float colours are read as 0 to 255")
                    return 255
                }
            }
        }
        if hasFloats { note("ply.color-range", "float colours are read as 0 to 1") }
        return 1
    }
}

/// The position of a list's item, or of a row, in the tables.
struct PLYPlace {
    var table: Int
    var row: Int
    var property: Int
    var item: Int
}
