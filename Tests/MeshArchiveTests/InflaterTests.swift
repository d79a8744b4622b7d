import MeshArchive
import Testing

/// Streams of this text, made with another program's zlib.
private let text = Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)
private let zlibStream = bytes("78da2b53300041ae320543286d006271a501492305632e00643e05b9")
private let rawStream = bytes("2b53300041ae320543286d006271a501492305632e00")
private let storedStream = bytes("7801012000dfff" + hex(text) + "643e05b9")
private let fixedStream = bytes("78012b53300041ae320543286d006271a501492305632e00643e05b9")
private let dictionaryStream = bytes("78bb643e05b92b23200f00643e05b9")

private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

@Suite struct InflaterTests {
    @Test(arguments: [zlibStream, storedStream, fixedStream])
    func readsCompressedAndStoredBlocks(stream: [UInt8]) throws {
        #expect(try Inflater.inflate(stream.span, .zlib) == text)
    }

    @Test func readsAStreamWithoutWrapping() throws {
        #expect(try Inflater.inflate(rawStream.span, .raw) == text)
    }

    @Test func readsAnEmptyStream() throws {
        #expect(try Inflater.inflate(bytes("789c030000000001").span, .zlib) == [])
        #expect(try Inflater.inflate(bytes("0300").span, .raw) == [])
    }

    @Test(arguments: 0..<zlibStream.count)
    func refusesAStreamThatIsCutOff(count: Int) {
        let error = #expect(throws: ArchiveError.self) {
            try Inflater.inflate(Array(zlibStream[..<count]).span, .zlib)
        }
        #expect(error?.code == .truncated)
        #expect(error?.byte == count)
    }

    @Test func saysWhereAWrongBlockIs() {
        // After the header's two bytes: 7 is a last block of a type that does not exist.
        let error = #expect(throws: ArchiveError.self) {
            try Inflater.inflate(bytes("78da0700").span, .zlib)
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.byte == 3)
        #expect(error?.message == "expected a deflate stream, found invalid block type")
    }

    @Test func refusesAWrongChecksum() {
        var wrong = zlibStream
        wrong[wrong.count - 1] ^= 1
        let error = #expect(throws: ArchiveError.self) { try Inflater.inflate(wrong.span, .zlib) }
        #expect(error?.code == .invalidValue)
    }

    @Test func refusesAPresetDictionary() {
        let error = #expect(throws: ArchiveError.self) { try Inflater.inflate(dictionaryStream.span, .zlib) }
        #expect(error?.code == .unsupported)
    }

    @Test func refusesBytesBehindTheStream() {
        let error = #expect(throws: ArchiveError.self) {
            try Inflater.inflate((rawStream + [0, 1]).span, .raw)
        }
        #expect(
            error
                == ArchiveError(
                    code: .invalidValue,
                    byte: rawStream.count,
                    message: "expected the end of the data, found 2 more bytes"
                ))
    }

    /// One flipped bit: an error, or the same text if the bit does not matter; never anything else.
    @Test func survivesEveryFlippedBit() throws {
        for position in zlibStream.indices {
            for bit in 0..<8 {
                var wrong = zlibStream
                wrong[position] ^= 1 << bit
                do throws(ArchiveError) {
                    let read = try Inflater.inflate(wrong.span, .zlib)
                    #expect(read == text, "byte \(position), bit \(bit)")
                } catch {
                    #expect(error.byte <= wrong.count)
                }
            }
        }
    }

    @Test func survivesNoise() throws {
        var seed: UInt64 = 7
        for _ in 0..<3_000 {
            let noise = (0..<200).map { _ -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: seed >> 56)
            }
            // It only has to return or throw.
            _ = try? Inflater.inflate(noise.span, .raw, limits: InflateLimits(maximumOutput: 1 << 20))
        }
    }

    @Test(arguments: [1, 2, 7, 100])
    func isTheSameInPieces(size: Int) throws {
        var inflater = try Inflater(.zlib)
        var output: [UInt8] = []
        for start in stride(from: 0, to: zlibStream.count, by: size) {
            let piece = Array(zlibStream[start..<min(start + size, zlibStream.count)])
            var offset = 0
            while try inflater.next(piece.span, from: &offset, into: &output) {}
            #expect(offset == piece.count)
        }
        try inflater.finish()
        #expect(output == text)
        let counts = (input: inflater.inputCount, output: inflater.outputCount)
        #expect(counts == (input: zlibStream.count, output: text.count))
    }

    @Test func givesAtMostABlockAtATime() throws {
        let stream = try Deflater.deflate([UInt8](repeating: 7, count: 200_000).span, .raw)
        var inflater = try Inflater(.raw)
        var output: [UInt8] = []
        var offset = 0
        var before = 0
        while try inflater.next(stream.span, from: &offset, into: &output) {
            #expect(output.count - before <= 64 << 10)
            before = output.count
        }
        try inflater.finish()
        #expect(output == [UInt8](repeating: 7, count: 200_000))
    }

    @Test func stopsAtTheStreamsEnd() throws {
        let two = rawStream + rawStream
        var inflater = try Inflater(.raw)
        var output: [UInt8] = []
        var offset = 0
        while try inflater.next(two.span, from: &offset, into: &output) {}
        let isAtEnd = inflater.isAtEnd
        #expect(isAtEnd)
        #expect(offset == rawStream.count)
        #expect(output == text)
    }

    @Test func throwsTheSameErrorAgain() throws {
        let wrong = bytes("78da0700")
        var inflater = try Inflater(.zlib)
        var output: [UInt8] = []
        var offset = 0
        var errors: [ArchiveError] = []
        for _ in 0..<2 {
            do throws(ArchiveError) {
                _ = try inflater.next(wrong.span, from: &offset, into: &output)
            } catch {
                errors.append(error)
            }
        }
        #expect(errors.count == 2)
        #expect(errors.first == errors.last)
    }
}

