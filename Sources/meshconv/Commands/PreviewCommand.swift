import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv preview INPUT OUT.png`.
struct PreviewCommand: Command {
    static let document = "preview"
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a picture of a model, or of a scan's depth or confidence.",
        discussion: """
            A room is drawn as a doll's house: walls that look away are left out. Depth goes from blue (near) to red \
            (far), confidence from red (low) to green (high); grey is not measured.
            """)

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @Argument(help: ArgumentHelp("The picture to write; an existing one is replaced.", valueName: "out.png"))
    var output: String

    @Option(
        help: ArgumentHelp("What to show: model, or the depth or confidence of a scan's frames.", valueName: "subject"),
        completion: .list(Preview.Subject.allCases.map(\.rawValue)))
    var show = Preview.Subject.model.rawValue

    @Option(
        help: ArgumentHelp(
            "The side to look at: corner, front, back, left, right, top or bottom.", valueName: "side"),
        completion: .list(Preview.Side.allCases.map(\.rawValue)))
    var view = Preview.Side.corner.rawValue

    @Option(help: ArgumentHelp("The size of the picture in pixels.", valueName: "width x height"))
    var size = "1024x768"

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions

    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var converting = try input.options(pipeline)
        try mesh.apply(to: &converting)
        var options = Preview.Options()
        guard let subject = Preview.Subject(rawValue: show) else {
            throw InputOptions.unexpected("--show", show, Preview.Subject.allCases.map(\.rawValue))
        }
        guard let side = Preview.Side(rawValue: view) else {
            throw InputOptions.unexpected("--view", view, Preview.Side.allCases.map(\.rawValue))
        }
        let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...8192).contains(width),
            (1...8192).contains(height)
        else { throw Failure(usage: "expected --size such as 1024x768, up to 8192x8192, found '\(size)'") }
        guard output.pathExtension?.lowercased() == "png" else {
            throw Failure(usage: "expected a picture's name that ends in .png, found '\(output)'")
        }
        (options.subject, options.side, options.width, options.height) = (subject, side, width, height)
        Watchdog.shared.attend(to: path)
        let preview = try Failure.of { [path] () throws(ConvertError) in
            try Preview(of: .path(path), options, converting: converting, pipeline: pipeline)
        }
        do throws(SystemError) { try JobLog.write(preview.png, to: output) } catch {
            throw Failure(writing: error)
        }
        for remark in preview.remarks { Console.err("\(Texts.clean(path)): not shown: \(remark)\n") }
        return .done
    }
}
