/// The one rule for plurals of counts in texts and messages.
package enum CountedNoun {
    /// The noun for a count, which is given in the plural: `face` for 1, `faces` for others.
    package static func text(_ count: Int, _ plural: String) -> String { count == 1 ? singular(plural) : plural }

    /// Whether a name is of many: `colours`, `3 images`, `name of glass` is of one.
    package static func isPlural(_ name: String) -> Bool {
        let kind = name.prefix { $0 != ":" }
        return kind.hasSuffix("s") && !kind.hasSuffix("ss") || kind.first?.isNumber == true
    }

    /// Makes the first plural word singular: `face of fewer than three corners`.
    private static func singular(_ plural: String) -> String {
        var words = plural.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for (index, word) in words.enumerated() {
            guard let one = singular(word: word) else { continue }
            words[index] = one
            break
        }
        return words.joined(separator: " ")
    }

    private static func singular(word: String) -> String? {
        switch word {
        case "vertices": "vertex"
        case "entries": "entry"
        case "properties": "property"
        case "indices": "index"
        case "meshes": "mesh"
        case "copies": "copy"
        default: word.hasSuffix("s") ? String(word.dropLast()) : nil
        }
    }
}

extension Collection<String> {
    /// The texts as a list of at most so many entries, the last of which counts the rest: `a, b and 3 more`.
    package func listed(most: Int) -> String {
        guard count > most else { return joined(separator: ", ") }
        return prefix(most - 1).joined(separator: ", ") + " and \(count - most + 1) more"
    }
}
