import MeshDraco
import Testing

@Suite("Draco: bitstreams")
struct DracoDecoderTests {
    @Test("the reference encoder's bitstreams give the reference decoder's bits", arguments: DracoFixture.all)
    func reference(_ fixture: DracoFixture) throws {
        #expect(try DracoDecoder.decode(fixture.bytes).summary == fixture.summary)
    }

    @Test("bytes behind the bitstream are ignored")
    func trailingBytes() throws {
        let bytes = BitstreamSample.triangle
        #expect(try DracoDecoder.decode(bytes + [1, 2, 3]) == DracoDecoder.decode(bytes))
    }

    @Test("a triangle written by hand has its indices and its positions as they were written")
    func triangle() throws {
        let mesh = try DracoDecoder.decode(BitstreamSample.triangle)
        #expect(mesh.pointCount == 3)
        #expect(mesh.indices == [0, 1, 2])
        let positions = try #require(mesh.attribute(uniqueID: 7))
        #expect(positions.kind == .position)
        #expect(positions.componentType == .float32)
        #expect(positions.componentCount == 3)
        #expect(!positions.normalized)
        #expect(positions.bytes == BitstreamSample.positions)
        #expect(mesh.attribute(uniqueID: 0) == nil)
    }

    @Test("metadata in front of the geometry is skipped, with all its children")
    func metadata() throws {
        // An entry, then two children; the first one has a child of its own.
        let entry: [UInt8] = [1, 0x61, 2, 0, 0]
        let tree = [1] + entry + [2] + [1, 0x62, 0, 1] + [0, 0, 0] + [1, 0x63, 1] + entry + [0]
        let attribute: [UInt8] = [1, 7, 0, 0]
        let bytes = BitstreamSample.header(flags: 0x8000) + attribute + tree + BitstreamSample.triangle.dropFirst(11)
        #expect(try DracoDecoder.decode(bytes) == DracoDecoder.decode(BitstreamSample.triangle))
    }

    @Test("points without faces have attributes and no index")
    func pointCloud() throws {
        let points: [UInt8] = [3, 0, 0, 0]
        let bytes = BitstreamSample.header(type: 0) + points + BitstreamSample.triangle.dropFirst(17)
        let mesh = try DracoDecoder.decode(bytes)
        #expect(mesh.pointCount == 3)
        #expect(mesh.indices.isEmpty)
        #expect(mesh.attributes == (try DracoDecoder.decode(BitstreamSample.triangle).attributes))
    }

    @Test("an index that names no point is refused")
    func indexOutOfRange() {
        var bytes = BitstreamSample.triangle
        bytes[16] = 3
        #expect(throws: DracoError.self) { try DracoDecoder.decode(bytes) }
    }

    @Test("other signatures, versions and geometries are refused with what was found")
    func foreign() {
        for (place, value, code) in [
            (0, 0x64, .invalidValue), (5, 3, .unsupported), (6, 3, .unsupported), (5, 0, .unsupported),
            (7, 2, .unsupported), (8, 2, .unsupported),
        ] as [(Int, UInt8, DracoError.Code)] {
            var bytes = BitstreamSample.triangle
            bytes[place] = value
            let error = #expect(throws: DracoError.self) { try DracoDecoder.decode(bytes) }
            #expect(error?.code == code, "byte \(place)")
        }
    }
}
