import Foundation
import Testing

/// The progress line on a terminal during a conversion.
@Suite struct ProgressTests {
    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        let lines = Data(String(repeating: "v 0.5 1.25 2.125\n", count: 10_000).utf8)
        var data = Data()
        for _ in 0..<100 { data += lines }
        try data.write(to: program.folder.appendingPathComponent("big.obj"))
        return program
    }

    /// The text that remains on a terminal after everything is printed: a carriage return goes back to the line's
    /// start.
    private func visible(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var cells: [Character] = []
            var column = 0
            for character in line {
                if character == "\r" {
                    column = 0
                    continue
                }
                if column < cells.count { cells[column] = character } else { cells.append(character) }
                column += 1
            }
            while cells.last == " " { cells.removeLast() }
            return String(cells)
        }.joined(separator: "\n")
    }

    @Test func aTerminalShowsHowFarItIsAndNothingOfItStays() throws {
        let program = try program()
        // A slow source, so that there is something to show on any machine.
        let slow = "(head -c 2000000 big.obj; sleep 1; tail -c +2000001 big.obj)"
        let seen = try program.terminal(slow + " | meshconv - out.ply --from obj --to ply.ascii")
        #expect(seen.status == 0)
        #expect(seen.output.contains(#/\rreading standard /#))
        #expect(seen.output.contains(" MB/s"))
        #expect(!seen.output.contains("\u{1B}"))
        let left = visible(seen.output)
        #expect(left.hasPrefix("standard stream → out.ply   17.0 MB → "))
        #expect(left.hasSuffix(" s\nDone. Nothing lost.\n"))
    }

    @Test(arguments: ["info", "plan", "check", "digest"])
    func lookingIntoAFileShowsItToo(command: String) throws {
        let program = try program()
        // A slow source, so that there is something to show on any machine.
        let slow = "(head -c 2000000 big.obj; sleep 1; tail -c +2000001 big.obj) | meshconv \(command) - --from obj"
        let seen = try program.terminal(slow)
        #expect(seen.status == 0)
        #expect(seen.output.contains(#/\rreading standard /#))
        #expect(!visible(seen.output).contains("reading"))
        #expect(try program.terminal(slow + " --quiet >/dev/null").output.isEmpty)
    }

    @Test func withoutAPersonThereIsNoneOfIt() throws {
        let program = try program()
        let piped = try program.run("big.obj", "out.ply", "--to", "ply.ascii")
        #expect(piped.errors.isEmpty)
        #expect(piped.output == "out.ply: done. Nothing lost.\n")
        #expect(try program.terminal("meshconv big.obj out.ply --quiet").output.isEmpty)
        #expect(try !program.terminal("TERM=dumb meshconv big.obj out.ply").output.contains("\r"))
    }
}
