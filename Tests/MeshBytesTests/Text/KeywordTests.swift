import MeshBytes
import Testing

@Suite struct KeywordTests {
    @Test(
        arguments: [
            ("facet normal", "facet", 5), ("  \n\tFACET\t", "facet", 9), ("facet", "facet", 5),
            ("facets", "facet", nil),
            ("face", "facet", nil), ("", "facet", nil), ("endfacet", "endfacet", 8),
            ("endfacet more text", "endfacet", 8),
            ("endfacet_and more", "endfacet", nil), ("loop and more text", "loop", 4),
            ("l\u{4F}op and more", "loop", 4),
            ("normal", "normal", 6), ("norma\u{0C} and more text", "normal", nil),
        ] as [(String, String, Int?)])
    func aKeywordIsPassedWhereItStandsAlone(text: String, word: String, position: Int?) {
        let words = [
            "facet": Keyword("facet"), "endfacet": Keyword("endfacet"), "loop": Keyword("loop"),
            "normal": Keyword("normal"),
        ]
        guard let keyword = words[word] else { return }
        let found = TextCursor.over(Array(text.utf8)) { cursor in cursor.skip(keyword) ? cursor.position : nil }
        #expect(found == position)
    }
}
