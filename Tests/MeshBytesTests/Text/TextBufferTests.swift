import MeshBytes
import Testing

@Suite struct TextBufferTests {
    @Test func aBufferGrows() {
        var buffer = TextBuffer(capacity: 1)
        for number in 0..<100 {
            buffer.append(number)
            buffer.append(byte: 0x20)
        }
        #expect(buffer.array == Array((0..<100).map { "\($0) " }.joined().utf8))
    }

    /// More than any machine has.
    @Test func aBufferThatGetsNoMemoryAtFirstTakesItLater() {
        var buffer = TextBuffer(capacity: .max / 2)
        let before = buffer.array
        buffer.append("abc")
        let (text, hasFailed) = (buffer.array, buffer.hasFailed)
        #expect(before.isEmpty && text == Array("abc".utf8) && !hasFailed)
    }

    @Test(arguments: [Int.max, .max / 2])
    func textWithoutMemoryIsDroppedAndTold(most: Int) {
        var buffer = TextBuffer()
        buffer.append("abc")
        var isCalled = false
        unsafe buffer.reserve(most) { _ in
            isCalled = true
            return 0
        }
        let (text, hasFailed) = (buffer.array, buffer.hasFailed)
        #expect(!isCalled && hasFailed && text == Array("abc".utf8))
        buffer.removeAll()
        let isWell = !buffer.hasFailed && buffer.count == 0
        #expect(isWell)
    }
}
