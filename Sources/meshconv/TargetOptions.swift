import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// How outputs are written.
struct TargetOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The variant to write, such as ply.ascii; 'meshconv formats' lists them.", valueName: "variant"),
        completion: .list(StandardFormats.all.flatMap { $0.descriptor.variants.map(\.id) }))
    var variants: [String] = []

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("An option of a format; 'meshconv formats' lists them.", valueName: "option=value"))
    var settings: [String] = []

    /// Puts the settings into the options of reading and writing, each checked against what the formats declare.
    func apply(to options: inout ConvertOptions, _ pipeline: Pipeline) throws(Failure) {
        let known = pipeline.formats.flatMap(\.descriptor.options)
        for setting in settings {
            guard let mark = setting.firstIndex(of: "="), mark != setting.startIndex else {
                throw Failure(usage: "expected --set OPTION=VALUE, found '\(setting)'")
            }
            let name = String(setting[..<mark])
            let value = String(setting[setting.index(after: mark)...])
            let declared = known.filter { $0.name == name }
            guard !declared.isEmpty else {
                let names = known.map(\.name)
                let list = names.isEmpty ? "no option" : "an option among \(names.joined(separator: ", "))"
                throw Failure(usage: "expected \(list), found --set '\(name)'\(Spelling.hint(name, in: names))")
            }
            let values = declared.flatMap(\.values)
            let isFree = declared.contains { $0.values.isEmpty }
            guard isFree || values.contains(value) else {
                throw InputOptions.unexpected("--set \(name) to be", value, values)
            }
            options.writing.options[name] = value
            options.reading.options[name] = value
        }
    }
}
