import MeshFormats
import ScanPackages

/// The settings of `--set` for meshes of scans: those of packages, and the app's `mesh.obj` with its side files.
package enum ScanMeshSettings {
    /// What the settings of depth say, which packages have, too.
    static let depthOrder = "the byte order of the source's depth, also for --reconstruct"
    static let depthScale = "metres per unit of depth, also for --reconstruct; else 0.001"

    /// Parses metres per unit of depth.
    static func depthScale(_ value: String) throws(Failure) -> Double {
        guard let scale = Double(value), scale >= 1e-6, scale <= 1 else {
            throw Failure(usage: "expected --set depth-scale with metres per unit, such as 0.001, found '\(value)'")
        }
        return scale
    }

    package static let known: [KnownSetting<ScanMeshOptions>] = [
        KnownSetting(
            "mesh", placeholder: "NAME",
            "which model of a package, folder or archive; else the textured, else the largest one"
        ) {
            $0.path = $1
        },
        KnownSetting("colors-file", placeholder: "FILE", "colors.bin: 16 bytes for each vertex") {
            $0.colors = .path($1)
        },
        KnownSetting("classes-file", placeholder: "FILE", "face_classes.bin: a byte for each face") {
            $0.classes = .path($1)
        },
        KnownSetting(
            "classes", values: ScanClassForm.allCases.map(\.rawValue),
            "classes as a number for each face, or as groups of faces: wall, floor, table …"
        ) { $0.classForm = ScanClassForm(rawValue: $1) ?? .numbers },
        KnownSetting(
            "color-source", values: ["unknown", "photo", "normals"], "what the colours are of, which no file says"
        ) { $0.colorSource = ScanColorSource(rawValue: $1) ?? .unknown },
        KnownSetting(
            "color-bytes", values: ["none", "nearest", "trunc"],
            "whether colours become bytes: nearest, or the whole part as the app's own PLY has it"
        ) { $0.colorRounding = ScanColorRounding(rawValue: $1) ?? .none },
        KnownSetting(
            "frame", values: ScanSpace.allCases.map(\.rawValue).sorted(),
            "the frame of rooms and meshes, or that of cameras and depth"
        ) { $0.space = ScanSpace(rawValue: $1) ?? .canonical },
        KnownSetting(
            "unreferenced", values: ["remove", "keep"],
            "whether loose vertices stay that no face uses, as where people were removed"
        ) { $0.keepsUnreferenced = $1 == "keep" },
        KnownSetting(
            "weld-seams", placeholder: "DISTANCE",
            "how far apart vertices of neighbouring blocks become one: 1mm; the first one's colour stays"
        ) { options, value throws(Failure) in
            options.seamTolerance = try LengthWords.distance(value, option: "--set weld-seams=DISTANCE")
        },
        KnownSetting("depth-endian", values: ["auto", "be", "le"], depthOrder) {
            $0.depthByteOrder = DepthByteOrder(rawValue: $1)
        },
        KnownSetting("depth-scale", placeholder: "METRES", depthScale) { options, value throws(Failure) in
            options.depthScale = try depthScale(value)
        },
    ]
}
