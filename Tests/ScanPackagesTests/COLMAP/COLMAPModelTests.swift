import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

@Suite struct COLMAPModelTests {
    @Test(arguments: [false, true]) func posesAreTheInverseWithTheCamerasAxesTurned(isBinary: Bool) throws {
        let package = try SmallModel.package(isBinary: isBinary)
        #expect(package.kind == .colmap)
        try #require(package.frames.map(\.name) == ["a", "a-2", "b c", "unplaced"])
        let pose = try #require(package.frames[0].pose)
        #expect(pose.rowMajor == [1, 0, 0, -1, 0, -1, 0, -2, 0, 0, -1, -3, 0, 0, 0, 1])
        // Rᵀ · diag(1, −1, −1) and −Rᵀ · t, by hand.
        let turned = try #require(package.frames[2].pose)
        let expected: [Double] = [0, -1, 0, -2, -1, 0, 0, 1, 0, 0, -1, -3, 0, 0, 0, 1]
        for (found, wanted) in zip(turned.rowMajor, expected) { #expect(abs(found - wanted) < 1e-15) }
        #expect(package.frames[3].pose == nil && package.frames[3].imagePath == "images/unplaced.png")
    }

    @Test(arguments: [false, true]) func camerasHaveTheirIntrinsicsAndLenses(isBinary: Bool) throws {
        let frames = try SmallModel.package(isBinary: isBinary).frames
        try #require(frames.count == 4)
        #expect(
            frames[0].intrinsics == PinholeIntrinsics(fx: 361, fy: 362, cx: 241.5, cy: 178.5, width: 480, height: 360))
        #expect(frames[0].lens == nil)
        #expect(
            frames[1].intrinsics == PinholeIntrinsics(fx: 400, fy: 400, cx: 240, cy: 180, width: 480, height: 360))
        #expect(frames[1].lens == ScanLens(.radial, [0.1, -0.02]))
        #expect(frames[1].imagePath == "images/right/a.jpg")
    }

    @Test(arguments: [false, true]) func pointsHaveColorsErrorsAndTracks(isBinary: Bool) throws {
        let package = try SmallModel.package(isBinary: isBinary)
        var first = PackagePoint(position: SIMD3(0.1, -2.5, 3), color: SIMD3(255, 0, 7))
        first.error = 0.75
        first.trackLength = 2
        var second = PackagePoint(position: SIMD3(1e-3, 2, 4), color: SIMD3(1, 2, 3))
        second.error = -1
        #expect(try package.points() == [first, second])
        let model = try #require(package.sparseModel)
        #expect(model.cameraCount == 2 && model.imageCount == 3 && model.observationCount == 3)
        #expect(package.otherPaths.isEmpty)
        #expect(!package.hasKnownFrame && package.diagnostics.contains { $0.packageCode == .frameUnknown })
        #expect(package.diagnostics.first { $0.packageCode == .distortion }?.count == 1)
    }

    /// COLMAP's enum: number, name, number of parameters (`pycolmap.CameraModelId`, 4.2).
    @Test func modelsOfCamerasHaveCOLMAPsNumbersAndParameters() {
        let models: [(String, Int)] = [
            ("SIMPLE_PINHOLE", 3), ("PINHOLE", 4), ("SIMPLE_RADIAL", 4), ("RADIAL", 5), ("OPENCV", 8),
            ("OPENCV_FISHEYE", 8), ("FULL_OPENCV", 12), ("FOV", 5), ("SIMPLE_RADIAL_FISHEYE", 4), ("RADIAL_FISHEYE", 5),
            ("THIN_PRISM_FISHEYE", 12), ("RAD_TAN_THIN_PRISM_FISHEYE", 16), ("SIMPLE_DIVISION", 4), ("DIVISION", 5),
            ("SIMPLE_FISHEYE", 3), ("FISHEYE", 4), ("EUCM", 6), ("EQUIRECTANGULAR", 2),
        ]
        #expect(ScanLens.Model.allCases.map(\.rawValue) == models.map(\.0))
        for (number, model) in ScanLens.Model.allCases.enumerated() {
            #expect(model.number == Int32(number))
            // The one without focal lengths has the size of the panorama.
            #expect(model.parameterCount == models[number].1)
        }
    }

    @Test func theModelMayLieInSparseOrInTheRoot() throws {
        let model = [("cameras.txt", SmallModel.cameras), ("images.txt", SmallModel.images)]
        for folder in ["sparse/", "", "0/", "scan/sparse/0/"] {
            let files = try PackageFiles(
                model.map { PackageEntry(path: folder + $0.0, bytes: $0.1.bytes) }, name: "model")
            let package = try ScanPackage.read(files)
            #expect(package.kind == .colmap && package.frames.count == 3)
            #expect(package.frames.allSatisfy { $0.imagePath == nil })
            #expect(try package.points().isEmpty)
        }
        let alone = try PackageFiles([PackageEntry(path: "images.txt", bytes: SmallModel.images.bytes)], name: "model")
        #expect(throws: ReadError.self) { try ScanPackage.read(alone) }
    }

    @Test func theBinaryModelIsTakenBeforeTheTextUnlessOnlyTheTextIsComplete() throws {
        let text: [String: [UInt8]?] = [
            "sparse/0/cameras.txt": SmallModel.cameras.bytes, "sparse/0/images.txt": SmallModel.images.bytes,
            "sparse/0/points3D.txt": SmallModel.points.bytes,
        ]
        let both = try SmallModel.package(text, isBinary: true)
        #expect(both.sparseModel?.pointsPath == "sparse/0/points3D.bin")
        #expect(both.diagnostics.contains { $0.packageCode == .modelTwofold } && both.otherPaths.isEmpty)
        let half = try SmallModel.package(text.merging(["sparse/0/points3D.bin": nil]) { $1 }, isBinary: true)
        #expect(half.sparseModel?.pointsPath == "sparse/0/points3D.txt")
    }

    @Test func ofSeveralModelsTheOneWithTheMostImagesIsTaken() throws {
        let one = "1 1 0 0 0 0 0 0 1 x.jpg\n\n"
        let package = try SmallModel.package([
            "sparse/0/images.txt": one.bytes, "sparse/1/cameras.bin": SmallModel.camerasBinary,
            "sparse/1/images.bin": SmallModel.imagesBinary, "sparse/2/cameras.txt": SmallModel.cameras.bytes,
            "sparse/2/images.txt": one.bytes,
        ])
        #expect(package.sparseModel?.folder == "sparse/1" && package.sparseModel?.imageCount == 3)
        let note = try #require(package.diagnostics.first { $0.packageCode == .modelsSeveral })
        #expect(note.message.contains("COLMAP made 3 separate models") && note.message.contains("the others have 2"))
    }

    @Test func masksAreNamedAfterTheWholePictureOrItsStem() throws {
        let mask = try SmallPackage.png(2, 2, bytes: [0, 255, 0, 255])
        let package = try SmallModel.package(["masks/left/a.jpg.png": mask, "masks/right/a.png": mask])
        try #require(package.frames.map(\.maskPath) == ["masks/left/a.jpg.png", "masks/right/a.png", nil, nil])
        #expect(!package.hasMaskOfPersons(package.frames[0]))
    }

    @Test func namesOfOtherSystemsAreFound() throws {
        let package = try SmallModel.package(["sparse/0/images.txt": "1 1 0 0 0 0 0 0 1 .\\left\\a.jpg\n\n".bytes])
        #expect(package.frame(named: "a")?.imagePath == "images/left/a.jpg")
    }

    @Test func namesThatLeadOutOfThePackageHaveNoPicture() throws {
        let package = try SmallModel.package(["sparse/0/images.txt": "1 1 0 0 0 0 0 0 1 ../../a.jpg\n\n".bytes])
        #expect(package.frames.first { $0.hasUsablePose }?.imagePath == nil)
        #expect(package.diagnostics.contains { $0.packageCode == .pathOutside })
    }
}
