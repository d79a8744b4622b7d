import MeshBytes

/// Numbers as words.
enum USDNumbers {
    /// The shortest digits that mean a number.
    static func text(_ number: Double) -> String { JSONValue.number(number).text() }
}
