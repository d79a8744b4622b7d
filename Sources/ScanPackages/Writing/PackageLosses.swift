import MeshFormats

/// Collects losses: one for each code, subject and cause, with a count.
struct PackageLosses {
    private var list: [Loss] = []

    mutating func add(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, count: Int = 1, unit: String,
        cause: String, remedy: Remedy? = nil
    ) {
        guard count > 0 else { return }
        if let index = list.firstIndex(where: { $0.code == code && $0.subject == subject && $0.cause == cause }) {
            list[index].count += count
        } else {
            list.append(
                Loss(
                    code, severity, subject: subject, name: name, count: count, unit: unit, cause: cause,
                    remedy: remedy))
        }
    }

    /// The losses, worst first; those of equal severity in the order found.
    var sorted: [Loss] {
        list.enumerated().sorted { ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset) }.map(\.element)
    }
}
