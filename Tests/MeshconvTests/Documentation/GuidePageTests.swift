import Foundation
import MeshConvert
import MeshFormats
import Testing

/// The guides in `Documentation/Guides`, whose commands are run, and the first page, which lists everything.
@Suite struct GuidePageTests {
    private static let guides: [String] = {
        let folder = DocumentationPage.folder.appendingPathComponent("Guides").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".md") }
            .sorted()
    }()

    @Test(arguments: guides)
    func aGuideShowsWhatItsCommandsDo(name: String) throws {
        var page = DocumentationPage("Guides/\(name)", title: "", parts: [])
        if name == "Limits.md" {
            let rows = Limits.Name.allCases.map { ["`\($0.rawValue)`", $0.usual, $0.meaning] }
            try page.set("limits", Markdown.table(["name", "without the option", "limits"], rows))
        }
        #expect(try page.faults() == [])
    }

    @Test func theFirstPageListsEverything() throws {
        #expect(Self.guides.count >= 5)
        var page = DocumentationPage("README.md", title: "meshconv", parts: [("commands", nil), ("formats", nil)])
        for guide in Self.guides { #expect(page.text.contains("](Guides/\(guide))")) }
        let commands = CommandPage.all.map { command in
            let abstract = Markdown.prose(command.command["abstract"]?.string ?? "").replacing("\"", with: "`")
            return ["[`\(command.name)`](Commands/\(command.name).md)", abstract]
        }
        try page.set("commands", Markdown.table(["command", "meaning"], commands))
        let formats = StandardFormats.all.map(\.descriptor).map { format in
            let endings = format.extensions.map { "`.\($0)`" }.joined(separator: " ")
            return ["[\(format.name)](Formats/\(format.id).md)", endings]
        }
        let others = [
            ["[Packages of scans](Formats/packages.md)", "folders and `.zip`"],
            ["[Purposes](Formats/purposes.md)", "what `--for` chooses"],
        ]
        try page.set("formats", Markdown.table(["format", "files"], formats + others))
        #expect(try page.faults() == [])
    }

    @Test func eachPictureIsOnAPage() throws {
        let pages = try FileManager.default.subpathsOfDirectory(atPath: DocumentationPage.folder.path)
            .filter { $0.hasSuffix(".md") }
            .map { try String(contentsOf: DocumentationPage.folder.appendingPathComponent($0), encoding: .utf8) }
        let pictures = try FileManager.default.contentsOfDirectory(atPath: DocumentationPage.pictures.path)
        #expect(pictures.filter { name in !pages.contains { $0.contains("(../Pictures/\(name))") } } == [])
        #expect(pictures.count > 20)
    }
}
