import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// What a converter, any that has a command line, keeps of each feature: found by what it makes of small files.
///
/// The files are those of `meshconv formats`: each has one feature. What the converter writes is read by meshconv as any
/// file, and compared with what meshconv reads in the source; what happens to a file without features counts for none.
public struct ConverterTable {
    /// What became of a feature.
    public enum Keeping: String, Sendable, Hashable, CaseIterable {
        /// All of it is there.
        case kept
        /// Something of it is there with other values.
        case changed
        /// It is missing, or some of it.
        case lost
        /// There is no output, or one that can't be read.
        case failed
        /// The source's format does not hold the feature, so nobody was asked.
        case unasked
    }

    /// One way: a source's variant and the ending of the target.
    public struct Column: Sendable {
        /// The variant of the files that the converter gets.
        public var source: String
        /// The ending of the files that it is to write.
        public var target: String
        /// What became of each feature, in the order of ``features``.
        public var keepings: [Keeping]
    }

    /// The features.
    public let features = FormatTable.scenes.features.map(\.name)
    /// The ways, in the order of the sources.
    public private(set) var columns: [Column] = []
    private let pipeline = Pipeline()
    private let folder: String
    private let convert: (_ input: String, _ output: String) -> Void

    /// Measures a converter.
    ///
    /// - Parameters:
    ///   - sources: variants that meshconv writes for it.
    ///   - targets: endings of the files that it writes.
    ///   - folder: a folder for the files, which stay there.
    ///   - convert: makes the second file of the first; whatever it does, what lies there afterwards counts.
    /// - Throws: what meshconv can't write, though it must.
    public init(
        sources: [String], targets: [String], folder: String,
        convert: @escaping (_ input: String, _ output: String) -> Void
    ) throws {
        self.folder = folder
        self.convert = convert
        let rows = FormatTable(pipeline).rows
        for source in sources {
            guard let row = rows.first(where: { $0.variant.id == source }), !row.holdings.isEmpty else {
                throw ConvertError.usage("expected a variant that meshconv writes, found '\(source)'")
            }
            let ending = String(source.prefix { $0 != "." })
            for target in targets where target != ending { columns.append(try column(row, ending, target)) }
        }
    }

    private func column(_ row: FormatTable.Row, _ ending: String, _ target: String) throws -> Column {
        let scenes = FormatTable.scenes
        let plain = try findings(of: scenes.plain, "plain", row.variant.id, ending, target) ?? []
        var keepings: [Keeping] = []
        for (index, feature) in scenes.features.enumerated() {
            guard row.holdings[index] == .kept || row.holdings[index] == .reencoded else {
                keepings.append(.unasked)
                continue
            }
            var scene = feature.scene
            scene.fillImages()
            guard let found = try findings(of: scene, "feature\(index)", row.variant.id, ending, target) else {
                keepings.append(.failed)
                continue
            }
            let own = found.filter { finding in !plain.contains { $0.isLike(finding) } }
            keepings.append(
                own.isEmpty ? .kept : own.contains { $0.difference.facet == .presence } ? .lost : .changed)
        }
        return Column(source: row.variant.id, target: target, keepings: keepings)
    }

    /// What of a scene is missing or changed in what the converter made of it; nil: there is nothing that can be read.
    private func findings(
        of scene: Scene, _ name: String, _ variant: String, _ ending: String, _ target: String
    ) throws -> [Diff.Finding]? {
        let input = "\(folder)/\(variant)-\(target)-\(name).\(ending)"
        let output = "\(folder)/\(variant)-\(target)-\(name)-out.\(target)"
        var writing = ConvertOptions()
        writing.variant = variant
        writing.weld = .none
        writing.replacesSideFiles = true
        try MeshConvert.convert(.scene(scene), to: .path(input), options: writing)
        convert(input, output)
        guard let source = read(input), let result = read(output) else { return nil }
        return Diff(from: source, input, to: result, output).findings.filter {
            $0.counts || $0.difference.facet == .value
        }
    }

    /// A file as any reader sees it: what meshconv's own record says of it does not count.
    private func read(_ path: String) -> Document? {
        var options = ConvertOptions()
        options.reading.options["origin"] = "ignore"
        guard let input = try? Pipeline.open(path, options: options) else { return nil }
        return try? pipeline.read(input, options: options)
    }

    /// The table in Markdown: features down, ways across.
    public var markdown: String {
        var text = "| |" + columns.map { " \($0.source) → \($0.target) |" }.joined() + "\n"
        text += "|---|" + columns.map { _ in "---|" }.joined() + "\n"
        for (index, feature) in features.enumerated() {
            let words = columns.map { column in
                column.keepings[index] == .unasked ? " |" : " \(column.keepings[index].rawValue) |"
            }
            text += "| \(feature) |" + words.joined() + "\n"
        }
        return text
    }
}

extension Diff.Finding {
    /// Whether it says the same of the same kind of thing.
    fileprivate func isLike(_ other: Diff.Finding) -> Bool {
        difference.facet == other.difference.facet && name == other.name && unit == other.unit
    }
}
