import ArgumentParser

/// Options for the places of outputs, and for files that are there already.
struct OutputFileOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file or folder to write; an existing file is replaced.", valueName: "output"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The folder for the outputs, each named after its input.", valueName: "folder"),
        completion: .directory)
    var outDir: String?

    @Flag(help: "Don't replace an existing output.")
    var noClobber = false

    @Flag(
        name: [.customShort("y"), .long, .customLong("overwrite")],
        help: "Replace any existing file except the input: also originals, textures and .mtl files.")
    var force = false

    @Flag(help: "Keep a refused output as NAME.rejected.EXT.")
    var keep = false

    @Flag(help: "Skip outputs that are up to date (keeps NAME.report.json next to each).")
    var ifChanged = false
}
