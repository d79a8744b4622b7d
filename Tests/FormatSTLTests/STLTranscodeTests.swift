import FormatSTL
import MeshBytes
import MeshFormats
import Testing

@Suite struct STLTranscodeTests {
    private func transcoded(_ document: Document, _ variant: String) throws -> [UInt8] {
        let output = Output(memoryNamed: "x.stl")
        let format = STLFormat()
        try #expect(format.planTranscoding(document, variant: variant, options: WriteOptions()).isEmpty)
        try format.transcode(document, variant: variant, options: WriteOptions(), to: output)
        return output.mainBytes()
    }

    @Test func aBinaryFileStaysAsItIs() throws {
        let sample = STLSample(header: "solid COLOR=abcd", facets: [(STLSample.flat, 7), (STLSample.flat, 0x8000)])
        #expect(try transcoded(try sample.read(), "stl.binary") == sample.bytes)
        #expect(try transcoded(try sample.read(), "stl.color") == sample.bytes)
    }

    @Test func theCountIsRepairedAndWhatIsNoFacetLeftOut() throws {
        let sound = STLSample(facets: [(STLSample.flat, 7)])
        let broken = STLSample(facets: [(STLSample.flat, 7)], count: 0, tail: [])
        #expect(try transcoded(try broken.read(), "stl.binary") == sound.bytes)
    }

    @Test func aTextStaysAsItIs() throws {
        let sample = STLSample("; so\nSOLID a\r\ncolor 1 0 0\n" + STLSample.flatText + "endsolid a\n")
        #expect(try transcoded(try sample.read(), "stl.ascii") == sample.bytes)
    }

    @Test func theOtherEncodingGoesThroughTheScene() throws {
        let document = try STLSample(facets: [(STLSample.flat, 7)]).read()
        let error = #expect(throws: WriteError.self) {
            try STLFormat().planTranscoding(document, variant: "stl.ascii", options: WriteOptions())
        }
        #expect(error?.code == .unrepresentable)
    }
}
