import MeshConvert
import MeshFormats
import MeshRouting

/// The text about a conversion.
struct ReportTexts {
    let isVerbose: Bool
    /// Whether a verdict alone must name its file.
    let namesFiles: Bool
    /// The maximum number of lines between the first and the verdict.
    static let lineLimit = 6

    /// Returns the text for a finished conversion: on a terminal with a line for each loss that can be seen, elsewhere
    /// only what must not be missed.
    func done(_ report: Report, on stream: Console.Stream) -> String {
        let output = report.outputs.first?.path ?? ""
        let names = "\(Self.name(report.input.path)) → \(Self.name(output))"
        guard isVerbose || Console.isTerminal(stream) else {
            let start = (namesFiles ? names : Self.name(output == "-" ? report.input.path : output)) + ": "
            let notes = report.diagnostics.filter(\.isVisible).map { Texts.clean($0.wording.typed) }
            let note = notes.isEmpty ? "" : "\(start)note: \(notes.joined(separator: "; "))\n"
            let surface = Self.surface(report.diagnostics, on: stream)
            let choice = Self.choice(report.diagnostics, isVerbose: isVerbose, on: stream).split(separator: "\n")
            return choice.map { "\(start)\($0.drop { $0 == " " })\n" }.joined() + note
                + (surface.isEmpty ? "" : start + surface)
                + Self.defects(report.diagnostics, report.input.path, after: start)
                + Self.verdict(report.losses, after: start + "done. ", before: Self.alsoWrote(report), on: stream)
        }
        let sizes =
            "\(Texts.bytes(report.input.bytes)) → \(Texts.bytes(report.outputs.reduce(0) { $0 + $1.bytes }))"
        var text = "\(names)   \(sizes)   \(Texts.time(report.seconds))\n"
        if isVerbose {
            let steps = report.route.map(\.action).joined(separator: ", ")
            let route = "\(report.inputVariant) → \(report.outputVariant): \(steps)"
            text += "  " + CardLines.wrapped(route, to: Console.width(of: stream) ?? .max, indent: 2) + "\n"
        }
        text += Self.choice(report.diagnostics, isVerbose: isVerbose, on: stream)
        text += Self.lines(report.losses, report.diagnostics, isVerbose: isVerbose).text(on: stream)
        text += Self.surface(report.diagnostics, on: stream)
        if report.verified == true { text += "Checked: read the file back, everything is as listed.\n" }
        return text + Self.defects(report.diagnostics, report.input.path)
            + Self.verdict(report.losses, after: "Done. ", before: Self.alsoWrote(report), on: stream)
    }

    /// Returns the names of the files next to the output, as the end of a line.
    private static func alsoWrote(_ report: Report) -> String {
        let files = report.outputs.dropFirst().map { name($0.path.lastPathPart) }
        guard !files.isEmpty else { return "" }
        return " Also wrote \(files.listed(most: 4))."
    }

    /// Returns a line with the number of defects that reading met, one for each kind, as `check` lists them.
    static func defects(_ diagnostics: [Diagnostic], _ path: String, after start: String = "") -> String {
        let count = diagnostics.count { isDefect($0) }
        guard count > 0 else { return "" }
        let (input, them) = (typed(path), count == 1 ? "it" : "them")
        // Where a file has errors, `check` may need the option to get through it, as the conversion did.
        let words = diagnostics.contains { isDefect($0) && $0.severity == .error } ? " --lenient" : ""
        return "\(start)\(Texts.count(count, "defects")) in the file: meshconv check \(input)\(words) lists \(them)\n"
    }

