import MeshModel
import Testing

@testable import MeshOperations

/// What moves stays what it was where it bends, however flat it lies at rest.
@Suite struct SimplifyMotionTests {
    private func simplified(_ scene: MeshScene, _ options: SimplifyOptions) throws -> MeshScene {
        let result = try #require(scene.simplified(options)).scene
        try result.validate()
        return result
    }

    /// A flat square, of which a target raises the places near its middle line to a roof.
    private func roof(_ height: Float = 0.3) -> MeshScene {
        let patch = Patch(12)
        func raised(_ x: Float) -> Float { max(0, height - abs(x - 0.5)) }
        var scene = patch.scene([
            Attribute(
                .target(0, .position),
                Column(patch.places.flatMap { [0, 0, raised($0.x)] }, components: 3))
        ])
        scene.meshes[0].targets = [MorphTarget(name: "roof")]
        return scene
    }

    /// The largest distance of the raised shape from the roof, at its vertices and in the middle of its triangles.
    private func distance(_ scene: MeshScene, _ height: Double = 0.3) throws -> Double {
        let set = scene.vertexSets[scene.meshes[0].primitives[0].vertexSet]
        let places = try #require(set.attribute(.position)).values.doubles()
        let ways = try #require(set.attribute(.target(0, .position))).values.doubles()
        let corners = try #require(scene.meshes[0].primitives[0].vertices).doubles().map { Int($0) }
        var largest = 0.0
        func look(_ x: Double, _ z: Double) { largest = max(largest, abs(z - max(0, height - abs(x - 0.5)))) }
        for start in stride(from: 0, to: corners.count, by: 3) {
            var middle = (x: 0.0, z: 0.0)
            for corner in corners[start..<start + 3] {
                let (x, z) = (places[corner * 3], places[corner * 3 + 2] + ways[corner * 3 + 2])
                look(x, z)
                middle = (middle.x + x / 3, middle.z + z / 3)
            }
            look(middle.x, middle.z)
        }
        return largest
    }

    @Test func targetsHoldTheShapeThatTheyMake() throws {
        let scene = try simplified(roof(), SimplifyOptions(faces: 60))
        #expect(scene.meshes[0].primitives[0].elementCount <= 60)
        #expect(try distance(scene) < 0.06)
    }

    @Test func theErrorIsThatOfTheMovedShape() throws {
        let source = roof()
        let scene = try simplified(source, SimplifyOptions(error: 0.001))
        #expect(scene.meshes[0].primitives[0].elementCount < source.meshes[0].primitives[0].elementCount)
        #expect(try distance(scene) < 0.02)
    }

    @Test(arguments: [Float.nan, .infinity, 3e38, -3e38])
    func numbersThatMeanNothingAreSurvived(odd: Float) throws {
        let patch = Patch(6)
        let count = patch.places.count
        let ways = (0..<count * 3).map { $0 % 5 == 0 ? odd : 0 }
        let weights = (0..<count * 4).map { $0 % 7 == 0 ? odd : 0.25 }
        var scene = patch.scene([
            Attribute(.target(0, .position), Column(ways, components: 3)),
            Attribute(.joints(0), Column((0..<count * 4).map { UInt16(truncatingIfNeeded: $0 * 977) }, components: 4)),
            Attribute(.weights(0), Column(weights, components: 4)),
        ])
        scene.meshes[0].targets = [MorphTarget()]
        scene.nodes = [Node(mesh: 0), Node()]
        scene.nodes[0].skin = 0
        scene.skins = [Skin(joints: [1])]
        for options in [SimplifyOptions(faces: 5), SimplifyOptions(error: 0.1), SimplifyOptions(faces: 0, error: 1e9)] {
            let result = try #require(scene.simplified(options)).scene
            #expect(result.meshes[0].primitives[0].elementCount <= scene.meshes[0].primitives[0].elementCount)
        }
    }

    @Test func jointsHoldTheirBorder() throws {
        let patch = Patch(12)
        var scene = patch.scene([
            Attribute(
                .joints(0), Column(patch.places.flatMap { [UInt8($0.x < 0.47 ? 0 : 1), 0, 0, 0] }, components: 4)),
            Attribute(.weights(0), Column(patch.places.flatMap { _ in [Float(1), 0, 0, 0] }, components: 4)),
        ])
        scene.nodes = [Node(mesh: 0), Node(), Node()]
        scene.nodes[0].skin = 0
        scene.skins = [Skin(joints: [1, 2])]
        let result = try simplified(scene, SimplifyOptions(faces: 50))
        let set = result.vertexSets[0]
        let places = try #require(set.attribute(.position)).values.doubles()
        let joints = try #require(set.attribute(.joints(0))).values.doubles()
        for vertex in 0..<set.count where abs(places[vertex * 3] - 0.46) > 0.05 {
            #expect(joints[vertex * 4] == (places[vertex * 3] < 0.46 ? 0 : 1))
        }
    }

    @Test func sizesAreThoseThatJointsGive() throws {
        // The node is ignored, as glTF says; the joint makes everything a thousand times smaller.
        let patch = Patch(12)
        let bumpy = patch.places.enumerated().map { SIMD3($1.x, $1.y, $0 % 2 == 0 ? 0 : 0.01) }
        var scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: bumpy.count,
                    attributes: [
                        positions(bumpy),
                        Attribute(.joints(0), Column(bumpy.flatMap { _ in [UInt8(0), 0, 0, 0] }, components: 4)),
                        Attribute(.weights(0), Column(bumpy.flatMap { _ in [Float(1), 0, 0, 0] }, components: 4)),
                    ])
            ], primitives: [triangles(patch.corners)])
        scene.nodes = [Node(mesh: 0), Node()]
        scene.nodes[1].transform = .trs(
            translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 0.001))
        scene.nodes[0].skin = 0
        scene.skins = [Skin(joints: [1])]
        let coarse = try simplified(scene, SimplifyOptions(error: 0.0001))
        scene.nodes[1].transform = .identity
        let fine = try simplified(scene, SimplifyOptions(error: 0.0001))
        #expect(coarse.meshes[0].primitives[0].elementCount < 20)
        #expect(fine.meshes[0].primitives[0].elementCount > 40)
    }

    @Test func noVertexIsFurtherAwayThanAskedFor() throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let patch = Patch(24)
            let rough = patch.places.map { SIMD3($0.x, $0.y, Float(random.next() % 1000) * 0.0001) }
            let scene = MeshScene(
                vertexSets: [VertexSet(count: rough.count, attributes: [positions(rough)])],
                primitives: [triangles(patch.corners)])
            for error in [0.01, 0.03, 0.08] {
                let changes = try #require(scene.simplified(SimplifyOptions(error: error))).changes
                #expect(changes.allSatisfy { $0.largestDistance <= error && $0.after < $0.before }, "\(seed) \(error)")
            }
        }
    }
}
