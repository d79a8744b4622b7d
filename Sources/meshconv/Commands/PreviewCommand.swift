import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv preview INPUT OUT.png`.
struct PreviewCommand: ConfiguredCommand {
    static let document = "preview"
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a picture of a model, or of a scan's depth or confidence.",
        discussion: """
            A room is drawn as a doll's house: walls that look away are left out. Depth goes from blue (near) to red \
            (far), confidence from red (low) to green (high); grey is not measured.

            --turntable 12 shows twelve sides on one sheet. --animate writes an animated PNG: of the model's animation, \
            or with --turntable of the model as it turns.
            """)

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @Argument(
        help: ArgumentHelp(
            "The picture to write, .png or .jpg; an existing one is replaced.", valueName: "out.png"))
    var output: String?

    @Option(
        help: ArgumentHelp("What to show: model, or the depth or confidence of a scan's frames.", valueName: "subject"),
        completion: .list(Preview.Subject.allCases.map(\.rawValue)))
    var show = Preview.Subject.model.rawValue

    @OptionGroup var picture: PictureOptions

    @Flag(help: "Show the picture in the terminal, if it can: kitty's graphics, sixels or 24-bit colours.")
    var inTerminal = false

    @Option(
        help: ArgumentHelp(
            "Show the animation at a moment: seconds as 1.5s, a frame as 12f, a time code as 120tc.",
            valueName: "time"))
    var time: String?

    @Option(help: ArgumentHelp("The animation to show, by its name or its number from 1.", valueName: "name|number"))
    var clip: String?

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions

    var config: ConfigOption { input.config }
    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var converting = try input.options(pipeline)
        try mesh.apply(to: &converting)
        if time != nil || clip != nil { converting.moment = try MomentOptions.choice(time, clip: clip) }
        guard let subject = Preview.Subject(rawValue: show) else {
            throw Failure.unexpected("--show", show, Preview.Subject.allCases.map(\.rawValue))
        }
        var options = try picture.options(output)
        options.subject = subject
        let form = inTerminal ? try TerminalOptions.form() : nil
        guard output != nil || form != nil else {
            throw Failure(usage: "expected a picture to write, such as out.png, or --in-terminal")
        }
        if let form, picture.size == nil { (options.width, options.height) = TerminalOptions.size(form) }
        Watchdog.shared.attend(to: path)
        let preview = try Failure.of { [path, options] () throws(ConvertError) in
            try Preview(of: .path(path), options, converting: converting, pipeline: pipeline)
        }
        if let output {
            if ([path] + preview.sideFiles).contains(where: { Input.isSameFile($0, output) }) {
                throw Failure(
                    usage: "'\(output)' is a file of the input '\(path)': choose another name for the picture")
            }
            do throws(SystemError) { try JobLog.write([preview.file], to: output) } catch {
                throw Failure(writing: error)
            }
        }
        if let form {
            let bytes = try Failure.of { () throws(ConvertError) in try preview.terminal(form) }
            Console.out(bytes)
        }
        for remark in preview.remarks { Console.err("\(Texts.clean(path)): not shown: \(remark)\n") }
        return .done
    }
}
