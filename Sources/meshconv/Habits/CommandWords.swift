import MeshConvert

/// Commands of other programs, typed as the first word: `meshconv inspect room.glb`.
enum CommandWords {
    /// The words, what they are typed for, and what does that here.
    private static let foreign: [(words: [String], wish: String, command: String)] = [
        (
            ["export", "import", "copy", "cp", "save", "transform", "translate", "to"],
            "to convert", "meshconv INPUT OUTPUT"
        ),
        (
            ["convert-all", "batch", "mass", "recursive"],
            "to convert all models of a folder", "meshconv FOLDER OUT/ --to glb"
        ),
        (
            ["optimize", "simplify", "decimate", "reduce", "compress", "draco", "meshopt"],
            "to make a mesh simpler", "meshconv INPUT OUTPUT --faces 20000"
        ),
        (["compare", "cmp"], "to compare two files", "meshconv diff A B"),
        (
            ["inspect", "stats", "stat", "identify", "show", "describe", "cat", "dump", "metadata", "probe"],
            "to look into a file", "meshconv info FILE"
        ),
        (["validate", "verify", "lint", "test", "doctor", "repair"], "to find what is wrong", "meshconv check FILE"),
        (["hash", "checksum", "fingerprint"], "for fingerprints of files", "meshconv digest FILE"),
        (["view", "render", "thumbnail", "screenshot"], "to draw a picture", "meshconv preview FILE OUT.png"),
        (["merge", "join", "combine"], "to put linked scans together", "meshconv A.zip B.zip OUT.glb --combine"),
        (["list", "ls", "listext", "listexport", "extensions"], "to list the formats", "meshconv formats"),
        (["commands", "usage", "manual"], "for help", "meshconv --help"),
    ]

    /// Returns the failure for a first word that is neither a command nor a file, and for a file's name that would be taken for
    /// options; nil: there is nothing to say.
    static func refusal(_ words: [String]) -> Failure? {
        if let name = dashed(words) {
            return Failure(usage: "'\(name)' begins with '-' as options do; if it is a file, write './\(name)'")
        }
        guard let word = words.first, !word.contains(where: { "./-".contains($0) }) || word == "convert-all",
            !Meshconv.commandNames.contains(word), word != "help", !ProcessControl.exists(word)
        else { return nil }
        if let known = foreign.first(where: { $0.words.contains(word.lowercased()) }) {
            return Failure(usage: "there is no command '\(word)'; \(known.wish): \(known.command)")
        }
        guard let near = Spelling.nearest(word, in: Meshconv.commandNames) else { return nil }
        return Failure(usage: "there is no command '\(word)'; did you mean the command '\(near)'?")
    }

    /// The first word that looks like a file's name with a dash before it, such as `-room.ply`; nil if there is none.
    ///
    /// A word that follows an option is its value, and is not looked at.
    private static func dashed(_ words: [String]) -> String? {
        let words = words.prefix { $0 != "--" }
        return words.indices.first { index in
            let word = words[index]
            return word.hasPrefix("-") && word.dropFirst().first?.isLetter == true && word.contains(".")
                && !word.contains("=") && (index == words.startIndex || !words[index - 1].hasPrefix("-"))
        }.map { words[$0] }
    }
}
