import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Positions far from the origin are stored relative to a point among them, which the nodes add.
@Suite struct GLTFOffsetTests {
    private let format = GLTFFormat()
    private let places: [Double] = [
        500_000.125, 4_500_000.1, 120.3, 500_010.7, 4_500_004.9, 118.25, 499_990.001, 4_499_990.3, 131.9,
    ]

    private func scene(_ places: [Double]) -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(count: 3, attributes: [Attribute(.position, Column(places, components: 3))])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]))
            ])
    }

    private func write(_ scene: MeshScene, low: Bool = false) throws -> (output: Output, losses: [Loss]) {
        var options = WriteOptions()
        if low { options.options["position-low"] = "true" }
        let plan = try format.plan(Content(scene), variant: "glb", options: options)
        let output = Output(memoryNamed: "out.glb")
        try format.write(plan, to: output)
        return (output, plan.losses)
    }

    private func read(_ output: Output, isForeign: Bool) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        return try format.read(Input.bytes(output.mainBytes(), name: "out.glb"), options: options)
    }

    private func offsets(_ scene: MeshScene) throws -> [NodeTransform] {
        try read(write(scene).output, isForeign: true).scene.nodes.map(\.transform)
    }

    private func move(_ x: Double, _ y: Double, _ z: Double) -> NodeTransform {
        .trs(translation: SIMD3(x, y, z), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
    }

    @Test func aForeignReaderFindsThemAtTheNode() throws {
        let written = try write(scene(places))
        let back = try read(written.output, isForeign: true).scene
        #expect(back.nodes[0].transform == move(500_000, 4_499_998, 125))
        let column = try #require(back.vertexSets[0].attribute(.position)).values
        #expect(column.type == .float32)
        for (index, value) in column.doubles().enumerated() {
            #expect(abs(value + [500_000, 4_499_998, 125][index % 3] - places[index]) < 1e-6)
        }
        let node = try #require(written.losses.first { $0.code == .frameRecentered })
        #expect(node.subject == "/nodes/0" && node.severity == .reencoded)
        let rounded = try #require(written.losses.first { $0.code == .precisionReduced })
        #expect(rounded.count == 3 && (rounded.largestError ?? 1) < 1e-6)
        #expect(rounded.remedy == .option("position-low", "true"))
    }

    @Test func theOwnWayBackCountsFromTheOrigin() throws {
        let back = try read(write(scene(places)).output, isForeign: false).scene
        #expect(back.nodes[0].transform == .identity)
        let column = try #require(back.vertexSets[0].attribute(.position)).values
        #expect(column.type == .float64)
        for (index, value) in column.doubles().enumerated() { #expect(abs(value - places[index]) < 1e-6) }
    }

    @Test func whatFloat32LeavesMakesItExact() throws {
        let written = try write(scene(places), low: true)
        let back = try read(written.output, isForeign: false).scene
        #expect(back.vertexSets[0].attributes.map(\.semantic) == [.position])
        #expect(back.vertexSets[0].attribute(.position)?.values.doubles() == places)
        #expect(!written.losses.contains { $0.severity < .reencoded })
        let foreign = try read(written.output, isForeign: true).scene
        let low = try #require(foreign.vertexSets[0].attribute(AttributeSemantic(name: "_POSITION_LOW")))
        #expect(low.values.type == .float32 && low.values.components == 3)
        let first = places[1] - 4_499_998
        #expect(low.values.doubles()[1] == Double(Float(first - Double(Float(first)))))
    }

    @Test func whatFloat32LeavesIsKeptNearTheOriginToo() throws {
        let near: [Double] = [0.1, 0.2, 0.3, 1.1, 0, 0, 0, 2.1, 0]
        let written = try write(scene(near), low: true)
        #expect(try read(written.output, isForeign: true).scene.nodes[0].transform == .identity)
        // Two floats hold 48 of the 53 bits that a number near the origin may have: the rest is reported.
        let back = try read(written.output, isForeign: false).scene.vertexSets[0].attribute(.position)
        let error = zip(back?.values.doubles() ?? [], near).map { abs($0 - $1) }.max() ?? 1
        #expect(error > 0 && error < 1e-14)
        #expect(written.losses.first { $0.code == .precisionReduced }?.largestError == error)
    }

    @Test func whatFloat32HoldsStaysWhereItIs() throws {
        #expect(try offsets(scene([4_500_000, 0, 1, 4_500_001, 0, 1, 4_500_002, 0, 2])) == [.identity])
        // Near the origin and far apart: nothing would be gained.
        #expect(try offsets(scene([20.1, 0, 1, 20.2, 0, 1, 20.3, 0, 2])) == [.identity])
        #expect(try offsets(scene([4_500_000.1, 0, 1, 0, 0, 1, 2.1, 0, 2])) == [.identity])
    }

    @Test func turnedAndMirroredNodesStandWhereTheyShowTheSame() throws {
        var scene = scene(places)
        scene.nodes = [
            Node(
                transform: .trs(
                    translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 1, 0), scale: SIMD3(2, 2, 2)), mesh: 0),
            Node(transform: .matrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 5, 6, 7, 1]), mesh: 0),
        ]
        scene.scenes[0].roots = [0, 1]
        let output = try write(scene).output
        let back = try read(output, isForeign: true).scene.nodes
        let turned = NodeTransform.trs(
            translation: SIMD3(-999_999, -8_999_994, 253), rotation: SIMD4(0, 0, 1, 0), scale: SIMD3(2, 2, 2))
        let mirrored = NodeTransform.matrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 500_005, 131, -4_499_991, 1])
        #expect(back[0].transform == turned && back[1].transform == mirrored)
        #expect(try read(output, isForeign: false).scene.nodes.map(\.transform) == scene.nodes.map(\.transform))
    }

    @Test func meshesThatShareVerticesMoveTogetherOrNotAtAll() throws {
        var scene = scene(places)
        scene.meshes.append(scene.meshes[0])
        scene.nodes.append(Node(mesh: 1))
        scene.scenes[0].roots = [0, 1]
        #expect(try offsets(scene) == [move(500_000, 4_499_998, 125), move(500_000, 4_499_998, 125)])
        // The nodes below it would move with it.
        scene.nodes.append(Node())
        scene.nodes[1].children = [2]
        #expect(try offsets(scene)[0] == .identity)
    }

    @Test func aNodeThatSomebodyMovedKeepsItsPlace() throws {
        let output = try write(scene(places)).output
        var bytes = output.mainBytes()
        let text = Array(#""translation":[500000"#.utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        bytes[start + text.count - 1] = UInt8(ascii: "7")
        let back = try format.read(Input.bytes(bytes, name: "out.glb"), options: ReadOptions())
        #expect(back.scene.nodes[0].transform == move(500_007, 4_499_998, 125))
        #expect(back.diagnostics.contains { $0.code == "origin.ignored" })
        #expect((back.scene.vertexSets[0].attribute(.position)?.values.doubles()[0] ?? 1000) < 1)
    }
}
