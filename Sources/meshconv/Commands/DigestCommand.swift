import ArgumentParser
import MeshBytes
import MeshConvert
import MeshModel

/// `meshconv digest FILE…`.
struct DigestCommand: Command {
    static let document = "digest"
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: "Print what files hold as two numbers that do not depend on their format.",
        discussion: """
            The first number is the same for all files that show the same: neither format nor order nor the numbering \
            of vertices matter, numbers are taken as float32 and colours in steps of 1/65535. The second takes \
            everything exactly and in order. With several files, all are tried.
            """)

    @Argument(help: "The files; '-' is standard input.")
    var paths: [String]

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        if paths.count == 1, let path = paths.first {
            Console.out(text(FileDigest(try pipeline.document(path, options), path: path)))
            return .done
        }
        var status = ExitStatus.done
        for path in paths {
            do throws(Failure) {
                Console.out(text(FileDigest(try pipeline.document(path, options), path: path)))
            } catch {
                error.report(json: common.json, document: Self.document, .compact)
                if status == .done { status = error.status }
            }
        }
        return status
    }

    private func text(_ digest: FileDigest) -> String {
        if common.json {
            return paths.count == 1 ? digest.json.text(.pretty) : digest.json.text(.compact) + "\n"
        }
        var text = "\(digest.digest.unordered)  \(digest.digest.ordered)  \(Texts.clean(digest.path))\n"
        if common.verbose {
            for attribute in digest.digest.attributes {
                text += "\(attribute.value)  \(Texts.clean(attribute.semantic))\n"
            }
        }
        return text
    }
}
