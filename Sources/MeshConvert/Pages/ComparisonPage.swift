import MeshBytes
import MeshFormats
import MeshModel

/// A page that shows a model before and after a conversion, or two models, side by side in a browser. What is lost or
/// changed is listed, and coloured on the model. It is one file that loads nothing from elsewhere, and it holds no metadata
/// of the models.
///
/// ```swift
/// let report = try convert("room.usdz", to: "room.stl")
/// let page = try ComparisonPage(of: report, from: .path("room.usdz"), to: .path("room.stl"))
/// ```
public struct ComparisonPage: Sendable {
    /// The HTML file: at most 50 MB.
    public let html: [UInt8]
    /// What the page shows less of than the models have: lower case, no full stop.
    public let remarks: [String]

    /// What is compared.
    struct Subject {
        var before: Document
        var beforeName: String
        var after: Document
        var afterName: String
        /// What is lost, changed or added.
        var changes: [PageChange]
        /// The sentence about it.
        var verdict: String
        /// The route of a conversion; empty: there was none.
        var route: RouteDrawing?
        /// More about it, as names and values.
        var facts: [(name: String, value: String)]
    }

    /// Makes a page of a conversion.
    ///
    /// - Parameters:
    ///   - report: the report of the conversion.
    ///   - source: what was converted.
    ///   - result: what was written.
    ///   - options: the options of the conversion.
    ///   - pipeline: the formats that may be read.
    public init(
        of report: Report, from source: Source, to result: Source, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        let before = try pipeline.document(of: source, options: options)
        var reading = ConvertOptions()
        (reading.execution, reading.work) = (options.execution, options.work)
        reading.from = pipeline.planner.format(ofVariant: report.outputVariant)?.descriptor.id
        // The page shows what other programs see.
        reading.reading.ignoresOrigin = true
        let after = try pipeline.document(of: result, options: reading)
        try self.init(of: report, before: before, after: after, options: options, pipeline: pipeline)
    }

    /// Makes a page of a conversion whose documents have been read.
    public init(
        of report: Report, before: Document, after: Document, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        let (from, to) = (report.input.path.lastPathPart, report.outputs.first?.path.lastPathPart ?? "")
        let bytes = report.outputs.reduce(0) { $0 + $1.bytes }
        var facts = [
            ("Read", "\(from), \(report.inputVariant), \(PlainNumbers.grouped(report.input.bytes)) bytes"),
            ("Written", "\(to), \(report.outputVariant), \(PlainNumbers.grouped(bytes)) bytes"),
            ("Time", "\(PlainNumbers.short(report.seconds)) s"),
        ]
        if let verified = report.verified {
            facts.append(("Checked", verified ? "read back, everything is as listed" : "the report is incomplete"))
        }
        try self.init(
            of: Subject(
                before: before, beforeName: from, after: after, afterName: to,
                changes: PageChange.rows(of: report.losses), verdict: report.summary,
                route: RouteDrawing(report), facts: facts),
            options: options, pipeline: pipeline, mostBytes: ModelPage.mostBytes)
    }

    /// Makes a page of a comparison.
    public init(
        of diff: Diff, before: Document, after: Document, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        let (from, to) = (diff.from.lastPathPart, diff.to.lastPathPart)
        let counting = diff.findings.count(where: \.counts)
        let verdict =
            diff.findings.isEmpty
            ? "No differences."
            : counting == 0
                ? "Nothing of \(from) is missing or changed in \(to)."
                : "\(PlainNumbers.grouped(counting)) \(CountedNoun.text(counting, "differences"))."
        try self.init(
            of: Subject(
                before: before, beforeName: from, after: after, afterName: to, changes: PageChange.rows(of: diff),
                verdict: verdict, route: nil,
                facts: [("First", "\(from), \(before.variant)"), ("Second", "\(to), \(after.variant)")]),
            options: options, pipeline: pipeline, mostBytes: ModelPage.mostBytes)
    }

    /// Makes a page whose models have at most `mostBytes` bytes together.
    init(
        of subject: Subject, options: ConvertOptions, pipeline: Pipeline, mostBytes: Int
    ) throws(ConvertError) {
        var scenes = [subject.before.scene, subject.after.scene]
        // What one of them doesn't say is as in the other: else one would lie on its back, or be a thousand times larger.
        for (own, other) in [(0, 1), (1, 0)] {
            scenes[own].upAxis = scenes[own].upAxis ?? scenes[other].upAxis
            scenes[own].metersPerUnit = scenes[own].metersPerUnit ?? scenes[other].metersPerUnit
        }
        let names = [subject.beforeName, subject.afterName]
        var coloring = PageColoring(subject.changes, scenes[0], scenes[1])
        func models(
            _ scenes: [MeshScene], _ coloring: PageColoring
        ) throws(ConvertError) -> [PageModel] {
            var models: [PageModel] = []
            for side in 0..<2 {
                models.append(
                    try PageModel(
                        scenes[side], marks: coloring.marks(ofSide: side), named: names[side], options, pipeline))
            }
            return models
        }
        var made = try models(scenes, coloring)
        var remarks: [String] = []
        func size() -> Int { made.reduce(0) { $0 + $1.glb.count } }
        if size() > mostBytes {
            let share = 0.9 * Double(mostBytes) / Double(size())
            let whole = scenes
            for side in 0..<2 { scenes[side] = try PageModel.thinned(scenes[side], by: share, names[side], options) }
            // Rows of a thinned model have other numbers: only whole parts can be coloured.
            coloring.dropMarks()
            made = try models(scenes, coloring)
            let left = (0..<2).map { PageModel.thinning(whole[$0], scenes[$0]) }
            remarks.append("\(left[0]) and \(left[1]) are shown, to keep the page below 50 MB")
        }
        guard size() <= mostBytes else { throw ModelPage.tooLarge(size(), mostBytes) }
        let isThinned = !remarks.isEmpty
        for side in 0..<2 { remarks += made[side].remarks.map { "\(names[side]): \($0)" } }
        let template = ComparisonTemplate(
            subject: subject, attributes: PageAttribute.rows(of: subject),
            facts: (0..<2).map { PageModel.facts(scenes[$0]) }, remarks: remarks,
            coloring: coloring.json(made, isThinned: isThinned), shows: coloring.isShown)
        html = template.page(of: made.map(\.glb))
        self.remarks = remarks
    }
}
