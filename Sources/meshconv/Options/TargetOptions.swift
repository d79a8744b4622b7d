import ArgumentParser
import MeshConvert
import MeshFormats
import ScanPackages

/// Options for writing outputs.
struct TargetOptions: ParsableArguments {
    @Option(
        name: [.customShort("t"), .customLong("to")],
        help: ArgumentHelp(
            "The format or variant to write, such as glb or ply.ascii; 'meshconv formats' lists them.",
            valueName: "variant"),
        completion: .list(
            StandardFormats.all.flatMap { $0.descriptor.variants.map(\.id) }
                + PackageVariant.allCases.map(\.rawValue)))
    var variants: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What the output is for: \(Purpose.all.map(\.name).joined(separator: ", ")).", valueName: "purpose"))
    var purpose: String?

    @Option(help: ArgumentHelp("The unit of the output: m, cm, mm, in, ft, or metres per unit.", valueName: "unit"))
    var unitsOut: String?

    @Option(help: ArgumentHelp("The axis that points up in the output: y or z.", valueName: "axis"))
    var upOut: String?

    @Option(
        help: ArgumentHelp(
            "Freeze an animation at a moment: seconds as 1.5s, a frame as 12f, a time code as 120tc.",
            valueName: "time"))
    var time: String?

    @Option(
        help: ArgumentHelp("The animation to convert, by its name or its number from 1.", valueName: "name|number"))
    var clip: String?

    @Option(
        help: ArgumentHelp(
            "Join equal vertices: auto (those of STL), none, exact (those of any input), or all within a distance such "
                + "as 1mm.", valueName: "auto|none|exact|distance"),
        completion: .list(["auto", "none", "exact"]))
    var weld: String?

    @Option(
        help: ArgumentHelp(
            "Make missing normals: of faces, by angle or by area; of points, by neighbors[:radius[:count]]. Or keep: "
                + "make none.",
            valueName: "keep|angle|area|neighbors"),
        completion: .list(["keep", "angle", "area", "neighbors"]))
    var normals: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("A setting of a format; 'meshconv formats NAME' lists them.", valueName: "option=value"))
    var settings: [String] = []

    @Flag(
        name: .customLong("no-origin"),
        help: "Don't store meshconv's record of the source in the file, which lets it restore more.")
    var omitsOrigin = false

    @OptionGroup(title: "Points and faces") var shaping: ShapingArguments

    /// What the options say.
    var words: TargetWords {
        var words = TargetWords()
        (words.variants, words.purpose, words.unitsOut, words.upOut) = (variants, purpose, unitsOut, upOut)
        (words.time, words.clip, words.weld, words.normals) = (time, clip, weld, normals)
        (words.settings, words.omitsOrigin, words.shaping) = (settings, omitsOrigin, shaping.words)
        return words
    }
}
