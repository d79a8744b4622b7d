import MeshComparison
import MeshModel
import Testing

@testable import MeshOperations

@Suite struct WeldVerticesTests {
    private func soup(_ places: [SIMD3<Float>], _ more: [Attribute] = []) -> MeshScene {
        MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)] + more)],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: places.count / 3, arity: .uniform(3),
                    vertices: nil)
            ])
    }

    private let square: [SIMD3<Float>] = [
        SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 0),
    ]

    @Test func aSoupBecomesAMeshInTheOrderOfFirstUse() {
        let source = soup(square)
        let (result, gathers, places, correspondence, changed) = weldVertices(source)
        #expect(result.vertexSets[0].count == 4)
        #expect(result.vertexSets[0].attributes[0].values.doubles() == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 2, 3, 0])
        #expect(gathers[0]?.integers() == [0, 1, 2, 4])
        #expect(places[0]?.integers() == [0, 1, 2, 2, 3, 0])
        #expect(
            described(Comparison.differences(from: source, to: result, by: correspondence)) == [
                "sharing /vertexSets/0 2"
            ])
        #expect(
            changed == [
                {
                    var change = WeldChange(set: 0); change.welded = 2; return change
                }()
            ])
    }

    @Test func withinAToleranceTheFirstColourMayStay() {
        let near: [SIMD3<Float>] = square.enumerated().map { $0 > 2 ? $1 + SIMD3(0.0005, 0, 0) : $1 }
        let colors = Attribute(
            .color(0), Column((0..<18).map { UInt8($0) }, components: 3), normalized: true, frame: .srgb)
        let source = soup(near, [colors])
        #expect(weldVertices(source, WeldOptions(tolerance: 0.001)).scene.vertexSets[0].count == 6)
        let (result, _, _, _, changed) = weldVertices(source, WeldOptions(tolerance: 0.001, positionsOnly: true))
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 2, 3, 0])
        #expect(result.vertexSets[0].attributes[1].values.integers() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14])
        #expect(changed[0].welded == 2 && changed[0].moved == 2)
    }

    @Test func everyAttributeMustAgree() {
        let colors = Attribute(
            .color(0), Column([1, 2, 3, 1, 2, 3, 9, 9, 9, 9, 9, 8, 1, 2, 3, 1, 2, 3] as [UInt8], components: 3),
            normalized: true, frame: .srgb)
        let result = weldVertices(soup(square, [colors])).scene
        // The two corners at (1, 1, 0) have different colours, those at the origin equal ones.
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 3, 4, 0])
        #expect(
            result.vertexSets[0].attributes[1].values.integers() == [1, 2, 3, 1, 2, 3, 9, 9, 9, 9, 9, 8, 1, 2, 3])
    }

    @Test(arguments: [ByteOrder.little, .big]) func stridedViewsAreRead(order: ByteOrder) throws {
        // Rows of 12 bytes, separated by 4 bytes that differ each time.
        var bytes: [UInt8] = [7, 7]
        for (index, point) in square.enumerated() {
            for value in [point.x, point.y, point.z] {
                let bits = order == .little ? value.bitPattern.littleEndian : value.bitPattern.bigEndian
                for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bits >> (shift * 8))) }
            }
            bytes += [UInt8(index), 1, 2, 3]
        }
        let packed = Column(bytes)
        let column = try #require(
            Column(
                viewing: packed.storage, offset: 2, stride: 16, count: 6, components: 3, type: .float32,
                byteOrder: order))
        var source = soup(square)
        source.vertexSets[0].attributes[0].values = column
        let result = weldVertices(source).scene
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 2, 3, 0])
        #expect(result.vertexSets[0].attributes[0].values.doubles() == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
    }

    @Test func minusZeroIsZeroOnlyOnRequest() {
        let places: [SIMD3<Float>] = [
            SIMD3(-0.0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -0.0, 0), SIMD3(1, -0.0, 0), SIMD3(-0.0, 0, 0),
        ]
        #expect(weldVertices(soup(places)).scene.vertexSets[0].count == 5)
        let result = weldVertices(soup(places), WeldOptions(zerosAreEqual: true)).scene
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 0, 1, 0])
        // The bits of the first one stay.
        #expect(result.vertexSets[0].attributes[0].values.doubles()[0].sign == .minus)
    }

    @Test(arguments: [ScalarType.float64, .float16]) func minusZeroIsZeroInEveryFloatType(type: ScalarType) throws {
        let double = Column([0, -0.0, 5, -0.0, 0, 5, 0, 0, 5] as [Double], components: 3)
        let half = Column([0, 0x8000, 0x4500, 0x8000, 0, 0x4500, 0, 0, 0x4500] as [UInt16], components: 3)
        let values =
            type == .float64
            ? double
            : try #require(
                Column(viewing: half.storage, offset: 0, stride: 6, count: 3, components: 3, type: .float16))
        var source = soup([SIMD3(), SIMD3(), SIMD3()])
        source.vertexSets[0].attributes[0].values = values
        #expect(weldVertices(source).changed.isEmpty)
        #expect(weldVertices(source, WeldOptions(zerosAreEqual: true)).scene.vertexSets[0].count == 1)
    }

    @Test func aNaNEqualsOneOfItsOwnBits() {
        let quiet = Float(bitPattern: 0x7FC0_0000)
        let other = Float(bitPattern: 0x7FC0_0001)
        let places: [SIMD3<Float>] = [
            SIMD3(quiet, 0, 0), SIMD3(other, 0, 0), SIMD3(quiet, 0, 0), SIMD3(.infinity, 0, 0), SIMD3(-.infinity, 0, 0),
            SIMD3(.infinity, 0, 0),
        ]
        #expect(weldVertices(soup(places)).scene.meshes[0].primitives[0].corners == [0, 1, 0, 2, 3, 2])
        // With a tolerance, they have no neighbours either.
        let near = weldVertices(soup(places), WeldOptions(tolerance: 10)).scene
        #expect(near.meshes[0].primitives[0].corners == [0, 1, 0, 2, 3, 2])
    }

    @Test func listsCountAsAWhole() {
        let lists = Attribute(
            AttributeSemantic(name: "tags"), Column([4, 5, 4, 5, 4, 4, 5, 6] as [Int16]),
            offsets: Column([0, 2, 4, 5, 5, 5, 8] as [Int32]))
        let source = soup([SIMD3<Float>](repeating: SIMD3(1, 2, 3), count: 6), [lists])
        let result = weldVertices(source).scene
        #expect(result.meshes[0].primitives[0].corners == [0, 0, 1, 2, 2, 3])
        #expect(result.vertexSets[0].attributes[1].offsets?.integers() == [0, 2, 3, 3, 6])
        #expect(result.vertexSets[0].attributes[1].values.integers() == [4, 5, 4, 4, 5, 6])
    }

    @Test func poolsAndElementsStayAsTheyAre() {
        var source = soup(square)
        source.vertexSets[0].pools = [Attribute(.texCoord(0), Column((0..<12).map { Float($0) }, components: 2))]
        source.meshes[0].primitives[0].cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        source.meshes[0].primitives[0].material = .perElement(Column([1, -1] as [Int8]))
        source.meshes[0].primitives.append(.cloud(vertexSet: 0, count: 6))
        let result = weldVertices(source).scene
        #expect(result.meshes[0].primitives[0].rows(0) == [0, 1, 2, 3, 4, 5])
        #expect(result.meshes[0].primitives[0].materials == [1, -1])
        #expect(result.meshes[0].primitives[1].corners == [0, 1, 2, 2, 3, 0])
    }

    @Test func cloudsSetsWithoutPositionsAndSetsNotAskedForStayAlone() {
        let points = MeshScene(
            vertexSets: [VertexSet(count: 2, attributes: [positions([SIMD3(), SIMD3()])])],
            primitives: [.cloud(vertexSet: 0, count: 2)])
        #expect(weldVertices(points).changed.isEmpty)
        var bare = soup(square)
        bare.vertexSets[0].attributes = [Attribute(.color(0), Column([0, 0, 0, 0, 0, 0] as [UInt8]))]
        #expect(weldVertices(bare).changed.isEmpty)
        #expect(weldVertices(soup(square), WeldOptions(sets: [1])).changed.isEmpty)
        #expect(weldVertices(MeshScene()).changed.isEmpty)
    }

    @Test func whatDoesNotFitIsLeftAlone() {
        var short = soup(square)
        short.vertexSets[0].attributes.append(Attribute(.weight, Column([1, 1] as [Float])))
        #expect(weldVertices(short).changed.isEmpty)
        #expect(weldVertices(short, WeldOptions(tolerance: 1)).changed.isEmpty)
        var hostile = soup(square)
        hostile.meshes[0].primitives[0].vertices = Column([0, 1, -5, 3, 900, 5] as [Int32])
        #expect(weldVertices(hostile).scene.meshes[0].primitives[0].corners == [0, 1, -1, 2, -1, 0])
        var tooLong = soup(square)
        tooLong.meshes[0].primitives[0].elementCount = 3
        #expect(weldVertices(tooLong).scene.meshes[0].primitives[0].corners == [0, 1, 2, 2, 3, 0, -1, -1, -1])
    }

    // MARK: Tolerance

    @Test func nothingCreepsAlongAChain() {
        // Steps of 0.75: each is near the one before it, but only every second one is near a kept vertex.
        let places = (0..<6).map { SIMD3<Float>(Float($0) * 0.75, 0, 0) }
        let (result, gathers, _, _, changed) = weldVertices(soup(places), WeldOptions(tolerance: 1))
        #expect(gathers[0]?.integers() == [0, 2, 4])
        #expect(result.meshes[0].primitives[0].corners == [0, 0, 1, 1, 2, 2])
        #expect(changed[0].moved == 3)
        #expect(changed[0].largestMove == 0.75)
        #expect(changed[0].collapsedElements == 2)
    }

    @Test func theNearestVertexThatStayedAttractsTheFirstOfEquallyNearOnes() {
        let places: [SIMD3<Float>] = [
            SIMD3(0, 0, 0), SIMD3(3, 0, 0), SIMD3(1.75, 0, 0), SIMD3(1.5, 0, 0), SIMD3(0, 2, 0), SIMD3(0, 1, 0),
        ]
        let result = weldVertices(soup(places), WeldOptions(tolerance: 2)).scene
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 1, 0, 0, 0])
    }

    @Test func equalVerticesStayTogetherWhoeverComesBetween() {
        // 0.75 joins 0; then 1.25 stays. It is nearer to the second 0.75, which still goes where the first one went.
        let places: [SIMD3<Float>] = [
            SIMD3(0, 0, 0), SIMD3(0.75, 0, 0), SIMD3(1.25, 0, 0), SIMD3(0.75, -0.0, 0), SIMD3(-0.0, 0, 0),
            SIMD3(1, 0, 0),
        ]
        let (result, _, _, _, changed) = weldVertices(soup(places), WeldOptions(tolerance: 1))
        #expect(result.meshes[0].primitives[0].corners == [0, 0, 1, 0, 0, 1])
        #expect(changed[0].moved == 3)
        #expect(changed[0].largestMove == 0.75)
    }

    @Test func theToleranceItselfIsNearAndCubesDoNotMatter() {
        for shift in [Float(0), 0.5, -0.5, 7, -1024] {
            let places: [SIMD3<Float>] = [SIMD3(shift, 0, 0), SIMD3(shift + 1, 0, 0), SIMD3(shift - 1, 0, 0)]
            #expect(weldVertices(soup(places), WeldOptions(tolerance: 1)).scene.vertexSets[0].count == 1)
        }
        let apart: [SIMD3<Float>] = [SIMD3(0, 0, 0), SIMD3(Float(1).nextUp, 0, 0), SIMD3(0.75, 0.75, 0)]
        #expect(weldVertices(soup(apart), WeldOptions(tolerance: 1)).scene.vertexSets[0].count == 2)
    }

    @Test func otherAttributesMustStillAgree() {
        let marks = Attribute(AttributeSemantic(name: "mark"), Column([1, 2, 1] as [UInt8]))
        let places: [SIMD3<Float>] = [SIMD3(0, 0, 0), SIMD3(0.25, 0, 0), SIMD3(0.5, 0, 0)]
        let result = weldVertices(soup(places, [marks]), WeldOptions(tolerance: 1)).scene
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 0])
    }

    @Test(arguments: [0, -1, .nan, .infinity, .greatestFiniteMagnitude] as [Double])
    func whatIsNoToleranceIsNone(tolerance: Double) {
        let result = weldVertices(soup(square), WeldOptions(tolerance: tolerance))
        #expect(result.scene.vertexSets[0].count == 4)
        #expect(result.changed[0].largestMove == 0)
    }

    @Test func extremeNumbersAreNoTrouble() {
        let huge = Float.greatestFiniteMagnitude
        let places: [SIMD3<Float>] = [
            SIMD3(huge, 0, -huge), SIMD3(huge, 0, -huge), SIMD3(huge, 0, 0), SIMD3(0, 0, 0),
            SIMD3(.leastNonzeroMagnitude, 0, 0), SIMD3(0, 0, 0),
        ]
        let tiny = weldVertices(soup(places), WeldOptions(tolerance: 1e-300)).scene
        #expect(tiny.meshes[0].primitives[0].corners == [0, 0, 1, 2, 3, 2])
        let wide = weldVertices(soup(places), WeldOptions(tolerance: 1e300)).scene
        #expect(wide.vertexSets[0].count == 1)
    }

    @Test(arguments: [0.05, 0.3, 2.0]) func theGridFindsWhatLookingAtAllFinds(tolerance: Double) {
        var random = Seeded(state: 8)
        let places = (0..<600).map { _ in
            SIMD3<Float>(
                .random(in: -2...2, using: &random), .random(in: -2...2, using: &random),
                .random(in: -0.5...0.5, using: &random))
        }
        var stayed: [Int] = []
        var expected: [Int64] = []
        for (vertex, place) in places.enumerated() {
            var best: (target: Int, square: Double)?
            for (target, other) in stayed.enumerated() {
                let way = (SIMD3<Double>(place) - SIMD3<Double>(places[other])) / tolerance
                let square = way.x * way.x + way.y * way.y + way.z * way.z
                if square <= 1, square < best?.square ?? 2 { best = (target, square) }
            }
            if best == nil { stayed.append(vertex) }
            expected.append(Int64(best?.target ?? stayed.count - 1))
        }
        let result = weldVertices(soup(places), WeldOptions(tolerance: tolerance))
        #expect(result.scene.meshes[0].primitives[0].corners == expected)
        #expect(result.changed.isEmpty || result.changed[0].largestMove <= tolerance)
    }

    // MARK: What the comparison finds, which doesn't trust the operation

    private func described(_ differences: [Difference]) -> [String] {
        differences.map { "\($0.facet) \($0.subject) \($0.count)" }
    }

    @Test func onlyATolerancesMovesAreDifferencesOfValue() {
        let places = [0, 0.25, 2, 2.25, 4, 4.25].map { SIMD3<Float>($0, 0, 0) }
        let source = soup(places)
        let (result, _, _, links, _) = weldVertices(source, WeldOptions(tolerance: 0.5))
        let found = Comparison.differences(from: source, to: result, by: links)
        #expect(described(found) == ["sharing /vertexSets/0 3", "value /vertexSets/0/POSITION 3"])
        #expect(found[1].largestError == 0.25)
    }

    @Test func aWeldThatClaimsTooMuchIsFound() {
        let source = soup(square)
        let (result, _, places, links, _) = weldVertices(source)
        let sound = Column(ContiguousArray<Int32>([0, 1, 2, 2, 3, 0]))
        #expect(places[0]?.integers() == sound.integers())
        let claim = Column(ContiguousArray<Int32>([0, 1, 2, 2, 2, 0]))
        var wrong = links
        wrong.steps = [.welded(Correspondence.Weld(merges: [.init(set: 0, places: claim)]))]
        #expect(!Comparison.differences(from: source, to: result, by: wrong).filter { $0.facet == .value }.isEmpty)
        // Numbers that don't follow first use, too few of them, a set that does not exist, a set twice.
        for merges: [Correspondence.Weld.Merge] in [
            [.init(set: 0, places: Column(ContiguousArray<Int32>([1, 0, 2, 2, 3, 1])))],
            [.init(set: 0, places: Column(ContiguousArray<Int32>([0])))], [.init(set: 5, places: .empty(.int32))],
            [.init(set: 0, places: sound), .init(set: 0, places: sound)],
        ] {
            wrong.steps = [.welded(Correspondence.Weld(merges: merges))]
            #expect(Comparison.differences(from: source, to: result, by: wrong).contains { $0.facet == .value })
        }
    }

    @Test func poolsColoursAndLinesArriveThroughAWeld() {
        var random = Seeded(state: 5)
        let places = (0..<300).map { _ in
            SIMD3<Float>(Float(Int.random(in: 0..<5, using: &random)), Float(Int.random(in: 0..<5, using: &random)), 0)
        }
        var source = soup(places, [Attribute(.color(0), Column(places.map { UInt8($0.x) }), frame: .srgb)])
        source.vertexSets[0].pools = [Attribute(.texCoord(0), Column((0..<300).map { Float($0) }))]
        source.meshes[0].primitives[0].cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        source.meshes[0].primitives.append(
            Primitive(
                topology: .lines, vertexSet: 0, elementCount: 150, arity: .uniform(2),
                vertices: Column((0..<300).map { Int32($0) })))
        let (result, _, _, links, changed) = weldVertices(source)
        #expect(result.vertexSets[0].count == 25)
        #expect(changed[0].welded == 275)
        #expect(
            described(Comparison.differences(from: source, to: result, by: links)) == ["sharing /vertexSets/0 275"])
    }

    // MARK: The inverse of splitting
}
