import MeshBytes
import MeshFormats
import MeshModel

/// Reads text bodies that have one row per line, in chunks, in parallel.
struct PLYTextLines {
    /// The rows of each element.
    private(set) var storages: [ByteStorage] = []
    /// The text after the last row, if there is any.
    private(set) var trailing: PLYTextTrailing?

    /// The target of an element's rows.
    enum Target: Sendable {
        /// Into one block, each row at its place.
        case block(MemoryBlock, PLYTextLayout)
        /// One after the other, since rows differ in length.
        case rows
    }

    /// Reads the body; nil when its lines are not its rows.
    static func read(_ input: Input, _ header: PLYHeader, threads: Int) throws(ReadError) -> PLYTextLines? {
        let pieces = try PLYTextPieces(input, header, threads: threads)
        guard let ends = pieces.rowEnds(header) else { return nil }
        var targets: [Target] = []
        for (element, layout) in zip(header.elements, pieces.layouts(of: header.elements, ends: ends)) {
            if let layout, let block = try? MemoryBlock(byteCount: element.count * layout.stride) {
                targets.append(.block(block, layout))
            } else {
                targets.append(.rows)
            }
        }
        // If an element's lists turn out to differ in length, all is read again with the target `rows` for it; after a few,
        // for all elements that have lists.
        for turn in 0...header.elements.count {
            let outcome = try parse(input, header, pieces.pieces, targets, ends, threads: threads)
            switch outcome {
            case .odd: return nil
            case .mixed(let element):
                targets[element] = .rows
                guard turn >= 3 else { continue }
                for (index, element) in header.elements.enumerated() where element.properties.contains(where: \.isList)
                {
                    targets[index] = .rows
                }
            case .done(let lines): return lines
            }
        }
        return nil
    }

    // MARK: Parsing

    private enum Outcome {
        case odd
        case mixed(Int)
        case done(PLYTextLines)
    }

    private static func parse(
        _ input: Input, _ header: PLYHeader, _ pieces: [PLYTextPieces.Piece], _ targets: [Target], _ ends: [Int],
        threads: Int
    ) throws(ReadError) -> Outcome {
        let firstLines = Dictionary(pieces.map { ($0.offset, $0.firstLine) }) { first, _ in first }
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
            throw ReadError(error)
        } catch {
            throw .shrunk
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
            lines.trailing = (place.byte, header.lineCount + 1 + place.line, place.column)
        }
        return .done(lines)
    }
}
