import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv info INPUT`.
struct InfoCommand: Command {
    static let document = "info"
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tell what is in a file and which formats would keep all of it.")

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        // Of a mesh that is asked for, all is told that is of a file.
        if options.scanMesh.path == nil, options.reconstruction == nil,
            let info = try PackageInfo.read(path, options, pipeline)
        {
            common.show(info.json, PackageTexts(info: info, isVerbose: common.verbose).text)
            return .done
        }
        let document = try pipeline.document(path, options)
        let info = Info(document, path: path, pipeline: pipeline, execution: options.execution)
        common.show(info.json, InfoTexts(info: info, isVerbose: common.verbose).text)
        return .done
    }
}
