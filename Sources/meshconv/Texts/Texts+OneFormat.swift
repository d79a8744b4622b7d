import MeshConvert
import MeshFormats
import ScanPackages

/// The text about one format: what it holds, its variants and its options.
struct OneFormatTexts {
    let format: any Format

    private var descriptor: FormatDescriptor { format.descriptor }

    var text: String {
        let abilities = [
            format is any ReadableFormat ? "read" : nil, format is any WritableFormat ? "written" : nil,
        ].compactMap { $0 }
        var text = "\(descriptor.name)   \(descriptor.extensions.map { ".\($0)" }.joined(separator: " "))"
        text += "   \(abilities.joined(separator: " and "))\n"
        let table = FormatTable(Pipeline([format]))
        if let first = table.rows.first(where: { !$0.holdings.isEmpty }) {
            text += holdings(first, table.features)
        }
        text += "\nVariants, chosen by the extension or with --to\n"
        text += FormatTexts.table(table.rows.map { row in [row.variant.id, summary(row, table)] })
        guard !descriptor.options.isEmpty else { return text }
        return text + "\nOptions\n" + FormatTexts.options(descriptor.options.map { ($0.form, $0.summary) })
    }

    /// What the first variant holds, in plain words.
    private func holdings(_ row: FormatTable.Row, _ features: [String]) -> String {
        let groups: [(label: String, word: String)] = [
            ("keeps", "yes"), ("in another form", "form"),
            ("approximately", "about"), ("can't hold", "-"),
        ]
        let rows = groups.compactMap { group -> [String]? in
            let held = zip(features, row.holdings).filter { group.word == FormatTableTexts.word($0.1) }.map(\.0)
            return held.isEmpty ? nil : [group.label, Self.plain(held).joined(separator: ", ")]
        }
        return FormatTexts.table(rows)
    }

    /// Returns features in plain words: several kinds of one thing are one word if all are there.
    static func plain(_ features: [String]) -> [String] {
        let colors = ["8 bit", "16 bit", "float"].map { "vertex colours, \($0)" }
        let hasAll = colors.allSatisfy(features.contains)
        var words: [String] = []
        for feature in features {
            let ends = [" per vertex", " per corner"]
            let end = ends.first { feature.hasSuffix($0) }
            let stem = end.map { String(feature.dropLast($0.count)) }
            var word = feature
            if let stem, ends.allSatisfy({ features.contains(stem + $0) }) {
                word = stem
            } else if colors.contains(feature) {
                let kind = feature.split(separator: ",").last.map { $0.dropFirst() } ?? ""
                word = hasAll ? "vertex colours" : "vertex colours (\(kind))"
            } else {
                word = names[feature] ?? feature
            }
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    private static let names = [
        "float32 positions": "positions", "float64 positions": "positions in double precision",
        "own vertex values (confidence)": "any values of vertices (confidence)",
        "own face values (label)": "any values of faces (label)",
    ]

    /// The description of a variant, and what it does not hold though the first does.
    private func summary(_ row: FormatTable.Row, _ table: FormatTable) -> String {
        var text = row.variant.summary
        if !row.variant.isAutomatic { text += "; only with --to" }
        guard let first = table.rows.first(where: { !$0.holdings.isEmpty }) else { return text }
        let lost = table.features.indices.filter {
            row.holdings.indices.contains($0) && row.holdings[$0] == .dropped && first.holdings[$0] != .dropped
        }
        if !lost.isEmpty { text += "; without \(Self.plain(lost.map { table.features[$0] }).joined(separator: ", "))" }
        return text
    }
}

/// The text about scan packages and their options.
enum PackageFormatTexts {
    static var text: String {
        let kinds = PackageKind.allCases.map { [$0.rawValue, $0.summary] }
        let variants = PackageVariant.allCases.map { [$0.rawValue, $0.summary] }
        return "Scan packages, read from folders and .zip (--from KIND if it is not seen)\n" + FormatTexts.table(kinds)
            + "\nWritten as folders and .zip, with --to\n" + FormatTexts.table(variants)
            + "\nOptions for packages\n" + FormatTexts.options(PackageSettings.known.map { ($0.form, $0.summary) })
            + "\nOptions for a mesh of a package\n"
            + FormatTexts.options(
                ScanMeshSettings.known.filter { own in !PackageSettings.known.contains { $0.name == own.name } }
                    .map { ($0.form, $0.summary) })
    }
}

/// The text about the purposes of `--for`.
struct PurposeTexts {
    let pipeline: Pipeline

    var text: String {
        "Purposes, chosen with --for\n"
            + FormatTexts.table(
                Purpose.all.map { purpose in
                    let isPossible = purpose.packageVariant != nil || purpose.isPossible(with: pipeline.formats)
                    let rest = isPossible ? "" : "; comes with \(purpose.comesWith)"
                    return [purpose.name, purpose.summary + rest]
                })
    }
}

extension FormatTexts {
    /// Returns options of `--set`: how each is written, and below it what it does.
    static func options(_ options: [(form: String, summary: String)]) -> String {
        options.map { option in
            let lines = CardLines.wrapped(option.summary, to: CardLines.width - 6)
            return "  --set \(option.form)\n      " + lines.joined(separator: "\n      ") + "\n"
        }.joined()
    }
}

extension FormatOption {
    /// The syntax: `paint=none|vertices`.
    fileprivate var form: String { "\(name)=\(values.isEmpty ? "VALUE" : values.joined(separator: "|"))" }
}
