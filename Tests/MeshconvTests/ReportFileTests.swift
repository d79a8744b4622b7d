import Foundation
import Testing

/// `--report FILE` takes the place of nothing but a report.
@Suite struct ReportFileTests {
    private static let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"

    private func write(_ name: String, _ text: String, in program: Program) throws {
        try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
    }

    private func text(_ name: String, in program: Program) throws -> String {
        String(decoding: try program.bytes(name), as: UTF8.self)
    }

    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        try write("a.obj", "mtllib a.mtl\n" + Self.triangle, in: program)
        try write("a.mtl", "newmtl red\nKd 1 0 0\n", in: program)
        try write("list.txt", "a.obj\n", in: program)
        return program
    }

    @Test(arguments: [
        ["a.obj", "b.ply", "--report", "a.obj"], ["a.obj", "b.ply", "--report", "./a.obj"],
        ["a.obj", "b.ply", "--report", "link.json"], ["a.obj", "b.ply", "--report", "b.ply"],
        ["a.obj", "b.ply", "--report", "a.mtl"],
        ["a.obj", "--out-dir", ".", "--to", "ply", "--report", "a.ply"],
        ["--files-from", "list.txt", "--out-dir", ".", "--to", "ply", "--report", "list.txt"],
    ])
    func aFileThatIsReadOrWrittenStays(words: [String]) throws {
        let program = try program()
        try FileManager.default.createSymbolicLink(
            atPath: program.folder.appendingPathComponent("link.json").path, withDestinationPath: "a.obj")
        let before = try program.names()
        let done = try program.run(all: words)
        #expect(done.status == 64)
        #expect(done.errors.contains("expected a name of its own for the report"))
        #expect(try program.names() == before)
        #expect(try text("a.obj", in: program).hasSuffix(Self.triangle))
        #expect(try text("a.mtl", in: program).hasPrefix("newmtl"))
    }

    @Test func aReportReplacesAReportAndAnEmptyFile() throws {
        let program = try program()
        try write("r.json", "", in: program)
        for _ in 0..<2 {
            #expect(try program.run("a.obj", "b.ply", "--force", "--report", "r.json").status == 0)
            #expect(try text("r.json", in: program).contains("meshconv.report/1"))
        }
        #expect(try program.run("a.obj", "b.ply", "--force", "--report", "a.mtl").status == 0)
        #expect(try text("a.mtl", in: program).contains("meshconv.report/1"))
    }

    @Test func aReportThatCanNotBeWrittenEndsTheCommandBeforeTheOutput() throws {
        let program = try program()
        let done = try program.run("a.obj", "b.ply", "--report", "/proc/r.json")
        #expect(done.status == 73)
        #expect(try !program.names().contains("b.ply"))
    }

    #if os(Linux)
        /// A file of the system that can be written only, even by its owner.
        @Test func anEarlierReportThatCanNotBeReadIsAnErrorOfTheSystem() throws {
            let program = try program()
            let done = try program.run("a.obj", "b.ply", "--report", "/proc/self/clear_refs")
            #expect(done.status == 74)
            #expect(done.errors.hasPrefix("/proc/self/clear_refs: error: "))
            #expect(!done.errors.contains("no report"))
            #expect(try !program.names().contains("b.ply"))
        }
    #endif

    @Test func aNameThatBeginsWithADashIsNoOption() throws {
        let program = try program()
        try write("-house.obj", Self.triangle, in: program)
        let done = try program.run("-house.obj", "b.ply")
        #expect(done.status == 64)
        #expect(done.errors.contains("write './-house.obj'"))
        #expect(try program.run("./-house.obj", "b.ply").status == 0)
        #expect(try program.run("--", "-house.obj", "c.ply").status == 0)
    }

    @Test(arguments: ["/dev/stdout", "/dev/fd/1"]) func aLinkToAPipeGetsTheBytes(path: String) throws {
        let done = try program().shell("meshconv a.obj \(path) --to ply.ascii | head -n 1")
        #expect(done.output == "ply\n")
    }
}
