import MeshConvert

/// The wide table of what each variant holds, with features in rows and variants in columns.
struct FormatTableTexts {
    let table: FormatTable

    var text: String {
        let rows = table.rows.filter { !$0.holdings.isEmpty }
        let first = (table.features.map(\.count).max() ?? 0) + 2
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.count, 0))
        }
        let widths = rows.map { max($0.variant.id.count, 6) + 2 }
        var text = pad("holds", first)
        for (row, width) in zip(rows, widths) { text += pad(row.variant.id, width) }
        text = FormatTexts.trimmed(text) + "\n"
        for (index, feature) in table.features.enumerated() {
            var line = pad(feature, first)
            for (row, width) in zip(rows, widths) { line += pad(Self.word(row.holdings[index]), width) }
            text += FormatTexts.trimmed(line) + "\n"
        }
        return text
            + "yes: as it was; form: in another form that gives it back exactly; about: approximately; -: lost\n"
    }

    static func word(_ holding: FormatTable.Holding) -> String {
        switch holding {
        case .kept: "yes"
        case .reencoded: "form"
        case .rounded, .narrowed, .approximated: "about"
        case .dropped: "-"
        }
    }
}
