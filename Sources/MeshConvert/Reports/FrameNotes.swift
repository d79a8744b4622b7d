import MeshFormats
import MeshModel

/// Notes on undefined unit and up axis, and what readers will assume.
enum FrameNotes {
    /// Sets the unit and up axis that a purpose assumes where the file does not define them.
    static func assume(_ document: inout Document, for purpose: Purpose, _ convention: FrameConvention?) {
        func note(_ code: String, _ wording: Wording) {
            document.diagnostics.append(Diagnostic(code, .note, at: .whole, wording: wording))
        }
        if let wanted = purpose.frame.metersPerUnit, document.scene.metersPerUnit == nil {
            document.scene.metersPerUnit = convention?.metersPerUnit
            if let usual = convention?.metersPerUnit {
                if usual != wanted {
                    let name = LengthUnit.name(ofMeters: usual)
                    note(
                        "unit.assumed",
                        "the file does not say its unit and is taken to be in \(name); \(.unit) says another")
                }
            } else {
                note("unit.unknown", "the file does not say its unit, so nothing is scaled; \(.unit) says it")
            }
        }
        if let wanted = purpose.frame.upAxis, document.scene.upAxis == nil {
            document.scene.upAxis = convention?.upAxis
            if let usual = convention?.upAxis {
                if usual != wanted {
                    let axis = "which axis points up and is taken to have \(usual.rawValue) up"
                    note("axis.assumed", "the file does not say \(axis); \(.upAxis) says another")
                }
            } else {
                note(
                    "axis.unknown",
                    "the file does not say which axis points up, so nothing is turned; \(.upAxis) says it")
            }
        }
    }

    /// Returns notes where readers of the target assume another unit or up axis than those of the source.
    static func notes(
        _ scene: Scene, from source: FormatDescriptor?, to target: FormatDescriptor?
    ) -> [Diagnostic] {
        guard let source, let target, source.id != target.id, let from = source.convention,
            let to = target.convention, !scene.vertexSets.isEmpty
        else { return [] }
        var notes: [Diagnostic] = []
        if scene.metersPerUnit == nil, let own = from.metersPerUnit, let other = to.metersPerUnit, own != other {
            let times = own > other ? own / other : other / own
            let symbols = [own, other].map { unit in LengthUnit.all.first { $0.meters == unit }?.symbol ?? "\(unit)" }
            let clash =
                "\(from.readers) of \(source.name) take numbers for \(LengthUnit.name(ofMeters: own)), \(to.readers) "
                + "read \(LengthUnit.name(ofMeters: other)): this opens \(Int(times.rounded())) × too "
                + "\(own > other ? "small" : "large")"
            notes.append(
                Diagnostic(
                    "unit.clash", .note, at: .whole,
                    wording: "\(clash); \(.unit, symbols[0]) \(.targetUnit, symbols[1])"))
        }
        if scene.upAxis == nil, let own = from.upAxis, let other = to.upAxis, own != other {
            let clash =
                "\(from.readers) of \(source.name) take \(own.rawValue) for up, \(to.readers) take "
                + "\(other.rawValue): this lies on its side"
            notes.append(
                Diagnostic(
                    "axis.clash", .note, at: .whole,
                    wording:
                        "\(clash); \(.upAxis, own.rawValue.lowercased()) \(.targetUpAxis, other.rawValue.lowercased())")
            )
        }
        return notes
    }
}
