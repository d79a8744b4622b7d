import MeshBytes
import MeshFormats
import MeshModel

/// The place of text after the last row.
typealias PLYTextTrailing = (byte: Int, line: Int, column: Int)

/// Reads text bodies into rows like those of a little-endian binary body, one block per element.
///
/// Nearly all files have one row per line. These are parsed in chunks, in parallel, straight into place. The token
/// reader handles other files and all defects.
enum PLYTextBody {
    static func read(
        _ input: Input, _ header: PLYHeader, _ options: ReadOptions
    ) throws(ReadError) -> PLYBodyTables {
        let storages: [ByteStorage]
        let trailing: PLYTextTrailing?
        var wholeRows = header.elements.map(\.count)
        if let lines = try PLYTextLines.read(input, header, threads: options.threads) {
            storages = lines.storages
            trailing = lines.trailing
        } else {
            let tokens = try PLYTextTokens.read(input, header, isLenient: options.lenient)
            wholeRows = tokens.wholeRows
            storages = tokens.rows.map(\.storage)
            trailing = tokens.trailing
            // Numbers that are neither in rows by lines nor as many as the header says are read at wrong places.
            if let trailing, !options.lenient {
                throw ReadError(
                    .invalidValue, .line(trailing.line, column: trailing.column),
                    "expected the end of the file, found more: its lines have other numbers than the header says")
            }
        }
        var tables: [PLYTable] = []
        var cuts: [PLYBodyTables.Cut] = []
        for (index, (var element, storage)) in zip(header.elements, storages).enumerated() {
            if wholeRows[index] < element.count {
                cuts.append(.init(element: element.name, count: element.count - wholeRows[index]))
                element.count = wholeRows[index]
            }
            tables.append(try PLYBody.table(element, in: storage, at: 0, byteOrder: .native))
        }
        let locator = PLYTextLocator(input: input, header: header, tables: tables)
        var body = PLYBodyTables(tables: tables, locate: locator.location)
        body.leaveOut(cuts, at: .whole)
        if let trailing {
            let location = InputLocation.line(trailing.line, column: trailing.column)
            try body.leaveOut(input.byteCount - trailing.byte, at: location, options)
        }
        return body
    }
}
