/// An option of the commands that is set by its name without dashes.
package struct NamedOption: Sendable {
    /// What an option takes.
    package enum Kind: String, Sendable {
        /// `true` or `false`.
        case bool
        /// A text.
        case text
        /// A text each time that it is set.
        case list
    }

    /// The name: `units-out`.
    package let name: String
    /// What it takes.
    package let kind: Kind
    private let change: @Sendable (inout CommandWords, String) throws(Failure) -> Void

    /// All options, in the order of the help.
    package static let all: [NamedOption] = [
        text("from", \.input.from), text("up", \.input.up), text("units", \.input.units),
        text("input-color", \.input.inputColor), list("variant", \.input.variants),
        flag("strict-input", \.input.strictInput), flag("lenient", \.input.lenient), flag("sandbox", \.input.sandbox),
        text("reconstruct", \.input.reconstruction.reconstruct), text("voxel", \.input.reconstruction.voxel),
        text("texture", \.input.reconstruction.texture), number("enlarge-depth", \.input.reconstruction.enlargeDepth),
        text("skip-still", \.input.reconstruction.skipStill), text("depth-limit", \.input.reconstruction.depthLimit),
        number("depth", \.input.reconstruction.depth),
        text("trim", \.input.reconstruction.trim),
        text("threads", \.limits.threads), text("memory", \.limits.memory), text("timeout", \.limits.timeout),
        list("limit", \.limits.limits),
        NamedOption(name: "to", kind: .text) { $0.target.variants = [$1] },
        text("for", \.target.purpose), text("units-out", \.target.unitsOut), text("up-out", \.target.upOut),
        text("time", \.target.time), text("clip", \.target.clip), text("weld", \.target.weld),
        text("normals", \.target.normals), list("set", \.target.settings), flag("no-origin", \.target.omitsOrigin),
        text("crop", \.target.shaping.crop), text("sample", \.target.shaping.sample),
        text("outliers", \.target.shaping.outliers), text("thin", \.target.shaping.thin),
        number("faces", \.target.shaping.faces), text("face-error", \.target.shaping.faceError),
        text("strict", \.strict.strict), list("allow", \.strict.allow),
        flag("require-privacy", \.strict.requirePrivacy),
        flag("verify", \.verify), flag("keep", \.keep), flag("no-clobber", \.noClobber), flag("force", \.force),
        flag("hashes", \.hashes),
        flag("digest", \.digest), flag("formats", \.formats),
        flag("exact", \.diff.exact), text("tolerance", \.diff.tolerance), list("ignore", \.diff.ignore),
    ]

    /// Returns the option of a name, with or without dashes.
    package static func named(_ name: String) throws(Failure) -> NamedOption {
        let word = String(name.drop { $0 == "-" })
        if let option = all.first(where: { $0.name == word }) { return option }
        if let answer = OptionWords.answer(for: word) {
            throw Failure(usage: "there is no option '\(name)': \(answer)")
        }
        let names = all.map(\.name)
        throw Failure(
            usage: "there is no option '\(name)'; there are \(names.joined(separator: ", "))"
                + Spelling.hint(word, in: names))
    }

    /// Sets the option. What several options say together is checked when they are used.
    package func set(_ value: String, in words: inout CommandWords) throws(Failure) { try change(&words, value) }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<CommandWords, String?> & Sendable
    ) -> NamedOption {
        NamedOption(name: name, kind: .text) { $0[keyPath: path] = $1 }
    }

    private static func list(
        _ name: String, _ path: any WritableKeyPath<CommandWords, [String]> & Sendable
    ) -> NamedOption {
        NamedOption(name: name, kind: .list) { $0[keyPath: path].append($1) }
    }

    private static func number(
        _ name: String, _ path: any WritableKeyPath<CommandWords, Int?> & Sendable
    ) -> NamedOption {
        NamedOption(name: name, kind: .text) { words, value throws(Failure) in
            guard let number = Int(value) else {
                throw Failure(usage: "expected --\(name) with a whole number, found '\(value)'")
            }
            words[keyPath: path] = number
        }
    }

    private static func flag(_ name: String, _ path: any WritableKeyPath<CommandWords, Bool> & Sendable) -> NamedOption
    {
        NamedOption(name: name, kind: .bool) { words, value throws(Failure) in
            guard let isOn = Bool(value) else { throw Failure.unexpected("--\(name)", value, ["true", "false"]) }
            words[keyPath: path] = isOn
        }
    }
}
