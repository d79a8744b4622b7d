import MeshFormats
import MeshModel

/// The tokens and strings of a crate being written, each once.
struct CrateWords {
    private let output: String
    /// The tokens by number.
    private(set) var tokens: [String] = []
    /// The bytes of tokens that are not UTF-8, by number.
    private(set) var oddTokens: [Int: [UInt8]] = [:]
    private var oddNumbers: [[UInt8]: UInt32] = [:]
    private var numbers: [ExactText: UInt32] = [:]
    /// The token of each string, by string number.
    private(set) var strings: [UInt32] = []
    private var stringNumbers: [UInt32: UInt32] = [:]

    /// Starts with one dummy token. Property elements are negated token numbers, and 0 has no negative.
    init(output: String) {
        self.output = output
        tokens = [";-)"]
        numbers = [ExactText(";-)"): 0]
    }

    /// The number of a token.
    mutating func token(_ word: String) throws(WriteError) -> UInt32 {
        let exact = ExactText(word)
        if let number = numbers[exact] { return number }
        guard !word.utf8.contains(0) else { throw zero(word) }
        let number = UInt32(tokens.count)
        tokens.append(word)
        numbers[exact] = number
        return number
    }

    /// The number of a token given as bytes, which may not be UTF-8.
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

    /// The number of a string.
    mutating func string(_ text: String) throws(WriteError) -> UInt32 { string(try token(text)) }

    /// The number of a string that is a token.
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
            "expected texts without a zero character, which ends them in a crate file, found one after "
                + "'\(word.prefix { $0 != "\0" })'")
    }
}
