import MeshBytes
import Testing

@Suite struct TextCursorTests {
    @Test func positionsAreAbsolute() {
        TextCursor.over(Array("ab cd".utf8), offset: 1000) { cursor in
            #expect(cursor.position == 1000)
            #expect(cursor.endPosition == 1005)
            #expect(cursor.readToken() == 1000..<1002)
            cursor.skipBlanks()
            let token = cursor.readToken()
            #expect(token == 1003..<1005)
            #expect(cursor.text(token) == "cd")
            #expect(cursor.equals(token, "cd"))
            #expect(!cursor.equals(token, "c"))
            #expect(!cursor.equals(token, "cde"))
            #expect(cursor.isAtEnd)
        }
    }

    @Test func nothingIsReadOutside() {
        TextCursor.over([]) { cursor in
            #expect(cursor.peek() == 0)
            cursor.advance()
            cursor.skipBlanks()
            cursor.skipWhitespace()
            cursor.skipLine()
            #expect(cursor.position == 0 && cursor.isAtEnd && cursor.isAtLineEnd)
            #expect(cursor.readToken().isEmpty)
            #expect(cursor.text(-5..<20).isEmpty)
            #expect(cursor.bytes(Int.min..<Int.max).isEmpty)
        }
        TextCursor.over(Array("abc".utf8), offset: 10) { cursor in
            #expect(cursor.text(0..<100) == "abc")
            #expect(cursor.text(11..<12) == "b")
            #expect(cursor.text(20..<30) == "")
            #expect(cursor.text(0..<5) == "")
            cursor.move(to: Int.max)
            #expect(cursor.position == 13)
            cursor.move(to: Int.min)
            #expect(cursor.position == 10)
            #expect(cursor.peek(ahead: 2) == UInt8(ascii: "c"))
            #expect(cursor.peek(ahead: 3) == 0)
            #expect(cursor.peek(ahead: -1) == 0)
            #expect(cursor.peek(ahead: Int.max) == 0)
        }
    }

    @Test func blanksAreNoLineEnds() {
        TextCursor.over(Array(" \t\u{B}\u{C}\r\n x".utf8)) { cursor in
            cursor.skipBlanks()
            #expect(cursor.position == 4)
            #expect(cursor.isAtLineEnd)
            cursor.skipWhitespace()
            #expect(cursor.position == 7)
        }
    }

    @Test func linesEndInThreeWays() {
        TextCursor.over(Array("a\nb\rc\r\nd".utf8)) { cursor in
            var starts: [Int] = []
            while !cursor.isAtEnd {
                starts.append(cursor.position)
                cursor.skipLine()
            }
            #expect(starts == [0, 2, 4, 7])
            #expect((0..<9).map { cursor.lineCount(before: $0) } == [0, 0, 1, 1, 2, 2, 2, 3, 3])
            #expect((0..<9).map { cursor.lineStart(of: $0) } == [0, 0, 2, 2, 4, 4, 6, 7, 7])
        }
    }

    @Test func textThatIsNotUTF8IsLatin1() {
        TextCursor.over([0x62, 0xFC, 0x72, 0x6F]) { cursor in #expect(cursor.text(0..<4) == "büro") }
        TextCursor.over(Array("büro".utf8)) { cursor in #expect(cursor.text(0..<5) == "büro") }
    }
}
