/// The variants that a caller chooses in files with variant sets: `--variant SET=NAME`.
///
/// A choice that a file does not have is a usage error in every format.
public enum VariantChoices {
    /// The name of the reading option: `SET=NAME`, separated by commas.
    public static let option = "variant"
    /// The maximum number of variants in a message.
    private static let mostNamed = 50

    /// Returns the chosen variant of each set; the last choice of a set wins.
    public static func named(in options: ReadOptions) -> [String: String] {
        var choices: [String: String] = [:]
        for choice in (options.options[option] ?? "").split(separator: ",") {
            let parts = choice.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { choices[String(parts[0])] = String(parts[1]) }
        }
        return choices
    }

    /// Returns the `usage` error for a choice that the file does not have, listing those it has.
    ///
    /// - Parameters:
    ///   - set: the chosen set.
    ///   - name: the chosen variant.
    ///   - known: all variants of the file as `SET=NAME`, in any order.
    public static func unknown(set: String, name: String, known: some Sequence<String>) -> ReadError {
        let all = known.sorted()
        let more = all.count > mostNamed ? " and \(all.count - mostNamed) more" : ""
        let names = all.prefix(mostNamed).joined(separator: ", ") + more
        let wording: Wording =
            all.isEmpty
            ? "the file has no variants to choose: leave out \(.variantChoice) '\(set)=\(name)'"
            : "the file has no variant '\(set)=\(name)': use \(.variantChoice) with one of \(names)"
        return ReadError(.usage, .whole, wording: wording)
    }
}

extension ReadOptions {
    /// Whether what is read is not just what the file says: a variant is chosen, or splats get colours.
    package var changesContents: Bool { colorsSplats || !VariantChoices.named(in: self).isEmpty }
}
