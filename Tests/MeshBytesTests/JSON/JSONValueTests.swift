import MeshBytes
import Testing

@Suite struct JSONValueTests {
    @Test func keysKeepTheirOrder() {
        let value: JSONValue = [
            "z": 1, "a": [true, .null, "x\n\"\\\u{1}é"], "m": .number(0.1), "e": .object([]), "l": [],
        ]
        #expect(value.text() == #"{"z":1,"a":[true,null,"x\n\"\\\u0001é"],"m":0.1,"e":{},"l":[]}"#)
        #expect(
            value.text(.pretty) == """
                {
                  "z": 1,
                  "a": [
                    true,
                    null,
                    "x\\n\\"\\\\\\u0001é"
                  ],
                  "m": 0.1,
                  "e": {},
                  "l": []
                }

                """
        )
    }

    @Test func numbersThatOthersLoseAreStrings() {
        let value: JSONValue = .array([
            .number(.nan), .number(.infinity), .number(-.infinity), .int(Int64.max), .uint(.max), .int(1 << 53),
            .int(-(1 << 53)), .uint((1 << 53) + 1), .number(1e300), .number(-0.0),
        ])
        #expect(
            value.text()
                == #"["nan","inf","-inf","9223372036854775807","18446744073709551615",9007199254740992,"#
                + #"-9007199254740992,"9007199254740993",1e+300,-0]"#
        )
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-1", "1.5", "1e+300", "\"\"", "[]", "{}", "[[],{}]",
        #"{"a":{"b":[1,2,{"c":null}]}}"#,
        #"{"a":1,"a":2}"#, "-0", "9007199254740992",
    ])
    func textsSurviveParsingAndPrinting(text: String) throws {
        #expect(try JSONValue.parse(Array(text.utf8)).text() == text)
        let spaced = Array(" \n\(try JSONValue.parse(Array(text.utf8)).text(.pretty))\t\r ".utf8)
        #expect(try JSONValue.parse(spaced).text() == text)
    }

    @Test func escapesAreRead() throws {
        let text = #""\u0041\n\/\b\f\r\t\"\\ \ud83d\ude00 ü""#
        #expect(try JSONValue.parse(Array(text.utf8)).string == "A\n/\u{8}\u{C}\r\t\"\\ 😀 ü")
    }

    @Test func numbersKeepTheirKind() throws {
        let value = try JSONValue.parse(Array("[9223372036854775807,-5,18446744073709551615,1.0,1e2]".utf8))
        guard case .array(let numbers) = value, case .int(.max) = numbers[0], case .int(-5) = numbers[1],
            case .uint(.max) = numbers[2], case .number(1) = numbers[3], case .number(100) = numbers[4]
        else {
            Issue.record("\(value)")
            return
        }
        #expect(value[4]?.int == 100)
        #expect(value[0]?.number == 9_223_372_036_854_775_808)
        #expect(value[5] == nil)
    }

    @Test(arguments: [
        ("", 0), ("nul", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1), ("{\"a\":1,}", 7), ("01", 0),
        ("1.", 2), ("-", 1), ("+1", 0), (".5", 0), ("1e", 2), ("\"\\x\"", 2), ("\"a\nb\"", 2), ("\"abc", 4),
        ("[1]x", 3), ("\"\\ud800\"", 1), ("\"\\udc00x\"", 1), ("\"\\u12g4\"", 5), ("1e999", 0), ("nan", 0), ("[", 1),
        ("{", 1), ("[1", 2), ("]", 0), ("truex", 4), ("\"\\ud800\\u0041\"", 1),
    ])
    func brokenTextsAreRefusedWithTheirPlace(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
        #expect(error?.offset == offset, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("expected") == true)
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0x61, 0xFF, 0x22]) }
        #expect(error?.offset == 1)
    }

    @Test func depthIsLimited() throws {
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(deep) }
        #expect(error?.offset == 256)
        let half = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
        #expect(try JSONValue.parse(Array(half.utf8)).text() == half)
    }

    @Test func longArraysTakeLinearTime() throws {
        let text = "[" + Array(repeating: #"{"a":1}"#, count: 50_000).joined(separator: ",") + "]"
        #expect(try JSONValue.parse(Array(text.utf8)).array?.count == 50_000)
    }
}
