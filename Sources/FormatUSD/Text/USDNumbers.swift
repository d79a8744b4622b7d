import MeshBytes

/// Numbers as text.
enum USDNumbers {
    /// The shortest digits that give the number back.
    static func text(_ number: Double) -> String { JSONValue.number(number).text() }
}
