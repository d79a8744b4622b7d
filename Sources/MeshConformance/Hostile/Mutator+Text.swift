extension Mutator {
    /// Words at which a reader of text may stumble.
    private static let words: [String] = [
        "0", "-1", "1", "1e999", "-1e-999", "nan", "inf", "-inf", "0.1", "2147483647", "2147483648", "4294967295",
        "4294967296", "-2147483649", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "1e17",
        "0x10", "",
        "[]", "{}", "\"\"", "null", "true", "()", "None", "\\u0000", "\u{FEFF}", "é", "../..", "/dev/zero", "#", "\t",
        "\\\n", "\r\n", "\u{0}",
    ]

    /// Changes words or lines of text.
    mutating func text(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return Array(word.utf8) }
        // A window keeps large texts fast.
        let begin = bytes.count > 1 << 16 ? random.int(0...bytes.count - (1 << 16)) : 0
        let window = begin..<min(bytes.count, begin + 1 << 16)
        return random.oneIn(3) ? lines(bytes, window) : wordChanged(bytes, window)
    }

    private var word: String {
        mutating get { Self.words[random.int(0...Self.words.count - 1)] }
    }

    private mutating func wordChanged(_ bytes: [UInt8], _ window: Range<Int>) -> [UInt8] {
        guard let one = wordRange(bytes, window), let other = wordRange(bytes, window) else {
            return bytesChanged(bytes)
        }
        var result = bytes
        switch random.int(0...4) {
        // A word of the same file at another place: a name that is taken, an index of another list.
        case 0, 1: result.replaceSubrange(one, with: bytes[other])
        case 2: result.removeSubrange(one)
        case 3:
            result.insert(contentsOf: bytes[one.lowerBound..<min(bytes.count, one.upperBound + 1)], at: one.lowerBound)
        default: result.replaceSubrange(one, with: word.utf8)
        }
        return result
    }

    /// A run of letters, digits, signs and dots.
    private mutating func wordRange(_ bytes: [UInt8], _ window: Range<Int>) -> Range<Int>? {
        func isPart(_ byte: UInt8) -> Bool {
            byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":")]
                    .contains(byte)
        }
        guard !window.isEmpty else { return nil }
        let place = random.int(window.lowerBound...window.upperBound - 1)
        guard let start = bytes[place..<window.upperBound].firstIndex(where: isPart) else { return nil }
        var lower = start
        while lower > window.lowerBound, isPart(bytes[lower - 1]) { lower -= 1 }
        let upper = bytes[start..<window.upperBound].firstIndex { !isPart($0) } ?? window.upperBound
        return lower..<upper
    }

    /// Doubles, removes or moves a line, or many times the same.
    private mutating func lines(_ bytes: [UInt8], _ window: Range<Int>) -> [UInt8] {
        let (one, other) = (line(bytes, window), line(bytes, window))
        var result = bytes
        switch random.int(0...3) {
        case 0: result.removeSubrange(one)
        case 1: result.insert(contentsOf: bytes[one], at: other.lowerBound)
        case 2: result.replaceSubrange(one, with: bytes[other])
        default:
            let copies = random.pick(2, 10, 100)
            for _ in 0..<copies where result.count < 1 << 20 {
                result.insert(contentsOf: bytes[one], at: one.lowerBound)
            }
        }
        return result
    }

    private mutating func line(_ bytes: [UInt8], _ window: Range<Int>) -> Range<Int> {
        let place = random.int(window.lowerBound...window.upperBound - 1)
        let end = UInt8(ascii: "\n")
        let lower = bytes[window.lowerBound..<place].lastIndex(of: end).map { $0 + 1 } ?? window.lowerBound
        let upper = bytes[place..<window.upperBound].firstIndex(of: end).map { $0 + 1 } ?? window.upperBound
        return lower..<upper
    }

    /// Changes a header of text, mostly, or what follows it.
    mutating func header(
        _ bytes: [UInt8], endingWith last: String, _ bytewise: (([UInt8]) -> [UInt8])?
    ) -> [UInt8] {
        let last = Array(last.utf8)
        let end = bytes.indices.prefix(1 << 16).first { bytes[$0...].starts(with: last) } ?? bytes.count
        let (head, body) = (Array(bytes[..<end]), Array(bytes[end...]))
        if random.oneIn(3) {
            return head + (Self.isText(body) ? text(body) : bytesChanged(body, bytewise))
        }
        return text(head) + body
    }
}
