extension [Loss] {
    /// Adds a loss unless the count is zero.
    package mutating func add(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, count: Int = 1, unit: String,
        error: Double? = nil, cause: String, remedy: Remedy? = nil, items: [String] = [], rank: Loss.Rank? = nil
    ) {
        guard count > 0 else { return }
        append(
            Loss(
                code, severity, subject: subject, name: name, count: count, unit: unit, largestError: error,
                cause: cause, remedy: remedy, items: items, rank: rank))
    }

    /// The losses, what can be seen first, then by severity; equals keep their order.
    package var worstFirst: [Loss] {
        let order = indices.sorted {
            (self[$0].rank, self[$0].severity, $0) < (self[$1].rank, self[$1].severity, $1)
        }
        return order.map { self[$0] }
    }

    /// Returns the losses with one entry for each cause and subject: losses of several instances are merged, with the
    /// sum of their counts, all items and the largest error.
    package func gathered() -> [Loss] {
        var gathered: [Loss] = []
        // Places by hash, not by loss: a dictionary would hold each a second time, and there may be one for each mesh.
        var newest: [Int: Int] = [:]
        var earlier: [Int] = []
        for loss in self {
            var kind = loss
            kind.count = 0
            kind.largestError = nil
            kind.items = []
            let hash = kind.hashValue
            var place = newest[hash] ?? -1
            while place >= 0, !gathered[place].isLike(loss) { place = earlier[place] }
            guard place >= 0 else {
                earlier.append(newest[hash] ?? -1)
                newest[hash] = gathered.count
                gathered.append(loss)
                continue
            }
            gathered[place].count += loss.count
            gathered[place].items += loss.items
            if let error = loss.largestError {
                gathered[place].largestError = Swift.max(gathered[place].largestError ?? 0, error)
            }
        }
        return gathered
    }
}

extension Loss {
    /// Whether two losses have the same cause and subject.
    fileprivate func isLike(_ other: Loss) -> Bool {
        var own = self
        (own.count, own.largestError, own.items) = (other.count, other.largestError, other.items)
        return own == other
    }
}
