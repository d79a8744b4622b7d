import MeshBytes
public import MeshRouting

extension WeldRule {
    /// The text for reports and the command line: `auto`, `none`, `exact`, or the distance, with `m` if it is in metres.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .exact: "exact"
        case .within(let distance): NumberPrinter.text(distance)
        case .withinMeters(let distance): "\(NumberPrinter.text(distance))m"
        }
    }

    /// Creates a rule from its text; nil if there is no such rule. A distance must be positive, and four times it
    /// finite.
    public init?(word: String) {
        switch word {
        case "auto": self = .auto
        case "none": self = .none
        case "exact": self = .exact
        default:
            let isMeters = word.hasSuffix("m")
            guard let distance = Double(String(word.dropLast(isMeters ? 1 : 0))), distance > 0,
                (distance * 4).isFinite
            else { return nil }
            self = isMeters ? .withinMeters(distance) : .within(distance)
        }
    }
}
