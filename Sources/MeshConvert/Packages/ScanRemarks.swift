import MeshModel
import ScanPackages

/// The comments by which an output says what scan it is of.
enum ScanRemarks {
    /// Returns comments: the source, the given lines, unit and axis, and this tool's version.
    ///
    /// - Parameters:
    ///   - source: the source's name; empty: none is said.
    ///   - lines: what is to be said about it.
    ///   - scene: the scene whose unit and axis are told.
    static func entries(source: String, _ lines: [String], of scene: MeshScene) -> [MetadataEntry] {
        let unit = scene.metersPerUnit.map(LengthUnit.name(ofMeters:)) ?? "unknown"
        let up = scene.upAxis.map { $0 == .z ? "Z up" : "Y up" } ?? "up unknown"
        let all =
            (source.isEmpty ? [] : ["source: \(source)"]) + lines + [
                "units: \(unit), \(up)", "written by \(Tool.name) \(Tool.version)",
            ]
        return all.map { MetadataEntry(key: "comment", value: line($0)) }
    }

    /// The name and kind of a package.
    static func source(_ package: ScanPackage) -> String {
        let name = package.files.name
        return "\(name == "-" ? "standard input" : name.lastPathPart) (\(package.kind.rawValue))"
    }

    /// Replaces line ends and other control characters, which comments can't have.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "_" : $0 }))
    }
}
