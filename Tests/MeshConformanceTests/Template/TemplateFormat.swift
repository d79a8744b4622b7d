import MeshBytes
import MeshFormats
import MeshModel

/// The smallest format that obeys the law, to be copied by whoever adds one: points, a line `x y z` for each.
///
/// CONTRIBUTING has the steps. What a real format has beyond it: more than one file for its code, chunks on several threads
/// (`TextPieces`), residue for what its scene can't say, and a native document that is more than the input.
struct TemplateFormat: ReadableFormat, WritableFormat {
    var descriptor: FormatDescriptor {
        FormatDescriptor(
            id: "points", name: "Points", extensions: ["points"],
            variants: [
                FormatVariant(id: "points", summary: "text: a point on each line", isAutomatic: true, isText: true)
            ],
            needs: FormatNeeds(sharesVertices: false), convention: FrameConvention(upAxis: nil, metersPerUnit: 1),
            hasComments: false)
    }

    // MARK: Reading

    func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try input.read(0..<input.byteCount) } catch { throw ReadError(error) }
        let numbers: [DecimalNumber]
        do throws(ReadError) {
            numbers = try TextCursor.over(bytes) { (cursor) throws(ReadError) in try Self.numbers(&cursor) }
        } catch {
            throw TextPlaces.located(error, in: input)
        }
        var scene = MeshScene()
        let count = numbers.count / 3
        if count > 0 {
            let positions = Attribute(.position, Self.column(numbers))
            scene = MeshScene(
                vertexSets: [VertexSet(count: count, attributes: [positions])],
                primitives: [.cloud(vertexSet: 0, count: count)])
        }
        return Document(
            format: "points", variant: "points", native: TemplateDocument(input: input), scene: scene,
            census: [CensusEntry(kind: "point", count: count, inScene: count)], byteCount: input.byteCount)
    }

    private static func numbers(_ cursor: inout TextCursor) throws(ReadError) -> [DecimalNumber] {
        var numbers: [DecimalNumber] = []
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return numbers }
            for _ in 0..<3 {
                cursor.skipBlanks()
                let start = cursor.position
                guard let number = cursor.readDecimal(), cursor.peek() <= 0x20 else {
                    cursor.move(to: start)
                    let found = cursor.text(cursor.readToken()).prefix(40)
                    throw ReadError(.invalidValue, .byte(start), "expected 3 numbers on a line, found '\(found)'")
                }
                numbers.append(number)
            }
            cursor.skipBlanks()
            guard cursor.isAtLineEnd else {
                throw ReadError(.invalidValue, .byte(cursor.position), "expected 3 numbers on a line, found more")
            }
        }
    }

    /// Text has no types: float32 if all digits are those of a float32.
    private static func column(_ numbers: [DecimalNumber]) -> Column {
        numbers.allSatisfy(\.isShortestFloat32)
            ? Column(numbers.map(\.float32), components: 3) : Column(numbers.map(\.float64), components: 3)
    }

    // MARK: Writing

    func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
        var planner = TemplatePlanner(content: content)
        try planner.plan(descriptor)
        return WritePlan(
            variant: variant, losses: planner.losses, correspondence: planner.links, layout: planner.positions,
            options: options)
    }

    func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
        let positions = try plan.layout(as: [Column].self, for: output)
        let sink = try output.main()
        do throws(SystemError) {
            for column in positions {
                try ParallelRows.write(rowCount: column.count, threads: plan.options.threads, to: sink) { rows, text in
                    let values = column.rows(rows).doubles()
                    for (index, value) in values.enumerated() {
                        if column.type == .float32 { text.append(Float(value)) } else { text.append(value) }
                        text.append(byte: index % 3 == 2 ? 0x0A : 0x20)
                    }
                }
            }
        } catch {
            throw WriteError(error)
        }
    }

    func transcode(_ document: Document, variant: String, options: WriteOptions, to output: Output) throws(WriteError) {
        guard let native = document.native as? TemplateDocument else {
            throw WriteError(.internal, path: output.name, "expected a document of this format, found another's")
        }
        let sink = try output.main()
        do throws(SystemError) {
            try sink.write(try native.input.read(0..<native.input.byteCount))
        } catch {
            throw WriteError(error)
        }
    }
}

/// The native document: nothing is known of a file but its bytes.
struct TemplateDocument: NativeDocument {
    var input: Input
}

