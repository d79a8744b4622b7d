import Testing

@testable import FormatUSD

@Suite("A layer")
struct USDLayerTests {
    @Test("names its specs by path, through variants too")
    func paths() {
        var layer = USDLayer()
        let room = layer.add(.prim, "Room", below: 0)
        let set = layer.add(.variantSet, "lod", below: room)
        let high = layer.add(.variant, "high", below: set)
        let wall = layer.add(.prim, "Wall", below: high)
        let points = layer.add(.attribute, "points", below: wall)
        #expect(
            [0, room, set, high, wall, points].map(layer.path(of:)) == [
                "/", "/Room", "/Room{lod=}", "/Room{lod=high}", "/Room{lod=high}Wall", "/Room{lod=high}Wall.points",
            ])
        #expect(layer.specs[room].variantSets == [set] && layer.specs[wall].properties == [points])
    }

    @Test("keeps a field's place when its value changes")
    func fields() {
        var spec = USDSpec(kind: .prim, name: "A", parent: 0)
        spec["kind"] = .text(.token, "component")
        spec["active"] = .integer(.bool, 1)
        spec["kind"] = .text(.token, "group")
        #expect(spec.fields.map(\.name) == ["kind", "active"])
        spec["kind"] = nil
        #expect(spec["kind"] == nil && spec.fields.count == 1)
    }
}
