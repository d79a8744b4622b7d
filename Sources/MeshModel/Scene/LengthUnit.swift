/// Units of length that people call by name; one table for every text and option.
public struct LengthUnit: Sendable, Hashable {
    /// The short name: `mm`.
    public let symbol: String
    /// The name in the plural: `millimetres`.
    public let name: String
    /// How many metres it is.
    public let meters: Double

    /// All of them.
    public static let all = [
        LengthUnit(symbol: "m", name: "metres", meters: 1),
        LengthUnit(symbol: "cm", name: "centimetres", meters: 0.01),
        LengthUnit(symbol: "mm", name: "millimetres", meters: 0.001),
        LengthUnit(symbol: "in", name: "inches", meters: 0.0254),
        LengthUnit(symbol: "ft", name: "feet", meters: 0.3048),
    ]

    /// What a unit of so many metres is called: `millimetres`, `units of 0.5 m`.
    public static func name(ofMeters meters: Double) -> String {
        all.first { $0.meters == meters }?.name ?? "units of \(meters) m"
    }
}
