import MeshConvert
import MeshFormats

/// The text about the findings in a file.
struct CheckTexts {
    let check: Check
    let isVerbose: Bool

    var text: String {
        let surface = check.surface.map { TextLines.Line(word: "surface", color: .bold, subject: Self.text($0)) }
        let lines = TextLines(lines: [surface].compactMap(\.self) + check.findings.map(line))
            .limited(to: isVerbose ? .max : 20)
        return "\(ReportTexts.name(check.path))   \(check.variant)   \(Texts.bytes(check.byteCount))\n"
            + lines.text(on: .standardOutput) + badFrames + verdict + "\n"
    }

    private static func text(_ surface: Check.Surface) -> String {
        var parts = [Texts.count(surface.pieces, "pieces")]
        parts.append(surface.openEdges == 0 ? "closed" : Texts.count(surface.openEdges, "open edges"))
        if surface.nonManifoldEdges > 0 {
            parts.append("\(Texts.count(surface.nonManifoldEdges, "edges")) with more than two faces")
        }
        return parts.joined(separator: ", ")
    }

    /// A line that names frames that can't be used, since the others of the package can.
    private var badFrames: String {
        let names = check.badFrames
        guard !names.isEmpty else { return "" }
        let shown = isVerbose || names.count <= 8 ? names[...] : names.prefix(7)
        let more = names.count > shown.count ? " and \(Texts.number(names.count - shown.count)) more" : ""
        let (frames, them) = (Texts.count(names.count, "bad frames"), names.count == 1 ? "it" : "them")
        return Texts.clean("\(frames): \(shown.joined(separator: ", "))\(more)") + "; --lenient leaves \(them) out\n"
    }

    private func line(_ finding: Check.Finding) -> TextLines.Line {
        let color: Console.Color? =
            switch finding.severity {
            case .error: .red
            case .warning: .yellow
            case .note: nil
            }
        var subject = finding.name.map { Texts.count(finding.count, $0) } ?? finding.wording.typed
        if finding.name == nil, finding.count > 1 { subject += " (\(Texts.number(finding.count)) times)" }
        var remark = finding.place
        if let point = finding.position {
            remark += " at (\([point.x, point.y, point.z].map(Texts.short).joined(separator: ", ")))"
        }
        if finding.count > 1, !remark.isEmpty { remark = "first: " + remark }
        var details: [String] = []
        if isVerbose {
            details.append([finding.code, finding.subject ?? ""].filter { !$0.isEmpty }.joined(separator: "   "))
            if finding.name != nil { details.append(finding.wording.typed) }
        }
        return TextLines.Line(
            word: finding.severity.rawValue, color: color, subject: Texts.clean(subject),
            remark: Texts.clean(remark), details: details.map(Texts.clean))
    }

    private var verdict: String {
        let (errors, warnings) = (check.count(of: .error), check.count(of: .warning))
        var parts: [String] = []
        if errors > 0 { parts.append(Texts.count(errors, "errors")) }
        if warnings > 0 { parts.append(Texts.count(warnings, "warnings")) }
        var text =
            parts.isEmpty
            ? (check.findings.isEmpty ? "Nothing is wrong." : "No errors.") : parts.joined(separator: ", ") + "."
        if let purpose = check.purpose {
            text = errors > 0 ? "Not fit for \(purpose.name): \(text)" : "Fit for \(purpose.name)."
            if errors == 0, warnings > 0 { text += " \(parts.joined(separator: ", "))." }
        }
        return Console.colored(
            text, errors > 0 ? .red : warnings > 0 ? .yellow : .green, on: .standardOutput)
    }
}
