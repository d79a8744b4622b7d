import MeshBytes
import MeshFormats
import MeshModel

/// Finds the line and column of an item of a text body by counting tokens; used for messages only.
struct PLYTextLocator: Sendable {
    let input: Input
    let header: PLYHeader
    let tables: [PLYTable]

    /// The location of an item; the whole file when it can't be read again.
    func location(_ place: PLYPlace) -> InputLocation {
        guard let token = tokens(before: place) else { return .whole }
        let walk = Walk(token, header.lineCount)
        _ = try? TextPieces.map(input, from: header.byteCount, threads: 1) { (piece) throws(ReadError) -> Bool in
            walk.read(piece)
            return true
        }
        return walk.found
    }

    /// The number of tokens before an item.
    private func tokens(before place: PLYPlace) -> Int? {
        guard tables.indices.contains(place.table) else { return nil }
        var count = 0
        for table in tables[..<place.table] { count += Self.tokens(table, rows: table.element.count) }
        let table = tables[place.table]
        count += Self.tokens(table, rows: place.row)
        for (index, property) in table.element.properties.enumerated() {
            if index == place.property { return count + (property.isList ? 1 + place.item : 0) }
            let column = table.columns[index]
            let until = Self.items(column, before: place.row + 1) - Self.items(column, before: place.row)
            count += property.isList ? 1 + until : 1
        }
        return count
    }

    private static func tokens(_ table: PLYTable, rows: Int) -> Int {
        var count = 0
        for (property, column) in zip(table.element.properties, table.columns) {
            count += property.isList ? rows + items(column, before: rows) : rows
        }
        return count
    }

    private static func items(_ column: PLYColumn, before row: Int) -> Int {
        guard let offsets = column.offsets else { return row * column.values.components }
        return Int(offsets.rows(row..<row + 1).integers().first ?? 0)
    }

    private final class Walk: @unchecked Sendable {
        // One thread uses it.
        private var left: Int
        private var lines: Int
        private(set) var found = InputLocation.whole

        init(_ tokens: Int, _ lines: Int) {
            left = tokens
            self.lines = lines
        }

        func read(_ piece: TextPiece) {
            guard left >= 0 else { return }
            var cursor = piece.makeCursor()
            while true {
                cursor.skipWhitespace()
                if cursor.isAtEnd { break }
                if left == 0 {
                    let position = cursor.position
                    found = .line(
                        lines + cursor.lineCount(before: position) + 1,
                        column: position - cursor.lineStart(of: position) + 1)
                    left = -1
                    return
                }
                _ = cursor.readToken()
                left -= 1
            }
            lines += cursor.lineCount(before: cursor.endPosition)
        }
    }
}
