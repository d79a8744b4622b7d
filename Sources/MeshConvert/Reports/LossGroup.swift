public import MeshFormats

/// Losses that people count as one: those with the same name and severity.
public struct LossGroup: Sendable, Hashable {
    /// A number of elements and their kind.
    public struct Amount: Sendable, Hashable {
        /// The number of elements.
        public var count: Int
        /// The kind of elements, in the plural: `vertices`.
        public var unit: String
    }

    /// The losses, in the order of the report; never empty.
    public let losses: [Loss]
    /// The name for people.
    public let name: String
    /// The severity.
    public let severity: Loss.Severity
    /// The affected elements, one entry per unit.
    public let amounts: [Amount]

    /// The cause of the first loss.
    public var cause: String { losses.first?.cause ?? "" }
    /// The remedy, if all losses have the same one.
    public var remedy: Remedy? {
        guard let first = losses.first?.remedy, losses.allSatisfy({ $0.remedy == first }) else { return nil }
        return first
    }

    private init(_ losses: [Loss], _ first: Loss) {
        self.losses = losses
        name = first.name
        severity = first.severity
        var amounts: [Amount] = []
        for loss in losses {
            if let index = amounts.firstIndex(where: { $0.unit == loss.unit }) {
                amounts[index].count += loss.count
            } else {
                amounts.append(Amount(count: loss.count, unit: loss.unit))
            }
        }
        self.amounts = amounts
    }

    /// Groups losses, in the order of the report: worst first.
    public static func groups(of losses: [Loss]) -> [LossGroup] {
        struct Key: Hashable {
            var name: String
            var severity: Loss.Severity
        }
        var order: [Key] = []
        var members: [Key: [Loss]] = [:]
        for loss in losses {
            let key = Key(name: loss.name, severity: loss.severity)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(loss)
        }
        return order.compactMap { key in
            members[key].flatMap { losses in losses.first.map { LossGroup(losses, $0) } }
        }
    }

    /// Returns one line about all groups: `Nothing lost.`, `2 things lost, 1 approximate.`
    ///
    /// - Parameters:
    ///   - groups: the groups of losses.
    ///   - conditional: whether to use the conditional, for plans: `2 things would be lost.`
    public static func verdict(_ groups: [LossGroup], conditional: Bool = false) -> String {
        let lost = groups.count { $0.severity == .dropped }
        let approximate = groups.count { $0.severity > .dropped && $0.severity <= .rounded }
        let verb = conditional ? " would be" : ""
        func things(_ count: Int) -> String { count == 1 ? "1 thing" : "\(count) things" }
        switch (lost, approximate) {
        case (0, 0): return conditional ? "Nothing would be lost." : "Nothing lost."
        case (0, _): return "\(things(approximate))\(verb) approximate."
        case (_, 0): return "\(things(lost))\(verb) lost."
        default: return "\(things(lost))\(verb) lost, \(approximate) approximate."
        }
    }
}
