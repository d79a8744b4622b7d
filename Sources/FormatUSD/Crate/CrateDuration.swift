import MeshBytes

/// Durations, which the model keeps as text: a number of seconds, or several in brackets.
enum CrateDuration {
    /// The text of a single duration.
    static func text(_ seconds: Double) -> [UInt8] {
        var text = TextBuffer()
        text.append(seconds)
        return text.array
    }

    /// The text of several durations.
    static func text(_ seconds: [Double]) -> [UInt8] {
        var text = TextBuffer()
        text.append("[")
        for (index, one) in seconds.enumerated() {
            if index > 0 { text.append(", ") }
            text.append(one)
        }
        text.append("]")
        return text.array
    }

    /// Parses the text of durations. Returns nil for other text.
    static func values(_ text: [UInt8]) -> (seconds: [Double], isArray: Bool)? {
        let blanks = Set(" \t\r\n".utf8)
        var words = [[UInt8]()]
        for byte in text where !blanks.contains(byte) {
            if byte == UInt8(ascii: ",") { words.append([]) } else { words[words.count - 1].append(byte) }
        }
        let isArray = words.first?.first == UInt8(ascii: "[")
        if isArray {
            words[0].removeFirst()
            guard words[words.count - 1].popLast() == UInt8(ascii: "]") else { return nil }
            // An empty array, or a trailing comma.
            if words.last == [] { words.removeLast() }
        }
        guard isArray || words.count == 1 else { return nil }
        var seconds: [Double] = []
        for word in words {
            guard let one = Double(String(decoding: word, as: UTF8.self)) else { return nil }
            seconds.append(one)
        }
        return (seconds, isArray)
    }
}
