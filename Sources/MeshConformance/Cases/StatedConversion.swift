public import MeshBytes
public import MeshConvert
public import MeshFormats
import MeshModel

/// A conversion whose result the author of a case states: what the file must have, and what must be reported as lost.
///
/// In a manifest: `{"to": "glb", "options": "--weld exact", "keeps": {…}, "reports": ["name.dropped"]}`.
public struct StatedConversion: Sendable {
    /// The variant, or the ending of the output's name: `ply.ascii`, `.obj`.
    public var target: String
    /// More words as one types them; see ``TypedTarget``.
    public var options: String
    /// What the result has; see ``KeptFacts``.
    public var keeps: JSONValue
    /// The codes of all that is dropped, approximated, narrowed or rounded, sorted.
    public var reports: [String]

    /// A conversion from its row in a manifest.
    public init(_ row: JSONValue) {
        target = row["to"]?.string ?? ""
        options = row["options"]?.string ?? ""
        keeps = row["keeps"] ?? .object([])
        reports = (row["reports"]?.array ?? []).compactMap(\.string).sorted()
    }

    /// Converts a document and holds the result, as a reader without the origin record sees it, against what is stated.
    ///
    /// - Returns: how many facts were compared, and a line for each that does not hold.
    public func check(
        _ document: Document, _ pipeline: Pipeline = Pipeline()
    ) -> (count: Int, mismatches: [String]) {
        let words = target.hasPrefix(".") ? "\(target) \(options)" : "--to \(target) \(options)"
        guard let typed = TypedTarget(words, pipeline) else { return (0, ["nobody can type '\(words)'"]) }
        let result: TypedTarget.Result
        do throws(WriteError) { result = try typed.convert(document, pipeline) } catch {
            return (0, ["write failed: \(error.code.rawValue) \(error.message)"])
        }
        var found: [String] = []
        let lost = Set(result.losses.filter { $0.severity <= .rounded }.map(\.code.rawValue)).sorted()
        if lost != reports { found.append("reports: expected \(reports), found \(lost)") }
        var reading = ConvertOptions()
        reading.from = StandardFormats.format(named: typed.variant, in: pipeline.formats)?.descriptor.id
        reading.reading.options["origin"] = "ignore"
        reading.reading.sideFiles = result.sideFiles
        do throws(ReadError) {
            let back = try pipeline.read(.bytes(result.bytes, name: result.name), options: reading)
            let kept = KeptFacts(back, result).check(keeps)
            return (kept.count + 1, found + kept.mismatches)
        } catch {
            return (1, found + ["reading back failed: \(error.code.rawValue) \(error.location.text) \(error.message)"])
        }
    }
}
