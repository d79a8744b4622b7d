import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

@Suite struct COLMAPConversionTests {
    private static let poses = [
        PackageVariant.colmap, .colmapBinary,
    ]

    @Test(arguments: poses) func aCaptureComesBackFromCOLMAPWithItsPosesAndIntrinsics(variant: PackageVariant) throws {
        var small = SmallPackage()
        small.frameCount = 12
        small.keyframes = [3]
        let package = try small.package()
        let point = PackagePoint(position: SIMD3(1.0 / 3, -2e9, 1e-30), color: SIMD3(1, 2, 255))
        var options = PackageWriteOptions()
        options.points = .given { [point] }
        let back = try WrittenPackage(package, variant, options).read()
        #expect(back.kind == .colmap && back.frames.map(\.name) == package.frames.map(\.name))
        for (frame, source) in zip(back.frames, package.frames) {
            #expect(frame.intrinsics == source.intrinsics && frame.lens == nil)
            let (found, wanted) = (try #require(frame.pose).rowMajor, try #require(source.pose).rowMajor)
            for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-9) }
        }
        #expect(try back.points() == [point])
    }

    @Test(arguments: poses) func aModelKeepsItsPointsAndLenses(variant: PackageVariant) throws {
        let package = try SmallModel.package(isBinary: true)
        let written = try WrittenPackage(package, variant)
        let back = try written.read()
        var points = try package.points()
        for index in points.indices { points[index].trackLength = 0 }
        #expect(try back.points() == points)
        #expect(back.frames.map(\.lens) == package.frames.dropLast().map(\.lens))
        #expect(back.frames.map(\.intrinsics) == package.frames.dropLast().map(\.intrinsics))
        let losses = Dictionary(uniqueKeysWithValues: written.result.losses.map { ($0.subject, $0.count) })
        let renamed = variant == .colmap ? ["/frames/*/name": 1] : [:]
        let lost = ["/frames/*/pose": 1, "/frames/*/observations": 3, "/points/tracks": 1]
        #expect(losses == lost.merging(renamed) { $1 })
    }

    /// Its database knows them by these; images may have cameras of their own with equal numbers.
    @Test(arguments: poses) func imagesAndCamerasKeepTheirNumbers(variant: PackageVariant) throws {
        func numbers(_ package: ScanPackage) -> Set<[Int]> {
            Set(package.frames.compactMap(\.modelNumbers).map { [$0.image, $0.camera] })
        }
        var package = try SmallModel.package([
            "sparse/0/cameras.txt": """
            1 PINHOLE 480 360 361 362 241.5 178.5
            7 PINHOLE 480 360 361 362 241.5 178.5
            """.bytes
        ])
        let written = try WrittenPackage(package, variant)
        #expect(numbers(try written.read()) == [[4, 1], [5, 7], [9, 1]])
        #expect(!written.result.losses.contains { $0.subject == "/frames/*/number" })
        // As if a second model had been added: the second with a number gets a free one.
        package.frames[1].modelNumbers = (4, 7)
        let combined = try WrittenPackage(package, variant)
        #expect(numbers(try combined.read()) == [[4, 1], [1, 7], [9, 1]])
        #expect(combined.result.losses.contains { $0.subject == "/frames/*/number" && $0.count == 1 })
    }

    /// Names are what COLMAP's database and masks go by.
    @Test(arguments: poses) func picturesStayInTheirFolders(variant: PackageVariant) throws {
        let written = try WrittenPackage(try SmallModel.package(), variant)
        #expect(Set(written.names).isSuperset(of: ["scan/images/left/a.jpg", "scan/images/right/a.jpg"]))
        let back = try written.read().frames.compactMap(\.imagePath)
        #expect(back.contains("images/left/a.jpg") && back.contains("images/right/a.jpg"))
    }

    /// A model is often kept without its pictures, and text and binary are made of each other.
    @Test(arguments: poses) func aModelWithoutPicturesStaysOne(variant: PackageVariant) throws {
        let pictures = Dictionary(uniqueKeysWithValues: SmallModel.pictures.map { ("images/\($0)", [UInt8]?.none) })
        let mask = try SmallPackage.png(1, 1, bytes: [255])
        let package = try SmallModel.package(pictures.merging(["masks/left/a.jpg.png": mask]) { $1 })
        let written = try WrittenPackage(package, variant)
        let back = try written.read().frames
        #expect(
            back.map(\.missingPicture) == ["left/a.jpg", "right/a.jpg", variant == .colmap ? "b_c.jpg" : "b c.jpg"])
        #expect(
            back.map(\.intrinsics) == package.frames.map(\.intrinsics) && back.map(\.lens) == package.frames.map(\.lens)
        )
        #expect(!written.result.losses.contains { $0.code == .cameraDropped })
        #expect(written.names.contains("scan/masks/left/a.jpg.png"))
        #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw) }
    }

    /// Without its blank, a folder is another one.
    @Test func foldersThatBecomeOneMixNoPictures() throws {
        var package = try SmallPackage().package()
        package.kind = .colmap
        let pictures = ["l r/a.jpg", "l_r/a.jpg", "l_r/a-2.jpg"]
        let added = pictures.enumerated().map { PackageEntry(path: $1, bytes: SmallPackage.jpeg(8, 6, comment: $0)) }
        package.files = try PackageFiles(package.files.entries + added, name: "folders")
        for (index, path) in pictures.enumerated() { package.frames[index].imagePath = path }
        let written = try WrittenPackage(package, .colmap)
        for (index, name) in ["a", "a-2", "a-2-2"].enumerated() {
            #expect(try written.contents("scan/images/l_r/\(name).jpg") == added[index].bytes())
        }
    }

    /// Nerfstudio looks for smaller pictures by their base names.
    @Test func basenamesForNerfstudioDiffer() throws {
        let written = try WrittenPackage(try SmallModel.package(), .raw)
        #expect(Set(written.names).isSuperset(of: ["scan/images/a.jpg", "scan/images/a-2.jpg"]))
        #expect(written.result.losses.contains { $0.subject == "/frames/*/name" && $0.count == 1 })
    }

    @Test(arguments: poses) func whatElseIsKnownOfFramesIsLost(variant: PackageVariant) throws {
        var package = try SmallPackage().package()
        for index in package.frames.indices {
            (package.frames[index].blurScore, package.frames[index].otherMembers) = (nil, [])
        }
        func lost(_ package: ScanPackage) throws -> [Int] {
            try WrittenPackage(package, variant).result.losses.filter { $0.subject == "/frames/*/members" }.map(\.count)
        }
        #expect(try lost(package) == [])
        package.frames[1].timestamp = 5
        package.frames[2].otherMembers = [("neighbors", .array([1, 2])), ("k1", 0.1)]
        package.frames[3].otherMembers = [("k1", 0.1)]
        #expect(try lost(package) == [2])
    }

    @Test func posesWithoutIntrinsicsAreLost() throws {
        var package = try SmallPackage().package()
        for index in package.frames.indices { package.frames[index].intrinsics = nil }
        let written = try WrittenPackage(package, .colmap)
        #expect(written.result.losses.contains { $0.code == .cameraDropped && $0.name == "cameras" && $0.count == 4 })
    }

    @Test func timesAndSharpnessOfPolycamComeBackFromTransforms() throws {
        var package = try SmallPackage().package()
        (package.frames[1].timestamp, package.frames[1].blurScore) = (111, 102.5)
        let back = try WrittenPackage(package, .raw).read().frames
        #expect(back[1].timestamp == 111 && back[1].blurScore == 102.5)
    }

    /// COLMAP's reader of text takes a name to its first blank.
    @Test func namesInTextHaveNoBlanks() throws {
        let written = try WrittenPackage(try SmallModel.package(), .colmap)
        #expect(written.names.contains("scan/images/b_c.jpg"))
        let text = String(decoding: try #require(try written.contents("scan/sparse/0/images.txt")), as: UTF8.self)
        #expect(text.contains(" b_c.jpg\n"))
        #expect(written.result.losses.contains { $0.subject == "/frames/*/name" && $0.count == 1 })
        #expect(try WrittenPackage(try SmallModel.package(), .colmapBinary).names.contains("scan/images/b c.jpg"))
    }

    /// A name of a binary model can hold a line of its own.
    @Test func namesCannotAddLinesToText() throws {
        let name = "x.jpg\n\n9 1 0 0 0 0 0 0 1 y.jpg"
        let images = SmallModel.little(UInt64(1)) + SmallModel.image(1, [1, 0, 0, 0, 0, 0, 0], 1, name, [])
        let package = try SmallModel.package(
            ["sparse/0/images.bin": images, "images/\(name)": SmallPackage.jpeg(480, 360)], isBinary: true)
        let back = try WrittenPackage(package, .colmap).read()
        #expect(back.sparseModel?.imageCount == 1 && back.frames.allSatisfy { $0.imagePath != nil })
    }

    @Test func transformsHaveTheDistortionAndThePoints() throws {
        let written = try WrittenPackage(try SmallModel.package(), .raw)
        let json = try #require(try written.json("scan/transforms.json"))
        #expect(json["camera_model"] == "OPENCV" && json["meshconv"]?["units"] == "unknown")
        let frames = try #require(json["frames"]?.array)
        let names = frames.map { $0["file_path"]?.string }
        try #require(names == ["images/a.jpg", "images/a-2.jpg", "images/b c.jpg"])
        #expect(frames[1]["k1"]?.number == 0.1 && frames[1]["k2"]?.number == -0.02 && frames[0]["k1"] == nil)
        let cloud = try #require(try written.contents("scan/sparse_pc.ply"))
        #expect(json["ply_file_path"] == "sparse_pc.ply")
        // Two points of three float64s and three bytes.
        let point = SmallModel.doubles(0.1, -2.5, 3) + [255, 0, 7]
        #expect(cloud.suffix(54).prefix(27).elementsEqual(point))
        let back = try written.read()
        #expect(back.kind == .nerfstudio && back.frame(named: "a-2")?.lens == ScanLens(.openCV, [0.1, -0.02]))
    }

    @Test func aFisheyeForAllIsOneForNerfstudioAndBesideOthersALoss() throws {
        let fisheye = "1 SIMPLE_RADIAL_FISHEYE 480 360 300 240 180 0.05\n7 FISHEYE 480 360 300 300 240 180\n"
        let written = try WrittenPackage(try SmallModel.package(["sparse/0/cameras.txt": fisheye.bytes]), .raw)
        let json = try #require(try written.json("scan/transforms.json"))
        #expect(json["camera_model"] == "OPENCV_FISHEYE" && json["frames"]?.array?.first?["k1"]?.number == 0.05)
        #expect(!written.result.losses.contains { $0.subject == "/frames/*/lens" })
        #expect(try written.read().frames.allSatisfy { $0.lens?.model == .openCVFisheye })
        let mixed = "1 PINHOLE 480 360 300 300 240 180\n7 FOV 480 360 300 300 240 180 0.9\n"
        let other = try WrittenPackage(try SmallModel.package(["sparse/0/cameras.txt": mixed.bytes]), .raw)
        #expect(other.result.losses.first { $0.subject == "/frames/*/lens" }?.count == 1)
    }

    @Test(arguments: [
        ("\"k1\": 0.1, \"p2\": 0.01,", "OPENCV", [0.1, 0, 0, 0.01]),
        ("\"k1\": 0.1, \"k3\": 0.02,", "FULL_OPENCV", [0.1, 0, 0, 0, 0.02, 0, 0, 0]),
        ("\"camera_model\": \"OPENCV_FISHEYE\", \"k4\": 0.1,", "OPENCV_FISHEYE", [0, 0, 0, 0.1]),
    ])
    func theLensOfTransformsBecomesACameraOfCOLMAP(
        members: String, model: String, coefficients: [Double]
    ) throws {
        let json = """
            {\(members) "fl_x": 400, "fl_y": 410, "cx": 240, "cy": 180, "w": 480, "h": 360, "frames": [
            {"file_path": "a.jpg", "transform_matrix": [[1,0,0,5],[0,1,0,6],[0,0,1,7],[0,0,0,1]]}]}
            """
        let files = try PackageFiles(
            [
                PackageEntry(path: "transforms.json", bytes: json.bytes),
                PackageEntry(path: "a.jpg", bytes: SmallPackage.jpeg(480, 360)),
            ], name: "raw")
        let written = try WrittenPackage(try ScanPackage.read(files), .colmap)
        let text = String(decoding: try #require(try written.contents("scan/sparse/0/cameras.txt")), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { !$0.hasPrefix("#") }).split(separator: " ")
        try #require(line.count > 2)
        #expect(line[1] == model)
        #expect(line[2...].compactMap { Double($0) } == [480, 360, 400, 410, 240, 180] + coefficients)
        #expect(!written.result.losses.contains { $0.name == "distortion of the lens" })
    }

    @Test func packagesWithoutPlaceForALensSaySo() throws {
        for variant in [PackageVariant.scan4D, .polycam, .polycamKeyframes] {
            let losses = try WrittenPackage(try SmallModel.package(), variant).result.losses
            #expect(losses.first { $0.subject == "/frames/*/lens" }?.count == 1)
            #expect(losses.contains { $0.subject == "/points" } && losses.contains { $0.unit == "observations" })
        }
    }
}
