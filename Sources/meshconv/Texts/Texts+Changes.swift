import MeshConvert

/// The text about what changed between two scans.
struct ChangesTexts {
    let changes: Changes
    let isVerbose: Bool
    /// The most places that are listed.
    private static let placeLimit = 10

    func text(_ report: Report?) -> String {
        var lines = changes.remarks.map { "note: \($0)" }
        lines.append("\(before) → \(after)")
        if let moved { lines.append("  " + moved) }
        lines += distances(changes.before, to: after) + distances(changes.after, to: before)
        lines += amounts(changes.before, "gone", "in \(before) alone", other: after)
        lines += amounts(changes.after, "came", "in \(after) alone", other: before)
        lines += places
        lines.append(verdict)
        var text = lines.map { "\(Texts.clean($0))\n" }.joined()
        if let report, let output = report.outputs.first {
            let used = Changes.legend.filter { isUsed($0.meaning) }.map { "\($0.color) \($0.meaning)" }
            text += Texts.clean("\(output.path): \(used.joined(separator: ", "))") + "\n"
            text += ReportTexts(isVerbose: isVerbose, namesFiles: false).done(report, on: .standardOutput)
        }
        return text
    }

    private var before: String { changes.before.name }
    private var after: String { changes.after.name }

    private var moved: String? {
        guard changes.options.aligns else { return nil }
        guard let found = changes.alignment, found.overlaps else {
            return "\(after) stays where it is: too little of it lies near \(before) to move it there"
        }
        guard found.isApplied else { return "\(after) stays where it is: moved onto \(before) it would lie no better" }
        return
            "\(after) moved by \(millimeters(found.movement)) and \(PlainNumbers.short(found.turn))° onto \(before): "
            + "of what lies near, half is nearer than \(millimeters(found.after)), before \(millimeters(found.before))"
    }

    private func distances(_ side: Changes.Side, to other: String) -> [String] {
        let near = "\(share(side.near)) nearer than \(millimeters(changes.options.within))"
        return [
            "  from \(side.name) to \(other): half nearer than \(millimeters(side.median)), 95 % nearer than "
                + "\(millimeters(side.most)), \(near)"
        ]
    }

    private func amounts(_ side: Changes.Side, _ changed: String, _ alone: String, other: String) -> [String] {
        var lines: [String] = []
        let whole = "of \(amount(side.total, side))"
        if side.isSeenByFrames {
            lines.append(
                "  \(changed): \(amount(side.changed, side)) \(whole); depth frames of \(other) look through it")
            if side.unseen > 0 { lines.append("  not seen in \(other): \(amount(side.unseen, side)) \(whole)") }
        } else if side.unmatched == 0 {
            lines.append("  nothing \(alone)")
        } else {
            lines.append(
                "  \(alone): \(amount(side.unmatched, side)) \(whole); \(changed == "gone" ? "gone" : "new") or not seen: "
                    + "\(other) has no depth frames")
        }
        if side.spots > 0 { lines.append("  in small spots, taken as noise: \(amount(side.spots, side)) \(whole)") }
        return lines
    }

    private var places: [String] {
        let listed = isVerbose ? changes.places[...] : changes.places.prefix(Self.placeLimit)
        var lines = listed.map { place in
            let side = place.kind == .gone || place.kind == .onlyBefore ? changes.before : changes.after
            let size = place.most - place.least
            let middle = (place.least + place.most) / 2
            let sizes = (0..<3).map { meters(size[$0]) }.joined(separator: " × ")
            let at = (0..<3).map { meters(middle[$0]) }.joined(separator: ", ")
            return "  \(word(place.kind)) \(amount(place.amount, side)) in \(sizes) m around \(at)"
        }
        let rest = changes.places.count - listed.count
        if rest > 0 { lines.append("  \(Texts.number(rest)) more, shown by --verbose") }
        return lines
    }

    private func word(_ kind: Changes.Place.Kind) -> String {
        switch kind {
        case .gone: "gone"
        case .came: "came"
        case .onlyBefore: "only in \(before)"
        case .onlyAfter: "only in \(after)"
        }
    }

    /// How many places of each kind: what only one of the two shows need not have changed.
    private var verdict: String {
        let counts = Changes.Place.Kind.allCases.compactMap { kind in
            let count = changes.places.count { $0.kind == kind }
            return count > 0 ? "\(Texts.count(count, "places")) \(word(kind))" : nil
        }
        return counts.isEmpty ? "Nothing changed that both show." : counts.joined(separator: ", ") + "."
    }

    private func isUsed(_ meaning: String) -> Bool {
        let (first, second) = (changes.before, changes.after)
        return switch meaning {
        case "gone": first.changed > 0
        case "came": second.changed > 0
        case "only in the first": first.unmatched > 0
        case "only in the second": second.unmatched > 0
        case "unchanged": true
        default: first.unseen + second.unseen > 0
        }
    }

    private func amount(_ value: Double, _ side: Changes.Side) -> String {
        side.isCloud ? Texts.count(Int(value), "points") : "\(PlainNumbers.short((value * 1000).rounded() / 1000)) m²"
    }

    private func millimeters(_ meters: Double) -> String {
        meters.isFinite ? "\(PlainNumbers.short((meters * 10_000).rounded() / 10)) mm" : "any distance"
    }

    private func meters(_ value: Double) -> String { PlainNumbers.short((value * 100).rounded() / 100) }

    private func share(_ value: Double) -> String { "\(PlainNumbers.short((value * 1000).rounded() / 10)) %" }
}
