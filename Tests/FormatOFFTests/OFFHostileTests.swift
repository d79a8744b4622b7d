import FormatOFF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Broken files give an error or a reading, and what can be read can be written.
@Suite struct OFFHostileTests {
    static var samples: [[UInt8]] {
        let points = OFFWord.floats(0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1)
        return [
            Array(
                "# a comment\nCOFF 3 2 0\n0 0 0 255 0 0 255\n1 0 0 0 255 0 9\n0 1 0.5e-3 0 0 255 1 # b\n3 0 1 2 7\n2 0 1\n"
                    .utf8),
            Array("STNOFF\n2 1 0\n0 0 0 0 0 1 0 0\n1 nan 0 0 0 -1 1 0.12345678901\n4 0 1 1 0 0.5 0.5 0.5 1\n".utf8),
            Array("4OFF 2 1 0 1 2 3 4 5 6 7 0 3 0 1 0 255 0 0".utf8), Array("nOFF 3\n1 1 0\n0 0 0\n1 0".utf8),
            binary("COFF BINARY", [1, 1, 0], points.prefix(7) + OFFWord.ints(2, 0, 0, 1) + OFFWord.floats(5)),
            binary("OFF BINARY", [4, 2, 0], points + OFFWord.ints(3, 0, 1, 2, 0, 4, 0, 1, 2, 3, 0)),
        ]
    }

    private func exercise(_ bytes: [UInt8], lenient: Bool) {
        var options = ReadOptions()
        options.lenient = lenient
        guard let document = try? OFFFormat().read(.bytes(bytes, name: "x.off"), options: options) else { return }
        #expect(document.isAccountedFor)
        for variant in ["off", "off.binary"] {
            if let plan = try? OFFFormat().plan(Content(document.scene), variant: variant, options: WriteOptions()) {
                try? OFFFormat().write(plan, to: Output(memoryNamed: "x.off"))
            }
            try? OFFFormat().transcode(
                document, variant: variant, options: WriteOptions(), to: Output(memoryNamed: "y.off"))
        }
    }

    @Test func everyBeginningOfAFileIsRefusedOrRead() {
        for sample in Self.samples {
            for count in 0..<sample.count { exercise(Array(sample[..<count]), lenient: count % 2 == 0) }
        }
    }

    @Test func flippedBytesAreRefusedOrRead() {
        var state: UInt64 = 0x0FF
        func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: (state >> 33) % UInt64(limit))
        }
        for sample in Self.samples {
            for round in 0..<1500 {
                var bytes = sample
                for _ in 0...next(below: 4) { bytes[next(below: bytes.count)] = UInt8(next(below: 256)) }
                exercise(bytes, lenient: round % 2 == 0)
            }
        }
    }

    @Test func limitsHold() {
        var options = ReadOptions()
        options.limits.headerEntries = 2
        let error = #expect(throws: ReadError.self) { try read("#\n#\n#\nOFF\n0 0 0\n", options) }
        #expect(error?.code == .limitExceeded)
        let long = #expect(throws: ReadError.self) {
            try read("# " + String(repeating: "x", count: 1 << 20) + "\nOFF\n0 0 0\n")
        }
        #expect(long?.code == .limitExceeded)
    }

    @Test func theLimitOfElementsCountsVerticesAndFaces() throws {
        let text = "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n"
        var options = ReadOptions()
        options.limits.elementCount = 3
        #expect(try read(text, options).primitive?.elementCount == 2)
        options.limits.elementCount = 2
        let error = #expect(throws: ReadError.self) { try read(text, options) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.hasPrefix("expected at most 2 vertices or faces, found 3") == true)
    }

    /// Float32 numbers of a text, and all of a binary body.
    @Test func theLeastMemoryIsThatOfTheVertices() {
        func least(_ bytes: [UInt8]) -> Int {
            OFFFormat().leastMemory(toRead: .bytes(bytes, name: "a.off"), options: ReadOptions())
        }
        #expect(least(Array("NOFF\n2 0 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n".utf8)) == 2 * 6 * 4)
        let points = OFFWord.floats(0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1)
        #expect(least(binary("OFF BINARY", [4, 0, 0], points)) == 12 * 4)
        // What can't be read takes none.
        #expect(least(Array("OFF\n9 0 0\n0 0 0\n".utf8)) == 0)
    }

    @Test func indicesThatPointAtNothingAreNotFollowed() throws {
        var scene = square()
        scene.vertexSets[0].pools = [Attribute(.normal, Column([0, 0, 1] as [Float], components: 3))]
        scene.meshes[0].primitives[0].cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 2, 9] as [Int32])
        let plan = try OFFFormat().plan(Content(scene), variant: "off", options: WriteOptions())
        try OFFFormat().write(plan, to: Output(memoryNamed: "x.off"))
    }
}
