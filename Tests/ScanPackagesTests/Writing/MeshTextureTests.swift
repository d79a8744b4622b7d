import MeshFormats
import Testing

@testable import ScanPackages

/// The files that meshes name go into packages with them.
@Suite struct MeshTextureTests {
    private func small(privacy: Bool = false) -> SmallPackage {
        var small = SmallPackage()
        if privacy {
            small.metadata = SmallPackage.plainMetadata.replacing(
                "\"privacy_filter\": false", with: "\"privacy_filter\": true")
        }
        small.others = [
            ("textured.obj", Array("mtllib textured.mtl\nv 0 0 0\n".utf8)),
            ("textured.mtl", Array("newmtl m\nmap_Kd -s 1 1 1 textures/My Photo.JPG\n".utf8)),
            ("textures/my photo.jpg", [0xFF, 0xD8, 0xFF, 7]), ("thumb.jpg", [0xFF, 0xD8, 0xFF, 8]),
        ]
        return small
    }

    @Test func aTextureIsCopiedAndWhatIsLeftOutIsNamed() throws {
        let written = try WrittenPackage(small().package(), .scan4D, PackageWriteOptions())
        #expect(try written.contents("scan/textures/my photo.jpg") == [0xFF, 0xD8, 0xFF, 7])
        #expect(written.names.contains("scan/textured.mtl"))
        let losses = written.result.losses.filter { $0.severity == .dropped }
        #expect(losses.map(\.name) == ["other files: thumb.jpg"])
    }

    @Test(arguments: PackageVariant.allCases.filter { $0 != .scan4D })
    func aVariantWithoutMeshesNamesThemAndTheirFiles(_ variant: PackageVariant) throws {
        let written = try WrittenPackage(small().package(), variant, PackageWriteOptions())
        let names = Set(written.result.losses.map(\.name))
        #expect(
            names.isSuperset(of: [
                "meshes: textured.obj", "files of meshes: textured.mtl, my photo.jpg", "other files: thumb.jpg",
            ]))
    }

    /// What lies beside a PLY isn't named by it.
    @Test func smallerPicturesAreNoFilesOfACloud() throws {
        let package = try ScanPackage.read(
            PackageFiles(
                [
                    (
                        "transforms.json",
                        Array("{\"camera_angle_x\": 1, \"frames\": [{\"file_path\": \"images/a.jpg\"}]}".utf8)
                    ),
                    ("images/a.jpg", SmallPackage.jpeg(4, 4)), ("images_2/a.jpg", SmallPackage.jpeg(2, 2)),
                    ("images_4/a.jpg", SmallPackage.jpeg(1, 1)), ("sparse_pc.ply", Array("ply\n".utf8)),
                ].map { PackageEntry(path: $0.0, bytes: $0.1) }, name: "scaled"))
        #expect(package.meshSidePaths.isEmpty)
        #expect(package.otherPaths == ["images_2/a.jpg", "images_4/a.jpg"])
    }

    @Test func aRewriterIsAskedAboutTextures() throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            guard case .mesh(let mesh) = image.owner else { return bytes }
            return mesh == "textured.obj" ? [0xFF, 0xD8, 0xFF, 9] : nil
        }
        let written = try WrittenPackage(small(privacy: true).package(), .scan4D, options)
        #expect(try written.contents("scan/textures/my photo.jpg") == [0xFF, 0xD8, 0xFF, 9])
    }

    @Test func aLibraryHasThePicturesThatItNames() throws {
        var small = small()
        small.others += [
            ("a/m.mtl", Array("map_Kd wood.png\nmap_Ks ../gone.png\nnorm tex\\STONE.jpg\n".utf8)),
            ("a/wood.png", [1]), ("b/wood.png", [2]), ("b/stone.jpg", [3]), ("a/none.mtl", Array("Kd 1 1 1\n".utf8)),
        ]
        let package = try small.package()
        func textures(_ path: String) throws -> [String] {
            MeshSideFiles.textures(of: try #require(package.files[path]), in: package)
        }
        // Of two files of one name it is the one beside the library.
        #expect(try textures("a/m.mtl") == ["a/wood.png", "b/stone.jpg"])
        #expect(try textures("textured.mtl") == ["textures/my photo.jpg"])
        #expect(try textures("a/none.mtl").isEmpty)
    }

    @Test func pathsOfPicturesAreFoundAsTheyAreWritten() {
        func paths(_ text: String) -> Set<String> { MeshSideFiles.picturePaths(in: Array(text.utf8)) }
        #expect(paths("map_Kd textures/My Photo.JPG\n").contains("textures/My Photo.JPG"))
        #expect(paths("@./t\\x.png@ \"../y.jpeg\"").isSuperset(of: ["./t\\x.png", "../y.jpeg"]))
        #expect(paths("textures/readme.txt").isEmpty)
    }

    @Test func namesOfPicturesAreFoundInText() {
        func names(_ text: String) -> Set<String> { MeshSideFiles.pictures(in: Array(text.utf8)) }
        #expect(names("map_Kd wood.png\n").contains("wood.png"))
        #expect(names("map_Kd a b.JPEG").contains("a b.jpeg"))
        #expect(names(#"{"uri":"tex/a%20b.png"}"#) == ["a b.png", "b.png"])
        #expect(names("@./t/x.png@ \"y.jpg\" C:\\me\\z.jpg").isSuperset(of: ["x.png", "y.jpg", "z.jpg"]))
        #expect(names("a.txt . .p .pn").isEmpty)
        #expect(names(String(repeating: " ", count: 100_000) + ".png").count < 40)
        #expect(names(String(repeating: "a .jpg", count: 100_000)).count < 11_000)
    }
}
