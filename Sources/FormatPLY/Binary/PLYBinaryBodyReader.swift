import MeshBytes
import MeshFormats
import MeshModel

/// A body in memory, and a way to locate its items in the file.
struct PLYBodyTables {
    var tables: [PLYTable]
    var diagnostics: [Diagnostic] = []
    /// Returns the location of an item in the file.
    var locate: (PLYPlace) -> InputLocation

    /// The rows of an element that a cut file lacks.
    struct Cut {
        var element: String
        var count: Int
    }

    /// What is lost by cuts.
    private(set) var residue: [Residue] = []

    /// Reports rows that a cut file lacks.
    mutating func leaveOut(_ cuts: [Cut], at location: InputLocation) {
        for cut in cuts {
            residue.append(.broken("rows of element \(cut.element)", count: cut.count))
            diagnostics.append(
                Diagnostic(
                    "ply.truncated", .error, count: cut.count, at: location,
                    "the file is cut off: rows of element '\(cut.element)' are missing"))
        }
    }

    /// Reports bytes after the last row; strict input has none.
    mutating func leaveOut(_ count: Int, at location: InputLocation, _ options: ReadOptions) throws(ReadError) {
        guard !options.strictInput else {
            throw ReadError(.invalidValue, location, "expected the end of the file, found \(count) bytes")
        }
        diagnostics.append(
            Diagnostic(
                "ply.trailing-bytes", .warning, count: count, at: location, "bytes after the last row were left out"))
    }
}

/// Reads binary bodies into one block that the tables share.
enum PLYBinaryBodyReader {
    static func read(
        _ input: Input, _ header: PLYHeader, _ options: ReadOptions
    ) throws(ReadError) -> PLYBodyTables {
        let storage = try ReadError.of(options.storage(of: input))
        var tables: [PLYTable] = []
        var position = header.byteCount
        var cuts: [PLYBodyTables.Cut] = []
        for var element in header.elements {
            if options.lenient {
                let order = header.encoding.byteOrder
                let whole = PLYBody.wholeRows(element, in: storage, at: position, byteOrder: order)
                if whole < element.count { cuts.append(.init(element: element.name, count: element.count - whole)) }
                element.count = whole
            }
            let table = try PLYBody.table(element, in: storage, at: position, byteOrder: header.encoding.byteOrder)
            position += table.byteCount
            tables.append(table)
        }
        var body = PLYBodyTables(tables: tables) { place in .byte(byte(of: place, tables)) }
        body.leaveOut(cuts, at: .byte(storage.byteCount))
        let rest = storage.byteCount - position
        if rest > 0, cuts.isEmpty { try body.leaveOut(rest, at: .byte(position), options) }
        return body
    }

    /// The byte offset of an item.
    private static func byte(of place: PLYPlace, _ tables: [PLYTable]) -> Int {
        guard tables.indices.contains(place.table) else { return 0 }
        let table = tables[place.table]
        var byte = table.rowStart(place.row)
        for (index, property) in table.element.properties.enumerated() {
            guard let countType = property.countType else {
                if index == place.property { return byte }
                byte += property.type.byteCount
                continue
            }
            byte += countType.byteCount
            if index == place.property { return byte + place.item * property.type.byteCount }
            let column = table.columns[index]
            var items = column.values.components
            if let offsets = column.offsets {
                let bounds = offsets.rows(place.row..<place.row + 2).integers()
                items = bounds.count == 2 ? Int(bounds[1] - bounds[0]) : 0
            }
            byte += items * property.type.byteCount
        }
        return byte
    }
}
