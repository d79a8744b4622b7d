import MeshModel

/// Units of lengths as people type them.
package enum LengthWords {
    private static let words = [
        "m": ["metre", "metres", "meter", "meters"], "cm": ["centimetre", "centimetres", "centimeter", "centimeters"],
        "mm": ["millimetre", "millimetres", "millimeter", "millimeters"], "in": ["inch", "inches"],
        "ft": ["foot", "feet"],
    ]

    /// Returns the metres of one unit, in any case; nil: it is no unit.
    package static func meters(_ word: String) -> Double? {
        let word = word.lowercased()
        return LengthUnit.all.first { $0.symbol == word || words[$0.symbol]?.contains(word) == true }?.meters
    }

    /// Splits `0.5in` into its number and the metres of its unit; nil metres: no unit is given.
    package static func split(_ text: String) -> (number: Double, unit: Double?)? {
        let text = text.filter { $0 != " " }
        let word = String(String(text.reversed().prefix { $0.isLetter }).reversed())
        let unit = meters(word)
        guard word.isEmpty || unit != nil, let number = Double(String(text.dropLast(word.count))) else { return nil }
        return (number, unit)
    }

    /// Returns the metres of one unit that an option names.
    package static func meters(_ word: String, option: String) throws(Failure) -> Double {
        if let meters = LengthWords.meters(word) { return meters }
        guard let number = Double(word), number.isFinite, number > 0 else {
            let symbols = LengthUnit.all.map(\.symbol).joined(separator: ", ")
            throw Failure(usage: "expected \(option) \(symbols) or the metres of one unit, found '\(word)'")
        }
        return number
    }

    /// Returns the metres of a distance: `1mm`, `0.5in`, `0.001`.
    package static func distance(_ text: String, option: String) throws(Failure) -> Double {
        guard let (value, unit) = LengthWords.split(text), value.isFinite, value > 0 else {
            throw Failure(usage: "expected \(option) such as 1mm or 0.001 (metres), found '\(text)'")
        }
        return value * (unit ?? 1)
    }
}
