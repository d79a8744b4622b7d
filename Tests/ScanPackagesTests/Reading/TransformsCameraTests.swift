import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

/// Cameras of `transforms.json` as Nerfstudio and instant-ngp write them.
@Suite struct TransformsCameraTests {
    private static let turned = "[[1, 0, 0, 1], [0, 0.8, -0.6, 2], [0, 0.6, 0.8, 3], [0, 0, 0, 1]]"

    private func package(
        _ members: String, frame: String = "", picture: (width: Int, height: Int) = (32, 24)
    ) throws -> ScanPackage {
        let text = """
            {\(members), "fl_x": 30, "fl_y": 31, "cx": 16, "cy": 12, "w": 32, "h": 24, "frames": [
            {"file_path": "images/a.JPG", "transform_matrix": \(Self.turned)\(frame)}]}
            """
        return try read(text, "images/a.JPG", picture)
    }

    /// A package of this `transforms.json` and one picture.
    private func read(_ text: String, _ path: String, _ picture: (width: Int, height: Int)) throws -> ScanPackage {
        try ScanPackage.read(
            try PackageFiles(
                [
                    PackageEntry(path: "transforms.json", bytes: Array(text.utf8)),
                    PackageEntry(path: path, bytes: SmallPackage.jpeg(picture.width, picture.height)),
                ], name: "small"))
    }

    private func losses(_ package: ScanPackage, _ variant: PackageVariant) throws -> [Loss] {
        try WrittenPackage(package, variant).result.losses.filter { $0.severity < .reencoded }
    }

    @Test func aFisheyeOfInstantNGPIsOne() throws {
        let package = try package(#""is_fisheye": true, "k1": 0.1, "k4": 0.01"#)
        #expect(package.frames[0].lens == ScanLens(.openCVFisheye, [0.1, 0, 0, 0.01]))
        let written = try WrittenPackage(package, .raw)
        #expect(try written.json("scan/transforms.json")?["camera_model"] == "OPENCV_FISHEYE")
        #expect(try losses(package, .colmap).isEmpty)
    }

    @Test(arguments: ["EQUIRECTANGULAR", "FISHEYE624", "ORTHOPHOTO"])
    func otherProjectionsAreNoPinholes(_ model: String) throws {
        let package = try package("\"camera_model\": \"\(model)\"")
        #expect(package.frames[0].projection == model)
        let written = try WrittenPackage(package, .raw)
        #expect(try written.json("scan/transforms.json")?["camera_model"]?.string == model)
        #expect(try written.json("scan/transforms.json")?["frames"]?.array?.count == 1)
        let isPanorama = model == "EQUIRECTANGULAR"
        for variant in isPanorama ? [PackageVariant.polycamKeyframes] : [.colmap, .polycamKeyframes] {
            #expect(throws: PackageWriteError.self) { try WrittenPackage(package, variant) }
        }
        #expect(try losses(package, .scan4D).contains { $0.code == .cameraDropped && $0.cause.contains(model) })
    }

    /// COLMAP's panoramas have their size as parameters; Nerfstudio divides by half the width and by the height.
    @Test func panoramasGoToCOLMAPAndBack() throws {
        let package = try package(
            #""camera_model": "EQUIRECTANGULAR""#, picture: (32, 24))
        for variant in [PackageVariant.colmap, .colmapBinary] {
            let model = try WrittenPackage(package, variant)
            #expect(!model.result.losses.contains { $0.severity < .reencoded && $0.code == .cameraDropped })
            if variant == .colmap {
                #expect(
                    try String(decoding: model.contents("scan/sparse/0/cameras.txt") ?? [], as: UTF8.self).hasSuffix(
                        "\n1 EQUIRECTANGULAR 32 24 32 24\n"))
            }
            let back = try model.read()
            #expect(back.frames.map(\.projection) == ["EQUIRECTANGULAR"] && back.frames[0].hasUsablePose)
            #expect(!back.diagnostics.contains { $0.packageCode == .camerasNone })
            let raw = try WrittenPackage(back, .raw).json("scan/transforms.json")
            #expect(
                raw?["camera_model"] == "EQUIRECTANGULAR" && raw?["fl_x"]?.number == 16 && raw?["fl_y"]?.number == 24)
            #expect(raw?["frames"]?.array?.count == 1)
        }
    }

