import Foundation
import Testing

/// The page of promises and SECURITY.md: what they say a promise is tried by must be there.
@Suite struct PromisesTests {
    private static let page = "Documentation/Guides/Promises.md"

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Program.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The texts between back quotes.
    private func quoted(_ text: String) -> [Substring] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    @Test(arguments: [page, "SECURITY.md"]) func eachPathExists(name: String) throws {
        let folders = ["Conformance/", "Documentation/", "Examples/", "Packaging/", "Tests/", ".ci/"]
        let words = try quoted(text(name)).flatMap { $0.split(separator: " ") }
        let paths = words.filter { word in folders.contains { word.hasPrefix($0) } }
        for path in paths {
            let url = Program.root.appendingPathComponent(String(path))
            #expect(FileManager.default.fileExists(atPath: url.path), "\(name): \(path)")
        }
        #expect(name != Self.page || Set(paths).count >= 12)
    }

    @Test func eachStepOfTheChecksExists() throws {
        let steps = try text(".ci/run")
        let named = try quoted(text(Self.page)).compactMap { words in
            words.hasPrefix(".ci/run ") ? words.split(separator: " ")[1] : nil
        }
        #expect(named.count >= 8)
        for step in named { #expect(steps.contains("step_\(step)()"), "\(step)") }
    }

    @Test func eachPromiseNamesWhatTriesIt() throws {
        let rows = try text(Self.page).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let promises = rows.filter { !$0.hasPrefix("| promise |") }
        #expect(promises.count >= 20)
        for row in promises {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(cells.count == 2 && !(cells.last ?? "").isEmpty, "\(row)")
        }
    }

    @Test func theyAreLinkedFromTheFirstPage() throws {
        let readme = try text("README.md")
        #expect(readme.contains("](Documentation/Guides/Promises.md)") && readme.contains("](SECURITY.md)"))
        #expect(try text("SECURITY.md").contains("](Documentation/Guides/Promises.md)"))
        #expect(try text(Self.page).contains("](../../SECURITY.md)"))
    }
}
