import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

/// Rows get their places in file order and are copied later. Anything that moves or reads them makes the copies first.
@Suite struct OBJPendingCopiesTests {
    /// Chunks and the lists that take their rows, on one thread.
    private final class Taking: @unchecked Sendable {
        var join = OBJFileStatements()
        let copies = OBJPendingCopies()
        /// Chunks are kept: their memory is copied from at the end.
        var boxes: [OBJPieceBox] = []
    }

    /// The document of a text whose chunks are copied immediately, or as late as possible.
    private func digest(_ text: String, pieceByteCount: Int, atOnce: Bool) throws -> String {
        let options = ReadOptions()
        let input = Input.bytes(Array(text.utf8), name: "/nowhere/room.obj")
        let taking = Taking()
        try TextPieces.fold(input, from: 0, pieceByteCount: pieceByteCount, threads: 1, continuation: true) {
            (text) throws(ReadError) -> OBJPieceBox in
            let box = OBJPieceBox()
            box.piece.prepare(like: taking.join, options, bounds: nil)
            try box.piece.read(text)
            return box
        } inOrder: { (box) throws(ReadError) in
            try taking.join.append(&box.piece, options.limits, taking.copies)
            if atOnce { taking.copies.settle() }
            taking.boxes.append(box)
        }
        taking.copies.settle()
        var builder = OBJSceneBuilder(input: input, options: options)
        return OBJRobustnessTests.digest(try builder.document(from: &taking.join))
    }

    /// Enough rows for lists that move several times, followed by something that changes how rows are stored.
    private func text(_ change: String, rows: Int = 600) -> String {
        var lines: [String] = []
        for row in 0..<rows {
            let (x, c) = (Float(row) / 8, Float(row % 256) / 255)
            lines.append("v \(x) \(-x) 0.25 \(c) 1 0\nvt \(c) \(x)\nvn 0 0 \(x)")
            if row == rows / 2 { lines.append(change) }
            if row > 2 { lines.append("f \(row)/\(row)/\(row) 1/1/1 \(row - 1)/\(row - 1)/\(row - 1)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(arguments: [
        "", "v 0.1234567890123 1 2 1 1 1\nvt 0 0\nvn 0 0 1", "v 1 2 3 1 0.5 0 0.25\nvt 0 0\nvn 0 0 1",
        "v 1 2 3 0.1234567890123 1 1\nvt 0 0\nvn 0 0 1", "v 1 2 3 2\nvt 0 0\nvn 0 0 1",
        "v 1 2 3\nvt 0 0 0.5\nvn 0 0 0.1234567890123", "f 1/2/3 2/1/1 3/3/3", "f 1//1 2//2 3//3", "f 1 2 3",
        "f 1 2 3 4",
        "f -1/-1/-1 -2/-2/-2 -3/-3/-3", "#MRGB ff00ff00",
    ])
    func copiesMadeLateGiveTheSameDocument(change: String) throws {
        for size in [40, 700, 5000] {
            let text = text(change)
            #expect(
                try digest(text, pieceByteCount: size, atOnce: false)
                    == digest(text, pieceByteCount: size, atOnce: true), "pieces of \(size) bytes")
        }
    }

    @Test func manyThreadsGiveTheDocumentOfOne() throws {
        let text = text("v 0.1234567890123 1 2 1 1 1 0.5\nf 1/2/3 2/1/1 3/3/3\nvt 0 0\nvn 0 0 1", rows: 20_000)
        let expected = OBJRobustnessTests.digest(try readOBJ(text))
        for size in [300, 4000, 60_000] {
            let document = try readOBJ(text, pieceByteCount: size) { $0.threads = 5 }
            #expect(OBJRobustnessTests.digest(document) == expected, "pieces of \(size) bytes")
        }
    }
}
