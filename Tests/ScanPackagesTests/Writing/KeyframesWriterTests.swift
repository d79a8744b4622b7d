import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import Testing

@testable import ScanPackages

@Suite struct KeyframesWriterTests {
    /// What polyform and `ns-process-data polycam` ask for: P1 to P6 of the Scan packages article.
    @Test func f19ReadersOfPolycamKeepAllFrames() throws {
        var small = SmallPackage()
        small.withoutDepth = [2]
        small.others = [("raw.glb", [1, 2, 3])]
        let written = try WrittenPackage(small.package(), .polycamKeyframes)
        #expect(Set(written.names.map { $0.split(separator: "/")[0] }) == ["scan"])
        let images = written.names.filter { $0.hasPrefix("scan/keyframes/images/") }
        #expect(images.count == 4)
        for image in images {
            let stem = PackagePath.stem(image)
            #expect(image.hasSuffix(".jpg") && Int(stem) != nil)
            let camera = try #require(try written.json("scan/keyframes/cameras/\(stem).json"))
            for key in ["t_00", "t_23", "fx", "fy", "cx", "cy", "width", "height"] {
                #expect(camera[key]?.number != nil)
            }
            #expect(try #require(camera["blur_score"]?.number) >= 25)
            #expect(try written.contents("scan/keyframes/depth/\(stem).png") != nil)
        }
        let confidence = try #require(written.names.first { $0.contains("/confidence/") })
        let codes: [UInt8] = [0, 127, 255]
        let expected = (0..<64 * 48).map { codes[$0 % 3] }
        let image = try PackageEntry(path: "c.png", bytes: try #require(try written.contents(confidence))).png()
        #expect(image.samples == .bytes(expected))
        #expect(try written.contents("scan/raw.glb") == [1, 2, 3])
        #expect(try written.json("scan/mesh_info.json")?["alignmentTransform"]?.array?.count == 16)
    }

    /// The mesh is in the canonical frame, the cameras are in the raw one: the transform between them is written.
    @Test func theMeshIsAlignedWithTheCameras() throws {
        var small = SmallPackage()
        let transform = "[0,0,-1,0, 0,1,0,0, 1,0,0,0, 1,0,2,1]"
        small.others = [
            ("raw.glb", [1, 2, 3]),
            ("registration.json", Array("{\"version\":2,\"applied\":true,\"transform\":\(transform)}".utf8)),
        ]
        let package = try small.package()
        let written = try WrittenPackage(package, .polycamKeyframes)
        let numbers = try written.json("scan/mesh_info.json")?["alignmentTransform"]?.numbers
        #expect(numbers == [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 2, 1])
        let back = try written.read()
        #expect(back.kind == .polycamRaw && back.rawToCanonical == package.rawToCanonical)
        // Other packages have it as a registration.
        let again = try WrittenPackage(back, .scan4D)
        #expect(try again.json("scan/registration.json")?["transform"]?.numbers == numbers)
        #expect(try WrittenPackage(back, .polycamKeyframes).result.losses.isEmpty)
        #expect(try WrittenPackage(back, .raw).result.losses.contains { $0.name == "registration" })
        // A transform that isn't a rotation and translation isn't a frame.
        var mirrored = small
        mirrored.others = [
            ("raw.glb", [1]), ("keyframes/cameras/1.json", Array("{}".utf8)),
            ("mesh_info.json", Array("{\"alignmentTransform\":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}".utf8)),
        ]
        let files = try PackageFiles(
            mirrored.others.map { PackageEntry(path: $0.0, bytes: $0.1) }, name: "polycam")
        let error = #expect(throws: ReadError.self) { try ScanPackage.read(files) }
        #expect(error?.location == .sideFile("mesh_info.json", .whole))
    }

    @Test func pngPicturesAreRefused() throws {
        var small = SmallPackage()
        small.isJPEG = false
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(small.package(), .polycamKeyframes) }
        #expect(error?.code == WriteError.Code.unrepresentable.rawValue)
    }

    @Test func theAppsOwnPolycamPackageKeepsItsConventions() throws {
        var options = PackageWriteOptions()
        options.profile = .scan4D05
        let written = try WrittenPackage(SmallPackage().package(), .polycam, options)
        let camera = try #require(try written.json("scan/cameras/frame_00000.json"))
        #expect(camera["blur_score"]?.number == 1)
        #expect(try written.json("scan/mesh_info.json")?["meshconv"] == nil)
        #expect(
            try written.contents("scan/confidence/frame_00000.png")
                == SmallPackage().files()["confidence/frame_00000.png"]?.bytes())
    }

    /// Polycam keeps its original pictures beside those that it made straight.
    @Test func originalsBesideCorrectedPicturesAreLeftOutWithALoss() throws {
        var entries: [PackageEntry] = []
        for (folder, comment) in [("", 1), ("corrected_", 2)] {
            let (cameras, images) = ("keyframes/\(folder)cameras", "keyframes/\(folder)images")
            entries.append(PackageEntry(path: "\(cameras)/100.json", bytes: Array(SmallPackage().camera(0).utf8)))
            entries.append(
                PackageEntry(path: "\(images)/100.jpg", bytes: SmallPackage.jpeg(480, 360, comment: comment)))
        }
        let package = try ScanPackage.read(try PackageFiles(entries, name: "poly"))
        let written = try WrittenPackage(package, .polycamKeyframes)
        let picture = try #require(try written.contents("scan/keyframes/images/100.jpg"))
        #expect(picture == SmallPackage.jpeg(480, 360, comment: 2))
        let left = written.result.losses.filter { $0.subject == "/files" }.flatMap(\.items)
        #expect(left.contains("keyframes/images/100.jpg"))
    }
}
