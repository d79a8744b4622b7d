/// Parses numbers with units.
package enum Quantity {
    /// Parses `500MB`, `2GiB`, `64k`, `1000`: powers of 1000, or of 1024 with an i.
    package static func bytes(_ word: String) -> Int? {
        guard let (number, unit) = parts(word) else { return nil }
        var name = unit.lowercased()
        if name.hasSuffix("b") { name.removeLast() }
        let isBinary = name.hasSuffix("i")
        if isBinary { name.removeLast() }
        guard let power = ["", "k", "m", "g", "t"].firstIndex(of: name), power > 0 || !isBinary else { return nil }
        let value = (0..<power).reduce(number) { value, _ in value * (isBinary ? 1024 : 1000) }
        return value < 1e18 ? Int(value) : nil
    }

    /// Parses `500ms`, `30s`, `5m`, `2h`, or seconds.
    package static func duration(_ word: String) -> Duration? {
        guard let (number, unit) = parts(word) else { return nil }
        let seconds: Double? =
            switch unit.lowercased() {
            case "ms": number / 1000
            case "", "s": number
            case "m", "min": number * 60
            case "h": number * 3600
            default: nil
            }
        return seconds.flatMap { $0 < 1e9 ? .seconds($0) : nil }
    }

    private static func parts(_ word: String) -> (number: Double, unit: String)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let number = Double(digits), number.isFinite else { return nil }
        return (number, String(word.dropFirst(digits.count)))
    }
}
