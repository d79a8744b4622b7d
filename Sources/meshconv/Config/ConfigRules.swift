import MeshBytes
import MeshConvert

/// What `.meshconv.json` may set: the one place where each option of the commands that read it is decided on.
///
/// The file may come with a folder from a stranger. It must not make a command write to other places, replace files, read
/// other files, say less, accept more losses or run longer. So it may only set what a model's numbers mean, what is asked
/// of the conversion on top, and limits below the usual ones. Everything else is for the command line.
enum ConfigRules {
    /// An option that the file may set.
    struct Option: Sendable {
        /// The name without dashes.
        let name: String
        /// The commands that have it.
        let commands: Set<String>
        let value: ConfigValue
        /// Typed options that say the opposite, and win.
        var opposites: [String] = []
        /// Whether a value is stricter than what holds without it; others are not used.
        var isTighter: @Sendable (String) -> Bool = { _ in true }
    }

    /// The commands that read input files.
    private static let reading: Set<String> = [
        "convert", "plan", "info", "check", "diff", "changes", "digest", "preview", "view",
    ]
    private static let writing: Set<String> = ["convert", "plan"]
    private static let packing: Set<String> = ["convert", "package"]
    /// The commands that read `.meshconv.json`.
    static let commands = reading.union(["package"])

    static let allowed: [Option] = [
        // What is asked on top.
        Option(name: "verify", commands: ["convert", "changes"], value: .flag),
        Option(name: "strict", commands: packing, value: .words(["lossless", "exact"])),
        Option(name: "exact", commands: ["diff"], value: .flag),
        Option(name: "strict-input", commands: reading, value: .flag, opposites: ["--lenient"]),
        Option(name: "sandbox", commands: reading, value: .flag),
        Option(name: "require-privacy", commands: packing, value: .flag),
        Option(
            name: "no-clobber", commands: packing, value: .flag, opposites: ["-y", "--force", "--overwrite"]),
        Option(name: "no-origin", commands: writing, value: .flag),
        Option(
            name: "for", commands: ["check"],
            value: .words(Purpose.ofFiles.map(\.name))),
        Option(
            name: "verbose", commands: commands.subtracting(["preview", "view"]), value: .flag,
            opposites: ["-q", "--quiet"]),
        // What numbers mean.
        Option(name: "up", commands: reading, value: .words(["y", "z"])),
        Option(name: "units", commands: reading, value: length("units")),
        Option(name: "input-color", commands: reading, value: .words(["srgb", "linear"])),
        Option(name: "up-out", commands: writing, value: .words(["y", "z"])),
        Option(name: "units-out", commands: writing, value: length("units-out")),
        // Without a distance, in which what is apart would become one.
        Option(name: "weld", commands: writing, value: .words(["auto", "none", "exact"])),
        Option(name: "normals", commands: writing, value: .words(["keep", "angle", "area"])),
        // Limits below the usual ones.
        Option(
            name: "threads", commands: commands, value: .count,
            isTighter: { word in Int(word).map { $0 < Parallel.availableThreads } ?? false }),
        Option(
            name: "memory", commands: commands,
            value: .text { word throws(Failure) in _ = try LimitWords.byteCount(word) },
            isTighter: { word in
                let usual = LimitOptions.usualMemory?.byteCount ?? .max
                return Quantity.bytes(word).map { $0 < usual } ?? false
            }),
        Option(
            name: "timeout", commands: commands,
            value: .text { word throws(Failure) in _ = try LimitWords.duration(word) }),
    ]

    /// Options that the file can't set, and why.
    static let refused: [(names: [String], reason: String)] = [
        (
            ["input", "files-from", "output", "out-dir", "report", "html", "mesh", "metadata", "add"],
            "it names files"
        ),
        (["force", "overwrite"], "it replaces files"),
        (["keep"], "it writes another file"),
        (["if-changed"], "it trusts a report that lies next to an output"),
        (["to", "dry-run", "combine", "align", "as-one", "tile"], "it says what is written"),
        (["for"], "it says what is written; only 'check' may have it"),
        (["location", "scan", "timestamp", "uuid", "ascii-names"], "it names the output"),
        (["allow", "lenient"], "it permits losses"),
        (["tolerance", "ignore", "within", "as-placed"], "it hides differences"),
        (["json", "quiet"], "scripts rely on what is printed"),
        (["jobs", "fail-fast"], "it says how many files are worked on"),
        (["from", "variant", "time", "clip"], "it is about one file"),
        (["crop", "sample", "outliers", "thin", "faces", "face-error"], "it takes away parts of models"),
        (
            [
                "reconstruct", "voxel", "texture", "enlarge-depth", "skip-still", "depth-limit", "depth", "trim",
                "formats", "digest",
            ],
            "it takes long"
        ),
        (
            ["show", "view", "mode", "size", "background", "turntable", "animate", "kind", "in-terminal"],
            "it is about one picture"
        ),
        (["no-config", "help", "version"], "it is for the command line"),
    ]

    /// Returns the options that may stand in a part of the file.
    ///
    /// - Parameter commands: those that the part is for. What only one command may have must name it.
    static func options(of commands: Set<String>) -> [Option] {
        allowed.filter {
            !$0.commands.isDisjoint(with: commands) && (commands.count == 1 || refusal(of: $0.name) == nil)
        }
    }

    /// Returns why an option can't be set; nil: there is no such option.
    static func refusal(of name: String) -> String? { refused.first { $0.names.contains(name) }?.reason }

    private static func length(_ name: String) -> ConfigValue {
        .text { word throws(Failure) in _ = try LengthWords.meters(word, option: name) }
    }
}
