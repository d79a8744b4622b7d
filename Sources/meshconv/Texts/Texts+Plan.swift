import MeshConvert
import MeshFormats
import MeshRouting
import ScanPackages

/// The text about planned conversions.
struct PlanTexts {
    let plan: Plan
    let output: String?
    let isVerbose: Bool

    var text: String {
        if plan.targets.count == 1, let target = plan.targets.first { return one(target) }
        return all
    }

    /// Returns the text for one target: its losses, its route, and rejected routes.
    private func one(_ target: Plan.Target) -> String {
        let name = output.map(ReportTexts.name) ?? target.variant
        guard target.error == nil else { return "" }
        var text = "\(ReportTexts.name(plan.path)) → \(name)   \(plan.variant) → \(target.variant)\n"
        text += ReportTexts.choice(plan.diagnostics, isVerbose: isVerbose, on: .standardOutput)
        text += ReportTexts.lines(target.losses, plan.diagnostics, isVerbose: isVerbose).text(on: .standardOutput)
        text += ReportTexts.surface(plan.diagnostics, on: .standardOutput)
        text += "  by this route:\n"
        for step in target.route { text += "    \(step.action): \(Texts.clean(step.why))\n" }
        if !target.rejected.isEmpty { text += "  not chosen:\n" }
        for step in target.rejected { text += "    \(step.action): \(Texts.clean(step.why))\n" }
        text += ReportTexts.defects(plan.diagnostics, plan.path)
        return text + ReportTexts.verdict(target.losses, conditional: true, on: .standardOutput)
    }

    /// The text for all targets: packages first, then meshes.
    private var all: String {
        let packages = plan.targets.filter { PackageVariant(rawValue: $0.variant) != nil }
        let meshes = plan.targets.filter { PackageVariant(rawValue: $0.variant) == nil }
        var text = "\(ReportTexts.name(plan.path))   \(plan.variant)   \(Texts.bytes(plan.byteCount))\n"
        text += ReportTexts.choice(plan.diagnostics, isVerbose: isVerbose, on: .standardOutput)
        if !packages.isEmpty { text += "as a package, frames and all:   FOLDER|NAME.zip --to\n" + lines(packages) }
        if !packages.isEmpty, !meshes.isEmpty { text += "its mesh alone, without frames:\n" }
        text += lines(meshes)
        for note in plan.diagnostics where note.code == "privacy.consent-needed" {
            text += "A package is written only with --set privacy-consent=true: \(Texts.clean(note.message)).\n"
        }
        if !packages.isEmpty, meshes.isEmpty { text += "It has no mesh that other formats could take.\n" }
        let keeping = plan.targets.filter(\.isLossless).count
        return text
            + (keeping == 0
                ? "No format keeps everything.\n" : "\(keeping) of \(plan.targets.count) keep everything.\n")
    }

    /// Returns a line for each target; those that keep everything come first.
    private func lines(_ targets: [Plan.Target]) -> String {
        var lines = TextLines()
        let order = targets.filter(\.isLossless) + targets.filter { !$0.isLossless }
        for target in order {
            let groups = LossGroup.groups(of: target.losses)
            let subject =
                if let error = target.error {
                    "not possible: \(Texts.clean(error.wording.typed))"
                } else if target.isExact {
                    "identical"
                } else {
                    Texts.clean(LossGroup.entry(groups))
                }
            let details = groups.flatMap(\.losses).map {
                "\(ReportTexts.word($0.severity).text)   \(Texts.clean($0.message))"
            }
            lines.add(
                target.variant, subject, color: target.isLossless ? .green : nil, details: isVerbose ? details : [])
        }
        return lines.text(on: .standardOutput)
    }
}
