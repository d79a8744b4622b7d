import MeshFormats
import MeshModel

/// Notes on undefined unit and up axis, and what readers will assume.
enum FrameNotes {
    /// Sets the unit and up axis that a purpose assumes where the file does not define them.
    static func assume(_ document: inout Document, for purpose: Purpose, _ convention: FrameConvention?) {
        func note(_ code: String, _ message: String) {
            document.diagnostics.append(Diagnostic(code, .note, at: .whole, message))
        }
        if let wanted = purpose.frame.metersPerUnit, document.scene.metersPerUnit == nil {
            document.scene.metersPerUnit = convention?.metersPerUnit
            if let usual = convention?.metersPerUnit {
                if usual != wanted {
                    note(
                        "unit.assumed",
                        "the file does not say its unit and is taken to be in \(LengthUnit.name(ofMeters: usual)); "
                            + "--units says another")
                }
            } else {
                note("unit.unknown", "the file does not say its unit, so nothing is scaled; --units says it")
            }
        }
        if let wanted = purpose.frame.upAxis, document.scene.upAxis == nil {
            document.scene.upAxis = convention?.upAxis
            if let usual = convention?.upAxis {
                if usual != wanted {
                    note(
                        "axis.assumed",
                        "the file does not say which axis points up and is taken to have \(usual.rawValue) up; "
                            + "--up says another")
                }
            } else {
                note(
                    "axis.unknown", "the file does not say which axis points up, so nothing is turned; --up says it")
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
            notes.append(
                Diagnostic(
                    "unit.clash", .note, at: .whole,
                    "\(from.readers) of \(source.name) take numbers for \(LengthUnit.name(ofMeters: own)), \(to.readers) "
                        + "read \(LengthUnit.name(ofMeters: other)): this opens \(Int(times.rounded())) × too "
                        + "\(own > other ? "small" : "large"); --units \(symbols[0]) --units-out \(symbols[1])"))
        }
        if scene.upAxis == nil, let own = from.upAxis, let other = to.upAxis, own != other {
            notes.append(
                Diagnostic(
                    "axis.clash", .note, at: .whole,
                    "\(from.readers) of \(source.name) take \(own.rawValue) for up, \(to.readers) take "
                        + "\(other.rawValue): this lies on its side; --up \(own.rawValue.lowercased()) --up-out "
                        + "\(other.rawValue.lowercased())"))
        }
        return notes
    }
}
