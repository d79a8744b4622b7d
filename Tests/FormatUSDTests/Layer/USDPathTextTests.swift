import Testing

@testable import FormatUSD

@Suite("A path in a layer")
struct USDPathTextTests {
    @Test(
        "is seen from its prim",
        arguments: [
            ("/A/B", "/A/B"), ("B", "/Room/Wall/B"), (".x", "/Room/Wall.x"), ("..", "/Room"),
            ("../C.y:z", "/Room/C.y:z"),
            ("../..", "/"), (".", "/Room/Wall"), ("/A.r[/B].c", "/A.r[/B].c"), ("../.x", "/Room.x"),
            ("B/C", "/Room/Wall/B/C"),
        ])
    func absolute(text: String, path: String) throws {
        #expect(try #require(USDPathText(text)).absolute(from: "/Room/Wall") == path)
    }

    @Test("leads nowhere above the root")
    func above() throws {
        #expect(try #require(USDPathText("../../..")).absolute(from: "/Room/Wall") == nil)
        #expect(try #require(USDPathText("..")).absolute(from: "/") == nil)
    }

    @Test("may choose variants")
    func variants() throws {
        let path = try #require(USDPathText("/A{lod=high}B/C{x=}"))
        #expect(path.hasVariants && path.isPrim && path.prims == ["A", "B", "C"])
    }

    @Test(
        "is refused where it is not spelled as one",
        arguments: [
            "", "//", "/A/", "/A//B", "/.x", "A-b", "1a", "/A b", "/A.", "/A.x.", "/A{x}", "/A{=b}", "/A.x[", "....",
            "/A:b",
        ])
    func refused(text: String) {
        #expect(USDPathText(text) == nil)
    }

    @Test("has names of letters, digits and underlines")
    func names() {
        #expect(USDPathText.isIdentifier("_a1") && USDPathText.isIdentifier("Küche"))
        #expect(!USDPathText.isIdentifier("1a") && !USDPathText.isIdentifier("a-b") && !USDPathText.isIdentifier(""))
        #expect(
            USDPathText.isVariantName(".1-a|b") && !USDPathText.isVariantName("a b") && !USDPathText.isVariantName(""))
    }
}
