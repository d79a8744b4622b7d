import MeshBytes
import MeshFormats
import MeshModel

/// Reads text bodies with one row per line, in pieces, in parallel.
struct PLYTextLines {
    /// The rows of each element.
    private(set) var storages: [ByteStorage] = []
    /// Where the text goes on after the last row.
    private(set) var trailing: Int?
    private(set) var trailingLine = 0
    private(set) var trailingColumn = 1

    /// How the rows of an element are laid out; lists have the length that the first row says.
    struct Layout: Sendable {
        /// Numbers of one type that follow each other, or a list's count, which must be `value`.
        enum Step: Sendable {
            case numbers(ScalarType, Int)
            case count(ScalarType, Int64)
        }

        var steps: [Step]
        var stride: Int
        var tokens: Int
    }

    /// Where an element's rows go.
    enum Target: Sendable {
        /// To their places in one block.
        case block(MemoryBlock, Layout)
        /// One after the other, as each has its own length.
        case rows
    }

    /// Some lines of the text.
    private struct Lines: Sendable {
        var offset: Int
        var byteCount: Int
        var count: Int
        var first = 0
    }

    /// The body, or nil when its lines are no rows.
    static func read(_ input: Input, _ header: PLYHeader, threads: Int) throws(ReadError) -> PLYTextLines? {
        var pieces: [Lines]
        do throws(PieceError<ReadError>) {
            pieces = try TextPieces.map(input, from: header.byteCount, threads: threads) {
                (piece) throws(ReadError) -> Lines in
                unsafe Lines(offset: piece.offset, byteCount: piece.count, count: PLYLineCount.lines(piece.bytes))
            }
        } catch {
            throw PLYTextBody.error(error)
        }
        var line = 0
        for index in pieces.indices {
            pieces[index].first = line
            line += pieces[index].count
        }
        var rowCount = 0
        for element in header.elements {
            let (sum, overflow) = rowCount.addingReportingOverflow(element.count)
            guard !overflow, sum <= line else { return nil }
            rowCount = sum
        }
        var targets: [Target] = []
        var first = 0
        for element in header.elements {
            targets.append(target(element, firstLine: first, input, header, pieces))
            first += element.count
        }
        // An element whose lists turn out to differ in length is tried again as such.
        for _ in 0...header.elements.count {
            let outcome = try parse(input, header, pieces, targets, rowCount: rowCount, threads: threads)
            switch outcome {
            case .odd: return nil
            case .mixed(let element): targets[element] = .rows
            case .done(let lines): return lines
            }
        }
        return nil
    }

    // MARK: Layout

    private static func target(
        _ element: PLYElement, firstLine: Int, _ input: Input, _ header: PLYHeader, _ pieces: [Lines]
    ) -> Target {
        guard element.count > 0 else { return .rows }
        guard let layout = layout(element, firstLine: firstLine, input, pieces) else { return .rows }
        // Each token takes two bytes of the text at least: a first row that claims more is not believed.
        let (tokens, overflow) = element.count.multipliedReportingOverflow(by: layout.tokens)
        guard !overflow, tokens <= (input.byteCount - header.byteCount) / 2 + 1,
            let block = try? MemoryBlock(byteCount: element.count * layout.stride)
        else { return .rows }
        return .block(block, layout)
    }

