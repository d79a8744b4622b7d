import MeshConvert
import MeshModel
import Testing

@Suite struct TerminalPictureTests {
    private func preview(_ width: Int, _ height: Int) throws -> Preview {
        var options = Preview.Options()
        (options.width, options.height, options.background) = (width, height, SIMD3(200, 100, 50))
        let triangle = MeshArrays(
            positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], triangles: [0, 1, 2])
        return try Preview(of: .buffers(triangle), options)
    }

    @Test func terminalsAreKnownByWhatTheySay() {
        func form(_ variables: [String: String]) -> TerminalForm? { TerminalForm { variables[$0] } }
        #expect(form([:]) == nil && form(["TERM": "xterm-256color"]) == nil && form(["TERM": "dumb"]) == nil)
        #expect(form(["TERM": "xterm-kitty"]) == .kitty && form(["TERM_PROGRAM": "WezTerm"]) == .kitty)
        #expect(form(["TERM": "foot", "COLORTERM": "truecolor"]) == .sixel)
        #expect(form(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .blocks)
        // A divided terminal passes on colours only.
        #expect(form(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]) == nil)
        #expect(form(["TMUX": "x", "TERM": "xterm-kitty", "COLORTERM": "24bit"]) == .blocks)
    }

    @Test func halfBlocksHaveTheColoursOfTwoPixels() throws {
        let text = String(decoding: try preview(8, 5).terminal(.blocks), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.count { $0 == "▀" } == 8 && $0.hasSuffix("\u{1B}[0m") })
        #expect(lines[0].hasPrefix("\u{1B}[38;2;200;100;50m\u{1B}[48;2;200;100;50m▀"))
        // The last row has no lower half.
        #expect(!lines[2].contains("[48;2"))
    }

    @Test func kittysPiecesAreOnePNGFile() throws {
        let preview = try preview(300, 200)
        let text = String(decoding: try preview.terminal(.kitty), as: UTF8.self)
        #expect(text.hasSuffix("\u{1B}\\\n"))
        let pieces = text.split(separator: "\u{1B}").filter { $0.hasPrefix("_G") }
        #expect(pieces.first?.hasPrefix("_Ga=T,f=100,q=2,m=") == true)
        for (index, piece) in pieces.enumerated() {
            let parts = piece.split(separator: ";")
            #expect(parts.count == 2 && parts[1].count <= 4096)
            #expect(parts[0].hasSuffix(index == pieces.count - 1 ? "m=0" : "m=1"))
        }
        // The signature of a PNG file.
        #expect(pieces.first?.contains(";iVBORw0KGgo") == true)
    }

    @Test func sixelsDecodeToThePicture() throws {
        let bytes = try preview(20, 15).terminal(.sixel)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}Pq\"1;1;20;15#0;2;0;0;0#") && text.hasSuffix("\u{1B}\\\n"))
        // Each pixel is set once.
        var counts = [Int](repeating: 0, count: 20 * 18)
        var (x, top, repeats, place) = (0, 0, 1, try #require(bytes.lastIndex(of: UInt8(ascii: ";"))) + 1)
        func number() -> Int {
            var value = 0
            while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
                value = value * 10 + Int(bytes[place] - 0x30)
                place += 1
            }
            return value
        }
        _ = number()
        while place < bytes.count, bytes[place] != 0x1B {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "#"): _ = number()
            case UInt8(ascii: "!"): repeats = number()
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, top) = (0, top + 6)
            default:
                for _ in 0..<repeats {
                    for row in 0..<6 where (byte - 63) >> UInt8(row) & 1 == 1 { counts[(top + row) * 20 + x] += 1 }
                    x += 1
                }
                repeats = 1
            }
        }
        #expect(counts.prefix(300).allSatisfy { $0 == 1 } && counts.suffix(60).allSatisfy { $0 == 0 })
    }
}
