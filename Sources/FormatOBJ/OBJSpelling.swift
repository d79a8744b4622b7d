/// Spells names so that statements can hold them: one line, no blanks at the ends, no `#` where it begins a comment.
enum OBJSpelling {
    /// The spelling of a name that fills the rest of a statement; unchanged if it is valid already.
    static func name(_ name: String) -> String { changed(name, keepsBlanks: true) }

    /// The spelling of a name in a list that blanks separate.
    static func word(_ name: String) -> String { changed(name, keepsBlanks: false) }

    private static func changed(_ name: String, keepsBlanks: Bool) -> String {
        if name.isEmpty { return "_" }
        var scalars = Array(name.unicodeScalars)
        for index in scalars.indices {
            let scalar = scalars[index]
            let isBlank = scalar == " "
            let isEnd = index == scalars.startIndex || index == scalars.endIndex - 1
            let isComment = scalar == "#" && isComment(scalars, index)
            if scalar.value < 0x20 || scalar.value == 0x7F || isComment || (isBlank && (!keepsBlanks || isEnd)) {
                scalars[index] = "_"
            }
        }
        // A backslash at the end would join the next line.
        if scalars.last == "\\" { scalars[scalars.count - 1] = "_" }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Whether a `#` begins a comment: after a blank, or at the beginning before one.
    private static func isComment(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index == scalars.startIndex else { return scalars[index - 1] == " " }
        return scalars.count == 1 || scalars[1].value <= 0x20
    }

    /// Whether a text survives as a comment line, which begins with `# ` and loses blanks at its end.
    static func isComment(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last else { return false }
        return last != " " && last != "\t" && !OBJOrigin.isRecord(text)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\t" }
    }
}
