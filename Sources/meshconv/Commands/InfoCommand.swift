import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv info INPUT…`.
struct InfoCommand: ConfiguredCommand {
    static let document = "info"
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what is in files: size, counts, colours, materials, textures.")

    @Argument(help: "The files, folders or scans; '-' is standard input.", completion: .file())
    var paths: [String] = []

    @OptionGroup var list: FileListOption

    @Flag(help: "Also list the variants that would lose nothing, which takes longer.")
    var formats = false

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var isBatch: Bool { list.filesFrom != nil }
    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        let inputs = try EachInput(
            try list.inputs(paths), common, document: Self.document, options, pipeline, isBatch: isBatch)
        let (keepsAll, isVerbose) = (formats || common.verbose, common.verbose)
        // The card shows what other programs find in a file.
        if !common.json { options.reading.ignoresOrigin = true }
        return try inputs.perform { [options] input throws(Failure) in
            // A mesh that is named is shown like a file.
            if input.source == nil, options.scanMesh.path == nil, options.reconstruction == nil,
                let info = try PackageInfo.read(input.path, options, pipeline)
            {
                return .init(document: info.json, text: PackageTexts(info: info, isVerbose: isVerbose).text)
            }
            let document = try pipeline.document(input.source ?? .path(input.path), options)
            return .init(
                document: Info(document, path: input.path, pipeline: pipeline, execution: options.execution).json,
                text: Self.text(
                    document, input.path, pipeline, options, keepsAll: keepsAll, isVerbose: isVerbose))
        }
    }

    /// Returns the card; what takes long is only in verbose texts.
    private static func text(
        _ document: Document, _ path: String, _ pipeline: Pipeline, _ options: ConvertOptions, keepsAll: Bool,
        isVerbose: Bool
    ) -> String {
        let card = FileCard(document, path: path, pipeline: pipeline)
        var details = ""
        if isVerbose {
            let info = Info(document, path: path, pipeline: nil, execution: options.execution)
            details = InfoTexts(info: info).text
        }
        let kept = keepsAll ? card.variantsKeepingAll(pipeline) : nil
        return CardTexts(card: card, isVerbose: isVerbose).text(kept: kept, details: details)
    }
}
