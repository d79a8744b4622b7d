package import MeshBytes
package import MeshConvert
package import MeshFormats
import MeshModel

/// A conversion with a result stated by the author of a case: what it must keep, and which losses it must report.
///
/// In a manifest: `{"to": "glb", "options": "--weld exact", "keeps": {…}, "reports": ["name.dropped"]}`.
package struct StatedConversion: Sendable {
    /// The variant or the extension of the output: `ply.ascii`, `.obj`.
    package var target: String
    /// More options as typed; see ``TypedTarget``.
    package var options: String
    /// The facts about the result; see ``KeptFacts``.
    package var keeps: JSONValue
    /// The codes of all losses that are dropped, approximated, narrowed or rounded, sorted.
    package var reports: [String]

    package init(_ row: JSONValue) {
        target = row["to"]?.string ?? ""
        options = row["options"]?.string ?? ""
        keeps = row["keeps"] ?? .object([])
        reports = (row["reports"]?.array ?? []).compactMap(\.string).sorted()
    }

    /// Converts a document and compares the result, read without the origin record, with the stated one.
    ///
    /// - Returns: the number of compared facts, and a line for each that does not hold.
    package func check(
        _ document: Document, _ pipeline: Pipeline = Pipeline()
    ) -> (count: Int, mismatches: [String]) {
        let words = target.hasPrefix(".") ? "\(target) \(options)" : "--to \(target) \(options)"
        guard let typed = TypedTarget(words, pipeline) else { return (0, ["nobody can type '\(words)'"]) }
        let result: WrittenFile
        do throws(WriteError) { result = try typed.convert(document, pipeline) } catch {
            return (0, ["write failed: \(error.code.rawValue) \(error.message)"])
        }
        var found: [String] = []
        let lost = Set(result.route.losses.filter { $0.severity <= .rounded }.map(\.code.rawValue)).sorted()
        if lost != reports { found.append("reports: expected \(reports), found \(lost)") }
        var reading = ConvertOptions()
        reading.reading.ignoresOrigin = true
        do throws(ReadError) {
            let back = try result.read(reading, pipeline)
            let kept = KeptFacts(back, result).check(keeps)
            return (kept.count + 1, found + kept.mismatches)
        } catch {
            return (1, found + ["reading back failed: \(error.code.rawValue) \(error.location.text) \(error.message)"])
        }
    }
}
