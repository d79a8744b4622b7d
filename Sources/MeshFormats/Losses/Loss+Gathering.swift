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
        enumerated().sorted {
            ($0.element.rank, $0.element.severity, $0.offset) < ($1.element.rank, $1.element.severity, $1.offset)
        }.map(\.element)
    }

    /// Returns the losses with one entry for each cause and subject: losses of several instances are merged, with the
    /// sum of their counts, all items and the largest error.
    package func gathered() -> [Loss] {
        var gathered: [Loss] = []
        var places: [Loss: Int] = [:]
        for loss in self {
            var kind = loss
            kind.count = 0
            kind.largestError = nil
            kind.items = []
            guard let place = places[kind] else {
                places[kind] = gathered.count
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
