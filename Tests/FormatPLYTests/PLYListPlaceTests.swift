import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Where an item stands when lists stand before it in its row: errors say so to the byte, or to the line and column.
@Suite struct PLYListPlaceTests {
    private static let header = [
        "element vertex 3", "property float x", "property float y", "property float z", "element face 2",
        "property list uchar float texcoord", "property uchar id", "property list uchar int vertex_indices",
    ]
    private static let points: [UInt8] =
        littleEndian(floats: 0, 0, 0) + littleEndian(floats: 1, 0, 0) + littleEndian(floats: 0, 1, 0)

    private static func texCoords(_ count: Int) -> [UInt8] {
        [UInt8(count)] + (0..<count).flatMap { littleEndian(floats: Float($0)) }
    }

    /// The lists of both rows have one length, or two.
    @Test(arguments: [6, 0])
    func aByteIsFoundBehindLists(count: Int) {
        let good = Self.texCoords(6) + [5, 3] + littleEndian(Int32(0), 1, 2)
        let bad = Self.texCoords(count) + [5, 3] + littleEndian(Int32(0), 9, 2)
        let sample = PLYSample(
            ["ply", "format binary_little_endian 1.0"] + Self.header, body: Self.points + good + bad)
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .invalidIndex)
        #expect(error?.location == .byte(sample.bytes.count - 8))
    }

    @Test(arguments: ["6 0 0 1 0 0 1 ", "0 "])
    func aColumnIsFoundBehindLists(list: String) {
        let rows = "0 0 0\n1 0 0\n0 1 0\n6 0 0 1 0 0 1 5 3 0 1 2\n\(list)5 3 0 9 2\n"
        let sample = PLYSample(["ply", "format ascii 1.0"] + Self.header, body: Array(rows.utf8))
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .invalidIndex)
        // The header has eleven lines.
        #expect(error?.location == .line(16, column: list.utf8.count + 7))
    }

    /// A text is read in pieces of 4 MiB.
    @Test func aLineIsFoundInALaterPiece() {
        let rows = "0 0 0" + String(repeating: " ", count: 5 << 20) + "\n1 0 0\n0 1 0\n0 5 3 0 1 2\n0 5 3 0 9 2\n"
        let sample = PLYSample(["ply", "format ascii 1.0"] + Self.header, body: Array(rows.utf8))
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .invalidIndex)
        #expect(error?.location == .line(16, column: 9))
    }

    /// The first row of each element tells the layout of the others; here it is wrong for all of them.
    @Test func listsOfUnequalLengthsInManyElementsKeepTheirOrder() throws {
        var lines = ["ply", "format ascii 1.0"]
        var text = ""
        var expected: [UInt8] = []
        for number in 0..<6 {
            lines += ["element e\(number) 2", "property list uchar uchar values", "property uchar id"]
            text += "1 \(number) 7\n2 \(number) 9 8\n"
            expected += [1, UInt8(number), 7, 2, UInt8(number), 9, 8]
        }
        let document = try PLYSample(lines, body: Array(text.utf8)).read()
        let output = Output(memoryNamed: "a.ply")
        try PLYFormat().transcode(document, variant: "ply.binary", options: WriteOptions(), to: output)
        #expect(output.mainBytes().suffix(expected.count) == expected[...])
    }
}
