import MeshFormats

/// The words and texts of a crate that is written, each once.
struct CrateWords {
    private let output: String
    /// The words by number.
    private(set) var tokens: [String] = []
    /// The bytes of those that are no UTF-8, by number.
    private(set) var oddTokens: [Int: [UInt8]] = [:]
    private var oddNumbers: [[UInt8]: UInt32] = [:]
    private var numbers: [String: UInt32] = [:]
    /// The words that are texts, by the numbers of those.
    private(set) var strings: [UInt32] = []
    private var stringNumbers: [UInt32: UInt32] = [:]

    /// No words but one that no property has: numbers of properties are negated, which number 0 would not show.
    init(output: String) {
        self.output = output
        tokens = [";-)"]
        numbers = [";-)": 0]
    }

    /// The number of a word.
    mutating func token(_ word: String) throws(WriteError) -> UInt32 {
        if let number = numbers[word] { return number }
        guard !word.utf8.contains(0) else { throw zero(word) }
        let number = UInt32(tokens.count)
        tokens.append(word)
        numbers[word] = number
        return number
    }

    /// The number of a word from its bytes, UTF-8 or not.
    mutating func token(_ bytes: [UInt8]) throws(WriteError) -> UInt32 {
        let word = String(decoding: bytes, as: UTF8.self)
        guard !word.utf8.elementsEqual(bytes) else { return try token(word) }
        if let number = oddNumbers[bytes] { return number }
        guard !bytes.contains(0) else { throw zero(word) }
        let number = UInt32(tokens.count)
        tokens.append(word)
        oddTokens[Int(number)] = bytes
        oddNumbers[bytes] = number
        return number
    }

    /// The number of a text.
    mutating func string(_ text: String) throws(WriteError) -> UInt32 { string(try token(text)) }

    /// The number of a text that is a word.
    mutating func string(_ token: UInt32) -> UInt32 {
        if let number = stringNumbers[token] { return number }
        let number = UInt32(strings.count)
        strings.append(token)
        stringNumbers[token] = number
        return number
    }

    private func zero(_ word: String) -> WriteError {
        WriteError(
            .unrepresentable, path: output,
            "expected texts without a zero character, which ends them in a crate file, found one behind "
                + "'\(word.prefix { $0 != "\0" })'")
    }
}
