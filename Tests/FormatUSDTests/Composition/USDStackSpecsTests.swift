import MeshFormats
import Testing

@testable import FormatUSD

@Suite("The specs of a stack of layers")
struct USDStackSpecsTests {
    /// Layers that all have `Shared`, with a child of their own and two of one name each, and a variant.
    private static func layer(_ number: Int) -> USDLayer {
        var layer = USDLayer()
        let shared = layer.add(.prim, "Shared", below: 0)
        for name in ["own\(number)", "twin", "twin"] { _ = layer.add(.prim, name, below: shared) }
        let set = layer.add(.variantSet, "lod", below: shared)
        _ = layer.add(.prim, "Inner", below: layer.add(.variant, "high", below: set))
        if number % 3 == 0 { _ = layer.add(.prim, "third", below: shared) }
        return layer
    }

    @Test(
        "are what each layer by itself has, whether layers are asked or listed", arguments: [1, 12, 13, 100])
    func sameAsOfEachLayer(count: Int) throws {
        let layers = (0..<count).map {
            USDLayerEntry(Self.layer($0), USDLayerLibrary.Location(package: -1, path: "\($0)"), path: "\($0)")
        }
        // One layer is in the stack twice, in other times.
        let members = (0..<count).map { (layer: $0, offset: USDOffset()) } + [(layer: 0, offset: USDOffset(offset: 2))]
        var paths = USDPathTable()
        let shared = paths.path(.prim("Shared"), below: USDPathTable.root)
        let high = paths.path(.variant(set: "lod", name: "high"), below: shared)
        let names = ["twin", "third", "missing"] + (0..<count + 3).map { "own\($0)" }
        let asked =
            [paths.path(.prim("Inner"), below: high), paths.path(.prim("none"), below: high), shared, high]
            + names.map { paths.path(.prim($0), below: shared) }
        var specs = USDStackSpecs(members)
        for path in asked + asked {
            let found = specs.places(at: path, &paths, layers)
            let expected = members.compactMap { member in
                place(of: path, paths, layers[member.layer]).map { (member.layer, $0, member.offset) }
            }
            #expect(found.map { $0.layer } == expected.map { $0.0 })
            #expect(found.map { $0.spec } == expected.map { $0.1 })
            #expect(found.map { $0.offset } == expected.map { $0.2 })
        }
        #expect(specs.places(at: shared, &paths, layers).count == count + 1)
    }

    /// The first spec at a path in a layer.
    private func place(of path: Int, _ paths: USDPathTable, _ layer: USDLayerEntry) -> Int? {
        guard path > 0 else { return 0 }
        return place(of: paths.parent(of: path), paths, layer).flatMap { layer.spec(paths.part(of: path), of: $0) }
    }
}
