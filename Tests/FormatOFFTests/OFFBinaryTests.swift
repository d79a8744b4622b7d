import FormatOFF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OFFBinaryTests {
    private let points = OFFWord.floats(0, 0, 0, 1, 0, 0, 0, 1, 0)

    private func read(_ bytes: [UInt8]) throws(ReadError) -> Document {
        try OFFFormat().read(.bytes(bytes, name: "x.off"), options: ReadOptions())
    }

    @Test func readsBigEndianNumbers() throws {
        let document = try read(binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1, 2, 0)))
        #expect(document.variant == "off.binary")
        #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.primitive?.lists == [[0, 1, 2]])
        #expect(document.diagnostics.isEmpty && document.isAccountedFor)
    }

    @Test func readsColours() throws {
        let vertices = try read(
            binary("COFF BINARY", [1, 0, 0], OFFWord.floats(1, 2, 3, 0.5, 0.25, 1, 1)))
        #expect(vertices.vertices(.color(0))?.values.doubles() == [0.5, 0.25, 1, 1])
        let faces = try read(
            binary(
                "OFF BINARY", [3, 2, 0],
                points + OFFWord.ints(3, 0, 1, 2, 3) + OFFWord.floats(1, 0.5, 0) + OFFWord.ints(2, 0, 1, 1)
                    + OFFWord.floats(4)))
        #expect(faces.faceColors?.values.doubles() == [1, 0.5, 0, 1, 1, 1])
        #expect(faces.codes == ["off.degenerate-face", "off.colormap-index", "off.color-missing"])
    }

    @Test func littleEndianNumbersAreFoundBySize() throws {
        let document = try read(
            binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1, 2, 0), swapped: true))
        #expect(document.vertices(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.primitive?.lists == [[0, 1, 2]])
        #expect(document.codes == ["off.little-endian"])
    }

    @Test func brokenFilesAreRefused() {
        for (bytes, code) in [
            (binary("OFF BINARY", [3, 1, 0], points), ReadError.Code.truncated),
            (binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1)), .truncated),
            (binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1, 3, 0)), .invalidIndex),
            (binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1, -1, 0)), .invalidIndex),
            (binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(-1, 0, 1, 2, 0)), .truncated),
            (binary("OFF BINARY", [.max, .max, 0], points), .truncated),
            (binary("OFF BINARY", [-1, 0, 0], points), .truncated),
            (binary("OFF BINARY", [3], []), .truncated),
            (binary("OFF BINARY 3 1 0", [], points), .invalidHeader),
        ] {
            let error = #expect(throws: ReadError.self) { try read(bytes) }
            #expect(error?.code == code, "\(error?.message ?? "")")
        }
    }

    @Test func trailingBytesAreReported() throws {
        let document = try read(binary("OFF BINARY", [3, 1, 0], points + OFFWord.ints(3, 0, 1, 2, 0, 9)))
        #expect(document.codes == ["off.trailing-bytes"])
        #expect(document.diagnostics[0].count == 4)
    }
}
