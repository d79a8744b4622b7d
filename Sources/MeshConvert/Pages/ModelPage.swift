import MeshBytes

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

    /// The most bytes of the models: 50 MB in base 64, less what the rest of the page needs.
    static let mostBytes = 37_000_000

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
        let scene = try pipeline.document(of: source, options: converting).scene
        var shown = scene
        var remarks: [String] = []
        var model = try PageModel(scene, named: source.name, converting, pipeline)
        if model.glb.count > mostBytes {
            let share = 0.9 * Double(mostBytes) / Double(model.glb.count)
            shown = try PageModel.thinned(scene, by: share, source.name, converting)
            model = try PageModel(shown, named: source.name, converting, pipeline)
            remarks.append("\(PageModel.thinning(scene, shown)) are shown, to keep the page below 50 MB")
        }
        guard model.glb.count <= mostBytes else { throw Self.tooLarge(model.glb.count, mostBytes) }
        remarks += model.remarks
        let facts = [PageModel.facts(shown)] + remarks
        html = PageTemplate(title: source.name.lastPathPart, facts: facts.joined(separator: "; ")).page(of: model.glb)
        self.remarks = remarks
    }

    static func tooLarge(_ bytes: Int, _ most: Int) -> ConvertError {
        .usage(
            """
            expected a model of at most \(most / 1_000_000) MB for a page, found \(bytes / 1_000_000) MB, most of it \
            images
            """)
    }
}
