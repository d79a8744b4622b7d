import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Meshes that are made of clouds, and simpler ones of meshes.
@Suite struct SurfaceShapingTests {
    /// Points on a ball of radius 1 around a place, even and with normals, by the golden angle.
    private func ball(_ count: Int = 2000, at place: SIMD3<Float> = SIMD3(), normals: Bool = true) throws -> Source {
        let points = (0..<count).map { index -> SIMD3<Float> in
            let height = 1 - (Float(index) + 0.5) * 2 / Float(count)
            let angle = Float(index) * 2.399963
            // Sine and cosine by turning step by step would drift; the series needs no library.
            let (sine, cosine) = Self.sineAndCosine(angle)
            let width = (1 - height * height).squareRoot()
            return SIMD3(cosine * width, sine * width, height)
        }
        var buffers = MeshArrays(positions: points.map { $0 + place })
        if normals { buffers.addNormals(points) }
        return try .buffers(buffers)
    }

    private static func sineAndCosine(_ angle: Float) -> (Float, Float) {
        var rest = Double(angle).truncatingRemainder(dividingBy: 2 * .pi)
        if rest > .pi { rest -= 2 * .pi }
        var (sine, cosine, term) = (0.0, 0.0, 1.0)
        for step in 0..<30 {
            switch step % 4 {
            case 0: cosine += term
            case 1: sine += term
            case 2: cosine -= term
            default: sine -= term
            }
            term *= rest / Double(step + 1)
        }
        return (Float(sine), Float(cosine))
    }

    private func document(
        _ source: Source, _ change: (inout ConvertOptions) -> Void
    ) throws -> Document {
        var options = ConvertOptions()
        change(&options)
        return try Pipeline().document(of: source, options: options)
    }

    @Test(arguments: [true, false]) func pointsOfABallBecomeAClosedBall(normals: Bool) throws {
        let document = try document(ball(normals: normals)) {
            $0.reconstruction = ReconstructionOptions(.poisson)
            $0.reconstruction?.trim = .nothing
            $0.reconstruction?.depth = 5
        }
        let set = document.scene.vertexSets[0]
        let faces = document.scene.meshes[0].primitives[0]
        #expect(faces.isTriangles && set.count - faces.elementCount / 2 == 2)
        var places = ContiguousArray<Float>()
        set.attribute(.position)?.values.read(0..<set.count, into: &places)
        let radii = (0..<set.count).map { row -> Float in
            let place = SIMD3(places[row * 3], places[row * 3 + 1], places[row * 3 + 2])
            return (place * place).sum().squareRoot()
        }
        #expect(radii.allSatisfy { abs($0 - 1) < 0.02 })
        #expect(document.diagnostics.contains { $0.code == "shape.normals" } == !normals)
        #expect(document.diagnostics.contains { $0.code == "shape.surface" && $0.message.contains("2,000 points") })
    }

    @Test func aMeshIsNoCloud() throws {
        let triangle = try Source.buffers(
            MeshArrays(positions: [SIMD3(), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], triangles: [0, 1, 2]))
        #expect(throws: ConvertError.self) {
            try document(triangle) { $0.reconstruction = ReconstructionOptions(.poisson) }
        }
        #expect(throws: ConvertError.self) {
            try document(triangle) { $0.reconstruction = ReconstructionOptions(.tsdf) }
        }
    }

    @Test func pointsOnOnePlaceAreRefused() throws {
        let points = try Source.buffers(MeshArrays(positions: [SIMD3<Float>](repeating: SIMD3(1, 2, 3), count: 9)))
        #expect(throws: ConvertError.self) {
            try document(points) { $0.reconstruction = ReconstructionOptions(.poisson) }
        }
    }

    @Test func aFlatGridBecomesTwoTriangles() throws {
        let points = (0..<121).map { SIMD3(Float($0 % 11), Float($0 / 11), 0) }
        let triangles = (0..<100).flatMap { cell -> [UInt32] in
            let first = UInt32(cell / 10 * 11 + cell % 10)
            return [first, first + 1, first + 12, first, first + 12, first + 11]
        }
        let grid = try Source.buffers(MeshArrays(positions: points, triangles: triangles))
        let document = try document(grid) { $0.shaping.faceError = 0.001 }
        #expect(document.scene.meshes[0].primitives[0].elementCount == 2)
        #expect(document.diagnostics.first { $0.code == "shape.simplified" }?.count == 198)
        var options = ConvertOptions()
        options.shaping.faces = 50
        options.verify = true
        let report = try convert(grid, to: .data(named: "a.glb"), options: options)
        #expect(report.verified == true)
    }
}
