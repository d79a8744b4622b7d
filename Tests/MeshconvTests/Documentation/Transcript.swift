import Foundation

/// The commands in a Markdown file, run again: the file with what they print today.
struct Transcript {
    /// The text, with outputs that differ by more than times and sizes replaced.
    private(set) var text = ""
    /// A line for each command whose output or exit code is not the recorded one.
    private(set) var faults: [String] = []
    private(set) var commandCount = 0

    /// Runs all `$ COMMAND` lines in blocks of the kind `console`. They see a terminal.
    ///
    /// A comment `<!-- run: COMMAND -->` is run as well, and its output is not shown.
    ///
    /// - Parameter showsSuccess: whether the exit code 0 is recorded as well.
    init(_ recorded: String, in program: Program, showsSuccess: Bool = true) throws {
        var written: [String] = []
        var lines = recorded.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var isInside = false
        while let line = lines.popFirst() {
            written.append(line)
            if line.hasPrefix("```") { isInside = line == "```console" }
            if let silent = line.wholeMatch(of: #/<!-- run: (.+) -->/#)?.1 {
                let result = try program.shell(String(silent))
                if result.status != 0 { faults.append("\(silent): \(result.errors)") }
            }
            guard isInside, line.hasPrefix("$ ") else { continue }
            commandCount += 1
            var expected: [String] = []
            while let next = lines.first, !next.hasPrefix("exit: "), !next.hasPrefix("```"), !next.hasPrefix("$ ") {
                expected.append(next)
                lines.removeFirst()
            }
            let ending = lines.first?.hasPrefix("exit: ") == true ? lines.popFirst() : nil
            let result = try program.terminal(String(line.dropFirst(2)))
            // Lines of progress depend on the machine.
            let output = result.output.replacing(#/\r[^\n]*\r/#, with: "")
            var found = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if found.last == "" { found.removeLast() }
            let status = result.status != 0 || showsSuccess ? "exit: \(result.status)" : nil
            let isSame = found.map(Self.normalized) == expected.map(Self.normalized)
            if !isSame { faults.append("\(line)\nexpected \(expected)\nfound    \(found)") }
            if status != ending { faults.append("\(line)\nexpected \(ending ?? "success"), found \(result.status)") }
            // Another time alone is no change.
            written += (isSame ? expected : found) + [status].compactMap(\.self)
        }
        text = written.joined(separator: "\n")
    }

    /// The line without what differs between runs and machines.
    private static func normalized(_ line: String) -> String {
        line.replacing(#/\r[^\n]*\r/#, with: "").replacing(#/[0-9][0-9,.]* (ms|s)\b/#, with: "TIME").replacing(
            #/[0-9][0-9,.]* (B|kB|MB|GB)\b/#, with: "SIZE"
        ).replacing(#/^ *"(commit|version)": .*/#, with: "VERSION")
    }
}
