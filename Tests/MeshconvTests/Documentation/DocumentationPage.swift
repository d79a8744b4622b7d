import Foundation
import ScanFixtures

/// A page of `Documentation`: prose and examples written by hand, and parts that are made from the program.
///
/// A part is between `<!-- NAME -->` and `<!-- end of NAME -->`. Examples are commands with what they print, and
/// pictures that the commands write.
struct DocumentationPage {
    static let folder = Program.root.appendingPathComponent("Documentation")
    static let pictures = folder.appendingPathComponent("Pictures")

    /// The path below `Documentation`: `Commands/convert.md`.
    let path: String
    private(set) var text: String

    /// Reads a page; a page that is missing has a title and its parts.
    init(_ path: String, title: String, parts: [(name: String, heading: String?)]) {
        self.path = path
        let file = Self.folder.appendingPathComponent(path)
        text = (try? String(contentsOf: file, encoding: .utf8)) ?? "# \(title)\n"
        for part in parts where !text.contains("<!-- \(part.name) -->\n") {
            text += part.heading.map { "\n## \($0)\n" } ?? ""
            text += "\n<!-- \(part.name) -->\n<!-- end of \(part.name) -->\n"
        }
    }

    /// Replaces a part by what the program says today.
    mutating func set(_ part: String, _ new: String) throws {
        let begin = "<!-- \(part) -->\n"
        guard let start = text.range(of: begin),
            let end = text.range(of: "<!-- end of \(part) -->", range: start.upperBound..<text.endIndex)
        else { throw PageFault("\(path) has no part '\(part)'") }
        // Blank lines around it: else what follows the comment belongs to it.
        text.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\(new)\n")
    }

    /// A folder for the commands of the page: the shipped cases, and `scan.zip`, a scan of a room with grey photos.
    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: Program.cases.path) {
            // Links: commands only read what is below.
            try FileManager.default.createSymbolicLink(
                at: program.folder.appendingPathComponent(name),
                withDestinationURL: Program.cases.appendingPathComponent(name))
        }
        if text.contains(" scan.zip") {
            let room = RoomPackage()
            try Data(room.zip(FixtureZip())).write(to: program.folder.appendingPathComponent("scan.zip"))
        }
        return program
    }

    /// Compares the page with the committed one, or writes it if outputs are recorded. Returns what differs.
    func faults() throws -> [String] {
        let records = ProcessInfo.processInfo.environment["MESHCONV_RECORD"] != nil
        let program = try program()
        let transcript = try Transcript(text, in: program, showsSuccess: false)
        var faults = records ? [] : transcript.faults
        let file = Self.folder.appendingPathComponent(path)
        if records {
            try Data(transcript.text.utf8).write(to: file)
        } else if (try? String(contentsOf: file, encoding: .utf8)) != text {
            faults.append("\(path) is not what the program says: MESHCONV_RECORD=1 swift test --filter PageTests")
        }
        for picture in text.matches(of: #/\]\(\.\./Pictures/([a-z0-9.-]+)\)/#).map({ String($0.1) }) {
            guard let drawn = try? Data(contentsOf: program.folder.appendingPathComponent(picture)) else {
                faults.append("\(path): no command writes \(picture)")
                continue
            }
            let committed = Self.pictures.appendingPathComponent(picture)
            if records {
                try drawn.write(to: committed)
            } else if (try? Data(contentsOf: committed)) != drawn {
                faults.append("\(path): \(picture) is not what its command draws")
            }
        }
        return faults
    }
}

struct PageFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Text of the program as Markdown.
enum Markdown {
    /// Returns prose: what is typed becomes code.
    static func prose(_ text: String) -> String {
        let quoted = text.replacing(#/(^|[\s(])'([^' ][^']*)'/#) { "\($0.1)`\($0.2)`" }
        // Options, settings and names of files, where they are not in code already.
        return quoted.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index % 2 == 0 else { return "`\(part)`" }
            return String(part).replacing(#/(^|[\s(])(--[a-z][a-z-]*(?:[ =](?:[a-z]+=)?(?:[A-Z]+|[0-9]+)\b)?)/#) {
                "\($0.1)`\($0.2)`"
            }
            .replacing(#/(^|[\s(])([a-z-]+=[A-Z]+|\.[a-z]{3,4}|[A-Za-z0-9_]+\.(?:json|EXT|worldmap))(?=[\s,;.)]|$)/#) {
                "\($0.1)`\($0.2)`"
            }
            .replacing("*", with: "\\*").replacing("<", with: "&lt;")
        }.joined()
    }

    /// Returns a cell of a table.
    static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }

    static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows.map { $0.map(cell) })
            .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    /// Returns a discussion: paragraphs, and indented lines as code.
    static func paragraphs(_ text: String) -> String {
        var blocks: [String] = []
        for paragraph in text.split(separator: "\n\n").map(String.init) {
            let lines = paragraph.split(separator: "\n").map(String.init)
            let code = lines.filter { $0.hasPrefix("  ") }
            if code.count < lines.count {
                blocks.append(prose(lines.filter { !$0.hasPrefix("  ") }.joined(separator: " ")))
            }
            if !code.isEmpty { blocks.append("```\n" + code.map { $0.dropFirst(2) }.joined(separator: "\n") + "\n```") }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}
