import MeshModel
import Testing

@testable import MeshOperations

@Suite struct ConvertFrameTests {
    private func scene(_ up: UpAxis?, _ unit: Double?) -> MeshScene {
        var source = Solid.scene([[0, 1, 2]], [SIMD3(1, 2, 3), SIMD3(-0.0, 0.1, -4), SIMD3(5, .infinity, 0)])
        source.vertexSets[0].attributes.append(
            Attribute(.normal, Column([0, 1, 0, 0.1, 0.7, 0.7, 0, 0, 2] as [Float], components: 3)))
        source.upAxis = up
        source.metersPerUnit = unit
        return source
    }

    private let zUp = SceneFrame(upAxis: .z)

    @Test func aRootNodeTurnsExactly() {
        let source = scene(.y, nil)
        let (result, correspondence, changed) = convertFrame(source, to: zUp)
        #expect(result.upAxis == .z)
        #expect(changed.isTurned)
        #expect(changed.addedNodes == [1])
        #expect(result.scenes[0].roots == [1])
        #expect(result.nodes[1].children == [0])
        // (x, y, z) becomes (x, −z, y); the columns of the matrix say where the axes go.
        #expect(result.nodes[1].transform == .matrix([1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]))
        #expect(
            result.vertexSets[0].attributes[0].values.isSameView(as: source.vertexSets[0].attributes[0].values))
        #expect(correspondence.nodes == [0, 1])
        let baked = bakeHierarchy(result).scene.vertexSets[0].attributes[0].values.doubles()
        #expect(Array(baked.prefix(6)) == [1, -3, 2, 0, 4, Double(Float(0.1))])
    }

    @Test func turningThereAndBackIsNothing() {
        let source = scene(.y, nil)
        let there = convertFrame(source, to: zUp, placement: .baked).scene
        let back = convertFrame(there, to: SceneFrame(upAxis: .y), placement: .baked)
        for attribute in source.vertexSets[0].attributes.indices {
            let before = source.vertexSets[0].attributes[attribute].values.doubles().map(\.bitPattern)
            #expect(back.scene.vertexSets[0].attributes[attribute].values.doubles().map(\.bitPattern) == before)
        }
        #expect(back.changed.largestError == 0)
        #expect(
            there.vertexSets[0].attributes[0].values.doubles() == [
                1, -3, 2, -0.0, 4, Double(Float(0.1)), 5, -0.0, .infinity,
            ])
        let root = convertFrame(convertFrame(source, to: zUp).scene, to: SceneFrame(upAxis: .y)).scene
        #expect(Bounds(root) == Bounds(source))
    }

    @Test func unitsScale() {
        let (result, _, changed) = convertFrame(
            scene(.y, 1), to: SceneFrame(upAxis: .z, metersPerUnit: 0.001), placement: .baked)
        #expect(result.metersPerUnit == 0.001)
        #expect(changed.scale == 1000)
        #expect(changed.movedVertices == 3)
        #expect(Array(result.vertexSets[0].attributes[0].values.doubles().prefix(3)) == [1000, -3000, 2000])
        // Directions have no unit.
        #expect(Array(result.vertexSets[0].attributes[1].values.doubles().suffix(3)) == [0, -2, 0])
        let root = convertFrame(scene(.z, 1), to: SceneFrame(upAxis: .z, metersPerUnit: 0.001)).scene
        #expect(root.nodes[1].transform == .matrix([1000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1]))
    }

    @Test(arguments: [
        (1, 0.001, 1000), (0.001, 1, 0.001), (0.01, 0.001, 10), (0.001, 0.01, 0.1), (0.0254, 0.001, 25.4),
        (0.3048, 0.0254, 12), (1, 1e-6, 1e6), (1e-9, 1, 1e-9), (0.3048, 0.001, 304.8), (1000, 1, 1000), (7, 7, 1),
        (0.9144, 0.3048, 3), (1.2e-5, 3e-7, 40),
    ]) func scalesAreTheQuotientsOfDecimals(from: Double, to: Double, scale: Double) {
        #expect(unitScale(from: from, to: to) == scale)
    }

    @Test func whatIsNoUnitHasNoScale() {
        for bad in [0, -1, .nan, .infinity, -0.0] as [Double] {
            #expect(unitScale(from: bad, to: 1) == nil)
            #expect(unitScale(from: 1, to: bad) == nil)
        }
        #expect(unitScale(from: 1e300, to: 1e-300) == nil)
        #expect(unitScale(from: .leastNonzeroMagnitude, to: 1) == .leastNonzeroMagnitude)
        #expect(unitScale(from: 1.0 / 3, to: 1) == 1.0 / 3)
    }

    @Test func whatTheSceneDoesNotSayIsNotGuessed() {
        for placement in [FramePlacement.rootNode, .baked] {
            let (result, _, changed) = convertFrame(
                scene(nil, nil), to: SceneFrame(upAxis: .z, metersPerUnit: 1), placement: placement)
            #expect(changed.lacksUpAxis)
            #expect(changed.lacksUnit)
            #expect(result.upAxis == nil)
            #expect(result.metersPerUnit == nil)
            #expect(result.nodes.count == 1)
        }
        let same = convertFrame(scene(.z, 1), to: SceneFrame(upAxis: .z, metersPerUnit: 1))
        #expect(same.changed == FrameChange())
        #expect(same.scene.nodes.count == 1)
        #expect(convertFrame(scene(.z, 1), to: SceneFrame()).changed == FrameChange())
    }

    @Test func bothPlacementsShowTheSame() throws {
        var source = Solid.cube
        source.upAxis = .y
        source.metersPerUnit = 0.0254
        // 90° about (0.6, 0, 0.8), and a sheared matrix below it.
        let half = 0.5.squareRoot()
        source.nodes = [
            Node(
                transform: .trs(
                    translation: SIMD3(7, -3, 2), rotation: SIMD4(0.6 * half, 0, 0.8 * half, half),
                    scale: SIMD3(1, 2, 3)), children: [1]),
            Node(transform: .matrix([1, 0.5, 0, 0, 0, 1, 0, 0, 0, -2, 1, 0, 4, 5, 6, 1]), mesh: 0),
        ]
        source.scenes = [SceneRoot(roots: [0])]
        let target = SceneFrame(upAxis: .z, metersPerUnit: 0.001)
        let root = bakeHierarchy(convertFrame(source, to: target).scene).scene
        let (moved, correspondence, changed) = convertFrame(source, to: target, placement: .baked)
        #expect(moved.nodes.count == 2)
        #expect(correspondence.nodes == [0, 1])
        #expect(changed.addedNodes.isEmpty)
        let baked = bakeHierarchy(moved).scene
        let expected = root.vertexSets[0].attributes[0].values.doubles()
        for (a, b) in zip(expected, baked.vertexSets[0].attributes[0].values.doubles()) {
            #expect(abs(a - b) <= 1e-4)
        }
        #expect(expected.contains { abs($0) > 100 })
    }

    @Test func scenesThatShareRootsGetOneNodePerRoot() {
        var source = scene(.y, nil)
        source.nodes = [Node(mesh: 0), Node(mesh: 0), Node()]
        source.scenes = [SceneRoot(roots: [0, 1]), SceneRoot(roots: [1]), SceneRoot(roots: [])]
        let (result, _, changed) = convertFrame(source, to: zUp)
        #expect(changed.addedNodes == [3, 4])
        #expect(result.scenes.map(\.roots) == [[3, 4], [4], []])
        #expect(result.nodes[3].children == [0])
        source.scenes = [SceneRoot(roots: [0]), SceneRoot(roots: [1, 2])]
        #expect(convertFrame(source, to: zUp).scene.scenes.map(\.roots) == [[3], [4]])
        source.scenes = []
        source.nodes[0].children = [2, 55]
        let loose = convertFrame(source, to: zUp).scene
        #expect(loose.nodes[3].children == [0, 1])
        #expect(convertFrame(MeshScene(), to: zUp).changed.addedNodes.isEmpty)
    }

    @Test func matricesOfAWrongSizeStay() {
        var source = scene(.y, nil)
        source.nodes[0].transform = .matrix([1, 2, 3])
        let result = convertFrame(source, to: zUp, placement: .baked).scene
        #expect(result.nodes[0].transform == .matrix([1, 2, 3]))
    }
}
