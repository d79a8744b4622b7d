import MeshArchive
import Testing

@Suite struct CRC32Tests {
    @Test func hasTheCheckValueOfItsDefinition() {
        #expect(CRC32(Array("123456789".utf8).span).value == 0xCBF4_3926)
    }

    @Test func ofNoBytesIsZero() {
        #expect(CRC32().value == 0)
        #expect(CRC32([UInt8]().span).value == 0)
    }

    @Test(arguments: 0...9)
    func isTheSameInTwoPieces(cut: Int) {
        let bytes = Array("123456789".utf8)
        var checksum = CRC32(Array(bytes[..<cut]).span)
        checksum.update(Array(bytes[cut...]).span)
        #expect(checksum.value == 0xCBF4_3926)
    }

    /// The polynomial, bit by bit: slow and written from the definition.
    @Test func agreesWithTheDefinition() {
        var seed: UInt32 = 1
        let bytes = (0..<5_000).map { _ -> UInt8 in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return UInt8(seed >> 24)
        }
        var register: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
        }
        #expect(CRC32(bytes.span).value == ~register)
    }
}