    /// Nerfstudio gives the distortion for all to frames that have another.
    @Test func distortionOfFramesDoesNotStandBesideThatForAll() throws {
        let package = try package(
            #""camera_model": "OPENCV", "k1": 0.1, "p1": 0.01"#, frame: #", "k1": 0.2, "k2": 0.3"#)
        let written = try WrittenPackage(package, .raw).json("scan/transforms.json")
        #expect(written?["k1"] == nil && written?["p1"] == nil)
        let frame = written?["frames"]?.array?.first
        #expect(["k1", "k2", "p1"].map { frame?[$0]?.number } == [0.2, 0.3, 0.01])
        let shared = try WrittenPackage(try self.package(#""k1": 0.1"#), .raw).json("scan/transforms.json")
        #expect(shared?["k1"]?.number == 0.1 && shared?["frames"]?.array?.first?["k1"] == nil)
    }

    /// Windows.
    @Test func backslashesAreSeparatorsInNames() throws {
        let text = """
            {"fl_x": 30, "fl_y": 31, "cx": 16, "cy": 12, "w": 32, "h": 24,
            "frames": [{"file_path": ".\\\\images\\\\a.JPG", "transform_matrix": \(Self.turned)}]}
            """
        let package = try read(text, "images/a.JPG", (32, 24))
        #expect(package.frames.map(\.name) == ["a"])
        #expect(try WrittenPackage(package, .colmap).names.contains("scan/images/a.JPG"))
    }

    /// A panorama needs no focal length.
    @Test func panoramasWithoutIntrinsicsKeepTheirPoses() throws {
        let text = """
            {"camera_model": "EQUIRECTANGULAR",
            "frames": [{"file_path": "a.jpg", "transform_matrix": \(Self.turned)}]}
            """
        let package = try read(text, "a.jpg", (64, 32))
        let frames = try WrittenPackage(package, .raw).json("scan/transforms.json")?["frames"]?.array
        #expect(frames?.first?["transform_matrix"] != nil)
    }

    /// A frame's own coefficients count before those for all.
    @Test func aFrameMayHaveAStraightLens() throws {
        let package = try package(#""camera_model": "OPENCV", "k1": 0.1"#, frame: #", "k1": 0"#)
        #expect(package.frames[0].lens == nil && !package.frames[0].hasUnreadDistortion)
        #expect(!package.diagnostics.contains { $0.packageCode == .distortion })
    }

    /// As ns-process-data writes it for cameras without distortion.
    @Test func coefficientsOfZeroAreNoLoss() throws {
        let package = try package(#""camera_model": "OPENCV", "k1": 0.0, "k2": 0, "p1": 0, "p2": 0"#)
        #expect(package.frames[0].lens == nil && package.frames[0].projection == nil)
        #expect(try losses(package, .colmap).isEmpty)
    }

    /// Nobody knows how a picture of another shape lies in its camera.
    @Test(arguments: [(24, 32, false), (30, 24, false), (64, 48, true), (33, 25, true), (16, 12, true)])
    func picturesOfAnotherShapeHaveNoCamera(_ width: Int, _ height: Int, isKept: Bool) throws {
        let package = try package(#""camera_model": "OPENCV""#, picture: (width, height))
        guard isKept else {
            #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw) }
            #expect(try losses(package, .scan4D).contains { $0.code == .cameraDropped && $0.name == "cameras" })
            return
        }
        let frames = try WrittenPackage(package, .raw).json("scan/transforms.json")?["frames"]?.array
        #expect(frames?.count == 1)
    }

    /// Tools pair pictures with other files by their whole names.
    @Test func picturesKeepTheirEndings() throws {
        let package = try package(#""camera_model": "OPENCV""#)
        for variant in [PackageVariant.raw, .colmap, .colmapBinary] {
            #expect(try WrittenPackage(package, variant).names.contains("scan/images/a.JPG"))
        }
        #expect(try WrittenPackage(package, .polycam).names.contains("scan/images/frame_00000.jpg"))
    }

    /// "Our world space is oriented such that the up vector is +Z" (Nerfstudio's data conventions).
    @Test func theWorldOfNerfstudioHasZUp() throws {
        let package = try package(#""camera_model": "OPENCV""#)
        #expect(package.upAxis == .z)
        let again = try WrittenPackage(package, .raw)
        #expect(try again.json("scan/transforms.json")?["meshconv"]?["up"] == "z")
        #expect(try again.read().upAxis == .z)
        // Scan4D's and Polycam's have Y up.
        #expect(try losses(package, .scan4D).contains { $0.code == .axisDropped && $0.rank == .visible })
        let app = try WrittenPackage(try SmallPackage().package(), .raw)
        #expect(try app.read().kind == .nerfstudio && app.read().upAxis == .y)
    }
}
