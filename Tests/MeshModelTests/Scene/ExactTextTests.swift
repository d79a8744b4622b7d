import Testing

@testable import MeshModel

struct ExactTextTests {
    @Test func textsAreTheSameWhereTheirBytesAre() {
        #expect(ExactText("") == ExactText(""))
        #expect(ExactText("points") == ExactText("point" + "s"))
        #expect(ExactText("a name of more than fifteen bytes") == ExactText("a name of more than " + "fifteen bytes"))
        #expect(ExactText("points") != ExactText("pointz"))
        #expect(ExactText("Wände") == ExactText("Wände"))
        #expect(ExactText.areSame(nil, nil))
        #expect(!ExactText.areSame(nil, ""))
    }

    @Test func equivalentTextsOfOtherBytesAreNotTheSame() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed)
        #expect(ExactText(composed) != ExactText(decomposed))
        // As many bytes, in another order.
        let (below, above) = ("a\u{323}\u{307}", "a\u{307}\u{323}")
        #expect(below == above && below.utf8.count == above.utf8.count)
        #expect(ExactText(below) != ExactText(above))
        #expect(Set([ExactText(below), ExactText(above), ExactText(below)]).count == 2)
    }
}
