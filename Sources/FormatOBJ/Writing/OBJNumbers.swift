import MeshModel

/// Rows of numbers to be printed: their source and their spelling.
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
        /// A value divided by a number and clamped to 0…1, in the shortest digits of a float64.
        case unit64(Double)
    }

    /// The values; nil when each number is ``filling``.
    var column: Column?
    /// How they are spelled.
    var form: Form
    /// The count of numbers in a row; further components are left out, missing ones are ``filling``.
    var width: Int
    /// The number of rows.
    var count: Int
    /// The digit for each number without a value.
    var filling: UInt8 = 0x30

    /// The numbers of a column.
    init(_ column: Column, form: Form, width: Int) {
        self.column = column
        self.form = form
        self.width = width
        count = column.count
    }

    /// Rows that repeat one digit.
    init(filling digit: UInt8, width: Int, count: Int) {
        column = nil
        form = .whole
        self.width = width
        self.count = count
        filling = digit
    }
}
