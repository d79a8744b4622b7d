package import MeshConvert
package import MeshFormats
import MeshModel
import MeshRouting

/// A target as typed after the name of the input, in the form of remedies: an extension `.ply`, `--to ply.ascii`,
/// `--set position-low=true`.
package struct TypedTarget: Sendable {
    /// The variant to write.
    package private(set) var variant = ""
    /// The options for writing.
    package private(set) var options = ConvertOptions()

    /// Parses typed words.
    ///
    /// - Parameters:
    ///   - words: options with their values, and at most one extension, separated by spaces.
    ///   - variant: the variant if the words name no target.
    ///   - pipeline: the pipeline whose formats and options are known.
    /// - Returns: nil where the command would refuse them.
    package init?(_ words: String, _ pipeline: Pipeline, otherwise variant: String? = nil) {
        var target = variant
        var rest = words.split(separator: " ").map(String.init)[...]
        while let word = rest.popFirst() {
            if word.hasPrefix(".") {
                guard let named = try? pipeline.variant(for: "out\(word)", options: ConvertOptions()) else {
                    return nil
                }
                target = named
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch word {
            case "--to":
                guard let named = StandardFormats.variant(named: value, in: pipeline.formats) else { return nil }
                target = named
            case "--set": guard set(value, pipeline) else { return nil }
            case "--weld":
                guard let rule = WeldRule(word: value) else { return nil }
                options.weld = rule
            case "--units-out":
                guard let unit = LengthUnit.all.first(where: { $0.symbol == value }) else { return nil }
                options.output.metersPerUnit = unit.meters
            case "--up-out":
                guard let axis = UpAxis(rawValue: value.uppercased()) else { return nil }
                options.output.upAxis = axis
            default: return nil
            }
        }
        guard let target else { return nil }
        self.variant = target
    }

    private mutating func set(_ setting: String, _ pipeline: Pipeline) -> Bool {
        let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return false }
        let declared = pipeline.formats.flatMap(\.descriptor.options).filter { $0.name == parts[0] }
        guard declared.contains(where: { $0.values.isEmpty || $0.values.contains(parts[1]) }) else { return false }
        options.writing.options[parts[0]] = parts[1]
        options.reading.options[parts[0]] = parts[1]
        return true
    }

    /// Writes a document to memory with these options.
    package func convert(_ document: Document, _ pipeline: Pipeline) throws(WriteError) -> WrittenFile {
        try WrittenFile(document, to: variant, options, named: "result", pipeline)
    }
}
