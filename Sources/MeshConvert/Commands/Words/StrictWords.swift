import MeshFormats

/// What the options for forbidden and allowed losses say.
package struct StrictWords: Sendable {
    /// `--strict`.
    package var strict: String?
    /// `--allow`.
    package var allow: [String] = []
    /// `--require-privacy`.
    package var requirePrivacy = false

    package init() {}

    /// The values of `--strict`, which may be left out.
    package static let words: [String: ConvertOptions.Strictness] = ["lossless": .lossless, "exact": .exact]

    /// Applies `--strict` and `--allow` to options.
    package func apply(to options: inout ConvertOptions) throws(Failure) {
        if let strict {
            guard let strictness = Self.words[strict] else {
                throw Failure(usage: "expected --strict, --strict lossless or --strict exact, found --strict=\(strict)")
            }
            options.strictness = strictness
        }
        for word in allow {
            guard let code = Loss.Code.all.first(where: { $0.rawValue == word }) else {
                throw Failure(
                    usage: "expected --allow with a loss code such as attribute.dropped, found '\(word)'"
                        + Spelling.hint(word, in: Loss.Code.all.map(\.rawValue)))
            }
            options.allowed.insert(code)
        }
    }
}
