import MeshFormats
import MeshModel

extension Loss {
    /// The loss in a file without an origin record. What other programs find missing, changed or renamed stays so for
    /// meshconv, unless all of them read it as it was meant.
    var withoutOrigin: Loss {
        guard severity == .reencoded, code != .unitDropped, code != .axisDropped else { return self }
        let worse: Severity
        switch code.facet {
        case .presence: worse = .dropped
        case .value, .names: worse = .approximated
        case .type, .order, .sharing, .generated: return self
        }
        // What is rounded a little stays so.
        return Loss(
            code, worse, subject: subject, name: name, count: count, unit: unit, largestError: largestError,
            cause: cause, remedy: remedy, items: items, rank: code == .precisionReduced ? rank : nil)
    }
}
