import MeshConvert
import Testing

/// The C library has each option of the commands that are functions there.
@Suite struct NamedOptionsTests {
    /// What is the business of a command line: names of files, several files, texts.
    private static let others: Set = [
        "add", "align", "as-one", "combine", "dry-run", "fail-fast", "files-from", "formats", "help", "html",
        "if-changed", "input", "jobs", "json", "no-config", "out-dir", "output", "overwrite", "quiet", "report", "tile",
        "verbose", "version",
    ]

    @Test func eachOptionOfTheHelpHasAName() throws {
        let names = Set(NamedOption.all.map(\.name))
        let program = try Program(hasCases: false)
        for command in ["convert", "plan", "info", "diff", "check"] {
            let help = try program.run(command, "--help").output
            let options = Set(help.matches(of: #/\n +(?:-[a-zA-Z], )?--([a-z][a-z-]*)/#).map { String($0.output.1) })
            #expect(options.count > 10)
            #expect(options.subtracting(names).subtracting(Self.others) == [], "\(command)")
        }
    }
}
