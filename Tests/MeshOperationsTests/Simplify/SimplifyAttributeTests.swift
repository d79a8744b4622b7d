import MeshModel
import Testing

@testable import MeshOperations

/// What simplification carries along with a surface.
@Suite struct SimplifyAttributeTests {
    private func simplified(_ scene: MeshScene, _ options: SimplifyOptions) throws -> MeshScene {
        let result = try #require(scene.simplified(options)).scene
        try result.validate()
        return result
    }

    private func numbers(_ set: VertexSet, _ semantic: AttributeSemantic) throws -> [Double] {
        try #require(set.attribute(semantic)).values.doubles()
    }

    @Test func linearValuesStayExact() throws {
        let patch = Patch(12)
        let scene = patch.scene([
            Attribute(.texCoord(0), Column(patch.places.flatMap { [$0.x * 0.5 + 0.25, 1 - $0.y] }, components: 2)),
            Attribute(
                .color(0), Column(patch.places.flatMap { [UInt8($0.x * 240), UInt8($0.y * 240), 7] }, components: 3),
                normalized: true, frame: .srgb),
        ])
        let set = try simplified(scene, SimplifyOptions(faces: 30)).vertexSets[0]
        let places = try numbers(set, .position)
        let coordinates = try numbers(set, .texCoord(0))
        let colors = try numbers(set, .color(0))
        #expect(set.attribute(.color(0))?.values.type == .uint8)
        for vertex in 0..<set.count {
            let (x, y) = (places[vertex * 3], places[vertex * 3 + 1])
            #expect(abs(coordinates[vertex * 2] - (x * 0.5 + 0.25)) < 1e-5)
            #expect(abs(coordinates[vertex * 2 + 1] - (1 - y)) < 1e-5)
            #expect(abs(colors[vertex * 3] - x * 240) <= 1 && abs(colors[vertex * 3 + 1] - y * 240) <= 1)
            #expect(colors[vertex * 3 + 2] == 7)
        }
    }

    @Test func coloursHoldTrianglesWhereTheyChange() throws {
        // Black and white halves of a flat square: the border needs vertices, the rest doesn't.
        let patch = Patch(16)
        let scene = patch.scene([
            Attribute(
                .color(0),
                Column(patch.places.flatMap { [Float](repeating: $0.x < 0.47 ? 0 : 1, count: 3) }, components: 3))
        ])
        let set = try simplified(scene, SimplifyOptions(faces: 60)).vertexSets[0]
        let places = try numbers(set, .position)
        let colors = try numbers(set, .color(0))
        for vertex in 0..<set.count where abs(places[vertex * 3] - 0.47) > 0.1 {
            #expect(abs(colors[vertex * 3] - (places[vertex * 3] < 0.47 ? 0 : 1)) < 0.2)
        }
    }

    /// Two halves of a square with a gap in texture coordinates between them, whose vertices are repeated.
    @Test func seamsOfTextureCoordinatesStayClosedAndInPlace() throws {
        let (left, right) = (Patch(8), Patch(8, from: SIMD3(1, 0, 0)))
        let places = left.places + right.places
        let shift = Int32(left.places.count)
        let u = left.places.map { $0.x * 0.25 } + right.places.map { 0.5 + ($0.x - 1) * 0.25 }
        let coordinates = Column(zip(u, places).flatMap { [$0, $1.y] }, components: 2)
        let set = VertexSet(
            count: places.count, attributes: [positions(places), Attribute(.texCoord(0), coordinates)])
        let scene = MeshScene(
            vertexSets: [set], primitives: [triangles(left.corners + right.corners.map { $0 + shift })])
        let result = try simplified(scene, SimplifyOptions(error: 1e-5))
        #expect(result.meshes[0].primitives[0].elementCount == 4)
        let after = result.vertexSets[0]
        let (x, found) = (try numbers(after, .position), try numbers(after, .texCoord(0)))
        #expect(after.count == 8)
        var atSeam: [Double] = []
        for vertex in 0..<after.count {
            let own = x[vertex * 3]
            if abs(own - 1) < 1e-6 {
                atSeam.append(found[vertex * 2])
            } else {
                #expect(abs(found[vertex * 2] - (own < 1 ? own * 0.25 : 0.25 + own * 0.25)) < 1e-5)
            }
        }
        #expect(atSeam.sorted() == [0.25, 0.25, 0.5, 0.5])
    }

