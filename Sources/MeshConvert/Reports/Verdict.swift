import MeshFormats

/// The sentence about all losses: `Nothing lost.`, `Looks the same; not kept: confidence.`, `Lost: colours.`
enum Verdict {
    /// The maximum number of names in a list.
    private static let mostNames = 4

    /// What a verdict is about.
    enum Occasion {
        /// A conversion that was done.
        case done
        /// A plan.
        case planned
        /// One of several targets of a plan, in a table.
        case listed
    }

    /// Returns the sentences: on what is lost, what looks different, what else is not kept, and what to type to keep it.
    static func text(_ groups: [LossGroup], _ occasion: Occasion) -> String {
        let gone = groups.filter { $0.severity <= .rounded }
        let data = gone.filter { $0.rank == .data }
        let seen = gone.filter { $0.rank == .visible }
        let missing = seen.filter(\.isMissing)
        let lost = seen.filter { $0.severity == .dropped && !$0.isMissing }
        let changed = seen.filter { $0.severity != .dropped }
        let words = words(occasion)
        let unseen = groups.filter(\.isUnseen)
        let others = unseen.isEmpty ? "" : "; \(words.unseen): \(names(unseen))"
        guard !gone.isEmpty else { return words.nothing + others + words.end }
        guard !seen.isEmpty || !unseen.isEmpty else {
            let isShapeAlone = data.contains { $0.losses.contains(where: \.isSeenBesideShape) }
            let start = isShapeAlone ? words.shape : words.same
            return start + (data.isEmpty ? "; numbers are rounded" : "; not kept: \(names(data))") + words.end
        }
        var parts: [String] = []
        if !missing.isEmpty { parts.append("\(words.missing): \(names(missing))") }
        if !lost.isEmpty {
            let remedy = occasion == .listed ? nil : remedy(lost)
            parts.append("\(words.lost): \(names(lost))" + (remedy.map { " (\($0))" } ?? ""))
        }
        if !changed.isEmpty { parts.append("\(words.changed): \(names(changed))") }
        if !unseen.isEmpty { parts.append("\(words.others): \(names(unseen))") }
        if !data.isEmpty { parts.append("\(words.also): \(names(data))") }
        if occasion == .listed { return parts.joined(separator: "; ") }
        return parts.map { $0 + words.end }.joined(separator: " ")
    }

    private typealias Words = (
        nothing: String, same: String, shape: String, missing: String, lost: String, changed: String, also: String,
        unseen: String, others: String, end: String
    )

    private static func words(_ occasion: Occasion) -> Words {
        switch occasion {
        case .done:
            (
                "Nothing lost", "Looks the same", "Has the same shape", "Missing", "Lost", "Changed", "Also not kept",
                "other programs don't show", "Other programs don't show", "."
            )
        case .planned:
            (
                "Nothing would be lost", "Would look the same", "Would have the same shape", "Missing", "Would lose",
                "Would change", "Also not kept", "other programs wouldn't show", "Other programs wouldn't show", "."
            )
        case .listed:
            (
                "nothing lost", "looks the same", "same shape", "missing", "loses", "changes", "also not kept",
                "not shown by others", "not shown by others", ""
            )
        }
    }

    /// Returns the names of groups: `colours, texture and 2 more`.
    static func names(_ groups: [LossGroup]) -> String {
        var seen: Set<String> = []
        return groups.map(\.name).filter { seen.insert($0).inserted }.listed(most: mostNames)
    }

    /// What to type to keep all that is lost, if one thing does.
    private static func remedy(_ lost: [LossGroup]) -> String? {
        guard let first = lost.first, let remedy = first.remedy, lost.allSatisfy({ $0.remedy == remedy }) else {
            return nil
        }
        return remedy.words(for: lost.count > 1 ? "things" : first.name)
    }
}

extension LossGroup {
    /// Returns one line about all groups: `Nothing lost.`, `Lost: colours, texture (to keep them: .glb).`
    ///
    /// - Parameters:
    ///   - groups: the groups of losses.
    ///   - conditional: whether to use the conditional, for plans: `Would lose: colours.`
    public static func verdict(_ groups: [LossGroup], conditional: Bool = false) -> String {
        Verdict.text(groups, conditional ? .planned : .done)
    }

    /// Returns the entry of a table about all groups: `nothing lost`, `loses: colours`.
    package static func entry(_ groups: [LossGroup]) -> String { Verdict.text(groups, .listed) }

    /// Returns the names of groups, the first ones if there are many: `colours, texture and 2 more`.
    package static func names(of groups: [LossGroup]) -> String { Verdict.names(groups) }
}
