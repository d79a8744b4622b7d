import MeshConvert
import MeshFormats
import ScanPackages

/// The table of formats and features.
struct FormatTexts {
    let table: FormatTable

    var text: String {
        var text = ""
        var seen: Set<String> = []
        for row in table.rows where seen.insert(row.format.id).inserted {
            let own = table.rows.filter { $0.format.id == row.format.id }
            let writes = own.contains { !$0.holdings.isEmpty }
            let abilities = [row.isReadable ? "read" : nil, writes ? "written" : nil].compactMap { $0 }
            text += "\(row.format.name)   \(row.format.extensions.map { ".\($0)" }.joined(separator: " "))"
            text += "   \(abilities.joined(separator: " and "))\n"
            var lines = TextLines()
            for variant in own.map(\.variant) {
                lines.add(variant.id, variant.summary, variant.isAutomatic ? "" : "only when named with --to")
            }
            for option in row.format.options {
                let values = option.values.isEmpty ? "" : "=\(option.values.joined(separator: "|"))"
                lines.add("--set", "\(option.name)\(values)", option.summary)
            }
            text += lines.text(on: .standardOutput)
        }
        return text + "\n" + packages + "\n" + purposes + "\n" + grid
    }

    /// The variants of scan packages and their options.
    private var packages: String {
        var lines = TextLines()
        for variant in PackageVariant.allCases { lines.add(variant.rawValue, variant.summary) }
        for option in PackageSettings.known { lines.add("--set", option.form, option.summary) }
        var meshes = TextLines()
        for option in ScanMeshSettings.known { meshes.add("--set", option.form, option.summary) }
        var kinds = TextLines()
        for kind in PackageKind.allCases {
            let written = kind.variants.map { "written with --to \($0.rawValue)" }.joined(separator: ", ")
            kinds.add(kind.rawValue, kind.summary, written.isEmpty ? "read only" : written)
        }
        return "scan packages   folders and .zip   written   --to\n" + lines.text(on: .standardOutput)
            + "\nscan packages   folders and .zip   read   --from\n" + kinds.text(on: .standardOutput)
            + "\nmeshes of scan packages, and mesh.obj with colors.bin and face_classes.bin   read\n"
            + meshes.text(on: .standardOutput)
    }

    private var purposes: String {
        var lines = TextLines()
        for (purpose, isPossible) in table.purposes {
            lines.add(purpose.name, purpose.summary, isPossible ? "" : "comes with \(purpose.comesWith)")
        }
        return "purposes   --for\n" + lines.text(on: .standardOutput)
    }

    /// The table, with features in rows and variants in columns.
    private var grid: String {
        let rows = table.rows.filter { !$0.holdings.isEmpty }
        let first = (table.features.map(\.count).max() ?? 0) + 2
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.count, 0))
        }
        let widths = rows.map { max($0.variant.id.count, 6) + 2 }
        var text = pad("holds", first)
        for (row, width) in zip(rows, widths) { text += pad(row.variant.id, width) }
        text = Self.trimmed(text) + "\n"
        for (index, feature) in table.features.enumerated() {
            var line = pad(feature, first)
            for (row, width) in zip(rows, widths) { line += pad(Self.word(row.holdings[index]), width) }
            text += Self.trimmed(line) + "\n"
        }
        return text
            + "yes: as it was; form: in another form that gives it back exactly; about: approximately; -: lost\n"
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func word(_ holding: FormatTable.Holding) -> String {
        switch holding {
        case .kept: "yes"
        case .reencoded: "form"
        case .rounded, .narrowed, .approximated: "about"
        case .dropped: "-"
        }
    }
}
