import MeshBytes
import Testing

@Suite struct CodeFractionTests {
    private static let none = DecimalNumber(float64: 0, float32: 0, isShortestFloat32: false)
    /// Text after the numbers, so that they are far enough from the end.
    private static let rest = "\n" + String(repeating: "v 1 2 3\n", count: 8)

    /// Three numbers as fractions, and as numbers of any kind, with the cursor's position after each.
    private func read(_ text: String) -> (fractions: [DecimalNumber]?, position: Int, any: [DecimalNumber], end: Int) {
        let bytes = Array((text + Self.rest).utf8)
        return TextCursor.over(bytes) { cursor in
            var other = cursor
            var fractions = [DecimalNumber](repeating: Self.none, count: 3)
            var any = fractions
            let isRead = unsafe fractions.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe cursor.readCodeFractions(3, into: $0) } ?? false
            }
            unsafe any.withUnsafeMutableBufferPointer { buffer in
                _ = unsafe buffer.baseAddress.map { unsafe other.readDecimals(3, into: $0) }
            }
            return (isRead ? fractions : nil, cursor.position, any, other.position)
        }
    }

    @Test func eachCodeInTheShortestDigitsIsReadAsAnyNumberIs() {
        for code in 0...255 {
            let text = "\(Float(code) / 255)"
            for word in [text, text == "0.0" ? "0" : text == "1.0" ? "1" : text] where word != "1.0" {
                let (fractions, position, any, end) = read(" \(word) \(word) 0.2")
                #expect(fractions == any && position == end, "\(word)")
                #expect(any[0].float32 == Float(code) / 255 && any[0].isShortestFloat32, "\(word)")
            }
        }
    }

    @Test func zerosBehindTheDigitsChangeNothing() {
        let (fractions, position, any, end) = read(" 0.60 0.5529412 0.00000000")
        #expect(fractions == any && position == end && any[0].float32 == 0.6)
    }

    /// Each digit changed, left out or doubled: whatever is still read equals the general reader's result.
    @Test func digitsThatAreNotThoseOfACodeAreNoneOrTheSame() {
        var refused = 0
        for code in 0...255 {
            let text = Array("\(Float(code) / 255)".utf8)
            for place in text.indices {
                var words: [[UInt8]] = []
                for byte in Array("0123456789.-+eE /\n".utf8) {
                    var word = text
                    word[place] = byte
                    words.append(word)
                }
                words.append(Array(text[..<place] + text[(place + 1)...]))
                words.append(Array(text[...place] + text[place...]))
                words.append(Array(text[..<place]))
                for word in words {
                    let (fractions, position, any, end) = read(" 0.2 1 \(String(decoding: word, as: UTF8.self))")
                    if let fractions {
                        #expect(fractions == any && position == end, "\(word)")
                    } else {
                        #expect(position == 0)
                        refused += 1
                    }
                }
            }
        }
        #expect(refused > 20_000)
    }

    @Test(arguments: [
        "0.2 0.4 0.6", " 0.2  0.4 0.6", " 0.2 0.4", " 0.2 0.4 0.6 0.8", " 0.2 0.4 0.6 ", " 0.2\t0.4 0.6",
        " -0.2 0.4 0.6",
        " 0.2 0.4 0.6#", " 0.2 0.4 .6", " 0.2 0.4 00.6", " 0.2 0.4 2", " 0.2 0.4 10", " 0.2 0.4 0.6e0", " 0.2 0.4 0.6f",
        " 0.2 0.4 0.42745098001", " 0.2 0.4 nan", " 0.2 0.4 0.6\r",
    ])
    func anyOtherShapeIsLeftToTheGeneralWay(text: String) {
        let (fractions, position, _, _) = read(text)
        #expect(fractions == nil && position == 0)
    }

    /// Near the end of the text nothing is read, whatever it is.
    @Test func nothingIsReadNearTheEndOfTheText() {
        let text = Array(" 0.42745098 0.5529412 0.8509804\n".utf8)
        for padding in 0..<60 {
            let bytes = text + [UInt8](repeating: 0x30, count: padding)
            for end in 0...bytes.count {
                let isRead = TextCursor.over(Array(bytes[..<end])) { cursor in
                    var numbers = [DecimalNumber](repeating: Self.none, count: 3)
                    return unsafe numbers.withUnsafeMutableBufferPointer { buffer in
                        unsafe buffer.baseAddress.map { unsafe cursor.readCodeFractions(3, into: $0) } ?? false
                    }
                }
                #expect(!isRead || end >= text.count)
            }
        }
    }
}
