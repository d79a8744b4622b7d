import MeshFormats
import Testing

@testable import FormatUSD

@Suite("XML of MaterialX")
struct MtlxXMLReaderTests {
    private func read(_ text: String) throws -> [MtlxElement] { try MtlxXMLReader.read(Array(text.utf8)) }

    private func refusal(_ text: String) -> ReadError? { #expect(throws: ReadError.self) { try read(text) } }

    @Test("is elements with attributes; comments, instructions and texts are skipped")
    func elements() throws {
        let elements = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a > b -->
            <materialx version='1.39'> text
              <image name="a&amp;b" doc="&lt;&#65;&#x42;&quot;
            c"/><![CDATA[<x>]]>
              <input name="ä" />
            </materialx>

            """)
        #expect(elements.map(\.category) == ["materialx", "image", "input"])
        #expect(elements[0].children == [1, 2] && elements[1].parent == 0)
        #expect(elements[1].attributes == ["name": "a&b", "doc": "<AB\" c"] && elements[2].name == "ä")
        #expect(try MtlxXMLReader.read([0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)).count == 1)
    }

    @Test("is refused with the place where it is broken")
    func broken() {
        let cases: [(String, Int, String)] = [
            ("<a><b></a></b>", 6, "expected the end of 'b', found that of 'a'"),
            ("<a x=1/>", 5, "expected a value in quotes, found '1'"),
            ("<a x=\"1\" x=\"2\"/>", 9, "expected each attribute once, found 'x' again"),
            ("<a x=\"1\"y=\"2\"/>", 8, "expected a space, found 'y'"),
            ("<a/><b/>", 4, "expected one element that holds all others, found 'b'"),
            ("x<a/>", 0, "expected an element, found text"), ("<a/>x", 4, "expected nothing more, found text"),
            ("<a x=\"<\"/>", 6, "expected a value without '<', found one in 'x'"),
            ("</a>", 0, "expected an element, found the end of 'a'"), ("", 0, "expected an element, found none"),
            ("<a x=\"&b;\"/>", 6, "expected one of XML's own entities, found another or a lone '&'"),
            ("<a x=\"&#0;\"/>", 6, "expected one of XML's own entities, found another or a lone '&'"),
            ("<a x=\"&#xD800;\"/>", 6, "expected one of XML's own entities, found another or a lone '&'"),
            ("<?xml encoding=\"latin1\"?><a/>", 0, "expected the encoding UTF-8, found latin1"),
        ]
        for (text, byte, message) in cases {
            let error = refusal(text)
            #expect(error?.location == .byte(byte) && error?.message == message, "\(text)")
        }
    }

    @Test("that is cut is refused wherever that is")
    func cut() throws {
        let text = "<?xml version=\"1.0\"?><a b=\"1\"><!-- c --><d e='2'/></a>"
        for count in 0..<text.utf8.count {
            #expect(throws: ReadError.self) { try MtlxXMLReader.read(Array(text.utf8.prefix(count))) }
        }
        #expect(try read(text).count == 2)
    }

    @Test("can't make a reader grow: no entities, no depth, no other encoding")
    func hostile() throws {
        let laughs = """
            <!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
            <a x="&c;"/>
            """
        #expect(refusal(laughs)?.message == "a document type is not supported")
        let deep = String(repeating: "<a>", count: 1_000_000)
        #expect(refusal(deep)?.code == .limitExceeded && refusal(deep)?.location == .byte(300))
        #expect(throws: ReadError.self) { try MtlxXMLReader.read([0xFF, 0xFE, 0x3C, 0x00]) }
        #expect(throws: ReadError.self) { try MtlxXMLReader.read([0x3C, 0x00, 0x61, 0x00]) }
        let error = #expect(throws: ReadError.self) {
            try MtlxXMLReader.read(Array("<a x=\"".utf8) + [0xE4] + Array("\"/>".utf8))
        }
        #expect(error?.location == .byte(6) && error?.message == "expected UTF-8, found another byte")
        var state: UInt64 = 7
        let parts = ["<", ">", "/", "a", "=", "\"", "'", "&", ";", "!", "--", "?", " ", "<a>", "</a>", "#x"]
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int(state >> 60)]
            }
            _ = try? read(text)
        }
    }
}
