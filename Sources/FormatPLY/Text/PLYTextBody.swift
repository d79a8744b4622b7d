import MeshBytes
import MeshFormats
import MeshModel

/// Reads text bodies into rows like those of a little-endian binary body, one block per element.
///
/// Nearly all files have one row per line. These are parsed in chunks, in parallel, straight into place. The token
/// reader handles other files and all defects.
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

    /// Converts an error from reading chunks.
    static func error(_ error: PieceError<ReadError>) -> ReadError {
        switch error {
        case .body(let error): error
        case .system(let error): ReadError(error)
        case .shrunk: ReadError(.truncated, .whole, "the file became shorter while it was read")
        }
    }
}
