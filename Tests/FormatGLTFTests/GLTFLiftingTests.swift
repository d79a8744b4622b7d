import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Nodes with a skin stand among the roots, where the source's format wants them elsewhere.
@Suite struct GLTFLiftingTests {
    /// A mesh that joints move and one of its joints, below a node.
    private func scene() throws -> MeshScene {
        var scene = try GLTFSample.moving.read().scene
        scene.nestsSkins = true
        scene.nodes[2].children = [0, 3]
        scene.scenes[0].roots = [1, 2]
        return scene
    }

    private func plan(_ scene: MeshScene) throws -> WritePlan {
        try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
    }

    private func bytes(_ scene: MeshScene) throws -> [UInt8] {
        let output = Output(memoryNamed: "out.glb")
        try GLTFFormat().write(plan(scene), to: output)
        return output.mainBytes()
    }

    private func read(_ bytes: [UInt8], ignoresOrigin: Bool = false) throws -> Document {
        var options = ReadOptions()
        options.ignoresOrigin = ignoresOrigin
        return try GLTFFormat().read(.bytes(bytes, name: "out.glb"), options: options)
    }

    @Test func otherProgramsFindThemAmongTheRoots() throws {
        let loss = try #require(plan(scene()).losses.first { $0.code == .hierarchyFlattened })
        #expect(loss.severity == .reencoded && loss.subject == "/nodes/2" && loss.name == "root" && loss.count == 1)
        let foreign = try read(bytes(scene()), ignoresOrigin: true).scene
        #expect(foreign.scenes[0].roots == [1, 2, 0] && foreign.nodes[2].children == [3])
        #expect(foreign.nodes[0].skin == 0 && !foreign.nestsSkins)
    }

    @Test func theRecordPutsThemBack() throws {
        for axis in [UpAxis.y, .z] {
            var scene = try scene()
            scene.upAxis = axis
            let document = try read(bytes(scene))
            #expect(document.diagnostics.isEmpty)
            #expect(document.scene.nodes == scene.nodes && document.scene.scenes == scene.scenes)
            #expect(document.scene.nestsSkins)
        }
    }

    /// A transform of its own moves nothing.
    @Test func ownTransformsAreInTheRecord() throws {
        var scene = try scene()
        scene.nodes[0].transform = .trs(
            translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(2, 1, 1))
        let losses = try plan(scene).losses.filter { $0.code == .hierarchyFlattened }
        #expect(losses.map(\.subject) == ["/nodes/2", "/nodes/0"])
        let written = try bytes(scene)
        #expect(try read(written, ignoresOrigin: true).scene.nodes[0].transform == .identity)
        #expect(try read(written).scene.nodes == scene.nodes)
        // The parts of no transform are none.
        scene.nodes[0].transform = .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        #expect(try plan(scene).losses.filter { $0.code == .hierarchyFlattened }.count == 1)
        #expect(try read(bytes(scene)).scene.nodes == scene.nodes)
    }

    @Test func nodesAboveThemDoNotTurnThem() throws {
        var scene = try scene()
        scene.upAxis = .z
        let foreign = try read(bytes(scene), ignoresOrigin: true).scene
        #expect(foreign.nodes.count == 5 && foreign.nodes[4].children == [1, 2])
        #expect(foreign.scenes[0].roots == [4, 0])
    }

    @Test func placesAmongSeveralChildrenComeBack() throws {
        var scene = try scene()
        scene.nodes += [scene.nodes[0], Node(name: "empty"), scene.nodes[0]]
        scene.nodes[2].children = [4, 5, 0, 3, 6]
        let written = try bytes(scene)
        #expect(try read(written, ignoresOrigin: true).scene.nodes[2].children == [5, 3])
        #expect(try read(written).scene.nodes == scene.nodes)
        #expect(try plan(scene).losses.filter { $0.code == .hierarchyFlattened }.map(\.count) == [1])
    }

    @Test("what has a reason to be where it is stays", arguments: 0..<8)
    func reasons(number: Int) throws {
        var scene = try scene()
        switch number {
        case 0: scene.nestsSkins = false
        case 1: scene.nodes[2].isVisible = false
        case 2:
            scene.clips[0].samplers.append(
                AnimationSampler(times: Column([0] as [Float]), values: Column([1] as [UInt8]), interpolation: .step))
            scene.clips[0].channels.append(AnimationChannel(node: 2, property: .visibility, sampler: 3))
        case 3:
            scene.nodes.append(Node(name: "child"))
            scene.nodes[0].children = [4]
        case 4: scene.nodes[0].transform = .matrix([.nan] + [Double](repeating: 0, count: 15))
        case 5: scene.skins[0].joints = [3, 0]
        case 6: scene.nodes[0].skin = nil
        default: scene.scenes = []
        }
        if number == 7 { scene.defaultScene = nil }
        #expect(try !plan(scene).losses.contains { $0.code == .hierarchyFlattened })
        #expect(try read(bytes(scene), ignoresOrigin: true).scene.nodes[2].children == [0, 3])
    }

    @Test func hiddenMeshesAreHiddenAmongTheRoots() throws {
        var scene = try scene()
        scene.nodes[0].isVisible = false
        let written = try bytes(scene)
        let foreign = try read(written, ignoresOrigin: true).scene
        #expect(foreign.scenes[0].roots == [1, 2, 0] && !foreign.nodes[0].isVisible)
        #expect(try read(written).scene.nodes == scene.nodes)
    }

    @Test("a record that no longer fits is told and changes nothing", arguments: 0..<7)
    func misfits(number: Int) throws {
        var scene = try scene()
        scene.nodes[2].children = [3]
        scene.scenes[0].roots = [1, 2, 0]
        var origin = GLTFOrigin()
        origin.lifted = [GLTFLiftedNode(OriginNode(index: 0, transform: .identity), parent: 2, place: 0)]
        switch number {
        case 0: origin.lifted[0].parent = 4
        case 1: origin.lifted[0].parent = 0
        case 2: origin.lifted[0].node.index = 3
        case 3: origin.lifted[0].place = 2
        case 4: origin.lifted.append(origin.lifted[0])
        case 5: scene.nodes[0].skin = nil
        default: scene.nodes[0].transform = .matrix([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
        }
        let before = scene
        #expect(origin.restore(&scene).map(\.code) == ["origin.ignored"])
        #expect(scene.nodes == before.nodes && scene.scenes == before.scenes)
    }
}
