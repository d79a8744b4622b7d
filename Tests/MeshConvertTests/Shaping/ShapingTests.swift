import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Changes to points and faces that are asked for.
@Suite struct ShapingTests {
    /// Points on a plane, 1 cm apart, with a value of their own, and one far above it.
    private func cloud(_ stray: String = "0.05 0.05 3") -> Source {
        let rows = (0..<100).map {
            "\(Double($0 % 10 * 2 + 1) / 200) \(Double($0 / 10 * 2 + 1) / 200) 0 \($0) 9 9 \($0)"
        }
        let header =
            "ply\nformat ascii 1.0\nelement vertex 101\nproperty double x\nproperty double y\nproperty double z\n"
            + "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty int scan\nend_header\n"
        return .bytes(
            Array((header + (rows + ["\(stray) 1 2 3 777"]).joined(separator: "\n") + "\n").utf8), named: "a.ply")
    }

    private func document(
        _ source: Source, _ change: (inout ShapingOptions) -> Void
    ) throws -> Document {
        var options = ConvertOptions()
        change(&options.shaping)
        return try Pipeline().document(of: source, options: options)
    }

    private func values(_ document: Document, _ name: AttributeSemantic) -> [Double] {
        var values = ContiguousArray<Double>()
        guard let column = document.scene.vertexSets[0].attribute(name)?.values else { return [] }
        column.read(0..<column.count, into: &values)
        return Array(values)
    }

    private func counts(_ document: Document) -> [String: [Int]] {
        Dictionary(grouping: document.diagnostics, by: \.code).mapValues { $0.map(\.count) }
            .filter { $0.key.hasPrefix("shape.") }
    }

    @Test func aBoxKeepsRowsWithAllTheirValues() throws {
        let box = ShapingOptions.Box(word: "0.03,1,-1:-1,-1,1")
        let cropped = try document(cloud()) { $0.box = box }
        #expect(cropped.scene.vertexSets[0].count == 30 && counts(cropped) == ["shape.cropped": [71]])
        #expect(values(cropped, AttributeSemantic(name: "scan")).prefix(4) == [0, 1, 2, 10])
        #expect(cropped.scene.meshes[0].primitives[0].vertices == nil)
    }

    /// Far from the origin, 32-bit floats are half a metre apart.
    @Test func sampledPointsKeepTheDigitsOfDoubles() throws {
        let text = """
            ply
            format ascii 1.0
            element vertex 3
            property double x
            property double y
            property double z
            property ushort red
            property ushort green
            property ushort blue
            property ushort alpha
            property float confidence
            element face 1
            property list uchar int vertex_indices
            property int label
            end_header
            500000 4500000 100 65535 0 0 128 0.5
            500001 4500000 100 65535 0 0 128 0.5
            500000 4500001 100 65535 0 0 128 0.5
            3 0 1 2 7

            """
        let sampled = try document(.bytes(Array(text.utf8), named: "a.ply")) {
            $0.sampling = ShapingOptions.Sampling(count: 100)
        }
        let heights = Set(stride(from: 1, to: 300, by: 3).map { values(sampled, .position)[$0] })
        #expect(heights.count == 100 && heights.allSatisfy { (4_500_000...4_500_001).contains($0) })
        let gone = Dictionary(uniqueKeysWithValues: sampled.residue.filter(\.isShaped).map { ($0.path, $0.count) })
        #expect(gone == ["alpha of colours": 3, "bits of colours beyond 8": 3, "confidence": 3, "label": 1])
    }

