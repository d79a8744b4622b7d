import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// Measures which features another converter keeps, by running it on small files. Works for any converter with a
/// command line.
///
/// The files are those of `meshconv formats`, with one feature each. meshconv reads the source and the converter's
/// output without origin records and compares them. Differences that a file without features also has don't count.
package struct ConverterTable {
    /// How well a feature was kept.
    package enum Keeping: String, Sendable, Hashable, CaseIterable {
        /// All of it is kept.
        case kept
        /// Some of its values changed.
        case changed
        /// It is missing, in whole or in part.
        case lost
        /// There is no output, or it can't be read.
        case failed
        /// The source's format can't hold the feature, so it was not tested.
        case unasked
    }

    /// One conversion: a source's variant and the extension of the target.
    package struct Column: Sendable {
        /// The variant of the converter's inputs.
        package var source: String
        /// The extension of the converter's outputs.
        package var target: String
        /// How each feature was kept, in the order of ``features``.
        package var keepings: [Keeping]
    }

    /// The features.
    package let features = FormatTable.scenes.features.map(\.name)
    /// The conversions, in the order of the sources.
    package private(set) var columns: [Column] = []
    private let pipeline = Pipeline()
    private let folder: String
    private let convert: (_ input: String, _ output: String) -> Void

    /// Measures a converter.
    ///
    /// - Parameters:
    ///   - sources: the variants that meshconv writes as inputs.
    ///   - targets: the extensions of its outputs.
    ///   - folder: a folder for the files; they are not deleted.
    ///   - convert: converts the first file to the second; only the resulting file counts.
    /// - Throws: an error if meshconv can't write an input.
    package init(
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

    /// Returns the differences between a scene and the converter's output; nil if the output can't be read.
    private func findings(
        of scene: MeshScene, _ name: String, _ variant: String, _ ending: String, _ target: String
    ) throws -> [Diff.Finding]? {
        let input = "\(folder)/\(variant)-\(target)-\(name).\(ending)"
        let output = "\(folder)/\(variant)-\(target)-\(name)-out.\(target)"
        var writing = ConvertOptions()
        writing.variant = Variant(variant)
        writing.weld = .none
        writing.replacesSideFiles = true
        try MeshConvert.convert(.scene(scene), to: .path(input), options: writing)
        convert(input, output)
        guard let source = read(input), let result = read(output) else { return nil }
        return Diff(from: source, input, to: result, output).findings.filter {
            $0.counts || $0.difference.facet == .value
        }
    }

    /// Reads a file without using meshconv's origin record.
    private func read(_ path: String) -> Document? {
        var options = ConvertOptions()
        options.reading.ignoresOrigin = true
        guard let input = try? Pipeline.open(path, options: options) else { return nil }
        return try? pipeline.read(input, options: options)
    }

    /// The table in Markdown, with features in rows and conversions in columns.
    package var markdown: String {
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
    /// Whether it is the same kind of difference in the same kind of thing.
    fileprivate func isLike(_ other: Diff.Finding) -> Bool {
        difference.facet == other.difference.facet && name == other.name && unit == other.unit
    }
}
