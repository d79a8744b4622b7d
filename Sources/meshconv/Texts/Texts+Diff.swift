import MeshConvert
import MeshModel

/// The text about the differences of two files.
struct DiffTexts {
    let diff: Diff
    let isVerbose: Bool

    var text: String {
        let lines = TextLines(lines: diff.findings.map(line)).limited(to: isVerbose ? .max : 20)
        let names = "\(ReportTexts.name(diff.from)) → \(ReportTexts.name(diff.to))"
        return "\(names)\n" + lines.text(on: .standardOutput) + verdict + "\n"
    }

    private var verdict: String {
        let counting = diff.findings.filter(\.counts).count
        let (a, b) = (ReportTexts.name(diff.from), ReportTexts.name(diff.to))
        guard counting > 0 else {
            let text =
                diff.findings.isEmpty
                ? "No differences." : "Nothing of \(a) is missing or changed in \(b)."
            return Console.colored(text, .green, on: .standardOutput)
        }
        return Console.colored("\(Texts.count(counting, "differences")).", .red, on: .standardOutput)
    }

    /// The labels of facets, for differences with a detail; others are `changed`.
    private static let words: [Difference.Facet: String] = [.presence: "missing", .generated: "added", .order: "note"]

    private func line(_ finding: Diff.Finding) -> TextLines.Line {
        let difference = finding.difference
        let amount = Texts.count(difference.count, finding.unit)
        let name = Texts.clean(finding.name)
        // `5 faces` or `material Sofa` is enough; `colours (5 vertices)` needs both.
        let isPart = difference.count == 1 && ["materials", "textures", "images", "nodes"].contains(finding.unit)
        let subject = finding.name == finding.unit ? amount : isPart ? name : "\(name) (\(amount))"
        let details = isVerbose ? ["\(difference.facet.rawValue)   \(Texts.clean(difference.subject))"] : []
        func make(_ word: String, _ remark: String = "", subject text: String? = nil) -> TextLines.Line {
            TextLines.Line(
                word: word, color: finding.counts ? (word == "missing" ? .red : .yellow) : nil,
                subject: text ?? subject, remark: remark, details: details)
        }
        if let detail = finding.detail {
            let word = finding.counts ? Self.words[difference.facet] ?? "changed" : "note"
            return make(word, Texts.clean(detail), subject: name)
        }
        switch difference.facet {
        case .presence: return make("missing")
        case .value:
            var far = ""
            if let error = difference.largestError {
                far = error.isFinite ? "by up to \(Texts.short(error))" : "not comparable as numbers"
            }
            if difference.valueClass == .rounded { far += ", as rounding allows" }
            return make("changed", far)
        case .type:
            let isChanged = diff.findings.contains {
                $0.difference.subject == difference.subject && $0.difference.facet == .value
            }
            return make("note", isChanged ? "also stored in another form" : "the same values, stored in another form")
        case .order: return make("note", subject: "\(name) in another order")
        case .sharing: return make("note", "other corners share a vertex or a value")
        case .names: return make("note", subject: "\(name) under another name")
        case .generated: return make("added")
        }
    }
}
