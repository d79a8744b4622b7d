import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv info INPUT`.
struct InfoCommand: Command {
    static let document = "info"
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what is in a file: size, counts, colours, materials, textures.")

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @Flag(help: "Also list the variants that would lose nothing, which takes longer.")
    var formats = false

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        // A mesh that is named is shown like a file.
        if options.scanMesh.path == nil, options.reconstruction == nil,
            let info = try PackageInfo.read(path, options, pipeline)
        {
            common.show(info.json, PackageTexts(info: info, isVerbose: common.verbose).text)
            return .done
        }
        let document = try pipeline.document(path, options)
        let (path, isVerbose) = (path, common.verbose)
        common.show(
            Info(document, path: path, pipeline: pipeline, execution: options.execution).json,
            Self.text(document, path, pipeline, options, keepsAll: formats || isVerbose, isVerbose: isVerbose))
        return .done
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
