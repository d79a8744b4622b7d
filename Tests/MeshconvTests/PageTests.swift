import Foundation
import Testing

/// `--html` of convert and diff, and pages of view: where they may be written.
@Suite struct PageTests {
    private static func program() throws -> Program {
        let program = try Program(hasCases: false)
        try Data("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n".utf8).write(
            to: program.folder.appendingPathComponent("a.obj"))
        return program
    }

    private static func exists(_ program: Program, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: program.folder.appendingPathComponent(name).path)
    }

    @Test func aConversionWritesItsPageBesideItsReport() throws {
        let program = try Self.program()
        let result = try program.run("convert", "a.obj", "a.stl", "--html", "page.html", "--report", "r.json")
        #expect(result.status == 0 && result.errors.isEmpty)
        let page = try String(contentsOf: program.folder.appendingPathComponent("page.html"), encoding: .utf8)
        #expect(page.contains("<h1>a.obj → a.stl</h1>") && page.contains("<b>lost</b> colours"))
    }

    @Test func aComparisonKeepsItsExitCode() throws {
        let program = try Self.program()
        _ = try program.run("convert", "a.obj", "a.ply", "--quiet")
        #expect(try program.run("diff", "a.obj", "a.ply", "--html", "same.html").status == 0)
        _ = try program.run("convert", "a.obj", "a.stl", "--quiet")
        #expect(try program.run("diff", "a.obj", "a.stl", "--html", "differs.html").status == 1)
        #expect(Self.exists(program, "same.html") && Self.exists(program, "differs.html"))
    }

    @Test(arguments: [
        ["--html", "-"], ["--html", "page.htm"], ["--html", "page.html", "--dry-run"],
        ["--html", "page.html", "--if-changed"], ["--html", "page.html", "--report", "page.html"],
    ])
    func whatAPageCantBeIsAMistakeOfUsage(words: [String]) throws {
        let program = try Self.program()
        let result = try program.run(
            Program.products.appendingPathComponent("meshconv").path, ["a.obj", "b.stl"] + words)
        #expect(result.status == 64, "\(result.errors)")
        #expect(!Self.exists(program, "b.stl") && !Self.exists(program, "page.html"))
    }

    @Test func aPageReplacesNeitherInputNorOutput() throws {
        let program = try Self.program()
        let mesh = program.folder.appendingPathComponent("a.obj")
        try FileManager.default.copyItem(at: mesh, to: program.folder.appendingPathComponent("in.html"))
        try FileManager.default.createSymbolicLink(
            at: program.folder.appendingPathComponent("link.html"),
            withDestinationURL: program.folder.appendingPathComponent("in.html"))
        for page in ["in.html", "link.html"] {
            let result = try program.run("convert", "in.html", "b.stl", "--from", "obj", "--html", page)
            #expect(result.status == 64, "\(result.errors)")
            #expect(try program.run("diff", "in.html", "a.obj", "--from", "obj", "--html", page).status == 64)
        }
        #expect(try Data(contentsOf: mesh) == Data(contentsOf: program.folder.appendingPathComponent("in.html")))
        #expect(!Self.exists(program, "b.stl"))
    }

    @Test func aFolderThatIsMissingIsFoundBeforeTheConversion() throws {
        let program = try Self.program()
        let result = try program.run("convert", "a.obj", "a.stl", "--html", "none/page.html")
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("there is no folder 'none'"))
        #expect(!Self.exists(program, "a.stl"))
    }

    @Test func anExistingPageIsReplacedUnlessAskedOtherwise() throws {
        let program = try Self.program()
        let page = program.folder.appendingPathComponent("page.html")
        try Data("mine".utf8).write(to: page)
        let kept = try program.run("convert", "a.obj", "a.stl", "--html", "page.html", "--no-clobber")
        #expect(kept.status == 73 && kept.errors.contains("--no-clobber"), "\(kept.errors)")
        #expect(try Data(contentsOf: page) == Data("mine".utf8))
        #expect(try program.run("convert", "a.obj", "a.stl", "--html", "page.html").status == 0)
        #expect(try Data(contentsOf: page).count > 10_000)
        #expect(try program.run("diff", "a.obj", "a.stl", "--html", "page.html").status == 1)
    }

    @Test func streamsAndSeveralConversionsHaveNoPage() throws {
        let program = try Self.program()
        #expect(try program.run("convert", "a.obj", "-", "--to", "ply", "--html", "p.html").status == 64)
        #expect(try program.run("convert", "a.obj", "--to", "ply", "--to", "stl", "--html", "p.html").status == 64)
        #expect(!Self.exists(program, "p.html"))
    }
}
