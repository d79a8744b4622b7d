import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv info INPUT…`.
struct InfoCommand: Command {
    static let document = "info"
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what is in files, and which formats would keep all of it.")

    @Argument(help: "The files, folders or scans; '-' is standard input.", completion: .file())
    var paths: [String] = []

    @OptionGroup var list: FileListOption

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        let inputs = try EachInput(try list.inputs(paths), common, document: Self.document, options, pipeline)
        return try inputs.perform { [options] input throws(Failure) in
            // Of a mesh that is asked for, all is told that is of a file.
            if input.source == nil, options.scanMesh.path == nil, options.reconstruction == nil,
                let info = try PackageInfo.read(input.path, options, pipeline)
            {
                return .init(
                    document: info.json, text: PackageTexts(info: info, isVerbose: common.verbose).text)
            }
            let document = try pipeline.document(input.source ?? .path(input.path), options)
            let info = Info(document, path: input.path, pipeline: pipeline, execution: options.execution)
            return .init(document: info.json, text: InfoTexts(info: info, isVerbose: common.verbose).text)
        }
    }
}
