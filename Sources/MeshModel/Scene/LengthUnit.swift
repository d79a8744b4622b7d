/// A common unit of length; the one table for all texts and options.
public struct LengthUnit: Sendable, Hashable {
    /// The short name: `mm`.
    public let symbol: String
    /// The name in the plural: `millimetres`.
    public let name: String
    /// The length in metres.
    public let meters: Double

    /// All units.
    public static let all = [
        LengthUnit(symbol: "m", name: "metres", meters: 1),
        LengthUnit(symbol: "cm", name: "centimetres", meters: 0.01),
        LengthUnit(symbol: "mm", name: "millimetres", meters: 0.001),
        LengthUnit(symbol: "in", name: "inches", meters: 0.0254),
        LengthUnit(symbol: "ft", name: "feet", meters: 0.3048),
    ]

    /// The plural name of a unit of `meters` metres: `millimetres`, `units of 0.5 m`.
    public static func name(ofMeters meters: Double) -> String {
        all.first { $0.meters == meters }?.name ?? "units of \(meters) m"
    }

    /// The symbol of a unit of `meters` metres: `mm`, `0.5 m`.
    public static func symbol(ofMeters meters: Double) -> String {
        all.first { $0.meters == meters }?.symbol ?? "\(meters) m"
    }
}
