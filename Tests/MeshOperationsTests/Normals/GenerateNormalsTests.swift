import MeshComparison
import MeshModel
import Testing

@testable import MeshOperations

@Suite struct GenerateNormalsTests {
    private func rows(_ column: Column?) -> [SIMD3<Double>] {
        let values = column?.doubles() ?? []
        return stride(from: 0, to: values.count, by: 3).map { SIMD3(values[$0], values[$0 + 1], values[$0 + 2]) }
    }

    private func vertexNormals(_ scene: MeshScene, _ options: NormalOptions = NormalOptions()) -> [SIMD3<Double>] {
        rows(generateNormals(scene, options).scene.vertexSets[0].attribute(.normal)?.values)
    }

    private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ bound: Double = 1e-7) -> Bool {
        let way = a - b
        return (way * way).sum().squareRoot() <= bound
    }

    /// A scene with float64 positions.
    private func precise(_ faces: [[Int32]], _ places: ContiguousArray<Double>) -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(count: places.count / 3, attributes: [Attribute(.position, Column(places, components: 3))])
            ],
            primitives: [polygons(faces)])
    }

    @Test func aRingHasTheNormalsThatTrimeshMakes() {
        // trimesh 5.2: the sum of face_normals times face_angles, or times area_faces, at vertices 0, 7 and 23.
        let (places, faces) = Solid.ring()
        let source = Solid.scene(faces, places)
        let angles = vertexNormals(source, NormalOptions(weight: .angle))
        #expect(isNear(angles[0], SIMD3(1, 0, 0)))
        #expect(isNear(angles[7], SIMD3(-0.6876210139632293, -0.6876210139632294, 0.23314090656159178)))
        #expect(isNear(angles[23], SIMD3(0.32702887315947643, 0, -0.9450143470445532)))
        let areas = vertexNormals(source, NormalOptions(weight: .area))
        #expect(isNear(areas[0], SIMD3(1, 0, 0)))
        #expect(isNear(areas[7], SIMD3(-0.33687431280049684, -0.36895758068625845, 0.8662482329155633)))
        #expect(isNear(areas[23], SIMD3(0.3396444637775567, 0, -0.9405538996916956)))
    }

    @Test func howASurfaceIsCutDoesNotMatterToAngles() {
        // A cube's normals point along its diagonals, however its squares are cut.
        let third = (1.0 / 3).squareRoot()
        for faces in [Solid.cubeFaces, Solid.cubeFaces.flatMap { [[$0[0], $0[1], $0[2]], [$0[0], $0[2], $0[3]]] }] {
            for (index, normal) in vertexNormals(Solid.scene(faces, Solid.cubeCorners)).enumerated() {
                let corner = SIMD3<Double>(Solid.cubeCorners[index]) * 2 - 1
                #expect(isNear(normal, corner * third))
            }
        }
    }

    @Test(arguments: [1.0, 0x1p-60, 0x1p-200, 0x1.3579p-535])
    func howLongAnEdgeIsDoesNotMatterToAngles(_ size: Double) {
        // Vertex 0 has an angle of π/4 in z = 0 and one of π/2 in x = 0; one edge of the first is short.
        let source = precise([[0, 1, 2], [0, 2, 3]], [0, 0, 0, size, size, 0, 0, 1, 0, 0, 0, 1])
        let (result, correspondence, _) = generateNormals(source, NormalOptions(weight: .angle))
        #expect(isNear(rows(result.vertexSets[0].attribute(.normal)?.values)[0], SIMD3(2, 0, 1) / 5.0.squareRoot()))
        #expect(Comparison.differences(from: source, to: result, by: correspondence).map(\.facet) == [.generated])
    }

    @Test func anglesWithoutDigitsAreNoDifference() {
        // Vertex 0 is so far away that all its angles are a few units in the last place.
        let far = 9_007_199_254_740_992.0
        let source = precise(
            [[0, 2, 1], [4, 2, 0], [0, 1, 3]],
            [
                2.022, far, 0.1, -0.6, -1.764, 3.093, -2.683, -3.165, -2.345e-30, -4.751, 2.03, 0.1, -4.326, -3.252,
                2.356,
            ])
        let (result, correspondence, _) = generateNormals(source, NormalOptions(weight: .angle))
        #expect(Comparison.differences(from: source, to: result, by: correspondence).map(\.facet) == [.generated])
    }

    @Test func sumsOfTheSmallestAreasHaveLengthOne() {
        let size = 0x1.3579p-268
        let source = precise([[0, 1, 2]], [0, 0, 0, 3 * size, 0, 0, 0, 0.5 * size, size])
        for normal in vertexNormals(source, NormalOptions(weight: .area)) {
            #expect(isNear(normal, SIMD3(0, -2, 1) / 5.0.squareRoot()))
        }
    }

    @Test func aConcaveCornerCountsWithItsWholeAngle() {
        // An L in the plane z = 0 (inner angle 3π/2 at vertex 1) and a right triangle (angle π/2) in the plane x = 1.
        let places: [SIMD3<Float>] = [
            SIMD3(2, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 2, 0), SIMD3(0, 2, 0), SIMD3(0, 0, 0), SIMD3(2, 0, 0),
            SIMD3(1, 1, 1),
        ]
        let normals = vertexNormals(Solid.scene([[0, 1, 2, 3, 4, 5], [1, 2, 6]], places))
        #expect(isNear(normals[1], SIMD3(1, 0, 3) / 10.0.squareRoot()))
        #expect(isNear(normals[0], SIMD3(0, 0, 1)))
    }

    @Test func flatFacesHaveOneNormalEach() {
        let (result, correspondence, changed) = generateNormals(Solid.cube, NormalOptions(smoothing: .flat))
        let set = result.vertexSets[0]
        #expect(set.attribute(.normal) == nil)
        #expect(
            rows(set.pools[0].values) == [
                SIMD3(0, 0, -1), SIMD3(0, 0, 1), SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(-1, 0, 0),
            ])
        #expect(result.meshes[0].primitives[0].rows(0) == (0..<24).map { $0 / 4 })
        #expect(changed.map(\.pool) == [0])
        #expect(changed.map(\.generated) == [6])
        let found = Comparison.differences(from: Solid.cube, to: result, by: correspondence)
        #expect(found.map(\.facet) == [.generated])
        #expect(found.map(\.count) == [6])
    }

    @Test func groupsMeetInAnEdgeThatStaysSharp() {
        // Two roofs of two squares each along x; the first three faces are group 1, the last is group 2, then flat.
        var places: [SIMD3<Float>] = []
        for x in 0..<5 { for y in 0..<2 { places.append(SIMD3(Float(x), Float(y), Float(x % 2))) } }
        let faces: [[Int32]] = [[0, 2, 3, 1], [2, 4, 5, 3], [4, 6, 7, 5], [6, 8, 9, 7]]
        var source = Solid.scene(faces, places)
        source.meshes[0].primitives[0].elementAttributes = [
            Attribute(.smoothingGroup, Column([1, 1, 2, 0] as [UInt8]))
        ]
        let (result, _, changed) = generateNormals(source, NormalOptions(smoothing: .groups))
        let normals = rows(result.vertexSets[0].pools[0].values)
        let corners = result.meshes[0].primitives[0].rows(0)
        // Six rows of the first group, four of the second, one of the flat face.
        #expect(corners == [0, 1, 2, 3, 1, 4, 5, 2, 6, 7, 8, 9, 10, 10, 10, 10])
        #expect(changed[0].generated == 11)
        let up = SIMD3(-1.0, 0, 1) / 2.0.squareRoot()
        let down = SIMD3(1.0, 0, 1) / 2.0.squareRoot()
        #expect(isNear(normals[0], up))
        #expect(isNear(normals[1], SIMD3(0, 0, 1)))
        #expect(isNear(normals[4], down))
        #expect(isNear(normals[6], up))
        #expect(isNear(normals[10], down))
    }

    @Test func oneGroupForAllIsSmoothOverVertices() {
        var source = Solid.cube
        source.meshes[0].primitives[0].elementAttributes = [
            Attribute(.smoothingGroup, Column([Int32](repeating: 7, count: 6)))
        ]
        let (result, _, changed) = generateNormals(source, NormalOptions(smoothing: .groups))
        #expect(changed[0].pool == nil)
        #expect(result.vertexSets[0].attribute(.normal)?.count == 8)
        // Without groups faces are flat.
        #expect(generateNormals(Solid.cube, NormalOptions(smoothing: .groups)).changed[0].generated == 6)
    }

    @Test(arguments: [NormalOptions.Weight.area, .angle])
    func facesThatCoverNothingContributeNothing(weight: NormalOptions.Weight) {
        let places = Solid.cubeCorners + [SIMD3(.nan, 0, 0)]
        let faces: [[Int32]] = [[0, 1, 2, 3], [0, 1], [0, 0, 1], [0, 1, 8], [4, 5, 77], []]
        let (result, _, changed) = generateNormals(Solid.scene(faces, places), NormalOptions(weight: weight))
        let normals = rows(result.vertexSets[0].attribute(.normal)?.values)
        #expect(normals == [SIMD3<Double>](repeating: SIMD3(0, 0, 1), count: 4) + [SIMD3](repeating: SIMD3(), count: 5))
        #expect(changed[0].degenerateFaces == 5)
        #expect(changed[0].withoutDirection == 5)
        #expect(changed[0].generated == 4)
        let flat = generateNormals(Solid.scene(faces, places), NormalOptions(smoothing: .flat))
        #expect(flat.scene.meshes[0].primitives[0].rows(0) == [0, 0, 0, 0] + [Int64](repeating: -1, count: 11))
        #expect(flat.changed[0].withoutDirection == 11)
    }

    @Test func aRepeatedCornerCountsOnce() {
        // The square at z = 0 names vertex 0 twice; three right angles still meet at vertex 0.
        var faces = Solid.cubeFaces
        faces[0] = [0, 0, 3, 2, 1]
        let third = (1.0 / 3).squareRoot()
        #expect(isNear(vertexNormals(Solid.scene(faces, Solid.cubeCorners))[0], SIMD3(-third, -third, -third)))
    }

    @Test func facesThatFaceEachOtherLeaveNoDirection() {
        let source = Solid.scene([[0, 1, 2, 3], [3, 2, 1, 0]], Array(Solid.cubeCorners.prefix(4)))
        let (result, _, changed) = generateNormals(source)
        #expect(changed[0].withoutDirection == 4)
        #expect(result.vertexSets[0].attribute(.normal)?.values.doubles() == [Double](repeating: 0, count: 12))
    }

    @Test func normalsThatAreThereStayUnlessReplaced() {
        var source = Solid.cube
        source.vertexSets[0].pools = [
            Attribute(.normal, Column([1, 2, 3] as [Float], components: 3)),
            Attribute(.texCoord(0), Column([5, 6] as [Float], components: 2)),
        ]
        let zeros = Column([Int32](repeating: 0, count: 24))
        source.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 1, indices: zeros), CornerAttribute(pool: 0, indices: zeros),
        ]
        #expect(generateNormals(source).changed.isEmpty)
        let (result, correspondence, changed) = generateNormals(
            source, NormalOptions(smoothing: .flat, replacesExisting: true))
        #expect(changed[0].replaced == 1)
        #expect(changed[0].pool == 1)
        #expect(result.vertexSets[0].pools.map(\.semantic) == [.texCoord(0), .normal])
        #expect(result.meshes[0].primitives[0].cornerAttributes.map(\.pool) == [0, 1])
        let found = Comparison.differences(from: source, to: result, by: correspondence)
        #expect(
            found.map { "\($0.facet) \($0.subject) \($0.count)" } == [
                "presence /vertexSets/0/pools/0 1", "generated /vertexSets/0/pools/1 6",
            ])
    }

    @Test func setsWithoutFacesOrPositionsAreLeftAlone() {
        let cloud = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [positions([SIMD3(), SIMD3(), SIMD3()])])],
            primitives: [.cloud(vertexSet: 0, count: 3)])
        #expect(generateNormals(cloud).changed.isEmpty)
        #expect(
            generateNormals(MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [triangles([0, 1, 2])])).changed
                .isEmpty)
        #expect(generateNormals(Solid.cube, NormalOptions(sets: [])).changed.isEmpty)
        #expect(generateNormals(MeshScene()).changed.isEmpty)
    }

    @Test func primitivesOverOneSetShareItsNormals() {
        var source = Solid.scene(Array(Solid.cubeFaces.prefix(3)), Solid.cubeCorners)
        source.meshes.append(Mesh(primitives: [polygons(Array(Solid.cubeFaces.suffix(3)))]))
        #expect(vertexNormals(source) == vertexNormals(Solid.cube))
    }

    // MARK: Angles

    @Test func anglesAreExact() {
        let x = SIMD3(1.0, 0, 0)
        #expect(angle(x, SIMD3(0, 2, 0)) == .pi / 2)
        #expect(angle(x, -x * 3) == .pi)
        #expect(angle(x, x) == 0)
        #expect(abs(angle(x, SIMD3(1, 1, 0)) - .pi / 4) < 1e-15)
        #expect(abs(angle(x, SIMD3(0.5, 0.75.squareRoot(), 0)) - .pi / 3) < 1e-15)
        #expect(abs(angle(x, SIMD3(-0.5, 0.75.squareRoot(), 0)) - 2 * .pi / 3) < 1e-15)
        #expect(abs(angle(x, SIMD3(1, 1e-12, 0)) - 1e-12) < 1e-26)
        #expect(angle(x, SIMD3()) == 0)
        #expect(angle(x, SIMD3(.nan, 0, 0)) == 0)
    }

    @Test func anglesAddUp() {
        // The angles of a triangle add up to π.
        var random = Seeded(state: 1)
        for _ in 0..<1000 {
            let points = (0..<3).map { _ in
                SIMD3<Double>(
                    .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
                    .random(in: -1...1, using: &random))
            }
            let sum = (0..<3).reduce(0) {
                $0 + angle(points[($1 + 1) % 3] - points[$1], points[($1 + 2) % 3] - points[$1])
            }
            #expect(abs(sum - .pi) < 3e-15)
        }
    }
}
