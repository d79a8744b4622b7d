/// Valid names for layers: identifiers, unique among siblings.
///
/// - Form: letters, digits and `_`, not a digit first. Letters are those of Unicode's identifiers (XID).
struct USDNames {
    private var used: Set<String> = []
    /// The last number appended to each name, so that thousands of equal names take linear time.
    private var last: [String: Int] = [:]

    /// A unique name among the siblings, as close to `text` as an identifier can be.
    mutating func unique(_ text: String) -> String {
        let name = Self.identifier(text)
        if used.insert(name).inserted { return name }
        var number = last[name] ?? 0
        while true {
            number += 1
            let candidate = "\(name)_\(number)"
            if used.insert(candidate).inserted {
                last[name] = number
                return candidate
            }
        }
    }

    /// The identifier closest to a text. Characters that aren't allowed become `_`.
    static func identifier(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            guard isPart(scalar) else {
                name.append("_")
                continue
            }
            if name.isEmpty, !isStart(scalar) { name.append("_") }
            name.unicodeScalars.append(scalar)
        }
        return name.isEmpty ? "_" : name
    }

    /// The name of a primvar: identifiers separated by `:`, without names that USD reserves.
    static func primvar(_ text: String) -> String {
        let parts = text.split(separator: ":", omittingEmptySubsequences: true).map { identifier(String($0)) }
        guard let last = parts.last else { return "_" }
        // `indices` would mean the indices of another primvar.
        return parts.joined(separator: ":") + (last == "indices" ? "_" : "")
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || (scalar.isASCII ? isLetter(scalar) : scalar.properties.isXIDStart)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "_" || isLetter(scalar) || ("0"..."9").contains(scalar) }
        return scalar.properties.isXIDContinue
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}