    @Test func linesAndPointsBesideSampledFacesAreLost() throws {
        let mesh = Source.bytes(
            Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nv 6 5 5\nf 1 2 3\nl 4 5\np 5\n".utf8), named: "a.obj")
        let sampled = try document(mesh) { $0.sampling = ShapingOptions.Sampling(count: 4) }
        #expect(sampled.residue.contains { $0.shownAs == .linesAndPoints && $0.count == 2 })
    }

    /// Places are rotated and scaled, splats aren't.
    @Test func splatsThatStayWhileTheirPlacesTurnAreLost() throws {
        let text = """
            #usda 1.0
            def Xform "R" {
                float3 xformOp:scale = (10, 10, 10)
                uniform token[] xformOpOrder = ["xformOp:scale"]
                def ParticleField3DGaussianSplat "S" {
                    point3f[] positions = [(1, 0, 0), (0, 2, 0)]
                    float[] opacities = [0.9, 0.5]
                    quatf[] orientations = [(1, 0, 0, 0), (1, 0, 0, 0)]
                    float3[] scales = [(0.1, 0.02, 0.03), (0.1, 0.02, 0.03)]
                    uniform int radiance:sphericalHarmonicsDegree = 0
                    float3[] radiance:sphericalHarmonicsCoefficients = [(1, 0.5, -0.5), (0, 0, 0)]
                }
            }

            """
        let cropped = try document(.bytes(Array(text.utf8), named: "a.usda")) {
            $0.box = ShapingOptions.Box(from: SIMD3(repeating: -99), to: SIMD3(repeating: 99))
        }
        #expect(cropped.residue.contains { $0.isShaped && $0.shownAs == .unturned("sizes and directions of splats") })
    }

    @Test func facesThatReachOutOfABoxGo() throws {
        let mesh = Source.bytes(Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 0\nf 1 2 3\nf 2 3 4\n".utf8), named: "a.obj")
        let cropped = try document(mesh) { $0.box = ShapingOptions.Box(from: SIMD3(), to: SIMD3(1, 1, 1)) }
        #expect(cropped.scene.vertexSets[0].count == 3 && cropped.scene.meshes[0].primitives[0].elementCount == 1)
        #expect(counts(cropped) == ["shape.cropped": [1, 1]])
        #expect(throws: ConvertError.self) {
            try document(mesh) { $0.box = ShapingOptions.Box(from: SIMD3(8, 8, 8), to: SIMD3(9, 9, 9)) }
        }
    }

    @Test(arguments: [
        ShapingOptions.Outliers.statistical(), .radius(neighbors: 2, meters: 0.02),
    ])
    func outliersGoAndOthersKeepAllValues(rule: ShapingOptions.Outliers) throws {
        let rest = try document(cloud()) { $0.outliers = rule }
        #expect(values(rest, AttributeSemantic(name: "scan")) == (0..<100).map(Double.init))
        #expect(counts(rest) == ["shape.outliers": [1]])
    }

    @Test func thinnedPointsAreMeansAndLostAttributesAreTold() throws {
        let thin = try document(cloud()) { $0.voxelSize = 0.02 }
        #expect(thin.scene.vertexSets[0].count == 26)
        #expect(abs(values(thin, .position)[0] - 0.01) < 1e-6)
        #expect(counts(thin) == ["shape.thinned": [75]])
        #expect(thin.residue.filter(\.isShaped).map(\.path) == ["scan"])
    }

    @Test func lengthsAreMetersOfTheUnit() throws {
        var options = ConvertOptions()
        options.input.metersPerUnit = 0.001
        options.shaping.voxelSize = 0.00002
        #expect(try Pipeline().document(of: cloud(), options: options).scene.vertexSets[0].count == 26)
    }

    @Test func pointsFarFromTheOriginKeepTheirDetail() throws {
        let far = cloud("4000.05 0.05 3")
        let rest = try document(far) {
            $0.box = ShapingOptions.Box(from: SIMD3(-1, -1, -1), to: SIMD3(5000, 1, 9))
            $0.voxelSize = 0.02
        }
        let places = values(rest, .position)
        // The steps of float32 are 0.00024 there, but not around the middle.
        #expect(places.count == 78 && abs(places[75] - 4000.05) < 2e-4 && abs(places[0] - 0.01) < 2e-4)
    }

    @Test func pointsTooFarForVoxelsAreTold() throws {
        for stray in ["0.05 0.05 nan", "0.05 0.05 1e12"] {
            let rest = try document(cloud(stray)) { $0.voxelSize = 0.02 }
            #expect(rest.scene.vertexSets[0].count == 25 && counts(rest) == ["shape.thinned": [75, 1]])
            #expect(abs(values(rest, .position)[0] - 0.01) < 1e-6 && values(rest, .position)[2] == 0)
        }
    }

    @Test func normalsOfAPlaneAreItsDirection() throws {
        let made = try document(cloud()) {
            $0.outliers = .statistical()
            $0.normals = ShapingOptions.Neighbors()
        }
        #expect(values(made, .normal).enumerated().allSatisfy { $0.offset % 3 == 2 ? abs($0.element) > 0.999 : true })
        #expect(counts(made) == ["shape.outliers": [1], "shape.normals": [100]])
    }

    @Test func aMeshBecomesACloudOfItsArea() throws {
        let square = Source.bytes(Array("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n".utf8), named: "a.obj")
        let points = try document(square) { $0.sampling = ShapingOptions.Sampling(count: 400) }
        let places = values(points, .position)
        #expect(places.count == 1200 && places.allSatisfy { (0...1).contains($0) })
        #expect(abs(places.enumerated().filter { $0.offset % 3 == 0 }.reduce(0) { $0 + $1.element } / 400 - 0.5) < 0.05)
        #expect(points.scene.meshes[0].primitives.map(\.topology) == [.points])
        #expect(throws: ConvertError.self) { try document(cloud()) { $0.sampling = ShapingOptions.Sampling(count: 9) } }
        #expect(throws: ConvertError.self) { try document(square) { $0.voxelSize = 1 } }
    }

    @Test func oneReadingServesSeveralShapes() throws {
        var options = ConvertOptions()
        options.sharedReading = SharedReading()
        var sizes: [Int] = []
        for edge in [0.02, nil, 0.05] {
            options.shaping.voxelSize = edge
            let report = try convert(cloud(), to: .data(named: "b.ply"), options: options)
            sizes.append(report.data?.count ?? 0)
        }
        #expect(sizes[0] < sizes[1] && sizes[2] < sizes[0])
    }

    @Test(arguments: ["0,0:1,1", "0,0,0", "a,0,0:1,1,1", "0,0,0:1,1,nan", "0,0,0:1,1,1:2,2,2"])
    func aWordThatIsNoBoxIsNone(word: String) { #expect(ShapingOptions.Box(word: word) == nil) }
}
