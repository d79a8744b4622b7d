import FormatSTL
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// The record of unit and up axis.
@Suite struct STLFrameTests {
    private func framed(_ unit: Double?, _ axis: UpAxis?, name: String? = nil) -> MeshScene {
        var scene = square()
        scene.nodes[0].name = name
        scene.metersPerUnit = unit
        scene.upAxis = axis
        return scene
    }

    @Test(arguments: ["stl.binary", "stl.ascii", "stl.color"])
    func aFileSaysItsUnitAndAxisAndTheyComeBack(variant: String) throws {
        for unit in [nil, 1, 0.01, 0.001, 0.0254, 0.3048, 0.125, 1e-300, Double.leastNonzeroMagnitude] {
            for axis in [nil, UpAxis.y, .z] {
                let (_, plan, back) = try written(framed(unit, axis), as: variant)
                #expect(back.scene.metersPerUnit == unit)
                #expect(back.scene.upAxis == axis)
                #expect(back.scene.metadata.isEmpty)
                #expect(back.scene.nodes.map(\.name) == [nil])
                #expect(!plan.losses.contains { $0.code == .unitDropped || $0.code == .axisDropped })
            }
        }
    }

    @Test func theRecordIsTheFirstLineOfAHeader() throws {
        var scene = framed(0.001, .z)
        scene.metadata = [MetadataEntry(key: "comment", value: "made by hand")]
        let (bytes, _, back) = try written(scene)
        #expect(bytes.starts(with: Array("[mm, Z up]\nmade by hand\0".utf8)))
        #expect(back.scene.metadata.map(\.value) == ["made by hand"])
    }

    @Test func theRecordIsBehindTheNameOfATextsFirstSolid() throws {
        let (bytes, _, back) = try written(framed(1, .y, name: "my [mm] box"), as: "stl.ascii")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "solid my [mm] box [m, Y up]")
        #expect(lines.last == "endsolid my [mm] box [m, Y up]")
        #expect(back.scene.nodes.map(\.name) == ["my [mm] box"])
    }

    @Test func aNameThatLooksLikeARecordIsNotWritten() throws {
        let (_, plan, back) = try written(framed(nil, nil, name: "box [mm]"), as: "stl.ascii")
        #expect(plan.losses.contains { $0.code == .nameDropped })
        #expect(back.scene.metersPerUnit == nil)
    }

    @Test(arguments: [
        ["solid gold"], [" SOLID", "gold"], ["[Z up]"], ["[]", "solid gold"], ["[]", "[]", "[mm, Z up]", "[]"],
    ])
    func anEmptyRecordStandsBeforeCommentsThatWouldBeMisread(lines: [String]) throws {
        var scene = framed(nil, nil)
        scene.metadata = lines.map { MetadataEntry(key: "comment", value: $0) }
        let (bytes, plan, back) = try written(scene)
        #expect(bytes.starts(with: Array("[]\n".utf8) + Array(lines.joined(separator: "\n").utf8) + [0]))
        #expect(back.scene.metadata.map(\.value) == lines)
        #expect(back.scene.upAxis == nil && back.scene.metersPerUnit == nil)
        #expect(!plan.losses.contains { $0.code == .metadataDropped })
    }

    @Test(arguments: [
        "[]", "[mm]x", "[mm, ]", "[mm,Z up]", "[mm , Z up]", "[Z up, mm]", "[MM]", "[X up]", "[nan m]", "[inf m]",
        "[-1 m]",
        "[0 m]", "[1 m]", "[1.0 m]", "[0x1 m]", "[mm, mm]", "[ mm]", "[Z up, Y up]",
    ])
    func otherLinesAreNoRecord(line: String) throws {
        let header = Array(line.utf8) + [UInt8](repeating: 0, count: 84 - line.utf8.count)
        let document = try STLFormat().read(.bytes(header, name: "a.stl"), options: ReadOptions())
        #expect(document.scene.metersPerUnit == nil && document.scene.upAxis == nil)
        #expect(document.scene.metadata.map(\.value) == [line])
    }
}
