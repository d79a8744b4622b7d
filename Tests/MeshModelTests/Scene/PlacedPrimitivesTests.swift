import Testing

@testable import MeshModel

@Suite struct PlacedPrimitivesTests {
    @Test func comeMeshByMesh() {
        var scene = MeshScene()
        let counts = [0, 2, 0, 1, 0]
        for (mesh, count) in counts.enumerated() {
            let primitives = (0..<count).map { Primitive.cloud(vertexSet: $0, count: 10 * mesh + $0) }
            scene.meshes.append(Mesh(primitives: primitives))
        }
        #expect(
            scene.placedPrimitives.map { [$0.mesh, $0.index, $0.primitive.elementCount] } == [
                [1, 0, 10], [1, 1, 11], [3, 0, 30],
            ])
        #expect(
            scene.usersOfSets.mapValues { $0.map { [$0.mesh, $0.index] } } == [0: [[1, 0], [3, 0]], 1: [[1, 1]]])
    }
}
