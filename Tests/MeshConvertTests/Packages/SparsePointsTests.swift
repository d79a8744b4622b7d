import MeshConvert
import MeshFormats
import MeshModel
import ScanPackages
import Testing

@Suite struct SparsePointsTests {
    private static let files = [
        ("cameras.txt", "1 PINHOLE 4 3 2 2 2 1.5\n"), ("images.txt", "1 1 0 0 0 0 0 0 1 a.jpg\n1 2 7\n"),
        ("points3D.txt", "7 0.1 -2 3 255 128 0 0.5 1 0\n8 1 2 3 0 0 1 -1\n"),
    ]

    private func package(_ others: [(String, String)] = []) throws -> ScanPackage {
        let entries = (Self.files + others).map { PackageEntry(path: $0.0, bytes: Array($0.1.utf8)) }
        return try ScanPackage.read(try PackageFiles(entries, name: "model"))
    }

    @Test func thePointsOfAModelAreItsMeshInAnUnknownUnit() throws {
        let scene = try PackageMesh.read(try package()).scene
        #expect(scene.upAxis == nil && scene.metersPerUnit == nil)
        let set = try #require(scene.vertexSets.first)
        var positions: ContiguousArray<Double> = []
        set.attribute(.position)?.values.read(0..<2, into: &positions)
        #expect(positions == [0.1, -2, 3, 1, 2, 3])
        var colors: ContiguousArray<UInt8> = []
        set.attribute(.color(0))?.values.read(0..<2, into: &colors)
        #expect(colors == [255, 128, 0, 0, 0, 1])
        var errors: ContiguousArray<Double> = []
        set.attribute(AttributeSemantic(name: "reprojection_error"))?.values.read(0..<2, into: &errors)
        #expect(errors == [0.5, -1])
        var tracks: ContiguousArray<Int64> = []
        set.attribute(AttributeSemantic(name: "track_length"))?.values.read(0..<2, into: &tracks)
        #expect(tracks == [1, 0])
    }

    /// A surface through points needs no depth.
    @Test func poissonTakesThePointsOfAModel() throws {
        var options = ConvertOptions()
        options.reconstruction = ReconstructionOptions(.poisson)
        #expect(try PackageMesh.read(try package(), options: options).scene.vertexSets.first?.count == 2)
        options.reconstruction = ReconstructionOptions(.tsdf)
        #expect(throws: ReadError.self) { try PackageMesh.read(try package(), options: options) }
    }

    @Test func theCallerMaySayTheUnit() throws {
        var options = ConvertOptions()
        options.input.metersPerUnit = 0.5
        options.input.upAxis = .z
        let scene = try PackageMesh.read(try package(), options: options).scene
        #expect(scene.upAxis == .z && scene.metersPerUnit == 0.5)
    }

    @Test func aLargerMeshBesideThePointsIsTaken() throws {
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        let document = try PackageMesh.read(try package([("dense.obj", mesh)]))
        #expect(document.scene.meshes.first?.primitives.first?.topology == .polygons)
        #expect(document.scene.metersPerUnit == nil)
        var options = ConvertOptions()
        options.scanMesh.path = "points3D.txt"
        let points = try PackageMesh.read(try package([("dense.obj", mesh)]), options: options)
        #expect(points.scene.vertexSets.map(\.count) == [2])
    }

    @Test func theFactsCountCamerasImagesAndPoints() throws {
        let info = try PackageInfo(try package(), path: "model", options: ConvertOptions())
        #expect(info.models.map(\.totals.positions) == [2] && info.models.map(\.path) == ["points3D.txt"])
        let facts = info.json["package"]
        #expect(facts?["kind"] == "colmap" && facts?["cameras"]?.number == 1 && facts?["frames"]?.number == 1)
        #expect(facts?["observations"]?.number == 1)
    }

    @Test func brokenPointsAreAnErrorThatNamesTheirFile() throws {
        let error = #expect(throws: ReadError.self) {
            try PackageMesh.read(try package([]).replacingPoints(with: "7 0.1 -2 3 255 128"))
        }
        #expect(error?.location == .sideFile("points3D.txt", .line(1, column: 1)))
    }
}

extension ScanPackage {
    fileprivate func replacingPoints(with text: String) throws -> ScanPackage {
        let points = PackageEntry(path: "points3D.txt", bytes: Array(text.utf8))
        return try ScanPackage.read(try files.replacing(with: [points]))
    }
}
