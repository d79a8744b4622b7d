public import MeshFormats
import MeshModel
import MeshOperations

/// Checks what a purpose requires of a scene, in addition to the general checks.
struct PurposeCheck {
    let purpose: Purpose
    let scene: MeshScene

    /// Returns the finding about the surface as a whole, if there is one.
    func finding(_ statistics: MeshStatistics) -> Check.Finding? {
        guard purpose.needsClosedSurface else { return nil }
        guard scene.hasFaces else {
            return Check.Finding(
                "surface.missing", .error, message: "there are no faces: make a surface of the points first")
        }
        let edges = statistics.edges()
        guard edges.isClosed, edges.inconsistent == 0 else { return nil }
        let volume = SurfaceMeasure(scene).volume
        guard volume > 0 else {
            return Check.Finding(
                "surface.inside-out", .error,
                message: "the surface is watertight but inside out: its faces look inward")
        }
        return Check.Finding(
            "surface.closed", .note, message: "the surface is watertight and encloses \(words(of: volume))")
    }

    /// Returns a volume as text: `12.5 cm³`, or in cubic units.
    private func words(of volume: Double) -> String {
        guard let unit = scene.metersPerUnit else { return "\(PlainNumbers.short(volume)) cubic units" }
        let cubicMeters = volume * unit * unit * unit
        return cubicMeters >= 0.1
            ? "\(PlainNumbers.short(cubicMeters)) m³" : "\(PlainNumbers.short(cubicMeters * 1e6)) cm³"
    }
}

extension Diagnostic {
    /// Whether it is about the surface as a whole, as a purpose may require.
    public var isAboutSurface: Bool { code.hasPrefix("surface.") || code.hasPrefix("edge.") }
}

extension Check {
    /// Returns the diagnostics about the input of a conversion for a purpose.
    static func diagnostics(_ document: Document, _ path: String, for purpose: Purpose) -> [Diagnostic] {
        guard purpose.needsClosedSurface else { return [] }
        let own = Check(document, path: path, purpose: purpose).findings
        return own.filter { finding in
            finding.code.hasPrefix("surface.")
                || purpose.severities.contains { $0.key.rawValue == finding.code && $0.value == .error }
        }.map { finding in
            let message = finding.name ?? finding.message
            let first = finding.place.isEmpty ? "" : ", first: \(finding.place)"
            return Diagnostic(
                finding.code, finding.severity == .note ? .note : .warning, count: finding.count, at: .whole,
                message + first)
        }
    }
}
