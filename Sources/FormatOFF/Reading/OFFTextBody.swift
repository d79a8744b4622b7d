import MeshBytes
import MeshFormats
import MeshModel

/// Reads text bodies. Nearly all have a row on each line: these are read in chunks on several threads. Others, and all
/// that have a defect, are read once more as a whole, which finds out what is wrong and where.
enum OFFTextBody {
    /// - Parameter pieceByteCount: the size of the chunks; the result does not depend on it.
    static func read(
        _ input: Input, _ header: OFFHeader, _ options: ReadOptions, pieceByteCount: Int = 1 << 20
    ) throws(ReadError) -> OFFBody {
        do throws(ReadError) {
            let job = OFFTextJob(input: input, header: header, options: options)
            if let body = try job.lines(pieceByteCount) { return body }
            return try job.whole()
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }
}

/// The reading of one text.
struct OFFTextJob {
    let input: Input
    let header: OFFHeader
    let options: ReadOptions

    /// Reads a text whose lines are rows; nil: they are not, or something is wrong.
    func lines(_ pieceByteCount: Int) throws(ReadError) -> OFFBody? {
        let counts = try map(pieceByteCount) { (piece) throws(ReadError) in (piece.offset, Self.rowCount(piece)) }
        var total = 0
        let firsts = counts.map { (offset, count) in
            defer { total += count }
            return (offset, total)
        }
        guard total >= header.vertexCount + header.faceCount else { return nil }
        let firstRows = Dictionary(firsts) { first, _ in first }
        for isWide in [false, true] {
            let reading = OFFRowReader.Options(
                header: header, crossesLines: false, isWide: isWide, isLenient: options.lenient)
            let parts = try map(pieceByteCount) { (piece) throws(ReadError) -> OFFRows? in
                guard let first = firstRows[piece.offset] else { return nil }
                return try? OFFRowReader.read(piece.makeCursor(), from: first, reading)
            }
            var rows: [OFFRows] = []
            for part in parts {
                guard let part else { return nil }
                rows.append(part)
            }
            // A second pass reads numbers with more digits than a float32 has.
            if isWide || rows.allSatisfy({ $0.areShort.values.allSatisfy(\.self) }) {
                return body(rows, isWide: isWide)
            }
        }
        return nil
    }

    /// Reads the text as one chunk, number by number.
    func whole() throws(ReadError) -> OFFBody {
        let reading = OFFRowReader.Options(
            header: header, crossesLines: true, isWide: true, isLenient: options.lenient)
        let rows = try map(max(input.byteCount, 1)) { (piece) throws(ReadError) -> OFFRows in
            try Self.rows(piece.makeCursor(), reading)
        }
        return body(rows, isWide: true)
    }

    private static func rows(_ cursor: TextCursor, _ options: OFFRowReader.Options) throws(ReadError) -> OFFRows {
        do throws(OFFRowReader.Stop) {
            return try OFFRowReader.read(cursor, from: 0, options)
        } catch .invalid(let error) {
            throw error
        } catch {
            throw ReadError(.invalidValue, .byte(cursor.position), "expected rows of numbers")
        }
    }

    private func map<R: Sendable>(
        _ pieceByteCount: Int, _ body: @Sendable (TextPiece) throws(ReadError) -> R
    ) throws(ReadError) -> [R] {
        do throws(PieceError<ReadError>) {
            return try TextPieces.map(
                input, from: header.byteCount, pieceByteCount: pieceByteCount, threads: options.threads, body)
        } catch {
            switch error {
            case .body(let error): throw error
            case .system(let error): throw ReadError(error)
            case .shrunk: throw ReadError(.truncated, .whole, "the file became shorter while it was read")
            }
        }
    }

    /// The number of lines that are neither blank nor a comment.
    private static func rowCount(_ piece: TextPiece) -> Int {
        var cursor = piece.makeCursor()
        var count = 0
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return count }
            if cursor.peek() != 0x23 { count += 1 }
            cursor.skipLine()
        }
    }

    // MARK: Joining

    private func body(_ rows: [OFFRows], isWide: Bool) -> OFFBody {
        var body = OFFBody()
        let hasFractions = rows.contains(where: \.hasFractions)
        for part in rows {
            body.tally.add(part.tally)
            body.faces.append(part.faces)
            body.commentCount += part.commentCount
        }
        let all =
            isWide
            ? Self.joined(rows.map(\.doubles), header.width) : Self.joined(rows.map(\.singles), header.width)
        for place in header.places {
            guard
                let column = Column(
                    viewing: all.storage, offset: place.first * all.type.byteCount, stride: all.stride,
                    count: all.count, components: place.width, type: all.type)
            else { continue }
            let isShort = rows.allSatisfy { $0.areShort[place.field] ?? true }
            body.columns[place.field] = isWide && isShort ? column.singles : column
        }
        body.hasColorCodes = !hasFractions
        return body
    }

    private static func joined<T: ColumnScalar>(_ parts: [ContiguousArray<T>], _ width: Int) -> Column {
        guard parts.count != 1 else { return Column(parts[0], components: width) }
        var all = ContiguousArray<T>()
        all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { all += part }
        return Column(all, components: width)
    }
}

extension Column {
    /// The values as float32.
    var singles: Column {
        var values = ContiguousArray<Float>()
        read(0..<count, into: &values)
        return Column(values, components: components)
    }
}