    /// A path as a shell takes it.
    private static func typed(_ path: String) -> String {
        if path == "-" { return path }
        let name = name(path)
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "._/+-@%:,=~".unicodeScalars.contains($0)
        }
        return isPlain ? name : "'" + name.replacing("'", with: "'\\''") + "'"
    }

    /// Whether a diagnostic is about what a format's file says, and more than a note. What is missing is told as a loss.
    private static func isDefect(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity != .note, !diagnostic.isAboutMissingFile,
            let subject = diagnostic.code.split(separator: ".").first
        else { return false }
        return subject == "mtl" || subject == "text" || StandardFormats.format(named: String(subject)) != nil
    }

    /// Returns what was taken of several models, how scans were moved, and how a shape was made. Who did not choose must see it, also in a log.
    static func choice(_ diagnostics: [Diagnostic], isVerbose: Bool, on stream: Console.Stream) -> String {
        diagnostics.filter { $0.isAboutChoice || $0.isAboutPlacing }.map { diagnostic in
            let place = diagnostic.location == .whole ? "" : "\(diagnostic.location.words): "
            return Texts.line("\(place)\(diagnostic.wording.typed)", indent: 2, on: stream)
        }.joined() + making(diagnostics, isVerbose: isVerbose, on: stream)
    }

    /// Returns how a shape was made of depth frames or changed, and what is wrong with the frames; at most six lines
    /// unless verbose.
    private static func making(
        _ diagnostics: [Diagnostic], isVerbose: Bool, on stream: Console.Stream
    ) -> String {
        let ways = diagnostics.filter(\.saysMaking)
        let others = diagnostics.filter { isAboutMaking($0, isMade: !ways.isEmpty) && !$0.saysMaking }
        var lines = ways.prefix(1).map(\.message) + others.map { Texts.count($0.count, $0.message) }
        if !isVerbose, lines.count > lineLimit {
            let rest = lines.count - (lineLimit - 1)
            lines = lines.prefix(lineLimit - 1) + [Texts.more(rest)]
        }
        return lines.map { Texts.line($0, indent: 2, on: stream) }.joined()
    }

    /// Whether a finding is told with the way in which a shape was made.
    private static func isAboutMaking(_ diagnostic: Diagnostic, isMade: Bool) -> Bool {
        diagnostic.isAboutShaping || isMade && diagnostic.isAboutMaking
    }

    /// Returns the text for a conversion that was not repeated.
    func unchanged(_ job: ConvertJob) -> String {
        let verdict = "Nothing to do: nothing has changed since it was written."
        let names = "\(Self.name(job.input)) → \(Self.name(job.output))"
        if isVerbose || Console.isTerminal(.standardOutput) { return "\(names)   unchanged\n\(verdict)\n" }
        return (namesFiles ? "\(names): " : "") + verdict + "\n"
    }

    /// Returns why a conversion was done again although nothing had changed; nil where something had, or is now.
    func repeated(_ job: ConvertJob, _ report: Report, _ cause: EarlierReport.Cause) -> String? {
        let reason: String
        switch cause {
        case .change: return nil
        case .unknown:
            reason = "a scan's folder, and one of several models in an archive, are not compared with what they were"
        case .missingFiles:
            let missing = report.losses.filter(\.isAboutMissingFile)
            guard let first = missing.first else {
                guard let note = report.diagnostics.first(where: \.isAboutMissingFile) else { return nil }
                reason = note.message
                break
            }
            let more = missing.count > 1 ? " and \(Texts.count(missing.count - 1, "other files")) are" : " is"
            reason = "\(first.name)\(more) still missing or not followed"
        }
        let names = namesFiles ? "\(Self.name(job.input)) → \(Self.name(job.output)): " : ""
        return names + Texts.clean("Converted again: \(reason).") + "\n"
    }

    /// Returns the findings about the surface that a purpose requires. They are too important to be one of many lines.
    static func surface(_ diagnostics: [Diagnostic], on stream: Console.Stream) -> String {
        let found = diagnostics.filter(\.isAboutSurface)
        guard !found.isEmpty else { return "" }
        let isSound = !found.contains { $0.severity == .warning }
        let words = found.map { $0.code.hasPrefix("edge.") ? "\(Texts.number($0.count)) \($0.message)" : $0.message }
        let rest = words.joined(separator: "; ")
        let text =
            isSound
            ? rest.prefix(1).uppercased() + rest.dropFirst()
                + (diagnostics.contains { $0.code == "unit.assumed" } ? ", if the unit is right" : "")
            : "The surface is not \(found.contains { $0.code == "edge.open" } ? "watertight" : "sound"): \(rest). "
                + "Most slicers can repair this"
        return Texts.line(text + ".", indent: 0, on: stream, color: isSound ? .green : .yellow)
    }

    /// Returns the losses of a refused conversion; empty unless verbose or on a terminal, since the error says it.
    func refused(_ report: Report, _ options: ConvertOptions) -> String {
        guard isVerbose || Console.isTerminal(.standardError) else { return "" }
        let names = "\(Self.name(report.input.path)) → \(Self.name(report.outputs.first?.path ?? ""))"
        return "\(names)   refused\n"
            + Self.lines(report.losses, [], isVerbose: isVerbose).text(on: .standardError)
    }

    /// Returns the message of a refusal: how much would be lost, and what to type to allow it.
    static func refusal(_ losses: [Loss], _ options: ConvertOptions, _ output: String) -> String {
        let refused = options.refused(losses)
        var codes: [String] = []
        for loss in refused where !codes.contains(loss.code.rawValue) { codes.append(loss.code.rawValue) }
        let groups = LossGroup.groups(of: refused)
        let lost = groups.filter { $0.severity == .dropped }
        let unseen = groups.filter(\.isUnseen)
        let changed = groups.filter { $0.severity != .dropped && !$0.isUnseen }
        let parts =
            [lost.isEmpty ? nil : "\(LossGroup.names(of: lost)) would be lost"]
            + [changed.isEmpty ? nil : "\(LossGroup.names(of: changed)) would change"]
            + [unseen.isEmpty ? nil : "other programs wouldn't show \(LossGroup.names(of: unseen))"]
        let rule = options.strictness == .none ? "--for \(options.purpose?.name ?? "")" : "--strict"
        return "not written: \(Texts.clean(parts.compactMap(\.self).joined(separator: ", "))) (\(rule)). "
            + "To accept that: " + codes.map { "--allow \($0)" }.joined(separator: " ")
            + (options.keepsRejected ? ". For a look it is kept as \(Pipeline.rejectedName(output))" : "")
    }

    func unverified(_ report: Report) -> String {
        let found = report.diagnostics.filter { $0.code == "verify.difference" }
        return found.prefix(isVerbose ? .max : Self.lineLimit).map { "  " + Texts.clean($0.message) + "\n" }.joined()
    }

    // MARK: Parts that plans share

    static func name(_ path: String) -> String {
        path == "-" ? "standard stream" : Texts.clean(path)
    }

    /// Returns the last line, in the colour of what it says and as wide as the terminal.
    static func verdict(
        _ losses: [Loss], conditional: Bool = false, after start: String = "", before end: String = "",
        on stream: Console.Stream
    ) -> String {
        let groups = LossGroup.groups(of: losses)
        let gone = groups.filter { $0.severity <= .rounded && $0.rank < .bookkeeping || $0.isUnseen }
        let isSeen = gone.contains { $0.rank == .visible && $0.severity == .dropped }
        let text = start + LossGroup.verdict(groups, conditional: conditional) + end
        return Texts.line(text, indent: 0, on: stream, color: isSeen ? .red : gone.isEmpty ? .green : .yellow)
    }

    /// Returns what can be seen in the result, worst first, then notes; with `isVerbose` all losses, else at most six
    /// lines.
    static func lines(_ losses: [Loss], _ diagnostics: [Diagnostic], isVerbose: Bool) -> TextLines {
        let saysMissing = losses.contains { $0.code == .referenceMissing || $0.code == .textureMissing }
        let isMade = diagnostics.contains(where: \.saysMaking)
        let notes = diagnostics.filter {
            !$0.isAboutSurface && !$0.isAboutChoice && !$0.isAboutPlacing && !isAboutMaking($0, isMade: isMade)
                && (isVerbose || !isDefect($0)) && !(saysMissing && $0.isAboutMissingFile)
        }
        var lines = diagnostics.filter(\.isVisible).map { line($0, isVerbose: isVerbose) }
        lines += LossGroup.groups(of: losses).filter { isVerbose || $0.rank == .visible }.map {
            line($0, isVerbose: isVerbose)
        }
        lines += notes.filter { !$0.isVisible }.map { line($0, isVerbose: isVerbose) }
        return TextLines(lines: lines).limited(to: isVerbose ? .max : lineLimit)
    }

    /// The word and the colour of a severity.
    static func word(_ severity: Loss.Severity) -> (text: String, color: Console.Color?) {
        switch severity {
        case .dropped: ("lost", .red)
        case .approximated, .narrowed, .rounded: ("approximate", .yellow)
        case .reencoded: ("changed", nil)
        case .generated: ("added", nil)
        }
    }

    private static func line(_ group: LossGroup, isVerbose: Bool) -> TextLines.Line {
        let names = Array(Set(group.losses.map(\.name))).sorted()
        var subject = Texts.clean(group.name)
        if group.rank == .visible, names.count > 1 {
            subject += " (\(Texts.clean(names.listed(most: 4))))"
        } else if group.amounts.map(\.count) == [1],
            group.name.hasPrefix(CountedNoun.text(1, group.amounts[0].unit) + " ")
        {
            // The name says what it is: `image wood.png`.
        } else if group.rank == .data || group.remedy == nil || group.losses.first?.code != .nativeUnmapped {
            // How often a file states what is shown says nothing to people.
            subject += " (\(group.amounts.map { Texts.count($0.count, $0.unit) }.joined(separator: ", ")))"
        }
        if let error = group.losses.compactMap(\.largestError).max(), error > 0 {
            subject += ", by up to \(Texts.short(error))"
        }
        let remedy = group.remedy?.words(for: group.name, isAdded: group.severity == .generated)
        let remark = Texts.clean([group.cause, remedy].compactMap(\.self).joined(separator: "; "))
        let details = group.losses.flatMap { loss in
            ["\(loss.code.rawValue)   \(Texts.clean(loss.subject))"]
                + (loss.cause == group.cause ? [] : [Texts.clean(loss.cause)])
                + loss.items.map { Texts.clean($0) }
        }
        return TextLines.Line(
            word: group.isMissing ? "missing" : group.isUnseen ? "not shown" : word(group.severity).text,
            color: group.isUnseen ? .yellow : word(group.severity).color,
            subject: subject, remark: remark,
            details: isVerbose ? details : [])
    }

    static func line(_ diagnostic: Diagnostic, isVerbose: Bool) -> TextLines.Line {
        let (count, text) = (diagnostic.count, diagnostic.wording.typed)
        let isCounted = CountedNoun.isPlural(String(text.prefix { $0 != " " }))
        let words = count < 2 ? text : isCounted ? Texts.count(count, text) : "\(text) (\(Texts.number(count)) in all)"
        let place = diagnostic.location == .whole ? "" : "\(diagnostic.location.words): "
        return TextLines.Line(
            word: "note", subject: Texts.clean("\(place)\(words)"),
            details: isVerbose ? [diagnostic.code] : [])
    }
}
