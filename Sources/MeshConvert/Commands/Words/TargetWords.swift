import MeshFormats
import MeshModel
import MeshRouting

/// What the options for writing outputs say.
package struct TargetWords: Sendable {
    /// `--to`.
    package var variants: [String] = []
    /// `--for`.
    package var purpose: String?
    /// `--units-out`.
    package var unitsOut: String?
    /// `--up-out`.
    package var upOut: String?
    /// `--time`.
    package var time: String?
    /// `--clip`.
    package var clip: String?
    /// `--weld`.
    package var weld: String?
    /// `--normals`.
    package var normals: String?
    /// `--set`.
    package var settings: [String] = []
    /// `--no-origin`.
    package var omitsOrigin = false
    /// What changes points and faces.
    package var shaping = ShapingWords()

    package init() {}

    /// Returns the requested variants: those of `--to`, else that of the purpose.
    package func wanted(_ pipeline: Pipeline) throws(Failure) -> [String] {
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
    package static func setting(_ setting: String) throws(Failure) -> (name: String, value: String) {
        guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
            throw Failure(usage: "expected --set OPTION=VALUE, found '\(setting)'")
        }
        return (String(setting[..<mark]), String(setting[setting.index(after: mark)...]))
    }

    /// Applies the settings to the options for reading and writing. Checks each against the formats' declarations.
    package func apply(to options: inout ConvertOptions, _ pipeline: Pipeline) throws(Failure) {
        options.purpose = try PurposeOption.named(purpose, pipeline)
        if let unitsOut { options.output.metersPerUnit = try LengthWords.meters(unitsOut, option: "--units-out") }
        if let upOut { options.output.upAxis = try InputWords.axis(upOut, option: "--up-out") }
        if time != nil || clip != nil { options.moment = try MomentOptions.choice(time, clip: clip) }
        if let weld {
            options.weld = try Self.weld(weld)
        }
        if let normals, let neighbors = try ShapingWords.neighbors(normals) {
            options.shaping.normals = neighbors
        } else if let normals, normals != "keep" {
            guard let weight = Correspondence.MadeNormals.Weight(rawValue: normals) else {
                throw Failure.unexpected("--normals", normals, ["keep", "angle", "area", "neighbors"])
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
                throw Failure.unexpected("--set \(name) to be", value, values)
            }
            options.writing.options[name] = value
            options.reading.options[name] = value
        }
    }
}
