/// Formats numbers for people; all texts use it.
public enum PlainNumbers {
    /// Returns a number with thousands separators: `612,480`.
    public static func grouped(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var groups: [Substring] = []
        var rest = digits[...]
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        groups.insert(rest, at: 0)
        return (value < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// Returns a number with four significant digits.
    public static func short(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
        var scale = 1.0
        let size = abs(value)
        if size >= 1e15 || size < 1e-6 { return "\(Float(value))" }
        while size * scale < 1000 { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        if rounded == rounded.rounded() { return grouped(Int(rounded)) }
        return "\(rounded)"
    }
}