    private static func layout(
        _ element: PLYElement, firstLine: Int, _ input: Input, _ pieces: [Lines]
    ) -> Layout? {
        var lengths: [Int64] = []
        if element.properties.contains(where: \.isList) {
            guard let piece = pieces.last(where: { $0.first <= firstLine && $0.count > 0 }) else { return nil }
            let found = try? TextPieces.map(
                input, from: piece.offset, to: piece.offset + piece.byteCount, pieceByteCount: piece.byteCount,
                threads: 1
            ) { (text) throws(ReadError) -> [Int64]? in
                var cursor = text.makeCursor()
                for _ in piece.first..<firstLine { cursor.skipLine() }
                return Self.lengths(element, &cursor)
            }
            guard let first = found?.first, let first else { return nil }
            lengths = first
        }
        var layout = Layout(steps: [], stride: 0, tokens: 0)
        var list = 0
        for property in element.properties {
            var count = 1
            if let countType = property.countType {
                layout.steps.append(.count(countType, lengths[list]))
                layout.stride += countType.byteCount
                layout.tokens += 1
                count = Int(lengths[list])
                list += 1
            }
            if case .numbers(property.type, let before) = layout.steps.last {
                layout.steps[layout.steps.count - 1] = .numbers(property.type, before + count)
            } else {
                layout.steps.append(.numbers(property.type, count))
            }
            layout.stride += count * property.type.byteCount
            layout.tokens += count
        }
        return layout
    }

    /// The lengths of the lists of the row at the cursor.
    private static func lengths(_ element: PLYElement, _ cursor: inout TextCursor) -> [Int64]? {
        var lengths: [Int64] = []
        for property in element.properties {
            var count: Int64 = 1
            if let countType = property.countType {
                cursor.skipBlanks()
                guard let bits = cursor.readBits(countType), let found = Int64(exactly: bits),
                    found <= Int64(cursor.remaining)
                else { return nil }
                count = found
                lengths.append(count)
            }
            for _ in 0..<count {
                cursor.skipBlanks()
                if cursor.readToken().isEmpty { return nil }
            }
        }
        return lengths
    }

    // MARK: Parsing

    private enum Outcome {
        case odd
        case mixed(Int)
        case done(PLYTextLines)
    }

    private static func parse(
        _ input: Input, _ header: PLYHeader, _ pieces: [Lines], _ targets: [Target], rowCount: Int, threads: Int
    ) throws(ReadError) -> Outcome {
        var ends: [Int] = []
        var end = 0
        for element in header.elements {
            end += element.count
            ends.append(end)
        }
        let firstLines = Dictionary(pieces.map { ($0.offset, $0.first) }) { first, _ in first }
        let lastByte = pieces.last.map { $0.offset + $0.byteCount } ?? header.byteCount
        let job = PLYTextLinesJob(elements: header.elements, targets: targets, ends: ends)
        let results: [PLYTextLinesJob.Result]
        do throws(PieceError<PLYTextLinesJob.Stop>) {
            results = try TextPieces.map(input, from: header.byteCount, to: lastByte, threads: threads) {
                (piece) throws(PLYTextLinesJob.Stop) -> PLYTextLinesJob.Result in
                guard let first = firstLines[piece.offset] else { throw .odd }
                return try job.read(piece, firstLine: first)
            }
        } catch .body(.odd) {
            return .odd
        } catch .body(.mixed(let element)) {
            return .mixed(element)
        } catch .system(let error) {
            throw ReadError(.system, .whole, error.message)
        } catch {
            throw ReadError(.truncated, .whole, "the file became shorter while it was read")
        }
        var lines = PLYTextLines()
        for (index, element) in header.elements.enumerated() {
            switch targets[index] {
            case .block(let block, let layout):
                lines.storages.append(ByteStorage(block, byteCount: element.count * layout.stride))
            case .rows:
                let parts = results.compactMap { $0.rows[index] }
                guard let all = try? PLYRowBuffer(capacity: parts.reduce(0) { $0 + $1.count }) else {
                    throw ReadError(.limitExceeded, .whole, "the rows of '\(element.name)' take too much memory")
                }
                for part in parts {
                    guard !part.hasFailed else {
                        throw ReadError(.limitExceeded, .whole, "the rows of '\(element.name)' take too much memory")
                    }
                    all.append(part)
                }
                lines.storages.append(all.storage)
            }
        }
        if let place = results.compactMap(\.trailing).first {
            lines.trailing = place.byte
            lines.trailingLine = header.lineCount + 1 + place.line
            lines.trailingColumn = place.column
        }
        return .done(lines)
    }
}
