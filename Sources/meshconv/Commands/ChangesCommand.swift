import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv changes BEFORE AFTER [OUT]`.
struct ChangesCommand: ConfiguredCommand {
    static let document = "changes"
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Show what came and what went between two scans of one place.",
        discussion: """
            AFTER is moved onto BEFORE where they overlap. What only one scan has came or went if the depth frames of the \
            other looked at its place; else it was not seen. Files without depth frames can't show which: such parts are \
            only in one of them. A package without a mesh needs --reconstruct.

            OUT holds both scans. Grey is unchanged, red is gone, green is new, pale yellow was not seen in the other scan. \
            Without depth frames orange is only in BEFORE and blue only in AFTER.
            """)

    @Argument(help: ArgumentHelp("The first scan: a package or a file.", valueName: "before"))
    var before: String

    @Argument(help: ArgumentHelp("The second scan.", valueName: "after"))
    var after: String

    @Argument(
        help: ArgumentHelp(
            "A file to write, with the changes in colours; an existing one is replaced.", valueName: "out"))
    var output: String?

    @Option(help: ArgumentHelp("Distances below this are no change (default: 5cm).", valueName: "distance"))
    var within: String?

    @Flag(help: "Don't move AFTER onto BEFORE.")
    var asPlaced = false

    @Flag(help: "Read OUT back and compare it before it gets its name.")
    var verify = false

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var use: ConfigUse { ConfigUse(hasOutput: output != nil) }
    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var converting = try input.options(pipeline)
        try mesh.apply(to: &converting)
        var options = Changes.Options()
        if let within {
            options.within = try LengthWords.distance(within, option: "--within")
            guard Changes.distances.contains(options.within) else {
                throw Failure(usage: "expected --within from 1mm to 10m, found '\(within)'")
            }
        }
        options.aligns = !asPlaced
        guard output != nil || !verify else { throw Failure(usage: "expected OUT beside --verify, found none") }
        guard output != "-" else { throw Failure(usage: "expected a file for OUT, found standard output") }
        guard before != "-", after != "-" else {
            throw Failure(usage: "expected files, folders and archives, found standard input")
        }
        if let output, [before, after].contains(where: { Input.isSameFile($0, output) }) {
            throw Failure(usage: "the output '\(output)' would replace an input; write to a new name")
        }
        // A name that can't be written is said before the work.
        if let output {
            _ = try pipeline.outputVariant(output)
        }
        Watchdog.shared.attend(to: before)
        let changes = try Failure.of { [before, after] () throws(ConvertError) in
            try Changes(from: .path(before), to: .path(after), options, converting: converting, pipeline: pipeline)
        }
        var writing = ConvertOptions()
        (writing.execution, writing.work, writing.verify) = (converting.execution, converting.work, verify)
        var report: Report?
        if let output {
            report = try Failure.of { [names = "\(before), \(after)"] () throws(ConvertError) in
                try pipeline.convert(
                    .document(changes.document, named: names), to: .path(output), options: writing)
            }
        }
        let texts = ChangesTexts(changes: changes, isVerbose: common.verbose)
        common.show(changes.json(report: report), texts.text(report))
        return .done
    }
}
