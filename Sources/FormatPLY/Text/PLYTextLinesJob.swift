import MeshBytes
import MeshModel

/// Reads one chunk of a text body whose lines are rows.
struct PLYTextLinesJob: Sendable {
    /// The reason why the lines can't be read as rows.
    enum Stop: Error {
        /// Something is wrong; the token reader will report it.
        case odd
        /// The lists of this element differ in length.
        case mixed(Int)
    }

    /// The results of a chunk, besides the rows that were stored in place.
    struct Result: Sendable {
        /// The rows of elements whose rows differ in length, by element.
        var rows: [Int: PLYRowBuffer] = [:]
        /// The position of text after the last row; the line is counted from 0.
        var trailing: PLYTextTrailing?
    }

    let elements: [PLYElement]
    let targets: [PLYTextLines.Target]
    /// The line after the last row of each element.
    let ends: [Int]

    /// Reads the lines of a chunk; the first is line `firstLine` of the body.
    func read(_ piece: TextPiece, firstLine: Int) throws(Stop) -> Result {
        var cursor = piece.makeCursor()
        var result = Result()
        var line = firstLine
        var index = 0
        while !cursor.isAtEnd {
            while index < ends.count, line >= ends[index] { index += 1 }
            guard index < ends.count else {
                findTrailing(&cursor, line, &result)
                return result
            }
            let start = index == 0 ? 0 : ends[index - 1]
            switch targets[index] {
            case .block(let block, let layout):
                line = try read(&cursor, line, index, to: block, layout, start: start)
            case .rows:
                let rows: PLYRowBuffer
                // The text of many elements may be in one chunk.
                let share = cursor.remaining / max(1, min(ends.count - index, cursor.remaining / 64))
                do { rows = try PLYRowBuffer(capacity: share) } catch { throw .odd }
                line = try read(&cursor, line, index, to: rows)
                result.rows[index] = rows
            }
        }
        return result
    }

    private func read(
        _ cursor: inout TextCursor, _ first: Int, _ index: Int, to block: MemoryBlock, _ layout: PLYTextLayout,
        start: Int
    ) throws(Stop) -> Int {
        // Bounds: the block has room for rows start ..< ends[index].
        var place = unsafe block.base + (first - start) * layout.stride
        do throws(PLYTextLayout.Stop) {
            return unsafe first + (try layout.read(&cursor, most: ends[index] - first, to: &place))
        } catch .mixed {
            throw .mixed(index)
        } catch {
            throw .odd
        }
    }

    private func read(_ cursor: inout TextCursor, _ first: Int, _ index: Int, to rows: PLYRowBuffer) throws(Stop) -> Int
    {
        var line = first
        while line < ends[index], !cursor.isAtEnd {
            for property in elements[index].properties {
                var count: Int64 = 1
                if let countType = property.countType {
                    cursor.skipBlanks()
                    guard !cursor.isAtLineEnd, let bits = cursor.readBits(countType),
                        let found = Int64(exactly: bits), found >= 0, found <= Int64(cursor.remaining)
                    else { throw .odd }
                    rows.append(bits, countType)
                    count = found
                }
                for _ in 0..<count {
                    cursor.skipBlanks()
                    guard !cursor.isAtLineEnd, let bits = cursor.readBits(property.type) else { throw .odd }
                    rows.append(bits, property.type)
                }
            }
            guard cursor.finishRow() else { throw .odd }
            line += 1
        }
        return line
    }

    private func findTrailing(_ cursor: inout TextCursor, _ line: Int, _ result: inout Result) {
        let start = cursor.position
        cursor.skipWhitespace()
        guard !cursor.isAtEnd else { return }
        let position = cursor.position
        let lines = cursor.lineCount(before: position) - cursor.lineCount(before: start)
        result.trailing = (position, line + lines, position - cursor.lineStart(of: position) + 1)
    }
}
