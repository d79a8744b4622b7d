import FormatSTL
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Broken files give an error or a document, and what can be read can be written.
@Suite struct STLHostileTests {
    static var samples: [[UInt8]] {
        let text =
            "solid big box\ncolor 1 0 0\n" + STLSample.flatText + "endsolid big box\nsolid\n"
            + STLSample.flatText.replacing("vertex 1 0 0", with: "vertex 0.123456789012 nan -1.#IND") + "endsolid\n"
        let facets: [(numbers: [Float], word: UInt16)] = [
            (STLSample.flat, 0x801F), (STLSample.flat, 3), (STLSample.flat.map { -$0 }, 0xFFFF),
        ]
        return [
            STLSample(text).bytes, STLSample(text.replacing("\n", with: " ")).bytes,
            STLSample(header: "solid part", facets: facets).bytes,
            STLSample(header: "part COLOR=abcd,MATERIAL=abcdefghijkl", facets: facets, count: 9).bytes,
        ]
    }

    private func exercise(_ bytes: [UInt8], lenient: Bool) {
        var options = ReadOptions()
        options.lenient = lenient
        guard let document = try? STLFormat().read(.bytes(bytes, name: "x.stl"), options: options) else { return }
        #expect(document.isAccountedFor)
        for variant in ["stl.binary", "stl.ascii", "stl.color"] {
            let output = Output(memoryNamed: "x.stl")
            if let plan = try? STLFormat().plan(Content(document.scene), variant: variant, options: WriteOptions()) {
                try? STLFormat().write(plan, to: output)
            }
            try? STLFormat().transcode(
                document, variant: variant, options: WriteOptions(), to: Output(memoryNamed: "y.stl"))
        }
    }

    @Test func everyBeginningOfAFileIsRefusedOrRead() {
        for sample in Self.samples {
            for count in 0..<sample.count { exercise(Array(sample[..<count]), lenient: count % 2 == 0) }
        }
    }

    @Test func flippedBytesAreRefusedOrRead() {
        var random = SplitMix(state: 0x57_4C)
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

    @Test func aCountThatLiesTakesNoMemory() throws {
        let sample = STLSample(facets: [], count: .max)
        #expect(throws: ReadError.self) { try sample.read() }
        var options = ReadOptions()
        options.lenient = true
        let document = try sample.read(options)
        #expect(document.scene.meshes.isEmpty)
        #expect(document.codes == ["stl.facet-count"])
    }

    @Test func indicesThatPointAtNothingAreNotFollowed() throws {
        var scene = square()
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 2, 9] as [Int32])
        let positions = try written(scene).back.positions
        #expect(positions.suffix(3).allSatisfy { $0.isNaN })
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
