import MeshBytes

/// Texts for pages: whatever stands in them means nothing to a browser but itself.
enum PageText {
    /// Text for HTML. Control characters, which HTML forbids, become spaces.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": result += " "
            // They turn the direction of what follows.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// JSON for a script element, which must not end it.
    static func json(_ value: JSONValue) -> String {
        var result = ""
        for scalar in value.text(.compact).unicodeScalars {
            switch scalar {
            case "<", ">", "&", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text of at most some characters for a drawing, where nothing wraps.
    static func short(_ text: String, most: Int) -> String {
        text.count <= most ? text : text.prefix(most - 1) + "…"
    }
}
