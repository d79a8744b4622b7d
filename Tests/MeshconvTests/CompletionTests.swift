import Foundation
import Testing

/// Completions for shells: made by the parser, so that they know what it knows.
@Suite struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptsKnowTheCommandsAndOptions(shell: String) throws {
        let result = try Program(hasCases: false).run("--generate-completion-script", shell)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        for word in [
            "convert", "plan", "info", "diff", "formats", "schema", "if-changed", "timeout", "memory", "strict",
            "ply.binary-big-endian", "attribute.dropped",
        ] {
            #expect(result.output.contains(word), "\(word)")
        }
    }

    @Test func bashTakesItsScriptAndCompletesACommand() throws {
        let result = try Program(hasCases: false).shell(
            """
            meshconv --generate-completion-script bash >c.sh && bash -c '
            source ./c.sh
            COMP_WORDS=(meshconv form); COMP_CWORD=1; COMP_LINE="meshconv form"; COMP_POINT=13
            $(complete -p meshconv | sed "s/.*-F //; s/ .*//") meshconv form meshconv
            echo "${COMPREPLY[@]}"'
            """)
        #expect(result.output.contains("formats"))
    }

    @Test func anotherShellIs64() throws {
        let result = try Program(hasCases: false).run("--generate-completion-script", "tcsh")
        #expect(result.status == 64)
        #expect(result.errors.contains("bash"))
    }
}
