import MeshModel

/// Rows of numbers on their way into lines: where they come from and how they are spelled.
struct OBJNumbers: Sendable {
    /// How values are spelled.
    enum Form: Sendable, Hashable {
        /// The shortest digits of a float32.
        case float32
        /// The shortest digits of a float64.
        case float64
        /// A whole number.
        case whole
        /// A fraction of the largest code, clamped to 0…1, in the shortest digits of a float32.
        case code(Double)
        /// A value divided by a number and clamped to 0…1, in the shortest digits of a float32.
        case unit32(Double)
        /// The same in the shortest digits of a float64.
        case unit64(Double)
    }

    /// The values; nil: each row has ``filling``.
    var column: Column?
    /// How they are spelled.
    var form: Form
    /// How many numbers stand in a row; what the column has more is left out, what it has less is 0.
    var width: Int
    /// How many rows.
    var count: Int
    /// What stands in a row without values, one of these for each number.
    var filling: UInt8 = 0x30

    /// The numbers of a column.
    init(_ column: Column, form: Form, width: Int) {
        self.column = column
        self.form = form
        self.width = width
        count = column.count
    }

    /// Rows that all say the same digit.
    init(filling digit: UInt8, width: Int, count: Int) {
        column = nil
        form = .whole
        self.width = width
        self.count = count
        filling = digit
    }
}
