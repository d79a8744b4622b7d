import MeshCompression
import Testing

@Suite struct MeshoptHostileTests {
    @Test(arguments: MeshoptFixture.all)
    func refusesAStreamThatIsCutOff(fixture: MeshoptFixture) {
        let whole = bytes(fixture.bytes)
        for count in 0..<whole.count {
            #expect(throws: CompressionError.self) {
                try MeshoptDecoder.decode(Array(whole[..<count]), as: fixture.stream)
            }
        }
    }

    @Test(arguments: MeshoptFixture.all)
    func refusesAByteTooMany(fixture: MeshoptFixture) {
        #expect(throws: CompressionError.self) {
            try MeshoptDecoder.decode(bytes(fixture.bytes) + [0], as: fixture.stream)
        }
    }

    @Test(arguments: MeshoptFixture.all)
    func anyDamageIsAnErrorOrBytes(fixture: MeshoptFixture) {
        var random = Generator(state: UInt64(fixture.bytes.utf8.count))
        let whole = bytes(fixture.bytes)
        for _ in 0..<400 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var stream = fixture.stream
            if Bool.random(using: &random) { stream.count += Int.random(in: -3...40, using: &random) }
            if Bool.random(using: &random) { stream.stride = [2, 4, 8, 16, 256].randomElement(using: &random) ?? 4 }
            if Bool.random(using: &random) { stream.filter = [.none, .exponential, .color][Int(random.next() % 3)] }
            if let decoded = try? MeshoptDecoder.decode(damaged, as: stream) {
                #expect(decoded.count == stream.count * stream.stride)
            }
        }
    }

    @Test(arguments: [MeshoptStream.Filter.octahedral, .quaternion, .exponential, .color], [0, 1, 2, 3])
    func filtersTakeAnyBits(filter: MeshoptStream.Filter, pattern: Int) throws {
        // Literal bytes: words of zeros, of ones, of the lowest integers, and of noise.
        var random = Generator(state: 7)
        let element: [UInt8] = (0..<8 * 16).map { index in
            switch pattern {
            case 0: 0
            case 1: 255
            case 2: index / 16 % 2 == 1 ? 0x80 : 0
            default: UInt8.random(in: 0...255, using: &random)
            }
        }
        let source = [0xA1, 0xFF, 0xFF] + element + [UInt8](repeating: 0, count: 24)
        let decoded = try MeshoptDecoder.decode(
            source, as: MeshoptStream(mode: .attributes, filter: filter, count: 16, stride: 8))
        #expect(decoded.count == 128)
    }

    @Test(arguments: [
        (MeshoptStream(mode: .attributes, count: 1 << 40, stride: 4), "at least"),
        (MeshoptStream(mode: .attributes, count: Int.max, stride: 4), "a count whose bytes can be addressed"),
        (MeshoptStream(mode: .triangles, count: 3 << 40, stride: 4), "at least"),
        (MeshoptStream(mode: .indices, count: Int.max / 2, stride: 2), "at least"),
        (MeshoptStream(mode: .attributes, count: -1, stride: 4), "a count of 0 or more"),
        (MeshoptStream(mode: .attributes, count: 1, stride: 0), "a stride of 4, 8"),
        (MeshoptStream(mode: .attributes, count: 1, stride: 260), "a stride of 4, 8"),
        (MeshoptStream(mode: .attributes, count: 1, stride: 6), "a stride of 4, 8"),
        (MeshoptStream(mode: .indices, count: 1, stride: 8), "a stride of 2 or 4"),
        (MeshoptStream(mode: .triangles, count: 4, stride: 2), "a count of indices that 3 divides"),
        (MeshoptStream(mode: .indices, filter: .color, count: 1, stride: 4), "no filter for indices"),
        (MeshoptStream(mode: .attributes, filter: .octahedral, count: 1, stride: 12), "a stride of 4 or 8"),
        (MeshoptStream(mode: .attributes, filter: .color, count: 1, stride: 16), "a stride of 4 or 8"),
        (MeshoptStream(mode: .attributes, filter: .quaternion, count: 1, stride: 4), "a stride of 8"),
    ])
    func refusesADescriptionThatNoStreamFits(stream: MeshoptStream, words: String) {
        let source = [0xA1] + [UInt8](repeating: 0, count: 60)
        let error = #expect(throws: CompressionError.self) { try MeshoptDecoder.decode(source, as: stream) }
        #expect(error?.expected.hasPrefix(words) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("a2", MeshoptStream(mode: .attributes, count: 0, stride: 4), "header 0xa0 or 0xa1 of attributes"),
        ("e2", MeshoptStream(mode: .triangles, count: 0, stride: 4), "header 0xe1 of triangles"),
        ("d2", MeshoptStream(mode: .indices, count: 0, stride: 4), "header 0xd1 of indices"),
    ])
    func refusesAVersionItDoesNotKnow(header: String, stream: MeshoptStream, words: String) {
        let source = bytes(header) + [UInt8](repeating: 0, count: 40)
        let error = #expect(throws: CompressionError.self) { try MeshoptDecoder.decode(source, as: stream) }
        #expect(error == CompressionError(expected: words, found: "0x" + header, offset: 0))
    }

    @Test func refusesAnEdgeOrVertexThatNobodyUsed() {
        let tail = [UInt8](repeating: 0, count: 16)
        let stream = MeshoptStream(mode: .triangles, count: 3, stride: 4)
        let edge = #expect(throws: CompressionError.self) {
            try MeshoptDecoder.decode([0xE1, 0x00] + tail, as: stream)
        }
        #expect(edge == CompressionError(expected: "an edge that came before", found: "code 0x00", offset: 1))
        let vertex = #expect(throws: CompressionError.self) {
            try MeshoptDecoder.decode([0xE1, 0xFE, 0x10] + tail, as: stream)
        }
        #expect(vertex == CompressionError(expected: "a vertex that came before", found: "code 0xfe", offset: 1))
    }

    @Test(arguments: [UInt8(3), 0x10, 0x21, 0x8F])
    func refusesAChannelModeThatNobodyDefined(mode: UInt8) {
        let source = [0xA1] + [UInt8](repeating: 0, count: 23) + [mode]
        let error = #expect(throws: CompressionError.self) {
            try MeshoptDecoder.decode(source, as: MeshoptStream(mode: .attributes, count: 0, stride: 4))
        }
        #expect(error?.offset == 24)
    }
}

/// A small generator with a seed, the same on every machine.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
