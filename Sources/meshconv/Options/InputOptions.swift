import ArgumentParser
import MeshConvert

/// Options for reading inputs.
struct InputOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "The input's format or kind of scan, if its name and bytes don't say it.", valueName: "format"))
    var from: String?

    @Option(help: ArgumentHelp("The axis that points up in the input: y or z.", valueName: "axis"))
    var up: String?

    @Option(help: ArgumentHelp("The input's unit: m, cm, mm, in, ft, or metres per unit.", valueName: "unit"))
    var units: String?

    @Option(help: ArgumentHelp("How to read colours without a tag: srgb or linear.", valueName: "space"))
    var inputColor: String?

    @Option(
        name: .customLong("variant"),
        help: ArgumentHelp(
            "The variant of USD or of a glTF material to use, instead of the file's choice.",
            valueName: "set=name")
    )
    var variants: [String] = []

    @Flag(help: "Refuse inputs with defects that could be repaired (a bad index, a missing .mtl).")
    var strictInput = false

    @Flag(help: "Leave out broken parts instead of refusing the input; they are reported.")
    var lenient = false

    @Flag(help: "Read textures and other side files only inside of the input's folder.")
    var sandbox = false

    @OptionGroup(title: "Shape from depth frames") var reconstruction: ReconstructionArguments
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup var config: ConfigOption

    /// What the options say.
    var words: InputWords {
        var words = InputWords()
        (words.from, words.up, words.units, words.inputColor) = (from, up, units, inputColor)
        words.variants = variants
        (words.strictInput, words.lenient, words.sandbox) = (strictInput, lenient, sandbox)
        words.reconstruction = reconstruction.words
        return words
    }

    /// Returns the checked options for reading.
    func options(_ pipeline: Pipeline) throws(Failure) -> ConvertOptions {
        var options = ConvertOptions()
        try limits.apply(to: &options)
        try words.apply(to: &options, pipeline)
        return options
    }
}
