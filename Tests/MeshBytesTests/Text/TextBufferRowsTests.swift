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

    @Test(arguments: [1, 3, 5])
    func longRowsOfFewOrManyNumbersAreTheSameText(width: Int) {
        // Among them the longest texts, one of which is too long to be kept.
        let few: [Float] = [0, -0, .nan, .infinity, 1.5e-7, -0.000012345678, -1.2345679e15, -1.1754944e-38, 0.1]
        let sizes = [2 * RecentTexts.trialCount - 1, 2 * RecentTexts.trialCount, 3 * RecentTexts.trialCount + 1]
        for count in sizes {
            for kinds in [few.count, 900, 40_000] {
                let numbers = ContiguousArray(
                    (0..<count).map { index in
                        let kind = index &* 7919 % kinds
                        return kind < few.count ? few[kind] : Float(kind) / 3
                    })
                let rows = stride(from: 0, through: count - width, by: width).map { first in
                    let words = numbers[first..<first + width].map { NumberPrinter.text($0) }.joined(separator: ", ")
                    return width > 1 ? "(\(words))" : words
                }
                #expect(
                    Self.text { $0.append(rows: numbers, of: width, isFirst: true) } == rows.joined(separator: ", "))
            }
        }
    }
}
