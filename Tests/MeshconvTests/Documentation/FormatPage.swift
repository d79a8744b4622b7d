import MeshConvert
import MeshFormats
import ScanPackages

@testable import meshconv

/// The parts of a format's page: what its descriptor says, and what planning finds.
struct FormatPage {
    let format: FormatDescriptor
    let table: FormatTable

    private var rows: [FormatTable.Row] { table.rows.filter { $0.format == format } }

    var about: String {
        let row = rows.first
        let uses = [row?.isReadable == true ? "read" : nil, row?.holdings.isEmpty == false ? "written" : nil]
        return """
            - extensions: \(format.extensions.map { "`.\($0)`" }.joined(separator: " "))
            - media types: \(format.mediaTypes.map { "`\($0)`" }.joined(separator: " "))
            - \(uses.compactMap(\.self).joined(separator: " and "))

            """
    }

    var variants: String {
        Markdown.table(
            ["`--to`", "form", "chosen"],
            rows.map { row in
                let endings = row.variant.extensions.map { "`.\($0)`" }.joined(separator: " ")
                let how = row.variant.isAutomatic ? endings.isEmpty ? "by the extension" : "by \(endings)" : "by name"
                return ["`\(row.variant.id)`", row.variant.summary, how]
            })
    }

    /// What each variant keeps; variants that hold the same share a column.
    var holdings: String {
        var columns: [(names: [String], holdings: [FormatTable.Holding])] = []
        for row in rows where !row.holdings.isEmpty {
            if let index = columns.firstIndex(where: { $0.holdings == row.holdings }) {
                columns[index].names.append(row.variant.id)
            } else {
                columns.append(([row.variant.id], row.holdings))
            }
        }
        let head =
            columns.count == 1 ? ["all variants"] : columns.map { $0.names.map { "`\($0)`" }.joined(separator: " ") }
        return Markdown.table(
            ["feature"] + head,
            table.features.enumerated().map { index, feature in
                [feature] + columns.map { Self.word($0.holdings[index]) }
            })
    }

    private static func word(_ holding: FormatTable.Holding) -> String {
        let word = FormatTableTexts.word(holding)
        return word == "-" ? "–" : word
    }

    /// What the other formats don't keep of what this one does.
    var losses: String {
        guard let own = rows.first(where: { !$0.holdings.isEmpty }) else { return "" }
        var lines: [[String]] = []
        for other in table.rows where other.format != format && !other.holdings.isEmpty {
            // The usual variant of each format.
            guard table.rows.first(where: { $0.format == other.format })?.variant == other.variant else { continue }
            func features(_ chosen: (FormatTable.Holding) -> Bool) -> String {
                let held = table.features.indices.filter {
                    [.kept, .reencoded].contains(own.holdings[$0]) && chosen(other.holdings[$0])
                }
                return OneFormatTexts.plain(held.map { table.features[$0] }).joined(separator: ", ")
            }
            let lost = features { $0 == .dropped }
            let changed = features { [.approximated, .narrowed, .rounded].contains($0) }
            lines.append([
                "[\(other.format.name)](\(other.format.id).md)", lost.isEmpty ? "–" : lost,
                changed.isEmpty ? "–" : changed,
            ])
        }
        return Markdown.table(["to", "is lost", "becomes approximate"], lines)
    }

    var settings: String {
        format.options.isEmpty
            ? "There are none.\n"
            : Self.settings(format.options.map { ($0.name, $0.values, "", $0.summary) })
    }

    /// A table of settings; the first value is the default.
    static func settings(_ settings: [(name: String, values: [String], placeholder: String, summary: String)]) -> String
    {
        Markdown.table(
            ["`--set`", "values, the default first", "meaning"],
            settings.map { setting in
                let values = setting.values.map { "`\($0)`" }.joined(separator: ", ")
                return [
                    "`\(setting.name)`", values.isEmpty ? setting.placeholder : values, Markdown.prose(setting.summary),
                ]
            })
    }
}

/// The parts of the page about scan packages.
enum PackagePage {
    static var kinds: String {
        Markdown.table(
            ["kind", "is seen by", "written with `--to`"],
            PackageKind.allCases.map { kind in
                let variants = kind.variants.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                return ["`\(kind.rawValue)`", kind.summary, variants.isEmpty ? "–" : variants]
            })
    }

    static var variants: String {
        Markdown.table(
            ["`--to`", "holds"], PackageVariant.allCases.map { ["`\($0.rawValue)`", $0.summary] })
    }

    static var settings: String {
        FormatPage.settings(PackageSettings.known.map { ($0.name, $0.values, $0.placeholder, $0.summary) })
    }

    static var meshSettings: String {
        FormatPage.settings(ScanMeshSettings.known.map { ($0.name, $0.values, $0.placeholder, $0.summary) })
    }

    static var purposes: String {
        Markdown.table(
            ["`--for`", "meaning", "variant", "up", "unit"],
            Purpose.all.map { purpose in
                [
                    "`\(purpose.name)`", purpose.summary, purpose.variant.map { "`\($0)`" } ?? "any",
                    purpose.frame.upAxis.map { "\($0)".uppercased() } ?? "as it is",
                    purpose.frame.metersPerUnit.map { $0 == 0.001 ? "millimetres" : "\($0) m" } ?? "as it is",
                ]
            })
    }
}
