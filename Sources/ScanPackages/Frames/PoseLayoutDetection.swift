import MeshModel

/// Tells rows from columns by the numbers of all frames of a `transforms.json` (section 1.6).
struct PoseLayoutDetection {
    /// What the numbers say.
    enum Finding: Equatable {
        /// This layout and no other.
        case layout(PoseLayout)
        /// All translations are zero: both are possible.
        case ambiguous
        /// Frames disagree: the first that is unlike those before it, or like neither.
        case mixed(frame: Int)
    }

    /// The largest error of a row or column that is `0 0 0 1` but for rounding: float32 text keeps 1e-7.
    static let tolerance = 1e-6

    /// Looks at the matrices; nil entries are frames without one.
    static func find(_ matrices: [NestedMatrix?]) -> Finding {
        var layout: PoseLayout?
        for (frame, matrix) in matrices.enumerated() {
            guard let matrix else { continue }
            let isRows = matrix.lastArrayError <= tolerance
            let isColumns = matrix.lastNumbersError <= tolerance
            switch (isRows, isColumns) {
            case (true, true): continue
            case (true, false), (false, true):
                let own = isRows ? PoseLayout.rows : .columns
                guard layout ?? own == own else { return .mixed(frame: frame) }
                layout = own
            case (false, false):
                // All zeros are a pose that was not finite when it was written; it speaks for neither.
                guard matrix.numbers.allSatisfy({ $0 == 0 }) else { return .mixed(frame: frame) }
            }
        }
        return layout.map(Finding.layout) ?? .ambiguous
    }
}
