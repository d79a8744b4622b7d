import Testing

@testable import MeshBytes

@Suite("Lists of numbers with commas")
struct TextCursorNumberListsTests {
    private func floats(_ text: String, rows: Int, components: Int, shift: Int = 0) -> [Float]? {
        var values = [Float](repeating: -9, count: rows * components)
        let isRead = TextCursor.over(Array(text.utf8)) { cursor in
            unsafe values.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return false }
                return unsafe cursor.readFloat32Rows(rows, components: components, shift: shift, into: base)
            }
        }
        return isRead ? values : nil
    }

    @Test("are read as rows")
    func rows() {
        #expect(floats("(1, 2.5, -3), (4,5 ,6e1)", rows: 2, components: 3) == [1, 2.5, -3, 4, 5, 60])
        #expect(floats("1,\n2, .5", rows: 3, components: 1) == [1, 2, 0.5])
        #expect(floats("(1, 2, 3, 4)", rows: 1, components: 4, shift: 3) == [2, 3, 4, 1])
        #expect(floats("inf, -inf", rows: 2, components: 1) == [.infinity, -.infinity])
    }

    @Test(
        "end where something else stands",
        arguments: [
            "1 2", "1", "+1, 2", "1, x", "1, 1.#INF", "1, infinity", "1, NAN", "1, \"2\"", "(1, 2)", "1,, 2", "1\n, 2",
        ])
    func others(text: String) {
        #expect(floats(text, rows: 2, components: 1) == nil)
    }

    @Test("are looked through for a byte, counting another", arguments: [0, 1, 31, 32, 33, 64, 9000, 40_000])
    func find(count: Int) {
        let text = [UInt8](repeating: 0x2C, count: count) + [0x20, 0x5D, 0x2C]
        TextCursor.over(text) { cursor in
            let found = cursor.find(0x5D, counting: 0x2C)
            #expect(found?.position == count + 1 && found?.count == count)
            #expect(cursor.count(0x2C) == count + 1)
            #expect(cursor.find(0x7D, counting: 0x2C) == nil)
            #expect(cursor.findNonASCII() == nil)
            #expect(cursor.part(count..<count + 2).count(0x2C) == 0)
        }
        TextCursor.over(text + [0xC3, 0xA4]) { cursor in #expect(cursor.findNonASCII() == count + 3) }
    }
}
