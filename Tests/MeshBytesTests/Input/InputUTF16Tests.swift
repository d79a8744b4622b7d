import MeshBytes
import Testing

/// Text in UTF-16, as some shells write it when output is redirected.
@Suite struct InputUTF16Tests {
    private func bytes(_ text: String, isBig: Bool) -> [UInt8] {
        ([0xFEFF] + Array(text.utf16)).flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBig ? [high, low] : [low, high]
        }
    }

    private func text(_ input: Input) throws -> String {
        String(decoding: try input.read(0..<input.byteCount), as: UTF8.self)
    }

    @Test(arguments: [false, true]) func itIsTheSameTextInUTF8(isBig: Bool) throws {
        let text = "# Größe 😀\r\nv 1 2 3\n"
        let input = Input.bytes(bytes(text, isBig: isBig), name: "room.obj")
        #expect(try input.isUTF16Text())
        let converted = try input.convertedFromUTF16()
        #expect(try self.text(converted) == text)
        #expect(converted.name == "room.obj")
    }

    @Test(arguments: [0, 1, 2, 3]) func aPairIsNotPartedWhereABlockEnds(shift: Int) throws {
        let text = String(repeating: "a", count: (1 << 19) - 3 + shift) + "😀😀" + String(repeating: "b", count: 1 << 19)
        let input = Input.bytes(bytes(text, isBig: false), name: "long")
        #expect(try self.text(input.convertedFromUTF16()) == text)
    }

    @Test func halfAUnitAndHalfAPairAreNoFault() throws {
        let odd = Input.bytes(bytes("v 1", isBig: true) + [0x00], name: "odd")
        #expect(try text(odd.convertedFromUTF16()) == "v 1")
        let broken = Input.bytes(bytes("v 1", isBig: true) + [0xD8, 0x3D], name: "broken")
        #expect(try text(broken.convertedFromUTF16()) == "v 1\u{FFFD}")
        let wrong = Input.bytes([0xFE, 0xFF, 0xD8, 0x3D, 0x00, 0x76, 0xDE, 0x00], name: "wrong")
        #expect(try text(wrong.convertedFromUTF16()) == "\u{FFFD}v\u{FFFD}")
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xFE], [0xFF, 0xFE, 0x00, 0x00], [0x76, 0x00, 0x20, 0x00],
            [0xFF, 0xFE] + Array("exported by a program, binary".utf8), [0xEF, 0xBB, 0xBF, 0x76, 0x20],
        ] as [[UInt8]])
    func otherBytesAreNot(bytes: [UInt8]) throws {
        #expect(try !Input.bytes(bytes, name: "bytes").isUTF16Text())
    }
}
