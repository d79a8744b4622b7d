import MeshModel

/// Units of lengths as people type them.
enum LengthWords {
    private static let words = [
        "m": ["metre", "metres", "meter", "meters"], "cm": ["centimetre", "centimetres", "centimeter", "centimeters"],
        "mm": ["millimetre", "millimetres", "millimeter", "millimeters"], "in": ["inch", "inches"],
        "ft": ["foot", "feet"],
    ]

    /// Returns the metres of one unit, in any case; nil: it is no unit.
    static func meters(_ word: String) -> Double? {
        let word = word.lowercased()
        return LengthUnit.all.first { $0.symbol == word || words[$0.symbol]?.contains(word) == true }?.meters
    }

    /// Splits `0.5in` into its number and the metres of its unit; nil metres: no unit is given.
    static func split(_ text: String) -> (number: Double, unit: Double?)? {
        let text = text.filter { $0 != " " }
        let word = String(String(text.reversed().prefix { $0.isLetter }).reversed())
        let unit = meters(word)
        guard word.isEmpty || unit != nil, let number = Double(String(text.dropLast(word.count))) else { return nil }
        return (number, unit)
    }
}
