import MeshConvert

extension OptionWords {
    /// Returns the message for an option that doesn't exist; nil: the parser's own is right.
    ///
    /// - Parameter message: the parser's message: `unknown option '--verfy'; did you mean '--verify'?`.
    static func message(for message: String) -> String? {
        guard let match = message.wholeMatch(of: #/unknown option '(-[^']*)'(?:; did you mean '(.*)'\?)?/#) else {
            return nil
        }
        let option = String(match.output.1)
        if let answer = answer(for: String(option.drop { $0 == "-" })) {
            return "there is no option '\(option)': \(answer)"
        }
        // The parser suggests what is up to three edits away.
        return "unknown option '\(option)'" + Spelling.hint(option, in: match.output.2.map { [String($0)] } ?? [])
    }
}
