import MeshCompression
import Testing

@Suite struct MeshoptDecoderTests {
    @Test(arguments: MeshoptFixture.all)
    func decodesWhatAnotherEncoderWrote(fixture: MeshoptFixture) throws {
        let decoded = try MeshoptDecoder.decode(bytes(fixture.bytes), as: fixture.stream)
        let expected = bytes(fixture.decoded)
        // The specification allows filters an error of one decoded unit; the exponential one must be exact.
        switch fixture.stream.filter {
        case .none, .exponential: #expect(decoded == expected)
        case .octahedral, .quaternion, .color:
            let size = fixture.stream.stride / 4
            let (ours, theirs) = (integers(decoded, size), integers(expected, size))
            #expect(ours.count == theirs.count)
            #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) <= 1 })
        }
    }

    @Test(arguments: [
        "a0555555552a" + String(repeating: "aa", count: 63) + String(repeating: "00", count: 12) + "15"
            + String(repeating: "aa", count: 11) + "000180" + String(repeating: "00", count: 37),
        "a1a9555555552a" + String(repeating: "aa", count: 63) + "a115" + String(repeating: "aa", count: 11)
            + "0001010002" + String(repeating: "00", count: 24),
    ])
    func goesOnBehindABlock(digits: String) throws {
        // Elements 0 … 299 as 16-bit integers, in two blocks of 256 and 44.
        let expected = (0..<300).flatMap { (index: Int) -> [UInt8] in [UInt8(index & 255), UInt8(index >> 8), 0, 0] }
        let stream = MeshoptStream(mode: .attributes, count: 300, stride: 4)
        #expect(try MeshoptDecoder.decode(bytes(digits), as: stream) == expected)
    }

    @Test func readsTheExampleOfTheSpecification() throws {
        // "For a complete example, assuming 4-bit sentinel coding": one byte of 16 elements, three bytes of zeros.
        let group: [UInt8] = [0x17, 0x5F, 0xF0, 0xBC, 0x77, 0xA9, 0x21, 0x00, 0x34, 0xB5]
        let deltas = [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]
        let source: [UInt8] = [0xA0, 2] + group + [0, 0, 0] + [UInt8](repeating: 0, count: 32)
        let stream = MeshoptStream(mode: .attributes, count: 16, stride: 4)
        let decoded = try MeshoptDecoder.decode(source, as: stream)
        var sum = 0
        for (element, delta) in deltas.enumerated() {
            sum += delta
            #expect(decoded[4 * element] == UInt8(truncatingIfNeeded: sum))
            #expect(decoded[4 * element + 1..<4 * element + 4].allSatisfy { $0 == 0 })
        }
    }

    @Test func readsNumbersOfSevenBitsAByte() throws {
        // The first two are examples of the specification. (Its third, ff a0 05, is 0x1507f by the rule before it, as
        // here, not 0x1fd005 as it says.) Bits above 32 are ignored.
        let source: [UInt8] = [0xD1, 0x7F, 0x81, 0x04, 0xFF, 0xA0, 0x05, 0x80, 0x80, 0x80, 0x80, 0x70, 0, 0, 0, 0]
        let stream = MeshoptStream(mode: .indices, count: 4, stride: 4)
        // Odd numbers add to the second of two sums; bit 1 makes them negative.
        let sums = [~0x1F, ~0x1F + 0x80, ~0x1F + 0x80 + ~0x541F, 0]
        let expected = sums.map { Int(UInt32(truncatingIfNeeded: $0)) }
        #expect(try integers(MeshoptDecoder.decode(source, as: stream), 4) == expected)
    }
}

func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).filter { $0 > 32 }
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
}

/// Signed integers of 1 or 2 bytes, unsigned ones of 4.
private func integers(_ bytes: [UInt8], _ size: Int) -> [Int] {
    stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
        let value = (0..<size).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
        return size < 4 && value >= 1 << (8 * size - 1) ? value - 1 << (8 * size) : value
    }
}
