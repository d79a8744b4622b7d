import Foundation
import MeshConformance
import Testing

/// The table of results that lies in the repository speaks of the cases and mutants that are there.
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
}
