import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// Where models lie, and what becomes of them where pictures are missing.
@Suite struct COLMAPLayoutTests {
    private static let models = [PackageVariant.colmap, .colmapBinary]

    /// The model below `colmap/`, as `ns-process-data` lays it out.
    private func nerfstudio(
        _ others: [String: [UInt8]] = [:], in folder: String = "colmap/sparse/0", images: String = "images"
    ) throws -> PackageFiles {
        let entries = try SmallModel.files().entries.map { entry in
            let path = entry.path.replacing("sparse/0", with: folder).replacing("images/", with: "\(images)/")
            return PackageEntry(path: path, bytes: try entry.bytes())
        }
        return try PackageFiles(entries + others.map { PackageEntry(path: $0, bytes: $1) }, name: "ns")
    }

    @Test(arguments: ["colmap/sparse/0", "colmap/sparse"])
    func picturesLieBesideTheFolderOfTheModel(folder: String) throws {
        let package = try ScanPackage.read(try nerfstudio(["images_2/b c.jpg": [1]], in: folder))
        #expect(package.kind == .colmap && package.wrapper.isEmpty && package.sparseModel?.folder == folder)
        #expect(package.frames.allSatisfy { $0.imagePath != nil } && package.frames.count == 4)
        #expect(package.otherPaths == ["images_2/b c.jpg"])
        let written = try WrittenPackage(package, .raw)
        #expect(written.result.frames.count == 3)
        #expect(written.result.losses.contains { $0.name == "other files: b c.jpg" })
    }

    @Test func theModelIsFoundBesideTransformsOnRequest() throws {
        let transforms = Array("{\"frames\": []}".utf8)
        let files = try nerfstudio(["transforms.json": transforms])
        #expect(try ScanPackage.read(files).kind == .nerfstudio)
        var options = PackageOptions()
        options.kind = .colmap
        let package = try ScanPackage.read(files, options: options)
        #expect(package.wrapper.isEmpty && package.frames.allSatisfy { $0.imagePath != nil })
        #expect(package.otherPaths == ["transforms.json"])
    }

    @Test func aFolderNamedColmapWithPicturesIsAPackage() throws {
        let package = try ScanPackage.read(try nerfstudio(["images/x.jpg": [1]], images: "colmap/images"))
        #expect(package.wrapper == "colmap" && package.frames.count == 4)
    }

    /// A name has "é" as one character, the disk of a Mac as two.
    @Test func aPictureUnderAnEquivalentNameCountsOnce() throws {
        let package = try SmallModel.package([
            "sparse/0/images.txt": "4 1 0 0 0 1 2 3 1 \u{E9}.jpg\n\n".bytes,
            "images/e\u{301}.jpg": SmallPackage.jpeg(480, 360),
            "images/left/a.jpg": nil, "images/right/a.jpg": nil, "images/b c.jpg": nil, "images/unplaced.png": nil,
        ])
        #expect(package.frames.count == 1 && package.frames.first?.hasUsablePose == true)
        #expect(try WrittenPackage(package, .raw).result.losses.allSatisfy { $0.code != .cameraDropped })
    }

    @Test(arguments: models) func pointsAndCamerasStayWhereNoImageIsPlaced(variant: PackageVariant) throws {
        let package = try SmallModel.package(["sparse/0/images.txt": []])
        let written = try WrittenPackage(package, variant)
        let back = try written.read()
        #expect(try back.points().map(\.position) == package.points().map(\.position))
        #expect(back.sparseModel?.cameras.map(\.id) == [1, 7] && back.sparseModel?.imageCount == 0)
        #expect(back.sparseModel?.cameras.last?.lens == ScanLens(.radial, [0.1, -0.02]))
        #expect(written.names.count { $0.hasPrefix("scan/images/") } == 4)
        #expect(written.result.notes.first { $0.code == "cameras.none" }?.message.contains("no images") == true)
    }

    @Test(arguments: models) func pointsFromElsewhereStayWithoutCameras(variant: PackageVariant) throws {
        var package = try SmallPackage().package()
        for index in package.frames.indices { package.frames[index].intrinsics = nil }
        var options = PackageWriteOptions()
        options.points = .given { [PackagePoint(position: SIMD3(1, 2, 3), color: SIMD3(4, 5, 6))] }
        let back = try WrittenPackage(package, variant, options).read()
        #expect(try back.points().count == 1 && back.sparseModel?.imageCount == 0 && back.frames.count == 4)
    }

    @Test func camerasThatNoPhotoUsesStayOrAreLost() throws {
        let package = try SmallModel.package([
            "sparse/0/cameras.txt": (SmallModel.cameras + "9 SIMPLE_PINHOLE 8 6 7 4 3\n").bytes
        ])
        let model = try WrittenPackage(package, .colmap)
        #expect(try model.read().sparseModel?.cameras.map(\.id) == [1, 7, 9])
        func lost(_ written: WrittenPackage) -> Int? {
            written.result.losses.first { $0.name == "cameras without photos" }?.count
        }
        #expect(lost(model) == nil)
        #expect(try lost(WrittenPackage(package, .raw)) == 1)
    }
}
