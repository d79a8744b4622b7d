import ArgumentParser

/// Options for the places of outputs, and for files that are there already.
struct OutputFileOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file or folder to write; a file that is there is replaced.", valueName: "output"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Instead of -o: a folder for the outputs; each is named after its input.", valueName: "folder"),
        completion: .directory)
    var outDir: String?

    @Flag(help: "Don't replace an existing output.")
    var noClobber = false

    @Flag(help: "Replace any existing file except the input.")
    var force = false

    @Flag(help: "Keep a refused output as NAME.rejected.EXT.")
    var keep = false

    @Flag(
        help:
            "Do nothing where the report beside the output says that this was done; write that report (NAME.report.json)."
    )
    var ifChanged = false
}
