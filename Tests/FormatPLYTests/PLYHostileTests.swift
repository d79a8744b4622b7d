import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Broken files give an error or a document, and what can be read can be written.
@Suite struct PLYHostileTests {
    private static let header = [
        "element vertex 3", "property float x", "property float y", "property float z", "property uchar red",
        "property uchar green", "property uchar blue", "property list uchar short tags", "element face 2",
        "property list uchar int vertex_indices", "property list uchar float texcoord", "property int texnumber",
        "element edge 1", "property int vertex1", "property int vertex2", "element tristrips 1",
        "property list int int vertex_indices", "element camera 1", "property double focal",
    ]
    private static let text = [
        "0 0 0 1 2 3 1 5", "1 0 0 4 5 6 0", "0 1 0 7 8 9 2 6 7", "3 0 1 2 6 0 0 1 0 0 1 0", "3 2 1 0 0 1", "0 1",
        "5 0 1 2 -1 0", "35.5",
    ]

    static var samples: [[UInt8]] {
        let start = ["comment TextureFile a.png", "comment TextureFile b.png"] + header
        let ascii = PLYSample(
            ["ply", "format ascii 1.0"] + start, body: Array(text.map { $0 + "\n" }.joined().utf8))
        var all = [ascii.bytes]
        for variant in ["ply.binary", "ply.binary-big-endian"] {
            guard let document = try? ascii.read() else { continue }
            let output = Output(memoryNamed: "x.ply")
            try? PLYFormat().transcode(document, variant: variant, options: WriteOptions(), to: output)
            all.append(output.mainBytes())
        }
        return all
    }

    /// Reads a file, and writes the document; returns whether it was read.
    @discardableResult
    private func exercise(_ bytes: [UInt8], lenient: Bool) -> Bool {
        var options = ReadOptions()
        options.lenient = lenient
        guard let document = try? PLYFormat().read(.bytes(bytes, name: "x.ply"), options: options) else {
            return false
        }
        #expect(document.isAccountedFor)
        for variant in ["ply.binary", "ply.ascii"] {
            let output = Output(memoryNamed: "x.ply")
            guard let plan = try? PLYFormat().plan(Content(document.scene), variant: variant, options: WriteOptions())
            else { continue }
            try? PLYFormat().write(plan, to: output)
            try? PLYFormat().transcode(
                document, variant: variant, options: WriteOptions(), to: Output(memoryNamed: "y.ply"))
        }
        return true
    }

    @Test func theSamplesThemselvesAreRead() {
        let samples = Self.samples
        #expect(samples.count == 3)
        for sample in samples { #expect(exercise(sample, lenient: false)) }
    }

    @Test func everyBeginningOfAFileIsRefusedOrRead() {
        for sample in Self.samples {
            for count in 0..<sample.count { exercise(Array(sample[..<count]), lenient: count % 2 == 0) }
        }
    }

    @Test func flippedBytesAreRefusedOrRead() {
        var random = SplitMix(state: 0x5EED)
        for sample in Self.samples {
            for round in 0..<700 {
                var bytes = sample
                for _ in 0...Int(random.next() % 4) {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                exercise(bytes, lenient: round % 2 == 0)
            }
        }
    }

    @Test func aCountThatLiesIsTruncatedBeforeMemoryIsTaken() {
        for count in ["4294967296", "9223372036854775807", "3000000000000"] {
            let lines = ["ply", "format binary_little_endian 1.0", "element face \(count)"]
            for property in ["property list uchar int vertex_indices", "property double q"] {
                let error = #expect(throws: ReadError.self) {
                    try PLYSample(lines + [property], body: [UInt8](repeating: 0, count: 64)).read()
                }
                #expect(error?.code == .truncated)
            }
        }
    }

    @Test func aListThatClaimsMoreThanTheFileHasIsTruncated() {
        let lines = ["ply", "format binary_little_endian 1.0", "element t 2", "property list uint double v"]
        let error = #expect(throws: ReadError.self) {
            try PLYSample(lines, body: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]).read()
        }
        #expect(error?.code == .truncated)
    }

    @Test func aNegativeListLengthIsRefusedWhereItStands() {
        let lines = ["ply", "format binary_little_endian 1.0", "element t 1", "property list int uchar v"]
        let sample = PLYSample(lines, body: [0xFF, 0xFF, 0xFF, 0xFF])
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .invalidValue)
        #expect(error?.location == .byte(sample.bytes.count - 4))
    }
}

/// A small generator with the same numbers on every machine.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
