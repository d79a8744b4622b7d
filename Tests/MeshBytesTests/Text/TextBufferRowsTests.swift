import Testing

@testable import MeshBytes

struct TextBufferRowsTests {
    private static func text(_ body: (inout TextBuffer) -> Void) -> String {
        var buffer = TextBuffer(capacity: 1)
        body(&buffer)
        return String(decoding: buffer.array, as: UTF8.self)
    }

    @Test func rowsHaveParenthesesAndCommas() {
        #expect(
            Self.text { $0.append(rows: [1, -0.5, 1e-9, 4] as ContiguousArray<Float>, of: 2, isFirst: true) }
                == "(1, -0.5), (1e-9, 4)")
        #expect(
            Self.text { $0.append(rows: [1.5, 2] as ContiguousArray<Double>, of: 2, isFirst: false) } == ", (1.5, 2)")
        #expect(
            Self.text { $0.append(rows: [7, -8, 9] as ContiguousArray<Int64>, of: 1, isFirst: true) } == "7, -8, 9")
    }

    @Test func incompleteRowsAreLeftOut() {
        #expect(Self.text { $0.append(rows: [1, 2, 3] as ContiguousArray<Float>, of: 2, isFirst: true) } == "(1, 2)")
        #expect(Self.text { $0.append(rows: [1, 2] as ContiguousArray<Float>, of: 3, isFirst: true) } == "")
        #expect(Self.text { $0.append(rows: [] as ContiguousArray<Float>, of: 0, isFirst: true) } == "")
    }
}
