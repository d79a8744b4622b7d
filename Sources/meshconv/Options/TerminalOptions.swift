import MeshConvert

/// What the terminal of standard output can show.
enum TerminalOptions {
    /// The way to show pictures; fails if there is none.
    static func form() throws(Failure) -> TerminalForm {
        guard Console.isTerminal(.standardOutput) else {
            throw Failure(
                usage: "expected a terminal for --in-terminal, found a file or a pipe; write to out.png instead")
        }
        guard let form = TerminalForm(environment: ProcessControl.environment) else {
            throw Failure(
                usage: "expected a terminal with pictures or 24-bit colours (COLORTERM=truecolor), found another")
        }
        return form
    }

    /// The size of a picture that fits.
    static func size(_ form: TerminalForm) -> (width: Int, height: Int) {
        guard form == .blocks else { return (640, 480) }
        let columns = min(ProcessControl.columns(1) ?? 80, 160)
        // Four to three, and not higher than a usual window.
        let height = min(columns * 3 / 4, 2 * max((ProcessControl.rows(1) ?? 24) - 2, 4))
        return (max(height * 4 / 3, 1), max(height, 1))
    }
}
