import MeshConvert
import MeshFormats

/// The settings of `--set`, each of which is decided on as options are.
extension ConfigRules {
    /// What has a setting.
    enum Owner {
        /// Formats that are written.
        case formats
        /// Models of scans, for all commands.
        case scans
        /// Packages that are written.
        case packages
    }

    /// A setting that the file may have.
    struct Setting: Sendable {
        let name: String
        let owner: Owner
        let value: ConfigValue
    }

    static let settings: [Setting] = [
        Setting(name: "instances", owner: .formats, value: .words(["auto", "keep", "expand"])),
        Setting(name: "splat-colors", owner: .formats, value: .words(["false", "true"])),
        Setting(name: "splat-raw", owner: .formats, value: .words(["true"])),
        Setting(name: "position-low", owner: .formats, value: .words(["false", "true"])),
        Setting(name: "colors", owner: .formats, value: .words(["both", "reader", "plain", "texture"])),
        Setting(name: "layer", owner: .formats, value: .words(["usdc", "usda"])),
        // A texture takes long to paint.
        Setting(name: "paint", owner: .formats, value: .words(["none", "vertices"])),
        Setting(name: "classes", owner: .scans, value: .words(ScanClassForm.allCases.map(\.rawValue))),
        Setting(name: "unreferenced", owner: .scans, value: .words(["keep"])),
        Setting(name: "flat", owner: .packages, value: .words(["true", "false"])),
        Setting(name: "persons", owner: .packages, value: .words(["hide"])),
    ]

    /// Settings that the file can't have, and why.
    static let refusedSettings: [(names: [String], reason: String)] = [
        (["mesh", "colors-file", "classes-file"], "it names files"),
        (["references"], "it leads to other files"),
        (["privacy-consent"], "it permits to write pictures of persons"),
        (["frames-without-depth", "cube-faces", "meshes", "points"], "it says what a package holds"),
        (
            ["color-source", "color-bytes", "frame", "depth-endian", "depth-scale", "pose-layout", "profile"],
            "it is about one scan"
        ),
        (["weld-seams"], "it moves points"),
    ]
}
