import Foundation
import Testing

/// Each option in the help is tried by a transcript or a test, under its name.
@Suite struct OptionTests {
    private static func text(_ folder: String, _ ending: String, without: String) throws -> String {
        let home = Program.root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
        return try names.filter { $0.hasSuffix(ending) && $0 != without }.map {
            try String(contentsOf: home.appendingPathComponent($0), encoding: .utf8)
        }.joined()
    }

    @Test func eachOptionOfTheHelpIsTried() throws {
        let tried =
            try Self.text("Conformance/Transcripts", ".md", without: "help.md")
            + Self.text("Tests/MeshconvTests", ".swift", without: "OptionTests.swift")
        let words = Set(tried.matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) })
        let help = try String(
            contentsOf: Program.root.appendingPathComponent("Conformance/Transcripts/help.md"), encoding: .utf8)
        let options = Set(help.matches(of: #/\n +(?:-[a-z], )?(--[a-z][a-z-]*)/#).map { String($0.output.1) })
        #expect(options.count > 40)
        for option in options.sorted() { #expect(words.contains(option), "nothing tries \(option)") }
    }
}
