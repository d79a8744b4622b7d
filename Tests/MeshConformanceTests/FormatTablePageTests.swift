import Foundation
import MeshConvert
import MeshFormats
import Testing

/// The table of what formats hold, in `Conformance/FORMATS.md`, equals what `meshconv formats` computes by planning.
///
/// `MESHCONV_RECORD=1 swift test --filter FormatTablePageTests` updates it.
@Suite struct FormatTablePageTests {
    private static let columns = [
        ("ply.binary", "PLY"), ("obj", "OBJ"), ("stl.binary", "STL"), ("stl.color", "STL, coloured"), ("off", "OFF"),
        ("glb", "glTF"), ("usdz", "USD"),
    ]

    private static func word(_ holding: FormatTable.Holding) -> String {
        switch holding {
        case .kept: "yes"
        case .reencoded: "form"
        case .rounded, .narrowed, .approximated: "about"
        case .dropped: "–"
        }
    }

    private static func table() throws -> String {
        let found = FormatTable()
        var text =
            "| |" + columns.map { " \($0.1) |" }.joined() + "\n|---|" + columns.map { _ in "---|" }.joined() + "\n"
        let rows = try columns.map { column in
            try #require(found.rows.first { $0.variant.id == column.0 }).holdings
        }
        for (index, feature) in found.features.enumerated() {
            text += "| \(feature) |" + rows.map { " \(word($0[index])) |" }.joined() + "\n"
        }
        return text
    }

    @Test func theTableOfFormatsIsTheOneThatPlanningFinds() throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        let file = folder.appendingPathComponent("Conformance/FORMATS.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(text.range(of: "<!-- formats -->\n"))
        let end = try #require(text.range(of: "<!-- end of formats -->"))
        let table = try Self.table()
        if ProcessInfo.processInfo.environment["MESHCONV_RECORD"] != nil {
            let new = text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
            try Data(new.utf8).write(to: file)
        } else {
            #expect(text[begin.upperBound..<end.lowerBound] == table)
        }
    }
}
