/// The tokens that give access: one in each line of a file.
///
/// Comparing takes the same time for every candidate: digests of equal length are compared, all of them.
public struct Tokens: Sendable {
    private let digests: [[UInt8]]

    /// Why a file of tokens can't be used.
    public struct Invalid: Error, CustomStringConvertible {
        /// What was expected and what was found, without the token.
        public let description: String
    }

    /// Reads the lines of a file. Empty lines and lines that start with `#` are left out.
    public init(lines: String) throws {
        let tokens = lines.split(whereSeparator: \.isNewline).map { line in line.filter { !$0.isWhitespace } }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !tokens.isEmpty else { throw Invalid(description: "expected a token in a line, found none") }
        for (index, token) in tokens.enumerated() {
            let letters = token.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "-._~".utf8.contains($0)
            }
            guard letters, token.utf8.count >= 16 else {
                throw Invalid(
                    description:
                        "token \(index + 1): expected at least 16 letters, digits or any of - . _ ~, so that it can be"
                        + " a part of an address; found \(token.count) characters\(letters ? "" : ", others among them")"
                )
            }
        }
        digests = tokens.map(Self.digest)
    }

    /// Whether this is one of the tokens.
    public func contains(_ candidate: String) -> Bool {
        let digest = Self.digest(candidate)
        var found = false
        for token in digests {
            var difference: UInt8 = 0
            for (one, other) in zip(token, digest) { difference |= one ^ other }
            found = difference == 0 || found
        }
        return found
    }

    private static func digest(_ text: String) -> [UInt8] {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return hash.finalize()
    }
}
