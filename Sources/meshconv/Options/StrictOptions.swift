import ArgumentParser
import MeshConvert
import MeshFormats

/// Options for forbidden and allowed losses.
struct StrictOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write nothing if anything would be lost; with exact: not even by rounding. Alone: lossless.",
            valueName: "lossless|exact"))
    var strict: String?

    @Option(
        help: ArgumentHelp(
            "With --strict: accept this kind of loss, a code of the report such as attribute.dropped.",
            valueName: "code"),
        completion: .list(Loss.Code.all.map(\.rawValue)))
    var allow: [String] = []

    @Flag(help: "Write a scan package only if persons are hidden in it.")
    var requirePrivacy = false

    /// The values of `--strict`, which may be left out.
    static let words: [String: ConvertOptions.Strictness] = ["lossless": .lossless, "exact": .exact]

    /// Applies `--strict` and `--allow` to options.
    func apply(to options: inout ConvertOptions) throws(Failure) {
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
