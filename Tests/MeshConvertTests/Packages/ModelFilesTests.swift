import MeshBytes
import MeshConvert
import MeshFormats
import ScanFixtures
import ScanPackages
import Testing

/// Folders and archives of ordinary models.
@Suite struct ModelFilesTests {
    private static let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
    private static let textured =
        "mtllib room.mtl\nusemtl m\n\(square)vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"
    private static let library = "newmtl m\nmap_Kd ../textures/Wood.png\n"
    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]
    private static let asset: [(path: String, bytes: [UInt8])] = [
        ("source/room.obj", Array(textured.utf8)), ("source/room.mtl", Array(library.utf8)),
        ("textures/wood.png", picture), ("license.txt", [0x43]),
    ]

    /// The document of an archive of these files, as a conversion reads it.
    private func document(
        _ files: [(path: String, bytes: [UInt8])], zip: FixtureZip = FixtureZip(), mesh: String? = nil
    ) throws -> Document {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", zip.archive(files))
        var options = ConvertOptions()
        options.scanMesh.path = mesh
        return try Pipeline().document(of: .path(folder.path("a.zip")), options: options)
    }

    private func message(_ files: [(path: String, bytes: [UInt8])], mesh: String? = nil) -> (String, ReadError.Code)? {
        do {
            _ = try document(files, mesh: mesh)
            return nil
        } catch {
            guard let error = error as? ConvertError, case .read(let read, _) = error else { return nil }
            return (read.location.text + "|" + read.message, read.code)
        }
    }

    @Test(arguments: [false, true]) func anArchiveIsItsOnlyModelWithItsTextures(deflates: Bool) throws {
        var zip = FixtureZip()
        zip.deflates = deflates
        let scene = try document(Self.asset, zip: zip).scene
        #expect(scene.images.map(\.bytes) == [Self.picture])
        #expect(scene.meshes.count == 1)
    }

    @Test func whatArchiversLeaveIsNoModel() throws {
        let litter: [(path: String, bytes: [UInt8])] = [
            ("__MACOSX/source/._room.obj", [0]), ("source/._room.obj", [0]), (".hidden/b.obj", [0]),
            ("in/__MACOSX/b.obj", [0]), (".DS_Store", [0]),
        ]
        #expect(try document(Self.asset + litter).scene.images.count == 1)
    }

    @Test func backslashesSeparateFolders() throws {
        let files = Self.asset.map { ($0.path.replacing("/", with: "\\"), $0.bytes) }
        #expect(try document(files).scene.images.map(\.bytes) == [Self.picture])
    }

    @Test func theRichestOfTwinsIsTaken() throws {
        let bare = ("source/room.stl", Array("solid a\nendsolid a\n".utf8))
        let more = ("source/room.off", Array("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 2 1\n".utf8))
        let document = try document([bare, more] + Self.asset)
        #expect(document.scene.images.count == 1)
        let note = try #require(document.diagnostics.first { $0.isAboutChoice })
        #expect(note.message.hasPrefix("took source/room.obj (1 face, 1 texture); to take another: option mesh=NAME"))
        #expect(note.message.contains("source/room.off (2 faces, no texture)"))
        #expect(try self.document([bare, more] + Self.asset, mesh: "room.off").format == "off")
    }

    private static let part =
        "#usda 1.0\n(defaultPrim = \"M\")\ndef Mesh \"M\" {\n    point3f[] points = "
        + "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n}\n"
    private static let layers: [(path: String, bytes: [UInt8])] = [
        ("geo/part.usda", Array(part.utf8)),
        (
            "scene.usda",
            Array(
                "#usda 1.0\n\(["A", "B"].map { "def \"\($0)\" (references = @geo/part.usda@) {}\n" }.joined())".utf8)
        ),
    ]

    @Test(arguments: [false, true]) func ofLayersTheOneThatUsesTheOthersIsTaken(isReversed: Bool) throws {
        let files = isReversed ? Self.layers.reversed() : Self.layers
        #expect(try document(files).scene.nodes.count { $0.mesh != nil } == 2)
        #expect(try document(files, mesh: "part.usda").scene.nodes.count { $0.mesh != nil } == 1)
        let other = [(path: "other.usda", bytes: Array(Self.part.utf8))]
        #expect(message(files + other)?.0.contains("it holds 3 models") == true)
    }

    @Test func severalAssetsAreListed() throws {
        let other: (path: String, bytes: [UInt8]) = ("b/room.obj", Array(Self.textured.utf8))
        let (text, code) = try #require(message(Self.asset + [other]))
        #expect(text.contains("it holds 2 models") && text.contains("b/room.obj, source/room.obj"))
        #expect(code == .usage)
        #expect(message(Self.asset + [other], mesh: "room.obj")?.1 == .usage)
        #expect(try document(Self.asset + [other], mesh: "b/room.obj").scene.images.isEmpty == false)
        #expect(message(Self.asset, mesh: "none.obj")?.0.contains("'none.obj' is not the name of one model") == true)
    }

    @Test func whatIsThereInsteadOfAModelIsSaid() throws {
        let none = try #require(message([]))
        #expect(none == ("|it holds no files", .unknownFormat))
        let pictures = try #require(message([("a.PNG", [0]), ("b.png", [0]), ("c.txt", [0])]))
        #expect(pictures.0 == "|it holds no 3D model and no scan, only 3 files (.png, .txt)")
        let nested = try #require(message([("source/in.zip", FixtureZip().archive(Self.asset))]))
        #expect(nested.0.contains("an archive: unpack 'source/in.zip'"))
        #expect(nested.1 == .unknownFormat)
    }

    @Test func aNameThatLeavesTheArchiveIsRefused() throws {
        for name in ["../room.obj", "/room.obj", "a/../../room.obj", "C:/room.obj"] {
            #expect(message([(name, Array(Self.square.utf8))])?.1 == .invalidValue, "\(name)")
        }
    }

    @Test func aBrokenEntryIsAnErrorInIt() throws {
        var bytes = FixtureZip().archive(Self.asset)
        let place = try #require(bytes.firstRange(of: Array("v 1 1 0".utf8))?.lowerBound)
        bytes[place + 2] = 0x32
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", bytes)
        let failure = #expect(throws: ConvertError.self) { try convert(folder.path("a.zip"), to: folder.path("a.glb")) }
        #expect(failure?.description.contains("a.zip/source/room.obj") == true)
        #expect(try folder.names() == ["a.zip"])
    }

    @Test func aBrokenTextureIsNotOneThatIsMissing() throws {
        var bytes = FixtureZip().archive(Self.asset)
        let place = try #require(bytes.firstRange(of: Self.picture)?.lowerBound)
        bytes[place + 9] = 7
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.zip", bytes)
        var options = ConvertOptions()
        #expect(throws: ConvertError.self) {
            try Pipeline().document(of: .path(folder.path("a.zip")), options: options)
        }
        options.reading.lenient = true
        let document = try Pipeline().document(of: .path(folder.path("a.zip")), options: options)
        #expect(document.diagnostics.contains { $0.code == "texture.missing" })
    }

    @Test func eachBeginningAndManyChangesAreReadOrRefused() throws {
        let bytes = FixtureZip().archive(Self.asset)
        let folder = try TestFolder()
        defer { folder.remove() }
        func attempt(_ bytes: [UInt8]) throws {
            try folder.writeBytes("a.zip", bytes)
            _ = try? Pipeline().document(of: .path(folder.path("a.zip")))
        }
        for end in stride(from: 0, to: bytes.count, by: 7) { try attempt(Array(bytes.prefix(end))) }
        var state: UInt64 = 7
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            try attempt(changed)
        }
    }

    @Test func aModelOfATreeIsASourceOfItsOwn() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let other: (path: String, bytes: [UInt8]) = ("b/room.obj", Array(Self.square.utf8))
        try folder.writeBytes("a.zip", FixtureZip().archive(Self.asset + [other]))
        let found = try ModelFiles.found(at: folder.path("a.zip"))
        let files = try #require(found)
        #expect(files.models == ["b/room.obj", "source/room.obj"])
        #expect(!files.isOneAsset && files.isArchive)
        let report = try Pipeline().convert(files.source(of: "source/room.obj"), to: .path(folder.path("a.glb")))
        #expect(report.input.path == folder.path("a.zip/source/room.obj"))
        #expect(report.input.bytes == Self.textured.utf8.count)
        #expect(report.isLossless || !report.losses.contains { $0.code == .textureMissing })
        #expect(try ModelFiles.found(at: folder.path("a.glb")) == nil)
        #expect(try ModelFiles.found(at: folder.path("none")) == nil)
    }
}
