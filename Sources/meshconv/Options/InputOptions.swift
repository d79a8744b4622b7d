import ArgumentParser
import MeshConvert
import MeshFormats
import MeshModel
import ScanPackages

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

    /// Returns the checked options for reading.
    func options(_ pipeline: Pipeline) throws(Failure) -> ConvertOptions {
        var options = ConvertOptions()
        try limits.apply(to: &options)
        if let from = from?.lowercased() {
            let kinds = PackageKind.allCases.map(\.rawValue)
            let names = pipeline.names + kinds
            guard names.contains(from) else {
                throw Self.unexpected("--from", from, pipeline.formats.map(\.descriptor.id) + kinds, near: names)
            }
            options.from = from
        }
        if let up { options.input.upAxis = try Self.axis(up, option: "--up") }
        if let units { options.input.metersPerUnit = try Self.meters(units, option: "--units") }
        if let inputColor {
            guard let space = Frame.ColorSpace(rawValue: inputColor) else {
                throw Self.unexpected("--input-color", inputColor, ["srgb", "linear"])
            }
            options.reading.inputColor = space
        }
        for variant in variants {
            let parts = variant.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
                throw Failure(usage: "expected --variant SET=NAME, found '\(variant)'")
            }
        }
        if !variants.isEmpty { options.reading.options[VariantChoices.option] = variants.joined(separator: ",") }
        options.reading.strictInput = strictInput
        options.reading.lenient = lenient
        options.reading.followsAllReferences = !sandbox
        options.reconstruction = try reconstruction.options()
        return options
    }

    /// Returns the metres of one unit that an option names.
    static func meters(_ word: String, option: String) throws(Failure) -> Double {
        if let meters = LengthWords.meters(word) { return meters }
        guard let number = Double(word), number.isFinite, number > 0 else {
            let symbols = LengthUnit.all.map(\.symbol).joined(separator: ", ")
            throw Failure(usage: "expected \(option) \(symbols) or the metres of one unit, found '\(word)'")
        }
        return number
    }

    /// Returns the metres of a distance: `1mm`, `0.5in`, `0.001`.
    static func distance(_ text: String, option: String) throws(Failure) -> Double {
        guard let (value, unit) = LengthWords.split(text), value.isFinite, value > 0 else {
            throw Failure(usage: "expected \(option) such as 1mm or 0.001 (metres), found '\(text)'")
        }
        return value * (unit ?? 1)
    }

    /// Returns the axis that an option names.
    static func axis(_ word: String, option: String) throws(Failure) -> UpAxis {
        guard let axis = UpAxis(rawValue: word.uppercased()) else { throw unexpected(option, word, ["y", "z"]) }
        return axis
    }

    /// Returns the failure for an option with an unknown value.
    ///
    /// - Parameter near: the names to suggest, if they are near; a single one is meant for sure.
    static func unexpected(_ option: String, _ word: String, _ values: [String], near: [String]? = nil) -> Failure {
        // No hint for single letters: any other one would count as near.
        let hint =
            if let near, near.count == 1, let only = near.first { "; did you mean '\(only)'?" } else {
                word.count > 1 ? Spelling.hint(word, in: near ?? values) : ""
            }
        let list =
            values.count == 2
            ? values.joined(separator: " or ") : "one of \(values.joined(separator: ", "))"
        return Failure(
            usage: "expected \(option) \(list), found '\(word)'\(hint)")
    }
}
