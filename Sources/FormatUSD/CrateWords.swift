import MeshFormats

/// The words and texts of a crate that is written, each once.
struct CrateWords {
    private let output: String
    /// The words by number.
    private(set) var tokens: [String] = []
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
        guard !word.utf8.contains(0) else {
            throw WriteError(
                .unrepresentable, path: output,
                "expected texts without a zero character, which ends them in a crate file, found one after '\(word.prefix { $0 != "\0" })'"
            )
        }
        let number = UInt32(tokens.count)
        tokens.append(word)
        numbers[word] = number
        return number
    }

    /// The number of a text.
    mutating func string(_ text: String) throws(WriteError) -> UInt32 {
        let token = try token(text)
        if let number = stringNumbers[token] { return number }
        let number = UInt32(strings.count)
        strings.append(token)
        stringNumbers[token] = number
        return number
    }
}
