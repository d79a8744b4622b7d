import MeshModel

/// The record of unit and up axis: `[mm, Z up]` as the first line of a binary header, or behind the name of a text's
/// first solid. STL has no place for them, and other programs show it as it is.
enum STLFrame {
    /// The record of a header whose unit and axis are unknown, where the line below needs one before it.
    static let unknown = "[]"

    /// The record; nil: neither is known.
    static func text(_ frame: SceneFrame) -> String? {
        let unit = frame.metersPerUnit.map(LengthUnit.symbol(ofMeters:))
        let words = [unit, frame.upAxis.map { "\($0.rawValue) up" }].compactMap(\.self)
        return words.isEmpty ? nil : "[\(words.joined(separator: ", "))]"
    }

    /// The frame that a record says; nil: the text is no record as it is written.
    static func parse(_ text: String) -> SceneFrame? {
        guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count < STLDocument.headerByteCount else {
            return nil
        }
        var frame = SceneFrame()
        for word in text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false) {
            let word = word.drop { $0 == " " }
            if let unit = LengthUnit.all.first(where: { $0.symbol == word }) {
                frame.metersPerUnit = unit.meters
            } else if word.hasSuffix(" m"), let meters = Double(word.dropLast(2)), meters.isFinite, meters > 0 {
                frame.metersPerUnit = meters
            } else if word.hasSuffix(" up"), let axis = UpAxis(rawValue: String(word.dropLast(3))) {
                frame.upAxis = axis
            }
        }
        return self.text(frame) == text ? frame : nil
    }

    /// The name of a solid without the record behind it.
    static func split(_ name: String) -> (name: String?, frame: SceneFrame?) {
        guard name.hasSuffix("]"), let start = name.lastIndex(of: "["), let frame = parse(String(name[start...])) else {
            return (name, nil)
        }
        if start == name.startIndex { return (nil, frame) }
        let rest = name[..<start]
        return rest.hasSuffix(" ") && rest.utf8.count > 1 ? (String(rest.dropLast()), frame) : (name, nil)
    }

    /// The name of a solid with the record behind it.
    static func joined(_ name: String?, _ frame: SceneFrame) -> String? {
        let words = [name, text(frame)].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
