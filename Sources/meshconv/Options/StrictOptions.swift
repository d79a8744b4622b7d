import ArgumentParser
import MeshConvert
import MeshFormats

/// Options for forbidden and allowed losses.
struct StrictOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Refuse to lose anything; --strict=exact: not even by rounding.", valueName: "lossless|exact"))
    var strict: String?

    @Option(
        help: ArgumentHelp("Let a loss code pass --strict.", valueName: "code"),
        completion: .list(Loss.Code.all.map(\.rawValue)))
    var allow: [String] = []

    @Flag(help: "Write a package only if its metadata says that persons were hidden, and no depth of one is found.")
    var requirePrivacy = false

    /// Applies `--strict` and `--allow` to options.
    func apply(to options: inout ConvertOptions) throws(Failure) {
        switch strict {
        case nil: break
        case "lossless": options.strictness = .lossless
        case "exact": options.strictness = .exact
        case .some(let word):
            throw Failure(usage: "expected --strict or --strict=exact, found --strict=\(word)")
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
