import Testing

/// Output on a terminal and in a pipe.
@Suite struct TerminalTests {
    @Test func aTerminalShowsNamesSizesAndTimeAPipeTheVerdictOnly() throws {
        let program = try Program()
        let seen = try program.terminal("meshconv scan/corner.ply a.ply --to ply.ascii")
        #expect(seen.status == 0)
        #expect(seen.output.hasPrefix("scan/corner.ply → a.ply   179.9 kB → "))
        #expect(seen.output.hasSuffix("\nDone. Nothing lost.\n"))
        #expect(
            try program.run("scan/corner.ply", "a.ply", "--to", "ply.ascii").output == "a.ply: done. Nothing lost.\n")
        #expect(try program.run("scan/corner.ply", "a.ply", "--quiet").output.isEmpty)
    }

    @Test func linesFitTheTerminal() throws {
        let program = try Program()
        let line = "meshconv scan/corner.ply a.stl --verbose"
        let whole = try program.terminal(line).output
        #expect(whole.split(separator: "\n").contains { $0.count > 100 })
        let fitting = try program.terminal(line, columns: 70).output
        #expect(fitting.split(separator: "\n").allSatisfy { $0.count <= 70 }, "\(fitting)")
        func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
        // Times differ from run to run.
        #expect(words(fitting).count == words(whole).count)
    }

    @Test func coloursAreForTerminalsThatDoNotMind() throws {
        let program = try Program()
        let line = "meshconv scan/corner.ply a.ply"
        #expect(try program.terminal(line, color: true).output.contains("\u{1B}["))
        #expect(try !program.terminal(line).output.contains("\u{1B}["))
        #expect(try !program.terminal("TERM=dumb " + line, color: true).output.contains("\u{1B}["))
        #expect(try !program.run("info", "scan/corner.ply").output.contains("\u{1B}["))
    }

    @Test func namesFromFilesCannotSteerTheTerminal() throws {
        let program = try Program()
        let make =
            "printf 'ply\\nformat ascii 1.0\\ncomment \\033[2Jgone\\nelement vertex 0\\nproperty float x\\n"
            + "property float y\\nproperty float z\\nend_header\\n' >odd.ply; meshconv info odd.ply"
        let seen = try program.terminal(make)
        #expect(seen.status == 0)
        #expect(seen.output.contains("gone"))
        #expect(!seen.output.contains("\u{1B}"))
    }

    @Test func standardStreamsCarryFiles() throws {
        let program = try Program()
        let result = try program.shell(
            "meshconv - - --to ply.ascii <scan/corner.ply >b.ply && meshconv diff scan/corner.ply b.ply")
        #expect(result.status == 0)
        #expect(result.errors == "standard stream: done. Nothing lost.\n")
    }

    @Test func helpAndVersionAreAsked() throws {
        let program = try Program()
        let help = try program.run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("meshconv INPUT OUTPUT"))
        #expect(try program.run("--version").output.hasPrefix("meshconv "))
        for command in ["convert", "plan", "info", "diff", "formats", "schema"] {
            #expect(try program.run(command, "--help").status == 0)
        }
    }

    @Test func severalTargetsGoToAFolder() throws {
        let program = try Program()
        let result = try program.run(
            "convert", "scan/corner.ply", "ply/ascii.ply", "--out-dir", "out", "--to", "ply.ascii")
        #expect(result.status == 0)
        #expect(
            result.output
                == "scan/corner.ply → out/corner.ply: done. Nothing lost.\n"
                + "ply/ascii.ply → out/ascii.ply: done. Nothing lost.\n2 of 2 converted.\n")
        #expect(try program.names("out") == ["ascii.ply", "corner.ply"])
    }
}
