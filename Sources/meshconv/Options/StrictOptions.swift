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

    /// What the options say.
    var words: StrictWords {
        var words = StrictWords()
        (words.strict, words.allow, words.requirePrivacy) = (strict, allow, requirePrivacy)
        return words
    }
}