@Suite struct InflateLimitsTests {
    @Test func aStreamMayFillItsLimitAndNotPassIt() throws {
        let stream = try Deflater.deflate([UInt8](repeating: 0, count: 5_000).span, .zlib)
        let read = try Inflater.inflate(stream.span, .zlib, limits: InflateLimits(maximumOutput: 5_000))
        #expect(read.count == 5_000)
        let error = #expect(throws: ArchiveError.self) {
            try Inflater.inflate(stream.span, .zlib, limits: InflateLimits(maximumOutput: 4_999))
        }
        #expect(error?.code == .limitExceeded)
    }

    /// Ten mebibytes of zeros in ten kilobytes: deflate's best ratio.
    @Test func theRatioStopsABomb() throws {
        let bomb = try Deflater.deflate([UInt8](repeating: 0, count: 10 << 20).span, .raw, level: 9)
        #expect(bomb.count < 11_000)
        let error = #expect(throws: ArchiveError.self) { try Inflater.inflate(bomb.span, .raw) }
        #expect(error?.code == .limitExceeded)
        let allowed = InflateLimits(maximumRatio: 2_000)
        #expect(try Inflater.inflate(bomb.span, .raw, limits: allowed).count == 10 << 20)
    }

    @Test func aLimitKeepsWhatWasReadBefore() throws {
        let stream = try Deflater.deflate([UInt8](repeating: 3, count: 100_000).span, .raw)
        var inflater = try Inflater(.raw, limits: InflateLimits(maximumOutput: 70_000))
        var output: [UInt8] = []
        var offset = 0
        var code: ArchiveError.Code?
        do throws(ArchiveError) {
            while try inflater.next(stream.span, from: &offset, into: &output) {}
        } catch {
            code = error.code
        }
        #expect(code == .limitExceeded)
        #expect(output.count == 64 << 10)
    }
}
