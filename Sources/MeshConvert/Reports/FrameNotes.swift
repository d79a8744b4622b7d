import MeshFormats
import MeshModel

/// Notes on undefined unit and up axis, and what readers will assume.
enum FrameNotes {
    /// Sets the unit and up axis that a purpose assumes where the file does not define them.
    static func assume(_ document: inout Document, for purpose: Purpose, _ convention: FrameConvention?) {
        func assume<Value: Equatable>(
            _ part: WritableKeyPath<MeshScene, Value?>, _ wanted: Value?, _ usual: Value?,
            taken: (Value) -> (String, Wording), unknown: (String, Wording)
        ) {
            guard let wanted, document.scene[keyPath: part] == nil else { return }
            document.scene[keyPath: part] = usual
            guard usual != wanted else { return }
            let (code, wording) = usual.map(taken) ?? unknown
            document.diagnostics.append(Diagnostic(code, .note, at: .whole, wording: wording))
        }
        assume(
            \.metersPerUnit, purpose.frame.metersPerUnit, convention?.metersPerUnit,
            taken: {
                let unit = "the file does not say its unit and is taken to be in \(LengthUnit.name(ofMeters: $0))"
                return ("unit.assumed", "\(unit); \(.unit) says another")
            }, unknown: ("unit.unknown", "the file does not say its unit, so nothing is scaled; \(.unit) says it"))
        assume(
            \.upAxis, purpose.frame.upAxis, convention?.upAxis,
            taken: {
                let axis = "the file does not say which axis points up and is taken to have \($0.rawValue) up"
                return ("axis.assumed", "\(axis); \(.upAxis) says another")
            },
            unknown: (
                "axis.unknown", "the file does not say which axis points up, so nothing is turned; \(.upAxis) says it"
            ))
    }

    /// Returns notes where readers of the target assume another unit or up axis than those of the source.
    static func notes(
        _ scene: MeshScene, from source: FormatDescriptor?, to target: FormatDescriptor?
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
