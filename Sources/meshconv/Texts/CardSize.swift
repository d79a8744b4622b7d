import MeshConvert
import MeshModel

/// The size of a file's contents, and a guess of its unit where the file states none.
struct CardSize {
    private let card: FileCard

    init(_ card: FileCard) { self.card = card }

    /// The sentence; nil without positions.
    var text: String? {
        guard let extent = card.extent, let bounds = card.bounds else { return nil }
        let size = Self.text(extent, " × ")
        let center = (bounds.minimum + bounds.maximum) / 2
        let isFar = max(abs(center.x), abs(center.y), abs(center.z)) > 100 * max(extent.max(), 1)
        let place = isFar ? "; around (\(Self.text(center, ", ")))" : ""
        guard let meters = card.scene.metersPerUnit else { return "\(size), no unit\(guess)\(place)" }
        let unit = LengthUnit.symbol(ofMeters: meters)
        let isUsual = ["m", "cm", "mm"].contains(unit)
        let length = isUsual ? "" : " (\(Self.length(extent.max() * meters)) long)"
        return (isUsual || unit.count <= 2 ? "\(size) \(unit)" : "\(size) units of \(unit)") + length + place
    }

    /// What a file without a unit may be measured in. A number of millimetres is the same number.
    private var guess: String {
        switch card.unitGuess {
        case nil: ""
        case .metres: ", taken as metres"
        case .large: ": metres? If it is mm: --units mm"
        case .either: ": metres? \(card.format?.name ?? "") often has mm: --units mm"
        case .millimetres: ": probably mm, then --units mm"
        }
    }

    private static func text(_ point: SIMD3<Double>, _ separator: String) -> String {
        [point.x, point.y, point.z].map(number).joined(separator: separator)
    }

    /// Returns a number with three significant digits, or more where it is large.
    static func number(_ value: Double) -> String {
        var scale = 1.0
        while abs(value) * scale < 100, scale < 1e9 { scale *= 10 }
        return Texts.short((value * scale).rounded() / scale)
    }

    /// Returns a length in a unit that suits it: `2.7 mm`, `20 cm`, `6.1 m`.
    static func length(_ meters: Double) -> String {
        let units: [(symbol: String, meters: Double)] = [("km", 1000), ("m", 1), ("cm", 0.01), ("mm", 0.001)]
        let unit = units.first { meters >= $0.meters * 0.995 } ?? units[units.count - 1]
        let value = meters / unit.meters
        let scale = value < 10 ? 10.0 : 1
        return "\(Texts.short((value * scale).rounded() / scale)) \(unit.symbol)"
    }
}
