import MeshBytes
import MeshConvert
import MeshFormats
import Testing

/// Clouds as scanning apps and their tools write them.
@Suite struct CaptureCloudTests {
    private static func floats(_ values: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values {
            for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> (shift * 8))) }
        }
        return bytes
    }

    private static let row: [UInt8] = floats([1.5, -2, 0.25]) + [10, 20, 30, 255]

    /// As another tool writes it: CRLF after each line of the header, an empty list of faces, binary data.
    private static let thesis: [UInt8] = {
        let lines = [
            "ply", "format binary_little_endian 1.0", "element vertex 2", "property float x", "property float y",
            "property float z", "property uchar red", "property uchar green", "property uchar blue",
            "property uchar alpha", "element face 0", "property list uchar int vertex_indices", "end_header", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8) + row + row
    }()

    /// As the app writes it: no comment, three bytes of colour, faces.
    private static let app: [UInt8] = {
        let header = """
            ply
            format binary_little_endian 1.0
            element vertex 3
            property float x
            property float y
            property float z
            property uchar red
            property uchar green
            property uchar blue
            property float confidence
            element face 1
            property list uchar int vertex_indices
            end_header

            """
        var bytes = Array(header.utf8)
        for index in 0..<3 {
            bytes += floats([Float(index), 1, 0.5])
            bytes += [UInt8(index), 7, 9]
            bytes += floats([0.125])
        }
        return bytes + [3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    }()

    private func converted(_ bytes: [UInt8], to variant: String) throws -> (bytes: [UInt8], report: Report) {
        var options = ConvertOptions()
        options.variant = Variant(variant)
        options.verify = true
        let report = try convert(.bytes(bytes, named: "a.ply"), to: .data(named: "b.ply"), options: options)
        #expect(report.verified == true)
        return (try #require(report.outputs.first?.contents), report)
    }

    @Test func f10TheAppsFileComesBackByteForByte() throws {
        for middle in ["ply.ascii", "ply.binary-big-endian", "ply.binary"] {
            let there = try converted(Self.app, to: middle)
            #expect(!there.report.losses.contains { $0.severity <= Loss.Severity.rounded }, "\(middle)")
            #expect(try converted(there.bytes, to: "ply.binary").bytes == Self.app, "\(middle)")
        }
    }

    @Test func f10AHeaderOfWindowsLinesBeforeBinaryDataIsRead() throws {
        // Line ends stay those of the source.
        let bytes = try converted(Self.thesis, to: "ply.ascii").bytes.filter { $0 != 0x0D }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("element vertex 2\n"))
        #expect(text.contains("\n1.5 -2 0.25 10 20 30 255\n1.5 -2 0.25 10 20 30 255\n"))
    }
}
