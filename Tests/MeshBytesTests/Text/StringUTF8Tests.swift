import Testing

@testable import MeshBytes

@Suite struct StringUTF8Tests {
    @Test(arguments: ["", "room", "Zürich 室内 😀", "\u{FFFD}", "e\u{301}", "\0"])
    func readsWhatIsUTF8(text: String) {
        #expect(String(utf8: Array(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    }

    /// A lone continuation, a cut-off sequence, one as long as its replacement, an overlong slash, a surrogate.
    @Test(
        arguments: [[0x80], [0x61, 0xC3], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]])
    func refusesWhatIsNot(bytes: [UInt8]) {
        #expect(String(utf8: bytes) == nil)
    }
}
