import MeshBytes
import MeshFormats
import Testing

@testable import FormatOBJ

/// The joined statements of a file: how much memory they take ahead, and how many there may be.
@Suite struct OBJFileStatementsTests {
    private final class Joining: @unchecked Sendable {
        var join = OBJFileStatements()

        /// Appends a text as the next chunk.
        func append(_ text: String) throws(ReadError) {
            let options = ReadOptions()
            let copies = OBJPendingCopies()
            let box = OBJPieceBox()
            do throws(PieceError<ReadError>) {
                try TextPieces.fold(
                    .bytes(Array(text.utf8), name: "/nowhere/room.obj"), from: 0, pieceByteCount: 1 << 20, threads: 1,
                    continuation: true
                ) { (text) throws(ReadError) -> OBJPieceBox in
                    box.piece.prepare(like: self.join, options, bounds: nil)
                    try box.piece.read(text)
                    return box
                } inOrder: { (box) throws(ReadError) in
                    try self.join.append(&box.piece, options.limits, copies)
                }
            } catch {
                throw ReadError(error)
            }
            copies.settle()
        }

        /// The room of the lists in rows: positions, colours, texture coordinates, normals, and corners of polygons.
        var room: [Int] {
            [
                join.positions.singles.capacity / 3, join.colors.singles.capacity / 3,
                join.texCoords.singles.capacity / join.texCoords.components, join.normals.singles.capacity / 3,
                join.polygons.vertices.capacity,
            ]
        }
    }

    private let part =
        String(repeating: "v 1 2 3 1 0 1\nvt 0 1\nvn 0 0 1\n", count: 3) + "f 1/1/1 2/2/2 3/3/3\n"

    @Test func memoryIsReservedAsIfTheFileWentOnLikeItsLastPart() throws {
        let joining = Joining()
        try joining.append(part)
        let rest = 5 << 20
        joining.join.reserve(since: OBJBase(), corners: 0, byteCount: part.utf8.count, rest: rest)
        let expected = 3 * rest / part.utf8.count
        #expect(joining.room.allSatisfy { $0 >= expected && $0 < 2 * expected })
        #expect((0..<9).map { joining.join.positions.singles[$0] } == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    }

    @Test func aListThatDidNotGrowGetsNoMemory() throws {
        let joining = Joining()
        try joining.append(part)
        let before = joining.room
        joining.join.reserve(
            since: OBJBase(vertices: 3, texCoords: 3, normals: 3), corners: 3, byteCount: 100, rest: 5 << 20)
        #expect(joining.room == before)
    }

    /// Little text is left: its lists may as well grow.
    @Test func aShortRestIsNotReserved() throws {
        let joining = Joining()
        try joining.append(part)
        let before = joining.room
        joining.join.reserve(since: OBJBase(), corners: 0, byteCount: 100, rest: 4 << 20)
        #expect(joining.room == before)
    }

    @Test func listsWithoutMemoryEndTheReading() throws {
        let joining = Joining()
        joining.join.paint.append(repeating: 0, count: .max / 2)
        let error = #expect(throws: ReadError.self) { try joining.append("v 0 0 0\n") }
        #expect(error?.code == .limitExceeded && error?.message == "not enough memory for the file's numbers")
    }

    /// Indices are 32 bits wide.
    @Test func rowsThatIndicesCannotCountAreRefused() throws {
        let joining = Joining()
        joining.join.counts.vertices = Int(Int32.max) - 1
        try joining.append("v 0 0 0\n")
        let error = #expect(throws: ReadError.self) { try joining.append("v 0 0 0\n") }
        #expect(error?.code == .limitExceeded && error?.message == "expected at most 2147483647 rows, found more")
    }
}