/// Decides what is written, and names every loss.
struct TemplatePlanner: LossPlanning {
    static let formatName = "Points"
    let content: Content
    var losses: [Loss] = []
    var links = Correspondence()
    /// The positions of each vertex set.
    var positions: [Column] = []

    init(content: Content) { self.content = content }

    mutating func plan(_ descriptor: FormatDescriptor) throws(WriteError) {
        try requireFlatHierarchy()
        let vertexCount = scene.vertexCount
        let primitives = places.filter { $0.primitive.elementCount > 0 }
        let points = primitives.filter { $0.primitive.topology == .points }
        let isCloud = Self.isCloud(points, of: scene)
        (links.nodes, links.meshes) = planOneMesh(
            hasMesh: vertexCount > 0, merged: isCloud ? points.count - 1 : 0, "a file is one list of points")
        try planPositions()
        for place in places { lose(place, isWritten: isCloud && place.primitive.topology == .points) }
        if !isCloud, vertexCount > 0 {
            if !points.isEmpty { links.elements[.points] = .gather(ContiguousArray(repeating: -1, count: vertexCount)) }
            lose(
                .topologyGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", vertexCount, "points",
                "all vertices are read as points")
        }
        loseMetadata(Dictionary(grouping: scene.metadata, by: \.key).mapValues(\.count), "there is no place for it")
        loseMaterialsAndImages()
        for index in scene.tables.indices { loseTable(index, "there is no place for it") }
        loseCamerasAndLights()
        loseVariants()
        loseFrame(descriptor)
    }

    private var places: [PrimitivePlace] {
        scene.meshes.enumerated().flatMap { mesh, value in
            value.primitives.enumerated().map { PrimitivePlace(mesh: mesh, index: $0, primitive: $1) }
        }
    }

    private mutating func planPositions() throws(WriteError) {
        let target = ScenePath.vertexAttribute(set: 0, .position)
        let sets = scene.vertexSets.enumerated().filter { $0.element.count > 0 }
        let columns = sets.compactMap { $0.element.attribute(.position) }
        guard columns.count == sets.count, columns.allSatisfy({ $0.values.components == 3 && !$0.normalized }) else {
            throw WriteError(.unrepresentable, path: "", "Points has positions of 3 plain numbers")
        }
        let isShort = columns.allSatisfy { TextType.textType(of: $0.values) == .float32 }
        let type: ScalarType = isShort ? .float32 : .float64
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard attribute.semantic == .position, set.count > 0 else {
                    lose(
                        .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                        "points have positions only")
                    continue
                }
                let isDecimal = isShort && attribute.values.type != .float32
                links.attributes.append(
                    Correspondence.AttributeLink(path, target, codec: isDecimal ? .decimal : .identity))
                if attribute.values.type != type || attribute.frame != .plain {
                    lose(
                        .attributeReencoded, .narrowed, path, "positions", attribute.count, "vertices",
                        "stored as text, which is read back as \(type.name)")
                }
                positions.append(isShort ? attribute.values.floats : Column(attribute.values.doubles(), components: 3))
            }
            for (pool, attribute) in set.pools.enumerated() {
                lose(
                    .attributeDropped, .dropped, ScenePath.pool(set: index, pool), attribute.semantic.plainName,
                    attribute.count, "values", "points have positions only")
            }
        }
    }

    /// Reports what a primitive loses: all of it, or its attributes and named sets.
    private mutating func lose(_ place: PrimitivePlace, isWritten: Bool) {
        let primitive = place.primitive
        guard isWritten || primitive.elementCount == 0 else {
            return lose(
                .topologyDropped, .dropped, place.path, primitive.topology.rawValue, primitive.elementCount,
                primitive.topology.rawValue, "a file is one list of points")
        }
        for attribute in primitive.elementAttributes {
            lose(
                .attributeDropped, .dropped, place.path(attribute.semantic), attribute.semantic.plainName,
                attribute.count, "points", "points have positions only")
        }
        for family in primitive.subsetFamilies {
            lose(
                .subsetDropped, .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "there is no place for them")
        }
    }
}

extension Column {
    /// The values as float32.
    fileprivate var floats: Column {
        var values = ContiguousArray<Float>()
        read(0..<count, into: &values)
        return Column(values, components: components)
    }
}
