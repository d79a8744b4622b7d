/// The variants that a caller asks for, of files that have sets of them: `--variant SET=NAME`.
///
/// A choice that a file does not have is a wrong argument, in every format: whoever asks for one wants no other.
public enum VariantChoices {
    /// The option of reading that holds them: `SET=NAME`, between commas.
    public static let option = "variant"
    /// How many variants a message names.
    private static let mostNamed = 50

    /// The name that is asked for in each set; of several for one set the last.
    public static func named(in options: ReadOptions) -> [String: String] {
        var choices: [String: String] = [:]
        for choice in (options.options[option] ?? "").split(separator: ",") {
            let parts = choice.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { choices[String(parts[0])] = String(parts[1]) }
        }
        return choices
    }

    /// The error about a choice that a file does not have: `usage`, with those that there are.
    ///
    /// - Parameters:
    ///   - set: the set that was asked for.
    ///   - name: the variant of it.
    ///   - known: each variant of the file as `SET=NAME`, in any order.
    public static func unknown(set: String, name: String, known: some Sequence<String>) -> ReadError {
        let all = known.sorted()
        let more = all.count > mostNamed ? " and \(all.count - mostNamed) more" : ""
        let expected =
            all.isEmpty
            ? "no --variant, since the file has no variant sets"
            : "--variant with one of \(all.prefix(mostNamed).joined(separator: ", "))\(more)"
        return ReadError(.usage, .whole, "expected \(expected), found '\(set)=\(name)'")
    }
}
