import Testing

@testable import FormatUSD

/// The expected results are those of `Pcp.MapFunction` (usd-core 26.11).
@Suite("A mapping of paths")
struct USDNamespaceMappingTests {
    /// Numbered paths and their mappings.
    private struct Table {
        var paths = USDPathTable()

        mutating func mapping(_ source: String, _ target: String, isOpen: Bool = true) -> USDNamespaceMapping {
            USDNamespaceMapping(paths.path(source) ?? 0, onto: paths.path(target) ?? 0, isOpen: isOpen, &paths)
        }

        mutating func mapped(_ mapping: USDNamespaceMapping, _ texts: [String]) -> [String?] {
            texts.map { text in
                paths.path(text).flatMap { mapping.map($0, &paths) }.map { paths.text($0) }
            }
        }

        mutating func unmapped(_ mapping: USDNamespaceMapping, _ texts: [String]) -> [String?] {
            texts.map { text in
                paths.path(text).flatMap { mapping.unmap($0, &paths) }.map { paths.text($0) }
            }
        }
    }

    @Test("leads by the longest prefix, and never two paths to one")
    func bijection() {
        var table = Table()
        let mapping = table.mapping("/C", "/D")
        let found = table.mapped(mapping, ["/C/x", "/E", "/D", "/D/x"])
        #expect(found == ["/D/x", "/E", nil, nil])
        let back = table.unmapped(mapping, ["/D/x", "/C"])
        #expect(back == ["/C/x", nil])
        let closed = table.mapped(table.mapping("/A", "/A/B", isOpen: false), ["/A/B", "/E"])
        #expect(closed == ["/A/B/B", nil])
    }

    @Test("is joined with another, and turned round")
    func joined() {
        var table = Table()
        let inner = table.mapping("/C", "/D")
        let both = table.mapping("/D", "/A/C").after(inner, &table.paths)
        let found = table.mapped(both, ["/C/x", "/D"])
        #expect(found == ["/A/C/x", "/D"])
        let inverse = inner.inverse(&table.paths)
        let turned = table.mapped(inverse, ["/D/x", "/C"])
        #expect(turned == ["/C/x", nil])
        #expect(inverse.after(inner, &table.paths) == .identity)
    }

    @Test("of an opinion says the same in words")
    func words() {
        let map = USDPathMap(pairs: [
            USDPair(first: "/", second: "/"), USDPair(first: "/C", second: "/D"),
        ])
        #expect(
            map("/C") == "/D" && map("/C.x") == "/D.x" && map("/C/y.x") == "/D/y.x" && map("/CC") == "/CC"
        )
        #expect(map("/D") == nil && map("/D.x") == nil && map("/E") == "/E")
        let closed = USDPathMap(pairs: [USDPair(first: "/A", second: "/")])
        #expect(closed("/A/b.c") == "/b.c" && closed("/A") == "/" && closed("/B") == nil)
    }

    @Test("moves times, one after the other and back")
    func offsets() {
        let outer = USDOffset(offset: 10, scale: 2)
        let inner = USDOffset(offset: 1, scale: 3)
        #expect(outer.after(inner) == USDOffset(offset: 12, scale: 6))
        #expect(outer.inverse.after(outer) == USDOffset())
        #expect(!USDOffset(offset: .nan).isUsable && !USDOffset(scale: 0).isUsable)
    }
}
