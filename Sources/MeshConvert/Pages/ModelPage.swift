import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations

/// A page that shows a model in a browser, with its animations, and measures it. It is one file that loads nothing from
/// elsewhere, and it holds no metadata of the source.
///
/// ```swift
/// let page = try ModelPage(of: .path("room.glb"))
/// ```
public struct ModelPage: Sendable {
    /// The HTML file: at most 50 MB.
    public let html: [UInt8]
    /// What the page shows less of than the source has: lower case, no full stop.
    public let remarks: [String]

    /// The most bytes of the model: 50 MB in base 64, less what the rest of the page needs.
    private static let mostBytes = 37_000_000

    /// Makes a page.
    ///
    /// - Throws: an error of reading, or one that says why the model does not become small enough.
    public init(
        of source: Source, converting: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        try self.init(of: source, converting: converting, pipeline: pipeline, mostBytes: Self.mostBytes)
    }

    /// Makes a page whose model has at most `mostBytes` bytes.
    init(
        of source: Source, converting: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline(),
        mostBytes: Int
    ) throws(ConvertError) {
        var options = converting
        options.writing.omitsOrigin = true
        let document = try pipeline.document(of: source, options: options)
        var scene = document.scene
        // What people wrote into the file, such as a place on Earth, is not for a page that goes round.
        (scene.metadata, scene.tables) = ([], [])
        var remarks: [String] = []
        var model = try Self.glb(scene, source.name, pipeline, options)
        if model.count > mostBytes {
            let before = Info.Shown(scene).totals
            let share = 0.9 * Double(mostBytes) / Double(model.count)
            scene = try Self.thinned(scene, by: share, source.name, options)
            model = try Self.glb(scene, source.name, pipeline, options)
            remarks.append(Self.thinning(before, Info.Shown(scene).totals))
        }
        guard model.count <= mostBytes else {
            throw .usage(
                """
                expected a model of at most \(mostBytes / 1_000_000) MB for a page, found \(model.count / 1_000_000) \
                MB, most of it images
                """)
        }
        let facts = [Self.facts(scene)] + remarks
        let page = PageTemplate(title: Self.lastPart(of: source.name), facts: facts.joined(separator: "; ")).parts
        html = Array(page.head.utf8) + Base64.encoded(model) + Array(page.tail.utf8)
        self.remarks = remarks
    }

    /// The scene as a GLB without compression, which a short script can read.
    private static func glb(
        _ scene: MeshScene, _ name: String, _ pipeline: Pipeline, _ options: ConvertOptions
    ) throws(ConvertError) -> [UInt8] {
        var own = ConvertOptions()
        (own.writing, own.execution, own.work) = (options.writing, options.execution, options.work)
        let source: Source
        do throws(SceneDefect) { source = try .scene(scene, named: name) } catch {
            throw .read(ReadError(.invalidValue, .whole, error.message), path: name)
        }
        return try pipeline.convert(source, to: .data(named: "model.glb"), options: own).data ?? []
    }

    // MARK: Thinning

    /// A scene with about a share of the points and triangles.
    private static func thinned(
        _ scene: MeshScene, by share: Double, _ name: String, _ options: ConvertOptions
    ) throws(ConvertError) -> MeshScene {
        let totals = Info.Shown(scene).totals
        if totals.points > totals.triangles { return everyNth(scene, Int((1 / share).rounded(.up))) }
        var own = options
        own.shaping = ShapingOptions()
        own.shaping.faces = max(Int(Double(totals.triangles) * share), 1)
        return try ConvertError.reading(name) { () throws(ReadError) in
            try Shaping.shape(Document(of: scene), own).scene
        }
    }

    /// Of each cloud every nth point.
    private static func everyNth(_ scene: MeshScene, _ step: Int) -> MeshScene {
        var isCloud = [Bool](repeating: true, count: scene.vertexSets.count)
        for primitive in scene.meshes.flatMap(\.primitives) where primitive.topology != .points {
            isCloud[primitive.vertexSet] = false
        }
        let keeps = scene.vertexSets.indices.map { set -> ContiguousArray<Bool>? in
            isCloud[set] ? ContiguousArray((0..<scene.vertexSets[set].count).lazy.map { $0 % step == 0 }) : nil
        }
        return selectVertices(scene, keeps: keeps).scene
    }

    // MARK: Words

    private static func thinning(_ before: Info.Totals, _ after: Info.Totals) -> String {
        let (noun, all, left) =
            before.points > before.triangles
            ? ("points", before.points, after.points) : ("triangles", before.triangles, after.triangles)
        let counts = "\(PlainNumbers.grouped(left)) of \(PlainNumbers.grouped(all)) \(noun)"
        return "\(counts) are shown, to keep the page below 50 MB"
    }

    private static func facts(_ scene: MeshScene) -> String {
        let shown = Info.Shown(scene)
        let counts = [(shown.totals.faces, "faces"), (shown.totals.points, "points"), (shown.totals.lines, "lines")]
        return counts.filter { $0.0 > 0 }.map { "\(PlainNumbers.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
