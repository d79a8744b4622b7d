import MeshDraco
import Testing

@Suite("Draco: hostile bitstreams")
struct HostileBitstreamTests {
    /// Small enough for fast mutants, large enough for every fixture.
    private static let limits = DracoLimits(decodedBytes: 4 << 20)

    /// SplitMix64: the same mutants on every run.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Decodes any bytes: an error, or a consistent mesh.
    private func survives(_ bytes: some Sequence<UInt8>) -> Bool {
        guard let mesh = try? DracoDecoder.decode(bytes, limits: Self.limits) else { return true }
        return mesh.isConsistent
    }

    @Test("every beginning of a bitstream gives an error or a whole mesh", arguments: DracoFixture.all)
    func truncated(_ fixture: DracoFixture) {
        let bytes = fixture.bytes
        for length in bytes.indices {
            #expect(survives(bytes.prefix(length)), "\(length) bytes")
        }
        #expect(throws: DracoError.self) { try DracoDecoder.decode(bytes.prefix(bytes.count / 2)) }
    }

    @Test("mutants give an error or a consistent mesh", arguments: DracoFixture.all)
    func mutants(_ fixture: DracoFixture) {
        let original = fixture.bytes
        var random = Seeded(state: UInt64(original.count))
        for number in 0..<400 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                // Counts and tables are at the beginning.
                let end = Bool.random(using: &random) ? min(80, bytes.count) : bytes.count
                let place = Int.random(in: 0..<end, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = 0xFF
                case 1: bytes[place] = 0
                case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: bytes[place] = .random(in: 0...255, using: &random)
                }
            }
            #expect(survives(bytes), "mutant \(number)")
        }
    }

    @Test("some hundred bytes that claim 700 million faces exceed the limit before anything is allocated")
    func claimedFaces() {
        for symbol: UInt8 in 0..<5 {
            let error = #expect(throws: DracoError.self) {
                try DracoDecoder.decode(BitstreamSample.claim(faces: 700_000_000, symbol: symbol))
            }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test("a bitstream may not claim more symbols than bits")
    func claimedSymbols() {
        let counts = BitstreamSample.variable(1000) + BitstreamSample.variable(1000) + [0]
        let bytes =
            BitstreamSample.header(method: 1) + [0] + counts + BitstreamSample.variable(1000) + [0, 0] + [4]
            + [0, 0, 0, 0]
        let error = #expect(throws: DracoError.self) { try DracoDecoder.decode(bytes) }
        #expect(error?.expected == "1000 symbols")
    }

    @Test("points without faces count against the limit")
    func claimedPoints() {
        // Sequential, without faces: four billion points, each with one integer of zero bits.
        let points = BitstreamSample.variable(4_000_000_000)
        let attribute: [UInt8] = [1] + [1, 4, 5, 1, 0, 0] + [1] + [0xFE, 1]
        let bytes = BitstreamSample.header() + [0] + points + [1] + attribute + BitstreamSample.symbols(0)
        let error = #expect(throws: DracoError.self) { try DracoDecoder.decode(bytes) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("a tree of points whose halves are empty again and again exceeds the limit")
    func emptyHalves() {
        // One generic attribute of 255 uint32, many times: 3 points, 32 bits, all numbers zero.
        let attributes = (0..<200).flatMap { _ in [4, 6, 255, 0, 0] as [UInt8] }
        let zeros: [UInt8] = [4, 0, 0, 0] + [0, 0, 0, 0]
        let tree: [UInt8] = [2, 32, 0, 0, 0, 3, 0, 0, 0] + [0, 1, 0] + zeros + zeros + zeros
        let bytes =
            Array("DRACO".utf8) + [2, 3, 0, 1, 0, 0] + [3, 0, 0, 0] + [1] + BitstreamSample.variable(200) + attributes
            + tree
        #expect(throws: DracoError.self) {
            try DracoDecoder.decode(bytes, limits: DracoLimits(decodedBytes: 16 << 20))
        }
    }

    @Test("what decodes with the default limits is refused with smaller ones")
    func limits() {
        for fixture in DracoFixture.all {
            let error = #expect(throws: DracoError.self) {
                try DracoDecoder.decode(fixture.bytes, limits: DracoLimits(decodedBytes: 100))
            }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test("more faces or points than the caller allows are refused")
    func counts() throws {
        for fixture in DracoFixture.all {
            let mesh = try DracoDecoder.decode(fixture.bytes)
            let faces = mesh.indices.count / 3
            let exact = DracoLimits(faces: faces, points: mesh.pointCount)
            #expect(try DracoDecoder.decode(fixture.bytes, limits: exact) == mesh)
            for limits in [DracoLimits(faces: faces - 1), DracoLimits(points: mesh.pointCount - 1)] {
                // A point cloud can't have too many faces.
                if limits.faces == -1 { continue }
                let error = #expect(throws: DracoError.self) {
                    try DracoDecoder.decode(fixture.bytes, limits: limits)
                }
                #expect(error?.code == .limitExceeded)
            }
        }
    }

    @Test("metadata that claims more than there is ends at the end of the data")
    func metadataClaims() {
        let large = BitstreamSample.variable(4_000_000_000)
        for claim: [UInt8] in [large, [0] + large, [0, 0] + large, [0, 1, 0] + large] {
            #expect(throws: DracoError.self) {
                try DracoDecoder.decode(BitstreamSample.header(flags: 0x8000) + claim + [0, 0, 0, 0])
            }
        }
    }
}
