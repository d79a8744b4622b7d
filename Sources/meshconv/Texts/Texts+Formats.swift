import MeshConvert
import MeshFormats
import ScanPackages

/// The list of formats and scan packages, in 80 columns.
struct FormatTexts {
    let pipeline: Pipeline

    var text: String {
        var rows = [["", "", "read", "write", ""]]
        for format in pipeline.formats {
            let descriptor = format.descriptor
            rows.append([
                descriptor.name, descriptor.extensions.map { ".\($0)" }.joined(separator: " "),
                Self.mark(format is any ReadableFormat), Self.mark(format is any WritableFormat), descriptor.purpose,
            ])
        }
        var packages = [["", "read", "write", ""]]
        for kind in PackageKind.allCases {
            let names = kind.variants.map(\.rawValue).joined(separator: ", ")
            packages.append([
                kind.rawValue, Self.mark(true), Self.mark(!names.isEmpty),
                kind.plainName + (names.isEmpty ? "" : " (--to \(names))"),
            ])
        }
        return Self.table(rows) + "\nScan packages: folders and .zip\n" + Self.table(packages) + """

            One of them, what it holds, its options:  meshconv formats ply
            Scan packages and their options:          meshconv formats packages
            What --for can be:                        meshconv formats purposes
            What each format holds, as a wide table:  meshconv formats --table

            """
    }

    private static func mark(_ isPossible: Bool) -> String { isPossible ? "✓" : "–" }

    /// Returns rows with aligned columns; the last one is wrapped.
    static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = "  "
            for (cell, width) in zip(row.dropLast(), widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            let start = line.count
            let lines = CardLines.wrapped(row.last ?? "", to: CardLines.width - start)
            let indent = String(repeating: " ", count: start)
            return trimmed(line + lines.joined(separator: "\n" + indent)) + "\n"
        }.joined()
    }

    static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension FormatDescriptor {
    /// What the format is used for, in a few words; empty for one that is not known here.
    var purpose: String {
        switch id {
        case "ply": "scans, with any values"
        case "obj": "models with textures"
        case "stl": "3D printing"
        case "off": "research"
        case "gltf": "web, game engines"
        case "usd": "Apple devices, film"
        default: ""
        }
    }
}