    @Test func pooledNormalsOfFlatFacesStayAsTheyAre() throws {
        // A cube with one normal for each side, as OBJ has it.
        var scene = Ball.cube(4)
        let triangleCount = scene.meshes[0].primitives[0].elementCount
        let sides: [Float] = [-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1]
        scene.vertexSets[0].pools = [Attribute(.normal, Column(sides, components: 3))]
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(
                pool: 0, indices: Column((0..<triangleCount * 3).map { Int32($0 / (triangleCount / 2)) }))
        ]
        let result = try simplified(scene, SimplifyOptions(error: 1e-5))
        let primitive = result.meshes[0].primitives[0]
        #expect(primitive.elementCount == 12)
        let normals = result.vertexSets[0].pools[0].values.doubles()
        let places = try numbers(result.vertexSets[0], .position)
        for (row, vertex) in zip(primitive.rows(0), primitive.corners) {
            let normal = (0..<3).map { normals[Int(row) * 3 + $0] }
            let place = (0..<3).map { places[Int(vertex) * 3 + $0] }
            let length = normal.reduce(0) { $0 + $1 * $1 }
            #expect(abs(length - 1) < 1e-6 && normal.contains { abs(abs($0) - 1) < 1e-6 })
            // The corner is on the side that its normal belongs to.
            #expect(abs(zip(normal, place).reduce(0) { $0 + $1.0 * $1.1 } - 1) < 1e-5)
        }
    }

    @Test func bordersOfMaterialsAndSubsetsStay() throws {
        let patch = Patch(12)
        var scene = patch.scene
        let middles = (0..<patch.corners.count / 3).map { triangle in
            (0..<3).reduce(SIMD3<Float>()) { $0 + patch.places[Int(patch.corners[triangle * 3 + $1])] / 3 }
        }
        scene.materials = [SceneMaterial(), SceneMaterial()]
        scene.meshes[0].primitives[0].material = .perElement(Column(middles.map { $0.x < 0.5 ? Int32(0) : 1 }))
        let top = middles.indices.filter { middles[$0].y > 0.5 }
        scene.meshes[0].primitives[0].subsetFamilies = [
            SubsetFamily(name: "groups", subsets: [Subset(name: "top", elements: top)])
        ]
        let result = try simplified(scene, SimplifyOptions(error: 1e-5))
        let primitive = result.meshes[0].primitives[0]
        #expect(primitive.elementCount == 8)
        #expect(primitive.materials.count { $0 == 0 } == 4)
        #expect(primitive.subsetFamilies[0].subsets[0].count == 4)
        let places = try numbers(result.vertexSets[0], .position)
        for (face, material) in zip(primitive.faces, primitive.materials) {
            for vertex in face {
                #expect(material == 0 ? places[Int(vertex) * 3] <= 0.5 : places[Int(vertex) * 3] >= 0.5)
            }
        }
    }

    @Test func otherValuesAreThoseOfOriginalVertices() throws {
        let patch = Patch(8)
        let labels = Attribute(AttributeSemantic(name: "label"), Column(patch.places.indices.map { Int32($0 * 3) }))
        let set = try simplified(patch.scene([labels]), SimplifyOptions(faces: 40)).vertexSets[0]
        let found = try #require(set.attribute(labels.semantic)).values
        #expect(found.type == .int32 && found.integers().allSatisfy { $0 % 3 == 0 })
        #expect(Set(found.integers()).count == set.count)
    }
}
