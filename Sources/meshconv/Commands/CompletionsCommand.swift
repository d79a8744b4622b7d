import ArgumentParser
import MeshConvert

/// `meshconv completions SHELL`.
struct CompletionsCommand: Command {
    // It writes a script, not a document.
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completions for a shell: bash, zsh or fish.",
        discussion: """
            To use them:
              bash   eval "$(meshconv completions bash)" in ~/.bashrc
              zsh    meshconv completions zsh > _meshconv in a folder of $fpath
              fish   meshconv completions fish > ~/.config/fish/completions/meshconv.fish
            """)

    @Argument(help: "The shell: bash, zsh or fish.", completion: .list(CompletionShell.allCases.map(\.rawValue)))
    var shell: String

    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        guard let known = CompletionShell(rawValue: shell.lowercased()) else {
            throw Failure.unexpected("a shell,", shell, CompletionShell.allCases.map(\.rawValue))
        }
        Console.out(Meshconv.completionScript(for: known) + "\n")
        return .done
    }
}
