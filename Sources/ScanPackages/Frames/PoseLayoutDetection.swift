/// Distinguishes rows from columns by the numbers of all frames of a `transforms.json`: see *Poses* in the Scan
/// packages article.
struct PoseLayoutDetection {
    enum Finding: Equatable {
        /// Only this layout fits.
        case layout(PoseLayout)
        /// All translations are zero: both layouts fit.
        case ambiguous
        /// Frames disagree: `frame` is the first that differs from those before it, or fits neither.
        case mixed(frame: Int)
    }

    /// The tolerance for a row or column that should be `0 0 0 1`: float32 text keeps 1e-7.
    static let tolerance = 1e-6

    /// Finds the layout of the matrices; nil entries are frames without one.
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
                // All zeros are a pose that was not finite when written; they indicate neither.
                guard matrix.numbers.allSatisfy({ $0 == 0 }) else { return .mixed(frame: frame) }
            }
        }
        return layout.map(Finding.layout) ?? .ambiguous
    }
}
