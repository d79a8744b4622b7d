public import MeshFormats
public import MeshModel

/// The first law as a function: the differences found by comparison and the reported losses must be the same set.
public enum Law {
    /// A breach of the law.
    public enum Breach: Hashable, Sendable, CustomStringConvertible {
        /// Something differs and no loss reports it.
        case unreported(Difference)
        /// A loss that the comparison does not confirm.
        case falseAlarm(Loss)

        /// One line for debugging.
        public var description: String {
            switch self {
            case .unreported(let difference):
                "unreported \(difference.facet.rawValue) \(difference.subject) count \(difference.count)"
                    + (difference.largestError.map { " error \($0)" } ?? "")
            case .falseAlarm(let loss):
                "false alarm \(loss.code.rawValue) [\(loss.code.facet.rawValue)] \(loss.subject) count \(loss.count)"
                    + (loss.largestError.map { " error \($0)" } ?? "")
            }
        }
    }

    /// Pairs each difference with the loss that reports it: same facet, subject, count and largest error.
    public static func breaches(_ differences: [Difference], _ losses: [Loss]) -> [Breach] {
        // Grouped by subject: a scene with thousands of meshes has thousands of both.
        var left: [String: [Int]] = [:]
        for (index, loss) in losses.enumerated() { left[loss.subject, default: []].append(index) }
        var isConfirmed = [Bool](repeating: false, count: losses.count)
        var breaches: [Breach] = []
        for difference in differences {
            let candidates = left[difference.subject, default: []].filter {
                !isConfirmed[$0] && reports(losses[$0], difference)
            }
            // Exact matches come first: a difference without an error would fit any loss, in any order.
            if let index = candidates.first(where: { losses[$0].largestError == difference.largestError })
                ?? candidates.first
            {
                isConfirmed[index] = true
            } else {
                breaches.append(.unreported(difference))
            }
        }
        return breaches + losses.indices.filter { !isConfirmed[$0] }.map { Breach.falseAlarm(losses[$0]) }
    }

    /// Whether a loss reports exactly this difference.
    public static func reports(_ loss: Loss, _ difference: Difference) -> Bool {
        guard loss.code.facet == difference.facet, loss.subject == difference.subject, loss.count == difference.count
        else { return false }
        if difference.facet == .value {
            // What a record in the file gives back is compared without any error besides.
            let isRounded = difference.valueClass == .rounded
            if loss.severity != .reencoded, isRounded != (loss.severity == .rounded) { return false }
            if let error = difference.largestError, loss.largestError != error { return false }
        }
        return true
    }

    /// Returns the residue of the source that the target lacks.
    public static func missing(_ source: [Residue], from target: [Residue]) -> [Difference] {
        let known = Set(target)
        return source.filter { !$0.isMissing && !known.contains($0) }.map {
            Difference($0.isRestated ? .type : .presence, ScenePath.native($0.path), count: $0.count)
        }
    }
}

extension Loss {
    /// Whether it says how joints, weights, targets or keys are stored.
    var isOfMotion: Bool {
        ["/animations", "/skins", "/timeline"].contains { subject.hasPrefix($0) } || subject.hasSuffix("/targets")
            || subject.contains("/JOINTS_") || subject.contains("/WEIGHTS_")
            || subject.hasPrefix("/nodes/") && (code.facet == .value || code.facet == .type)
    }
}
