import MeshFormats

/// The sentence about all losses: `Nothing lost.`, `Looks the same; not kept: confidence.`, `Lost: colours.`
enum Verdict {
    /// The maximum number of names in a list.
    private static let mostNames = 4

    /// Returns the sentence.
    ///
    /// - Parameters:
    ///   - groups: the groups of losses.
    ///   - conditional: whether to use the conditional, for plans: `Would lose: colours.`
    static func text(_ groups: [LossGroup], conditional: Bool) -> String {
        let gone = groups.filter { $0.severity <= .rounded }
        let data = gone.filter { $0.rank == .data }
        let seen = gone.filter { $0.rank == .visible }
        let lost = seen.filter { $0.severity == .dropped }
        let changed = seen.filter { $0.severity != .dropped }
        guard !seen.isEmpty else {
            if gone.isEmpty { return conditional ? "Nothing would be lost." : "Nothing lost." }
            return (conditional ? "Would look the same" : "Looks the same")
                + (data.isEmpty ? "." : "; not kept: \(names(data)).")
        }
        var sentences: [String] = []
        if !lost.isEmpty { sentences.append("\(conditional ? "Would lose" : "Lost"): \(names(lost)).") }
        if !changed.isEmpty { sentences.append("\(conditional ? "Would change" : "Changed"): \(names(changed)).") }
        if !data.isEmpty { sentences.append("Also not kept: \(names(data)).") }
        if let remedy = remedy(lost) { sentences.append(remedy) }
        return sentences.joined(separator: " ")
    }

    /// Returns the names of groups: `colours, texture and 2 more`.
    static func names(_ groups: [LossGroup]) -> String {
        let names = groups.map(\.name)
        guard names.count > mostNames else { return names.joined(separator: ", ") }
        let rest = names.count - (mostNames - 1)
        return names.prefix(mostNames - 1).joined(separator: ", ") + " and \(rest) more"
    }

    /// What to type to keep all that is lost, if one thing does.
    private static func remedy(_ lost: [LossGroup]) -> String? {
        guard let first = lost.first?.remedy, lost.allSatisfy({ $0.remedy == first }), let typed = first.typed else {
            return nil
        }
        let isMany = lost.count > 1 || CountedNoun.isPlural(lost[0].name)
        return "To keep \(isMany ? "them" : "it"): \(typed)"
    }
}

extension LossGroup {
    /// Returns one line about all groups: `Nothing lost.`, `Lost: colours, texture. To keep them: .glb`
    ///
    /// - Parameters:
    ///   - groups: the groups of losses.
    ///   - conditional: whether to use the conditional, for plans: `Would lose: colours.`
    public static func verdict(_ groups: [LossGroup], conditional: Bool = false) -> String {
        Verdict.text(groups, conditional: conditional)
    }

    /// Returns the names of groups, the first ones if there are many: `colours, texture and 2 more`.
    public static func names(of groups: [LossGroup]) -> String { Verdict.names(groups) }
}
