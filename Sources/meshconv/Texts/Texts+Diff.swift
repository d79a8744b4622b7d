import MeshConvert
import MeshModel

/// The text about the differences of two files.
struct DiffTexts {
    let diff: Diff
    let isVerbose: Bool

    var text: String {
        let lines = TextLines(lines: groups.map(line)).limited(to: isVerbose ? .max : 20)
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

    /// Findings that are one line, since they differ in nothing but the mesh.
    private struct Group {
        var finding: Diff.Finding
        /// Whether something about the same subject has other values, too.
        var isChanged = false
        /// The meshes and vertex sets.
        var owners: Set<String> = []

        /// `in 500 meshes`; empty if it is one.
        var place: String {
            // Vertices belong to sets, of which a mesh may have several.
            let kind = finding.difference.subject.hasPrefix("/meshes/") ? "meshes" : "parts"
            return owners.count > 1 ? " in \(Texts.count(owners.count, kind))" : ""
        }
    }

    /// The findings, with those of several meshes as one. Verbose texts name each.
    private var groups: [Group] {
        var changed: Set<String> = []
        for finding in diff.findings where finding.difference.facet == .value {
            changed.insert(finding.difference.subject)
        }
        var groups: [Group] = []
        var places: [String: Int] = [:]
        for finding in diff.findings {
            let difference = finding.difference
            var group = Group(finding: finding)
            group.isChanged = difference.facet == .type && changed.contains(difference.subject)
            let parts = difference.subject.split(separator: "/", maxSplits: 2).map(String.init)
            guard !isVerbose, parts.count == 3, parts[0] == "meshes" || parts[0] == "vertexSets" else {
                groups.append(group)
                continue
            }
            let kind = [
                parts[0], difference.facet.rawValue, difference.valueClass?.rawValue ?? "", finding.name, finding.unit,
                finding.counts ? "counts" : "", group.isChanged ? "changed" : "", finding.detail ?? "",
            ].joined(separator: "\n")
            let place = places[kind] ?? groups.count
            if place == groups.count {
                places[kind] = place
                groups.append(group)
            } else {
                groups[place].finding.difference.count += difference.count
                let errors = [groups[place].finding.difference.largestError, difference.largestError]
                groups[place].finding.difference.largestError = errors.compactMap(\.self).max()
            }
            groups[place].owners.insert(parts[1])
        }
        return groups
    }

    private func line(_ group: Group) -> TextLines.Line {
        let finding = group.finding
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
                subject: (text ?? subject) + group.place, remark: remark, details: details)
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
            return make(
                "note", group.isChanged ? "also stored in another form" : "the same values, stored in another form")
        case .order: return make("note", subject: "\(name) in another order")
        case .sharing: return make("note", "other corners share a vertex or a value")
        case .names: return make("note", subject: "\(name) under another name")
        case .generated: return make("added")
        }
    }
}
