import MeshFormats
import MeshModel

/// A row of a page that compares: losses or differences that people count as one.
struct PageChange {
    /// What became of it.
    enum Kind: String {
        case lost, changed, form, added

        /// The word for people.
        var word: String {
            switch self {
            case .lost: "lost"
            case .changed: "changed"
            case .form: "other form"
            case .added: "added"
            }
        }
    }

    /// A loss of a report, or a difference.
    struct Entry {
        var code: String
        var facet: Difference.Facet
        var subject: String
        var count: Int
        var unit: String
        var largestError: Double?
    }

    var kind: Kind
    /// What it is about: `colours`.
    var name: String
    /// How many: `12 vertices`.
    var amount: String
    /// Why, and what keeps it.
    var remark: String
    var entries: [Entry]

    /// The rows of a report, worst first.
    static func rows(of losses: [Loss]) -> [PageChange] {
        LossGroup.groups(of: losses).map { group in
            let remedy = group.remedy?.words(for: group.name, isAdded: group.severity == .generated)
            return PageChange(
                kind: kind(of: group.severity), name: group.name,
                amount: group.amounts.map { amount($0.count, $0.unit) }.joined(separator: ", "),
                remark: [far(group.losses.compactMap(\.largestError).max()), group.cause, remedy].compactMap(\.self)
                    .filter { !$0.isEmpty }.joined(separator: "; "),
                entries: group.losses.map { loss in
                    Entry(
                        code: loss.code.rawValue, facet: loss.code.facet, subject: loss.subject, count: loss.count,
                        unit: loss.unit, largestError: loss.largestError)
                })
        }
    }

    /// The rows of a comparison: those that count come first.
    static func rows(of diff: Diff) -> [PageChange] {
        struct Key: Hashable {
            var kind: Kind
            var name: String
            var unit: String
            var facet: Difference.Facet
            var counts: Bool
        }
        var (order, members): ([Key], [Key: [Diff.Finding]]) = ([], [:])
        for finding in diff.findings {
            let key = Key(
                kind: kind(of: finding.difference), name: finding.name, unit: finding.unit,
                facet: finding.difference.facet, counts: finding.counts)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(finding)
        }
        return order.map { key in
            let findings = members[key] ?? []
            let words =
                [far(findings.compactMap(\.difference.largestError).max()), detail(findings)]
                + [words(key.facet), key.counts ? nil : "does not count as a difference"]
            return PageChange(
                kind: key.kind, name: key.name,
                amount: amount(findings.reduce(0) { $0 + $1.difference.count }, key.unit),
                remark: words.compactMap(\.self).joined(separator: "; "),
                entries: findings.map { finding in
                    let difference = finding.difference
                    return Entry(
                        code: difference.facet.rawValue, facet: difference.facet, subject: difference.subject,
                        count: difference.count, unit: finding.unit, largestError: difference.largestError)
                })
        }
    }

    static func kind(of severity: Loss.Severity) -> Kind {
        switch severity {
        case .dropped: .lost
        case .approximated, .narrowed: .changed
        case .rounded, .reencoded: .form
        case .generated: .added
        }
    }

    private static func kind(of difference: Difference) -> Kind {
        switch difference.facet {
        case .presence: .lost
        case .value: difference.valueClass == .rounded ? .form : .changed
        case .type, .order, .sharing, .names: .form
        case .generated: .added
        }
    }

    private static func words(_ facet: Difference.Facet) -> String? {
        switch facet {
        case .type: "the same values, stored in another form"
        case .order: "in another order"
        case .sharing: "other corners share a vertex or a value"
        case .names: "under another name"
        case .presence, .value, .generated: nil
        }
    }

    /// What both files say; but not what people wrote into them, such as a place on Earth.
    private static func detail(_ findings: [Diff.Finding]) -> String? {
        guard let first = findings.first else { return nil }
        let isWritten = ["native:", "/metadata/"].contains { first.difference.subject.hasPrefix($0) }
        return isWritten ? nil : first.detail
    }

    private static func amount(_ count: Int, _ unit: String) -> String {
        "\(PlainNumbers.grouped(count)) \(CountedNoun.text(count, unit))"
    }

    private static func far(_ error: Double?) -> String? {
        guard let error, error > 0 else { return nil }
        return error.isFinite ? "by up to \(PlainNumbers.short(error))" : "not comparable as numbers"
    }
}
