import Foundation

/// What `meshconv check --json` found: one bad frame doesn't condemn a scan.
struct Findings: Equatable {
    /// The names of the frames that can't be used. With `--lenient` the others can.
    private(set) var badFrames: [String] = []
    /// Whether something else than single frames is wrong.
    private(set) var hasOtherErrors = false

    /// Reads the document. What it doesn't say counts as none.
    init(json: Data) {
        let document = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any]
        badFrames = document?["badFrames"] as? [String] ?? []
        let findings = document?["findings"] as? [[String: Any]] ?? []
        hasOtherErrors = findings.contains { $0["severity"] as? String == "error" && $0["frame"] == nil }
    }

    /// One sentence for people; empty: there are no errors.
    var note: String {
        if hasOtherErrors { return "check found errors, see check.json" }
        guard let first = badFrames.first else { return "" }
        let others = badFrames.count == 1 ? "" : " and \(badFrames.count - 1) more"
        return "bad frames were left out, see check.json: \(first)\(others)"
    }
}
