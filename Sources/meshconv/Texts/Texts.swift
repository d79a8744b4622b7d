import MeshConvert
import MeshFormats

/// Formats texts and numbers for people.
enum Texts {
    /// Returns `612,480`.
    static func number(_ value: Int) -> String { PlainNumbers.grouped(value) }

    /// Returns `41.2 MB`, in powers of 1000 like file managers.
    static func bytes(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        var value = Double(count)
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.95 || unit == "B" {
            value /= 1000
            unit = next
        }
        return "\(fixed(value, 1)) \(unit)"
    }

    /// Returns `no name`, `1 name`, `3 names`, for the names on a command line.
    static func names(_ count: Int) -> String {
        count == 0 ? "no name" : count == 1 ? "1 name" : "\(number(count)) names"
    }

    /// Returns `0.1 s`, `4 ms`.
    static func time(_ seconds: Double) -> String {
        if seconds < 0.0995 { return "\(Int((seconds * 1000).rounded(.up))) ms" }
        return seconds < 99.95 ? "\(fixed(seconds, 1)) s" : "\(number(Int(seconds.rounded()))) s"
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = 10.0
        let tenths = Int((value * scale).rounded())
        return "\(number(tenths / 10)).\(abs(tenths % 10))"
    }

    static func short(_ value: Double) -> String { PlainNumbers.short(value) }

    /// Makes a text from a file or a command line safe for a terminal: replaces control characters, shows bytes that are
    /// no UTF-8 as `\xFF`, and limits its length.
    static func clean(_ text: String) -> String {
        var result = ""
        var count = 0
        for scalar in text.shownFileName.unicodeScalars {
            guard count < 400 else { return result + "…" }
            count += 1
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            // Marks that change the text direction could make a name look like another one.
            let turns = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            result.unicodeScalars.append(isControl || turns ? "\u{FFFD}" : scalar)
        }
        return result
    }

    /// Returns a text as lines that fit a terminal, the first one indented, the others further.
    static func line(_ text: String, indent: Int, on stream: Console.Stream, color: Console.Color? = nil) -> String {
        let hanging = indent == 0 ? 0 : indent + 2
        let wrapped = CardLines.wrapped(clean(text), to: Console.width(of: stream) ?? .max, indent: hanging)
        let words = String(repeating: " ", count: indent) + wrapped
        return (color.map { Console.colored(words, $0, on: stream) } ?? words) + "\n"
    }

    /// The line that stands for lines left out.
    static func more(_ lines: Int) -> String { "and \(count(lines, "more lines")), with --verbose" }

    /// Returns a count with its unit, which is given in the plural: `1 face`, `2 faces`.
    static func count(_ count: Int, _ plural: String) -> String {
        "\(number(count)) \(CountedNoun.text(count, plural))"
    }
}

/// Lines of three columns: a label, its subject, and a remark.
struct TextLines {
    struct Line {
        var word: String
        var color: Console.Color?
        var subject: String
        var remark = ""
        /// Lines below it, in verbose mode.
        var details: [String] = []
    }

    var lines: [Line] = []

    mutating func add(
        _ word: String, _ subject: String, _ remark: String = "", color: Console.Color? = nil, details: [String] = []
    ) {
        lines.append(Line(word: word, color: color, subject: subject, remark: remark, details: details))
    }

    /// Returns the first lines, and one that counts the rest.
    func limited(to most: Int) -> TextLines {
        guard lines.count > most else { return self }
        let rest = lines.count - (most - 1)
        return TextLines(
            lines: lines.prefix(most - 1) + [Line(word: "", subject: Texts.more(rest))])
    }

    /// Returns the lines, aligned; `stream` decides about colours and the width. Where a line with its remark is wider,
    /// remarks go below their subjects.
    func text(on stream: Console.Stream) -> String {
        let wordWidth = max(7, lines.map(\.word.count).max() ?? 0) + 2
        let subjectWidth = (lines.filter { !$0.remark.isEmpty }.map(\.subject.count).max() ?? 0) + 3
        let (indent, width) = (2 + wordWidth, Console.width(of: stream) ?? .max)
        let remarkWidth = lines.map(\.remark.count).max() ?? 0
        let isNarrow = remarkWidth > 0 && indent + subjectWidth + remarkWidth > width
        var text = ""
        for line in lines {
            let word = line.color.map { Console.colored(line.word, $0, on: stream) } ?? line.word
            text += "  " + word + blanks(wordWidth - line.word.count)
            text += CardLines.wrapped(line.subject, to: width, indent: indent)
            if !line.remark.isEmpty, isNarrow {
                text += "\n" + blanks(indent + 2) + CardLines.wrapped(line.remark, to: width, indent: indent + 2)
            } else if !line.remark.isEmpty {
                text += blanks(subjectWidth - line.subject.count) + line.remark
            }
            text += "\n"
            for detail in line.details {
                let detail = CardLines.wrapped(detail, to: width, indent: indent)
                text += blanks(indent) + Console.colored(detail, .dim, on: stream) + "\n"
            }
        }
        return text
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
