import MeshFormats
import MeshModel

/// What nobody said about unit and up axis, and what readers will make of it.
enum FrameNotes {
    /// What a purpose takes for granted, since the file does not say it; puts it into the scene.
    static func assume(_ document: inout Document, for purpose: Purpose, _ convention: FrameConvention?) {
        func assume<Value: Equatable>(
            _ part: WritableKeyPath<Scene, Value?>, _ wanted: Value?, _ usual: Value?,
            taken: (Value) -> (String, String), unknown: (String, String)
        ) {
            guard let wanted, document.scene[keyPath: part] == nil else { return }
            document.scene[keyPath: part] = usual
            guard usual != wanted else { return }
            let (code, message) = usual.map(taken) ?? unknown
            document.diagnostics.append(Diagnostic(code, .note, at: .whole, message))
        }
        assume(
            \.metersPerUnit, purpose.frame.metersPerUnit, convention?.metersPerUnit,
            taken: {
                let unit = "the file does not say its unit and is taken to be in \(LengthUnit.name(ofMeters: $0))"
                return ("unit.assumed", "\(unit); --units says another")
            }, unknown: ("unit.unknown", "the file does not say its unit, so nothing is scaled; --units says it"))
        assume(
            \.upAxis, purpose.frame.upAxis, convention?.upAxis,
            taken: {
                let axis = "the file does not say which axis points up and is taken to have \($0.rawValue) up"
                return ("axis.assumed", "\(axis); --up says another")
            },
            unknown: (
                "axis.unknown", "the file does not say which axis points up, so nothing is turned; --up says it"
            ))
    }

    /// What readers of the target will take for the unit and the up axis that those of the source take for others.
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
