import MeshModel
import Testing

@testable import FormatUSD

/// The files of a template, by the rules of `UsdClipsAPI`.
@Suite("The clips of a template")
struct USDClipListTests {
    private func list(
        _ path: String, _ start: Double, _ end: Double, _ stride: Double, activeOffset: Double? = nil,
        room: inout Int
    ) throws -> USDClipList {
        var info = [
            USDEntry(name: "templateAssetPath", value: .text(.string, path)),
            USDEntry(name: "templateStartTime", value: .real(.double, start)),
            USDEntry(name: "templateEndTime", value: .real(.double, end)),
            USDEntry(name: "templateStride", value: .real(.double, stride)),
        ]
        if let activeOffset { info.append(USDEntry(name: "templateActiveOffset", value: .real(.double, activeOffset))) }
        return try USDClipList(info, USDOffset(), room: &room)
    }

    /// Each clip is active that much later, and the times go on by that much at both ends.
    @Test("are active later or earlier by an offset")
    func activeOffset() throws {
        for offset in [0.5, -0.5] {
            var room = 100
            let list = try list("./a.b/c.##.usda", 1, 3, 1, activeOffset: offset, room: &room)
            #expect(list.assets == ["./a.b/c.01.usda", "./a.b/c.02.usda", "./a.b/c.03.usda"] && room == 97)
            #expect(list.isTemplate && list.active.map(\.time) == [1 + offset, 2 + offset, 3 + offset])
            #expect(list.times.map(\.stage) == [0.5, 1, 2, 3, 3.5] && list.times.map(\.clip) == [0.5, 1, 2, 3, 3.5])
            #expect(list.times.map(\.file) == [nil, 0, 1, 2, nil])
        }
    }

    @Test("have the digits before and after the point of their times as names")
    func fractions() throws {
        var room = 100
        let list = try list("p/c.###.##.usd", 9, 10, 0.25, room: &room)
        #expect(
            list.assets == ["p/c.009.00.usd", "p/c.009.25.usd", "p/c.009.50.usd", "p/c.009.75.usd", "p/c.010.00.usd"])
        #expect(list.active.map(\.time) == [9, 9.25, 9.5, 9.75, 10] && list.active.map(\.clip) == [0, 1, 2, 3, 4])
        #expect(
            try self.list("c.#.#.usd", 0.3, 0.6, 0.1, room: &room).assets == [
                "c.0.3.usd", "c.0.4.usd", "c.0.5.usd", "c.0.6.usd",
            ])
    }
}
