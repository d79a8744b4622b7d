/// The lines of a card: labels and what belongs to each, wrapped to 80 columns.
struct CardLines {
    static let width = 80
    /// The column of the text behind the labels.
    private static let indent = 13
    private static let gap = 3

    private(set) var text: String
    private let isVerbose: Bool

    /// Starts with a heading: a name, which is cut in front if it is long, and more.
    init(_ name: String, _ rest: String, isVerbose: Bool) {
        self.isVerbose = isVerbose
        let room = Self.width - rest.count - Self.gap
        text = (isVerbose ? name : Self.cut(name, to: max(room, 20), atStart: true)) + "   \(rest)\n"
    }

    /// Adds a text.
    mutating func add(_ label: String, _ words: String) {
        add(label, wrapped: words, at: Self.indent, before: "")
    }

    /// Adds rows with aligned columns; long cells are cut, and the last one of a row is wrapped.
    mutating func add(_ label: String, rows: [[String]], atMost limit: Int = .max) {
        let shown = isVerbose || rows.count <= limit ? rows[...] : rows.prefix(limit - 1)
        let columns = shown.map(\.count).max() ?? 0
        let most = isVerbose ? 60 : 28
        let widths = (0..<columns).map { column in
            min(shown.map { column < $0.count - 1 ? $0[column].count : 0 }.max() ?? 0, most)
        }
        for (number, row) in shown.enumerated() {
            var start = ""
            for (cell, width) in zip(row.dropLast(), widths) where width > 0 {
                let words = Self.cut(cell, to: width)
                start += words + Self.blanks(width - words.count + Self.gap)
            }
            add(number == 0 ? label : "", wrapped: row.last ?? "", at: Self.indent + start.count, before: start)
        }
        if shown.count < rows.count { addMore(rows.count - shown.count) }
    }

    /// Adds names, as many as fit on a line or two.
    mutating func add(_ label: String, names: [String], atMost limit: Int, after start: String = "") {
        let shown = isVerbose ? names[...] : names.prefix(limit)
        let list = shown.map { isVerbose ? $0 : Self.cut($0, to: 40) }.joined(separator: ", ")
        add(label, start + list + (shown.count < names.count ? " \(Self.more(names.count - shown.count))" : ""))
    }

    /// Adds a line that counts what is left out.
    mutating func addMore(_ count: Int) { add("", Self.more(count)) }

    /// Adds other text as it is.
    mutating func append(_ other: String) { text += other }

    private static func more(_ count: Int) -> String { "and \(Texts.number(count)) more (--verbose)" }

    private mutating func add(_ label: String, wrapped words: String, at indent: Int, before start: String) {
        let name = Self.cut(label, to: Self.indent - 4)
        text += "  " + Console.colored(name, .bold, on: .standardOutput) + Self.blanks(Self.indent - 2 - name.count)
        let lines = Self.wrapped(words, to: Self.width - indent)
        text += (start + lines.joined(separator: "\n" + Self.blanks(indent))).trimmedAtEnd + "\n"
    }

    /// Returns a text in lines of at most `width` characters, if its words are no longer. An option stays with its value.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            if let option = words.last, option.hasPrefix("--"), !option.contains(" ") {
                words[words.count - 1] += " \(word)"
            } else {
                words.append(String(word))
            }
        }
        var lines = [""]
        for word in words {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = word
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    /// Returns a text whose lines after the first are indented, and as wide as `width` with that; shorter ones stay as
    /// they are.
    static func wrapped(_ text: String, to width: Int, indent: Int) -> String {
        guard indent < width, text.count > width - indent else { return text }
        return wrapped(text, to: width - indent).joined(separator: "\n" + blanks(indent))
    }

    /// Returns a text that is cut if it is long.
    static func cut(_ text: String, to width: Int, atStart: Bool = false) -> String {
        guard text.count > width else { return text }
        return atStart ? "…\(text.suffix(width - 1))" : "\(text.prefix(width - 1))…"
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
