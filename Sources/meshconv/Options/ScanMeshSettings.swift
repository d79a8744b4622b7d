import MeshConvert
import MeshFormats
import ScanPackages

/// The settings of `--set` for meshes of scans: those of packages, and the app's `mesh.obj` with its side files.
enum ScanMeshSettings {
    struct Setting {
        var name: String
        /// The allowed values; empty: see `placeholder`.
        var values: [String] = []
        var placeholder = ""
        var summary: String

        /// The syntax: `frame=canonical|raw`.
        var form: String { "\(name)=\(values.isEmpty ? placeholder : values.joined(separator: "|"))" }
    }

    static let known: [Setting] = [
        Setting(name: "mesh", placeholder: "PATH", summary: "which mesh of a package; else mesh.obj or the first"),
        Setting(name: "colors-file", placeholder: "FILE", summary: "colors.bin: 16 bytes for each vertex"),
        Setting(name: "classes-file", placeholder: "FILE", summary: "face_classes.bin: a byte for each face"),
        Setting(
            name: "classes", values: ScanClassForm.allCases.map(\.rawValue),
            summary: "classes as a number for each face, or as groups of faces: wall, floor, table …"),
        Setting(
            name: "color-source", values: ["unknown", "photo", "normals"],
            summary: "what the colours are of, which no file says"),
        Setting(
            name: "color-bytes", values: ["none", "nearest", "trunc"],
            summary: "whether colours become bytes: nearest, or the whole part as the app's own PLY has it"),
        Setting(
            name: "frame", values: ScanSpace.allCases.map(\.rawValue).sorted(),
            summary: "the frame of rooms and meshes, or that of cameras and depth"),
        Setting(
            name: "unreferenced", values: ["remove", "keep"],
            summary: "what happens to vertices that no face uses, such as those of persons"),
        Setting(
            name: "weld-seams", placeholder: "DISTANCE",
            summary: "how far apart vertices of neighbouring blocks become one: 1mm; the first one's colour stays"),
    ]

    /// Applies a setting to options.
    ///
    /// - Returns: whether the setting is known.
    static func apply(_ name: String, _ value: String, to options: inout ScanMeshOptions) throws(Failure) -> Bool {
        guard let setting = known.first(where: { $0.name == name }) else { return false }
        guard setting.values.isEmpty ? !value.isEmpty : setting.values.contains(value) else {
            throw setting.values.isEmpty
                ? Failure(usage: "expected --set \(setting.form), found nothing after =")
                : InputOptions.unexpected("--set \(name) to be", value, setting.values)
        }
        switch name {
        case "mesh": options.path = value
        case "colors-file": options.colors = .path(value)
        case "classes-file": options.classes = .path(value)
        case "classes": options.classForm = ScanClassForm(rawValue: value) ?? .numbers
        case "color-source": options.colorSource = ScanColorSource(rawValue: value) ?? .unknown
        case "color-bytes": options.colorRounding = ScanColorRounding(rawValue: value) ?? .none
        case "frame": options.space = ScanSpace(rawValue: value) ?? .canonical
        case "unreferenced": options.keepsUnreferenced = value == "keep"
        default: options.seamTolerance = try meters(value)
        }
        return true
    }

    /// Parses `1mm`, `0.5 cm` or `0.001` (metres).
    private static func meters(_ text: String) throws(Failure) -> Double {
        let units: [(ending: String, meters: Double)] = [("mm", 0.001), ("cm", 0.01), ("m", 1)]
        let unit = units.first { text.hasSuffix($0.ending) }
        let number = text.dropLast(unit?.ending.count ?? 0).filter { $0 != " " }
        guard let value = Double(String(number)), value.isFinite, value > 0 else {
            throw Failure(usage: "expected --set weld-seams=DISTANCE such as 1mm or 0.001 (metres), found '\(text)'")
        }
        return value * (unit?.meters ?? 1)
    }
}
