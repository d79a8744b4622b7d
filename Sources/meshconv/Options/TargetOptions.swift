import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
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

    /// Returns the requested variants: those of `--to`, else that of the purpose.
    func wanted(_ pipeline: Pipeline) throws(Failure) -> [String] {
        guard let variant = try PurposeOption.named(purpose, pipeline)?.variant else { return variants }
        guard let format = pipeline.planner.format(ofVariant: variant), !variants.isEmpty else { return [variant] }
        for name in variants {
            let own = try pipeline.variant(named: name)
            guard format.descriptor.variants.contains(where: { $0.id == own }) else {
                throw Failure(
                    usage: "expected --to with a variant of \(format.descriptor.name) beside --for \(purpose ?? ""), "
                        + "found '\(name)'")
            }
        }
        return variants
    }

    /// Returns the failure for an unknown setting; the message lists the known ones.
    static func unknownSetting(_ name: String, _ names: [String]) -> Failure {
        if let answer = OptionWords.answer(for: name) {
            return Failure(usage: "there is no setting '\(name)': \(answer)")
        }
        return Failure(
            usage: "there is no setting '\(name)'; there are \(names.joined(separator: ", "))"
                + Spelling.hint(name, in: names))
    }

    /// Returns the words without repetitions.
    private static func unique(_ words: [String]) -> [String] {
        var known: Set<String> = []
        return words.filter { known.insert($0).inserted }
    }

    private static func weld(_ word: String) throws(Failure) -> WeldRule {
        if let rule = WeldRule(word: word) { return rule }
        guard let (number, unit) = LengthWords.split(word), let unit, number > 0, (number * unit * 4).isFinite else {
            throw Failure(
                usage: "expected --weld auto, none, exact or a distance such as 1mm, found '\(word)'"
                    + Spelling.hint(word, in: ["auto", "none", "exact"]))
        }
        return .withinMeters(number * unit)
    }

    /// Splits `OPTION=VALUE`.
    static func setting(_ setting: String) throws(Failure) -> (name: String, value: String) {
        guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
            throw Failure(usage: "expected --set OPTION=VALUE, found '\(setting)'")
        }
        return (String(setting[..<mark]), String(setting[setting.index(after: mark)...]))
    }

    /// Applies the settings to the options for reading and writing. Checks each against the formats' declarations.
    func apply(to options: inout ConvertOptions, _ pipeline: Pipeline) throws(Failure) {
        options.purpose = try PurposeOption.named(purpose, pipeline)
        if let unitsOut { options.output.metersPerUnit = try InputOptions.meters(unitsOut, option: "--units-out") }
        if let upOut { options.output.upAxis = try InputOptions.axis(upOut, option: "--up-out") }
        if time != nil || clip != nil { options.moment = try MomentOptions.choice(time, clip: clip) }
        if let weld {
            options.weld = try Self.weld(weld)
        }
        if let normals, let neighbors = try ShapingArguments.neighbors(normals) {
            options.shaping.normals = neighbors
        } else if let normals, normals != "keep" {
            guard let weight = Correspondence.MadeNormals.Weight(rawValue: normals) else {
                throw InputOptions.unexpected("--normals", normals, ["keep", "angle", "area", "neighbors"])
            }
            options.normals = weight
        }
        if omitsOrigin { options.writing.omitsOrigin = true }
        try shaping.apply(to: &options.shaping)
        let known = pipeline.formats.flatMap(\.descriptor.options)
        for setting in settings {
            let (name, value) = try Self.setting(setting)
            if let setting = ScanMeshSettings.known.first(where: { $0.name == name }) {
                try setting.apply(value, to: &options.scanMesh)
                options.writing.options[name] = value
                continue
            }
            // The name that --sandbox had before.
            if name == "references", ["inside", "any"].contains(value) {
                options.reading.followsAllReferences = value == "any"
                continue
            }
            let declared = known.filter { $0.name == name }
            guard !declared.isEmpty else {
                throw Self.unknownSetting(name, Self.unique(known.map(\.name) + ScanMeshSettings.known.map(\.name)))
            }
            let values = Self.unique(declared.flatMap(\.values))
            let isFree = declared.contains { $0.values.isEmpty }
            guard isFree || values.contains(value) else {
                throw InputOptions.unexpected("--set \(name) to be", value, values)
            }
            options.writing.options[name] = value
            options.reading.options[name] = value
        }
    }
}
