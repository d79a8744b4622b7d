import MeshBytes
import MeshFormats
import MeshModel

/// Reads text bodies into rows as a little-endian binary body has them, one block per element.
///
/// Nearly all files have a row per line: these are parsed in pieces, in parallel, straight to their places. Any other
/// file, and any defect, goes to the token reader.
enum PLYTextBody {
    static func read(
        _ input: Input, _ header: PLYHeader, _ options: ReadOptions
    ) throws(ReadError) -> PLYBodyTables {
        var storages: [ByteStorage]
        var trailing: (byte: Int, location: InputLocation)?
        if let lines = try PLYTextLines.read(input, header, threads: options.threads) {
            storages = lines.storages
            if let byte = lines.trailing { trailing = (byte, .line(lines.trailingLine, column: lines.trailingColumn)) }
        } else {
            let tokens = try PLYTextTokens.read(input, header)
            storages = tokens.rows.map(\.storage)
            if let place = tokens.trailing { trailing = (place.byte, .line(place.line, column: place.column)) }
        }
        var tables: [PLYTable] = []
        for (element, storage) in zip(header.elements, storages) {
            tables.append(try PLYBody.table(element, in: storage, at: 0, byteOrder: .native))
        }
        let locator = PLYTextLocator(input: input, header: header, tables: tables)
        var body = PLYBodyTables(tables: tables, locate: locator.location)
        if let trailing {
            let rest = input.byteCount - trailing.byte
            if options.strictInput {
                throw ReadError(.invalidValue, trailing.location, "expected the end of the file, found \(rest) bytes")
            }
            body.diagnostics.append(
                Diagnostic(
                    "ply.trailing-bytes", .warning, count: rest, at: trailing.location,
                    "bytes after the last row are left out"))
        }
        return body
    }

    /// The error of a walk over pieces.
    static func error(_ error: PieceError<ReadError>) -> ReadError {
        switch error {
        case .body(let error): error
        case .system(let error): ReadError(error)
        case .shrunk: ReadError(.truncated, .whole, "the file became shorter while it was read")
        }
    }
}
