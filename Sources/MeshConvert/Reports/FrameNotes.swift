import MeshFormats
import MeshModel

/// Notes on undefined unit and up axis: what is taken for granted, and the size that results.
enum FrameNotes {
    private static let usual = FrameConvention.usual

    /// Sets the unit and up axis that a purpose assumes where the file does not define them, and says so unless the
    /// output gets the same ones. What every target would take stays unsaid.
    ///
    /// - Parameter convention: that of the file's format; nil: the format defines both where a file does not.
    static func assume(_ document: inout Document, for purpose: Purpose, _ convention: FrameConvention?) {
        guard purpose.assumesFrame else { return }
        func assume<Value: Equatable>(
            _ part: WritableKeyPath<MeshScene, Value?>, _ wanted: Value?, _ own: Value?, _ usual: Value?
        ) -> Value? {
            let value = own ?? usual
            guard document.scene[keyPath: part] == nil, wanted != nil || value != usual else { return nil }
            document.scene[keyPath: part] = value
            return value == wanted ? nil : value
        }
        let frame = purpose.frame
        let unit = assume(\.metersPerUnit, frame.metersPerUnit, convention?.metersPerUnit, usual.metersPerUnit)
        let axis = assume(\.upAxis, frame.upAxis, convention?.upAxis, usual.upAxis)
        guard convention != nil else { return }
        document.diagnostics += assumptions(SceneFrame(upAxis: axis, metersPerUnit: unit), document.scene)
    }

    /// Returns notes where the target's unit or up axis follow from none of the source, or its viewers assume others.
    ///
    /// - Parameter asked: the frame that is asked for; nothing is assumed about it.
    static func notes(
        _ scene: MeshScene, from source: FormatDescriptor?, to target: FormatDescriptor?, asked: SceneFrame
    ) -> [Diagnostic] {
        guard let source, let target, source.id != target.id, !scene.vertexSets.isEmpty else { return [] }
        guard let to = target.convention else {
            guard source.convention != nil else { return [] }
            let unit = asked.metersPerUnit == nil && scene.metersPerUnit == nil
            let axis = asked.upAxis == nil && scene.upAxis == nil
            return assumptions(
                SceneFrame(upAxis: axis ? usual.upAxis : nil, metersPerUnit: unit ? usual.metersPerUnit : nil), scene)
        }
        guard asked == SceneFrame() else { return [] }
        return clashes(scene, source, source.convention ?? usual, target, to)
    }

    /// Returns the sentences about a unit and an up axis that were taken for granted.
    private static func assumptions(_ taken: SceneFrame, _ scene: MeshScene) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        func add(_ code: String, _ wording: Wording) {
            notes.append(Diagnostic(code, .note, at: .whole, wording: wording))
        }
        if let meters = taken.metersPerUnit {
            let other = meters == 1 ? LengthUnit.all.first { $0.symbol == "mm" } : LengthUnit.all.first
            let symbol = LengthUnit.symbol(ofMeters: meters)
            let extent = Info.Shown(scene.atRest).bounds.map { ($0.maximum - $0.minimum).max() } ?? 0
            let size = extent > 0 ? ", \(PlainNumbers.short(extent)) \(symbol) long" : ""
            add(
                "unit.assumed",
                """
                no unit in the file: read as \(LengthUnit.name(ofMeters: meters))\(size). If it is \(other?.name ?? ""): \
                \(.unit, other?.symbol)
                """)
        }
        if let axis = taken.upAxis {
            let other = axis == .y ? "z" : "y"
            add(
                "axis.assumed",
                """
                no up axis in the file: \(axis.rawValue) is up. If it lies on its side: \
                \(.upAxis, other)
                """)
        }
        return notes
    }

    /// Returns notes where viewers of the target assume another unit or up axis than those of the source.
    ///
    /// What a source says and a target can't is a loss; a target that says it for meshconv alone has none.
    private static func clashes(
        _ scene: MeshScene, _ source: FormatDescriptor, _ from: FrameConvention, _ target: FormatDescriptor,
        _ to: FrameConvention
    ) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        func add(_ code: String, _ wording: Wording) {
            notes.append(Diagnostic(code, .note, at: .whole, wording: wording))
        }
        if let own = scene.metersPerUnit ?? from.metersPerUnit, let other = to.metersPerUnit, own != other,
            scene.metersPerUnit == nil || to.isSaid
        {
            let times = own > other ? own / other : other / own
            let symbol = LengthUnit.all.first { $0.meters == other }?.symbol ?? "\(other)"
            let opens = "this opens \(PlainNumbers.short(times)) × too \(own > other ? "small" : "large")"
            let read = "\(to.readers) read \(LengthUnit.name(ofMeters: other))"
            if scene.metersPerUnit != nil {
                add(
                    "unit.clash",
                    "numbers are \(LengthUnit.name(ofMeters: own)), \(read): \(opens); \(.targetUnit, symbol)")
            } else {
                let said = LengthUnit.all.first { $0.meters == own }?.symbol ?? "\(own)"
                add(
                    "unit.clash",
                    """
                    \(opens): \(read), \(from.readers) of \(source.name) \(LengthUnit.name(ofMeters: own)); \
                    \(.unit, said) \(.targetUnit, symbol)
                    """)
            }
        }
        if let own = scene.upAxis ?? from.upAxis, let other = to.upAxis, own != other,
            scene.upAxis == nil || to.isSaid
        {
            let lies = "this lies on its side"
            let read = "\(to.readers) read \(other.rawValue) as up"
            let turned = other.rawValue.lowercased()
            if scene.upAxis != nil {
                add("axis.clash", "\(own.rawValue) is up, \(read): \(lies); \(.targetUpAxis, turned)")
            } else {
                add(
                    "axis.clash",
                    """
                    \(lies): \(read), \(from.readers) of \(source.name) \(own.rawValue); \
                    \(.upAxis, own.rawValue.lowercased()) \(.targetUpAxis, turned)
                    """)
            }
        }
        return notes
    }
}

extension FrameConvention {
    /// What formats that say their frame mean, and what is taken where viewers don't agree.
    static let usual = FrameConvention(upAxis: .y, metersPerUnit: 1)
}

extension Diagnostic {
    /// Whether it is about what can be seen in the result (its size, how it lies, its colours, what shows), or about its
    /// files. It comes first in texts.
    package var isVisible: Bool { Self.visibleCodes.contains(code) }

    private static let visibleCodes: Set<String> = [
        "unit.assumed", "axis.assumed", "unit.clash", "axis.clash", "color.not-baked",
        "scene.empty", "output.repaired", "weld.points", "entry.repeated", "folder.not-followed",
    ]
}
