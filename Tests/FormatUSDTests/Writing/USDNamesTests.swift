import Testing

@testable import FormatUSD

struct USDNamesTests {
    @Test(arguments: [
        ("Wall", "Wall"), ("my wall-2", "my_wall_2"), ("2nd", "_2nd"), ("", "_"), ("-", "_"), ("Möbel", "Möbel"),
        ("桌子", "桌子"), ("a.b", "a_b"), ("\u{301}x", "_\u{301}x"),
    ])
    func identifiersAreAsNearToANameAsUSDAllows(text: String, name: String) {
        #expect(USDNames.identifier(text) == name)
        #expect(USDPathText.isIdentifier(USDNames.identifier(text)))
    }

    @Test func siblingsHaveNamesOfTheirOwn() {
        var names = USDNames()
        #expect(
            ["a", "a", "a b", "a_1", "a", "a_b"].map { names.unique($0) } == [
                "a", "a_1", "a_b", "a_1_1", "a_2", "a_b_1",
            ])
    }

    @Test func aPrimvarIsNeverTheIndicesOfAnother() {
        #expect(USDNames.primvar("a:indices") == "a:indices_")
        #expect(USDNames.primvar("::") == "_")
        #expect(USDNames.primvar("skel:my weight") == "skel:my_weight")
    }
}
