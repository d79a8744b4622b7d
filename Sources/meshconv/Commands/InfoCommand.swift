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

    @Flag(help: "Also compute the digest of a large file, which takes longer.")
    var digest = false

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
        let texts = DocumentTexts(keepsAll: formats || common.verbose, isDigested: digest, isVerbose: common.verbose)
        // The card shows what other programs find in a file.
        if !common.json { options.reading.ignoresOrigin = true }
        return try inputs.perform { [options] input throws(Failure) in
            // A mesh that is named is shown like a file.
            if input.source == nil, options.scanMesh.path == nil, options.reconstruction == nil,
                let info = try PackageInfo.read(input.path, options, pipeline)
            {
                return .init(document: info.json, text: PackageTexts(info: info, isVerbose: texts.isVerbose).text)
            }
            let document = try pipeline.wholeDocument(input.source ?? .path(input.path), options)
            return .init(
                document: Info(
                    document, path: input.path, pipeline: texts.keepsAll ? pipeline : nil, isDigested: texts.isDigested
                ).json,
                text: texts.text(document, input.path, pipeline))
        }
    }

    /// What was asked for besides what a look at each number says.
    private struct DocumentTexts {
        let keepsAll: Bool
        let isDigested: Bool
        let isVerbose: Bool

        /// Returns the card.
        func text(_ document: Document, _ path: String, _ pipeline: Pipeline) -> String {
            let card = FileCard(document, path: path, pipeline: pipeline)
            var details = ""
            if isVerbose || isDigested {
                let texts = InfoTexts(info: Info(document, path: path, isDigested: isDigested))
                details = isVerbose ? texts.text : texts.digest
            }
            let kept = keepsAll ? card.variantsKeepingAll(pipeline) : nil
            return CardTexts(card: card, isVerbose: isVerbose).text(kept: kept, details: details)
        }
    }
}
