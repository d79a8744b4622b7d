import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

/// Layers that a reader may return and no sane file has: composing them ends, and never crashes.
@Suite("Hostile stages")
struct USDHostileStageTests {
    private static let names = ["A", "B", "C", "D"]

    /// A layer with arcs of every kind to anywhere, also to itself.
    private static func layer(_ seed: UInt64) -> USDLayer {
        var seed = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ limit: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(seed % UInt64(limit))
        }
        func path() -> String {
            let odd = ["", "/", "//", "A", "/A.x", "/A{v=a}B", "/..", "../A"]
            if random(12) == 0 { return odd[random(odd.count)] }
            return (0...random(3)).map { _ in "/" + names[random(4)] }.joined()
        }
        func list(_ item: USDListEdit.Item) -> USDValue {
            var edit = USDListEdit(item: item)
            edit.isExplicit = random(2) == 0
            let items = (0...random(2)).map { _ -> USDListItem in
                guard item == .reference || item == .payload else { return .text(path()) }
                let offsets = [
                    USDOffset(), USDOffset(offset: .nan), USDOffset(scale: 0), USDOffset(offset: 2),
                ]
                return .reference(USDReference(asset: "", path: path(), offset: offsets[random(4)]))
            }
            if edit.isExplicit { edit.explicit = items } else { edit.prepended = items }
            return .list(edit)
        }
        var layer = USDLayer()
        var prims = [0]
        for _ in 0..<30 {
            let prim = layer.add(.prim, names[random(4)], below: prims[random(prims.count)])
            prims.append(prim)
            layer.specs[prim]["specifier"] = .specifier(random(2) == 0 ? .def : .class)
            if random(3) == 0 { layer.specs[prim]["references"] = list(.reference) }
            if random(5) == 0 { layer.specs[prim]["payload"] = list(.payload) }
            if random(4) == 0 { layer.specs[prim]["inheritPaths"] = list(.path) }
            if random(6) == 0 { layer.specs[prim]["specializes"] = list(.path) }
            if random(6) == 0 { layer.specs[prim]["instanceable"] = .integer(.bool, 1) }
            if random(8) == 0 { layer.specs[prim]["typeName"] = .block }
            if random(4) == 0 {
                let set = layer.add(.variantSet, "v", below: prim)
                prims.append(layer.add(.variant, "a", below: set))
                layer.specs[prim]["variantSetNames"] = .list(
                    {
                        var edit = USDListEdit(item: .string)
                        edit.appended = [.text("v"), .text("w"), .integer(3)]
                        return edit
                    }())
                layer.specs[prim]["variantSelection"] = .selections([USDPair(first: "v", second: "a")])
            }
            let relationship = layer.add(.relationship, "r", below: prim)
            layer.specs[relationship]["targetPaths"] = list(.path)
        }
        return layer
    }

    @Test("end, whatever leads to whatever", arguments: 0..<24)
    func anything(seed: Int) throws {
        let layer = Self.layer(UInt64(seed) + 1)
        let result = Result { () throws(ReadError) in try USDStage(USDLayerLibrary(layer), allowance: 5_000) }
        guard case .success(let stage) = result else {
            guard case .failure(let error) = result else { return }
            #expect(error.code == .limitExceeded)
            return
        }
        #expect(USDFieldCensus(stage).accounts().census.allSatisfy { $0.isBalanced })
        for prim in stride(from: 0, to: stage.prims.count, by: 50) { _ = stage.targets(prim, "r") }
    }

    @Test("end where classes of each other lead ever deeper")
    func everDeeper() throws {
        let stage = try USDStageFixture.stage(
            """
            def "A" (inherits = </B/D>) {
                over "C" (inherits = </D/C>) {
                }
            }
            class "B" {
                def "D" (inherits = </D/B>) {
                }
            }
            def "D" (inherits = </A/B>) {
            }
            """)
        #expect(stage.prim(at: "/A/C") != nil)
    }

    @Test("are made of one that is nested deeper than anybody needs")
    func deep() throws {
        var layer = USDLayer()
        var parent = 0
        for _ in 0..<20_000 { parent = layer.add(.prim, "P", below: parent) }
        let stage = try USDStage(layer)
        #expect(stage.prims.count == 20_001)
    }

    @Test("keep the order of things and the words for them from one run to the next")
    func repeats() throws {
        for seed in 2..<4 {
            let layer = Self.layer(UInt64(seed) + 1)
            let runs = try (0..<2).map { _ in
                let stage = try USDStage(USDLayerLibrary(layer), allowance: 5_000)
                return stage.prims.indices.map { stage.path(of: $0) + "\(stage.prims[$0].opinions)" }
                    + stage.diagnostics.map { "\($0)" }
            }
            #expect(runs[0] == runs[1])
        }
    }
}
