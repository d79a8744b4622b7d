import ArgumentParser
import MeshBytes
import MeshConvert
import MeshModel

/// `meshconv digest FILE…`.
struct DigestCommand: ConfiguredCommand {
    static let document = "digest"
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Print fingerprints: equal if meshes are, in any format.",
        discussion: """
            The first number is the same for all files with equal vertices, faces, values and motion. \
            Format, order and numbering of vertices don't matter. Materials, cameras, lights and the places of \
            objects aren't in it: 'meshconv diff' compares them. Numbers are compared as 32-bit floats and colours in steps of 1/65535. The second number takes \
            everything exactly and in order. Of several files all are tried; the highest exit code counts.
            """)

    @Argument(help: "The files, folders or scans; '-' is standard input.", completion: .file())
    var paths: [String] = []

    @OptionGroup var list: FileListOption

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
            try list.inputs(paths), common, document: Self.document, options, pipeline, isListing: true,
            isBatch: isBatch)
        return try inputs.perform { [options, common] input throws(Failure) in
            let digest = FileDigest(
                try pipeline.document(input.source ?? .path(input.path), options), path: input.path)
            return .init(document: digest.json, text: Self.text(digest, isVerbose: common.verbose))
        }
    }

    private static func text(_ digest: FileDigest, isVerbose: Bool) -> String {
        var text = "\(digest.digest.unordered)  \(digest.digest.ordered)  \(Texts.clean(digest.path))\n"
        if isVerbose {
            for attribute in digest.digest.attributes {
                text += "\(attribute.value)  \(Texts.clean(attribute.semantic))\n"
            }
        }
        return text
    }
}
