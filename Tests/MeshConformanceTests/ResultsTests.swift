import Foundation
import MeshConformance
import Testing

/// The table of results in the repository covers the cases and mutants that exist.
@Suite struct ResultsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Conformance")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test func eachFormatHasARowWithItsNumberOfCases() throws {
        let results = try text("RESULTS.md")
        let manifest = try Manifest(path: Self.folder.appendingPathComponent("cases/manifest.json").path)
        let counts = Dictionary(grouping: manifest.entries, by: \.format).mapValues(\.count)
        #expect(!counts.isEmpty)
        for (format, count) in counts {
            let row = "| own cases | \(format.uppercased()) | \(count) | \(count) of \(count) |"
            #expect(results.contains(row), "run Conformance/check/results.py: no row \(row)")
        }
    }

    @Test func theNumberOfMutantsIsTheirNumber() throws {
        let count = Mutant.table.count
        let line = "- \(count) mutants (faults put in on purpose)"
        #expect(try text("RESULTS.md").contains(line), "run Conformance/check/results.py: no line \(line)")
    }

    @Test func everyCaseHasGoldenOutputs() throws {
        let recorded = try text("golden.txt")
        for entry in try Manifest(path: Self.folder.appendingPathComponent("cases/manifest.json").path).entries {
            #expect(recorded.contains("\n\(entry.path)"), "record Conformance/golden.txt: \(entry.path) is missing")
        }
    }

    @Test func everyComplaintHasItsRow() throws {
        let rows = try text("COMPLAINTS.md").split(separator: "\n").filter { $0.hasSuffix(") |") }
        let manifest = try Manifest(path: Self.folder.appendingPathComponent("cases/manifest.json").path)
        let cases = manifest.entries.filter { !$0.complaints.isEmpty }
        #expect(cases.count >= 40)
        #expect(rows.count == cases.count, "run Conformance/make-complaints.py")
        for entry in cases {
            let row = rows.first { $0.contains("](cases/\(entry.path)) |") }
            for thread in entry.complaints {
                let link = "https://github.com/\(thread.repository)/issues/\(thread.number))"
                #expect(row?.contains(link) == true, "run Conformance/make-complaints.py: \(entry.path), \(link)")
            }
            for code in entry.conversions.flatMap(\.reports) {
                #expect(
                    row?.contains("`\(code)`") == true, "run Conformance/make-complaints.py: \(entry.path), \(code)")
            }
        }
    }
}
