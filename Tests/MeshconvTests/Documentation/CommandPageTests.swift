import Foundation
import Testing

/// The pages in `Documentation/Commands`: one for each command, and each says what the help says today.
///
/// `MESHCONV_RECORD=1 swift test --filter PageTests` writes them; a page for a new command begins with its help alone.
@Suite struct CommandPageTests {
    @Test(arguments: CommandPage.all.map(\.name))
    func aPageIsTheHelpOfItsCommand(name: String) throws {
        let page = try #require(CommandPage.all.first { $0.name == name })
        var file = DocumentationPage(
            "Commands/\(name).md", title: "meshconv \(name)",
            parts: [("about", nil), ("options", "Options"), ("exit codes", "Exit codes")])
        try file.set("about", page.about(Program(hasCases: false)))
        try file.set("options", page.options)
        try file.set("exit codes", page.exitCodes)
        #expect(try file.faults() == [])
        #expect(file.text.contains("## Examples\n"))
    }

    @Test func eachPageIsOfACommand() throws {
        #expect(CommandPage.all.count >= 14)
        let folder = DocumentationPage.folder.appendingPathComponent("Commands").path
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
        #expect(found == CommandPage.all.map { "\($0.name).md" }.sorted())
    }
}
