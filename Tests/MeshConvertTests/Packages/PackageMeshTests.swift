import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Meshes of scan packages, and the app's own files, converted to every format.
@Suite struct PackageMeshTests {
    /// Two blocks as the app has them, a square metre each: 3 × 3 vertices, 8 faces, not welded to each other. Then two
    /// vertices where a person was.
    private struct Blocks {
        var vertices: [SIMD3<Float>] = []
        var faces: [[Int]] = []
        var colors: [Float] = []
        var classes: [UInt8] = []

        /// - Parameter gap: the distance from the first block's last column to the second block's first.
        init(gap: Float = 0x1p-11) {
            for block in 0..<2 {
                let base = vertices.count
                for row in 0..<3 {
                    for column in 0..<3 {
                        let seam: Float = block == 1 && column == 0 ? gap : 0
                        vertices.append(SIMD3(Float(block) + Float(column) / 2 + seam, 0, Float(row) / 2))
                        colors += [block == 0 ? 0.2 : 0.7, Float(column) / 2, Float(row) / 3, 1]
                    }
                }
                for row in 0..<2 {
                    for column in 0..<2 {
                        let a = base + row * 3 + column
                        faces += [[a, a + 3, a + 1], [a + 1, a + 3, a + 4]]
                        classes += [2, UInt8(block)]
                    }
                }
            }
            for person in 0..<2 {
                vertices.append(SIMD3(5, Float(person), 5))
                colors += [0.5, 0.5, 0.5, 1]
            }
        }

        var obj: [UInt8] {
            var text = ""
            for v in vertices { text += "v \(v.x) \(v.y) \(v.z)\n" }
            for f in faces { text += "f \(f[0] + 1) \(f[1] + 1) \(f[2] + 1)\n" }
            return Array(text.utf8)
        }

        var colorBytes: [UInt8] {
            colors.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) } }
        }

        /// The app's PLY: 15 bytes for a vertex, 13 for a face (*Meshes* in the Scan packages article).
        var appPLY: [UInt8] {
            func four(_ bits: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) } }
            var body: [UInt8] = []
            for (index, v) in vertices.enumerated() {
                for value in [v.x, v.y, v.z] { body += four(value.bitPattern) }
                for component in 0..<3 { body.append(UInt8(max(0, min(255, 255 * colors[index * 4 + component])))) }
            }
            for face in faces {
                body.append(3)
                for vertex in face { body += four(UInt32(vertex)) }
            }
            return body
        }
    }

    /// Yaw of 30° and (1, 0, 2), column by column.
    private static let registration: String = {
        let (c, s) = (0.75.squareRoot(), 0.5)
        return "{\"version\":2,\"applied\":true,\"transform\":[\(c),0,\(-s),0,0,1,0,0,\(s),0,\(c),0,1,0,2,1]}"
    }()

    private static let metadata =
        "{\"timestamp\":1,\"device\":\"d\",\"os_name\":\"iOS\",\"os_version\":\"1\",\"app_version\":\"0.5\","
        + "\"build_type\":\"debug\"}"

    private func files(
        _ blocks: Blocks = Blocks(), isRegistered: Bool = false
    ) -> [(path: String, bytes: [UInt8])] {
        var files = [
            ("scan/scan4d_metadata.json", Array(Self.metadata.utf8)), ("scan/mesh.obj", blocks.obj),
            ("scan/colors.bin", blocks.colorBytes), ("scan/face_classes.bin", blocks.classes),
        ]
        if isRegistered { files.append(("scan/registration.json", Array(Self.registration.utf8))) }
        return files
    }

    private func package(_ files: [(path: String, bytes: [UInt8])]) throws -> ScanPackage {
        try ScanPackage.read(.zip(.bytes(FixtureZip().archive(files), name: "room.zip")))
    }

    private func positions(_ scene: MeshScene) -> [SIMD3<Double>] {
        let values = scene.vertexSets[0].attribute(.position)?.values.doubles() ?? []
        return stride(from: 0, to: values.count, by: 3).map { SIMD3(values[$0], values[$0 + 1], values[$0 + 2]) }
    }

    /// The number of edges with only one face.
    private func openEdges(_ scene: MeshScene) -> Int {
        let corners = scene.meshes[0].primitives[0].vertices?.integers() ?? []
        var uses: [[Int64]: Int] = [:]
        for face in stride(from: 0, to: corners.count, by: 3) {
            for corner in 0..<3 {
                uses[[corners[face + corner], corners[face + (corner + 1) % 3]].sorted(), default: 0] += 1
            }
        }
        return uses.values.filter { $0 == 1 }.count
    }

    // MARK: The scene

    @Test func theMeshOfAPackageIsASceneWithColoursAndClasses() throws {
        let document = try PackageMesh.read(try package(files()))
        try document.scene.validate()
        #expect(document.variant == "scan4d")
        #expect(document.scene.vertexSets[0].attribute(.color(0))?.values.components == 3)
        #expect(document.scene.meshes[0].primitives[0].elementAttributes.map(\.semantic.name) == ["classification"])
        #expect(document.scene.upAxis == .y && document.scene.metersPerUnit == 1)
        #expect(document.diagnostics.map(\.code) == ["color.source-unknown", "vertex.unreferenced"])
    }

    @Test func classesBecomeGroupsOfOBJWhereAskedFor() throws {
        var options = ConvertOptions()
        options.scanMesh.classForm = .groups
        var blocks = Blocks()
        blocks.classes[15] = 9
        let scene = try PackageMesh.read(try package(files(blocks)), options: options).scene
        try scene.validate()
        let primitive = scene.meshes[0].primitives[0]
        #expect(primitive.elementAttributes.isEmpty)
        let groups = try #require(primitive.subsetFamilies.first)
        #expect(groups.name == "groups" && groups.subsets.map(\.name) == ["floor", "none", "wall", "class 9"])
        #expect(groups.subsets.map(\.count) == [8, 4, 3, 1])
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("room.zip", FixtureZip().archive(files(blocks)))
        options.verify = true
        let report = try convert(.path(folder.path("room.zip")), to: .data(named: "out.obj"), options: options)
        #expect(report.verified == true && report.isLossless)
        let text = String(decoding: try #require(report.data), as: UTF8.self)
        #expect(text.contains("\ng wall\n") && text.contains("\ng floor\n"))
    }

    @Test func f15VerticesThatNoFaceUsesGoByDefault() throws {
        let package = try package(files())
        let scene = try PackageMesh.read(package).scene
        #expect(scene.vertexSets[0].count == 18)
        #expect(positions(scene).allSatisfy { $0.x < 4 })
        var options = ConvertOptions()
        options.scanMesh.keepsUnreferenced = true
        #expect(try PackageMesh.read(package, options: options).scene.vertexSets[0].count == 20)
    }

    @Test func f15SeamsOfBlocksCloseWithinAMillimetre() throws {
        let package = try package(files())
        #expect(openEdges(try PackageMesh.read(package).scene) == 16)
        var options = ConvertOptions()
        options.scanMesh.seamTolerance = 0.001
        let document = try PackageMesh.read(package, options: options)
        try document.scene.validate()
        // Two grids of nine vertices with three in common. The open edges are the border of both: 12.
        #expect(document.scene.vertexSets[0].count == 15)
        #expect(openEdges(document.scene) == 12)
        #expect(document.scene.meshes[0].primitives[0].elementCount == 16)
        let told = try #require(document.diagnostics.first { $0.code == "vertex.seams-welded" })
        #expect(told.count == 3 && told.message.hasSuffix("the largest move is 0.0004883 m"))
        // The seam has the first block's colour.
        let colors = document.scene.vertexSets[0].attribute(.color(0))?.values.doubles() ?? []
        let reds = stride(from: 0, to: colors.count, by: 3).map { Float(colors[$0]) }
        #expect(reds == Array(repeating: 0.2, count: 9) + Array(repeating: 0.7, count: 6))
    }

    @Test func seamsThatAreFurtherApartStayOpen() throws {
        var options = ConvertOptions()
        options.scanMesh.seamTolerance = 0.001
        let scene = try PackageMesh.read(try package(files(Blocks(gap: 0.0015))), options: options).scene
        #expect(scene.vertexSets[0].count == 18 && openEdges(scene) == 16)
    }

    @Test(arguments: [0, -1, .nan, .infinity, Double.greatestFiniteMagnitude]) func aDistanceThatIsNoneIsRefused(
        distance: Double
    ) throws {
        var options = ConvertOptions()
        options.scanMesh.seamTolerance = distance
        let package = try package(files())
        #expect { try PackageMesh.read(package, options: options) } throws: { ($0 as? ReadError)?.code == .usage }
    }

    @Test func facesThatCollapseAreLeftOutWithTheirClasses() throws {
        var options = ConvertOptions()
        options.scanMesh.seamTolerance = 0.51
        let document = try PackageMesh.read(try package(files()), options: options)
        try document.scene.validate()
        #expect(document.diagnostics.contains { $0.code == "face.collapsed" })
        let primitive = document.scene.meshes[0].primitives[0]
        #expect(primitive.elementAttributes.first?.count == primitive.elementCount)
    }

    @Test func f16TheRawFrameUndoesTheRegistration() throws {
        let package = try package(files(isRegistered: true))
        let canonical = try PackageMesh.read(package)
        var options = ConvertOptions()
        options.scanMesh.space = .raw
        let raw = try PackageMesh.read(package, options: options)
        try raw.scene.validate()
        let back = package.rawToCanonical
        #expect(back != .identity)
        for (one, other) in zip(positions(raw.scene), positions(canonical.scene)) {
            let moved = back.applied(to: one) - other
            #expect((moved * moved).sum().squareRoot() < 1e-6)
        }
        #expect(positions(raw.scene) != positions(canonical.scene))
        #expect(raw.scene.nodes == canonical.scene.nodes)
        #expect(raw.diagnostics.contains { $0.code == "mesh.moved" })
        #expect(raw.scene.metadata.contains { $0.value == "frame: raw" })
        #expect(canonical.scene.metadata.contains { $0.value == "frame: canonical" })
        // Without a registration both frames are the same.
        let plain = try self.package(files())
        #expect(try positions(PackageMesh.read(plain, options: options).scene) == positions(canonical.scene))
    }

    @Test func f16ARegistrationThatCantBeReadStandsInTheWayOfTheRawFrameOnly() throws {
        let broken = files() + [("scan/registration.json", Array("{\"applied\":true}".utf8))]
        var reading = PackageOptions()
        reading.lenient = true
        let package = try ScanPackage.read(
            .zip(.bytes(FixtureZip().archive(broken), name: "room.zip")), options: reading)
        _ = try PackageMesh.read(package)
        var options = ConvertOptions()
        options.scanMesh.space = .raw
        #expect(throws: ReadError.self) { try PackageMesh.read(package, options: options) }
    }

    @Test func oneOfSeveralMeshesIsTakenAndTheOthersAreNamed() throws {
        let triangle = Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)
        let package = try package(files() + [("scan/a.obj", triangle), ("scan/mesh_proxy.obj", triangle)])
        let document = try PackageMesh.read(package)
        #expect(document.scene.vertexSets[0].count == 18)
        let told = try #require(document.diagnostics.first { $0.isAboutChoice })
        #expect(
            told.message == "took mesh.obj (16 faces, no texture); to take another: option mesh=NAME; "
                + "also found: a.obj (1 face, no texture)")
        var options = ConvertOptions()
        options.scanMesh.path = "a.obj"
        // Colours and classes belong to `mesh.obj`.
        let other = try PackageMesh.read(package, options: options)
        #expect(other.scene.vertexSets[0].count == 3 && other.diagnostics.isEmpty)
        options.scanMesh.path = "b.obj"
        #expect {
            try PackageMesh.read(package, options: options)
        } throws: {
            ($0 as? ReadError)?.message
                == "'b.obj' is not the name of one mesh; choose from a.obj, mesh.obj, mesh_proxy.obj"
        }
    }

    @Test func theTexturedMeshIsTakenElseTheLargest() throws {
        let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
        let small = square + "f 1 2 3\n", large = square + "f 1 2 3\nf 1 3 4\n"
        let textured = "mtllib c.mtl\nusemtl m\n\(square)vt 0 0\nf 1/1 2/1 3/1\n"
        var files: [(String, [UInt8])] = [
            ("frame_00000.json", Array("{}".utf8)), ("a.obj", Array(small.utf8)), ("b.obj", Array(large.utf8)),
            ("c.obj", Array(textured.utf8)), ("d.obj", Array("f 1 2 3\n".utf8)),
            ("c.mtl", Array("newmtl m\nmap_Kd Photo.JPG\n".utf8)),
        ]
        func taken(_ options: ConvertOptions = ConvertOptions()) throws -> [String] {
            let package = try self.package(files)
            let info = try PackageInfo(package, path: "x", options: options)
            #expect(info.models.map(\.path) == ["a.obj", "b.obj", "c.obj", "d.obj"])
            #expect(info.models.last?.problem != nil)
            let document = try PackageMesh.read(package, options: options)
            let taken = info.models.filter(\.isTaken)
            #expect(document.scene.images.count(where: \.isFound) == taken.first?.textureCount)
            return taken.map(\.path)
        }
        // A texture that is not there is none.
        #expect(try taken() == ["b.obj"])
        files.append(("textures/photo.jpg", [0xFF, 0xD8, 0xFF]))
        #expect(try taken() == ["c.obj"])
        var options = ConvertOptions()
        options.scanMesh.path = "a.obj"
        #expect(try taken(options) == ["a.obj"])
    }

    @Test func aPackageWithoutAMeshSaysWhatIsPossible() throws {
        let package = try package([("scan4d_metadata.json", Array(Self.metadata.utf8))])
        #expect { try PackageMesh.read(package) } throws: { error in
            guard let error = error as? ReadError else { return false }
            return error.code == .missing && error.message.contains("has no mesh")
                && error.message.contains("variant raw")
        }
    }

    @Test func librariesAndPicturesOfAMeshAreFoundInThePackage() throws {
        let mtl = Array("newmtl wall\nKd 1 1 1\nmap_Kd tex/wall.png\n".utf8)
        let obj = Array(
            "mtllib export.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wall\nf 1/1 2/2 3/3\n".utf8)
        let png = RoomPackage.png([1, 2, 3, 4] as [UInt8], width: 2, height: 2)
        let package = try package([
            ("scan4d_metadata.json", Array(Self.metadata.utf8)), ("export.obj", obj), ("export.mtl", mtl),
            ("tex/wall.png", png), ("images/frame_00000.png", png),
        ])
        let source = Source.document(try PackageMesh.read(package), named: "room")
        var options = ConvertOptions()
        options.verify = true
        let report = try convert(source, to: .data(named: "room.glb"), options: options)
        #expect(report.verified == true)
        #expect(report.losses.allSatisfy { $0.severity != .dropped })
        let glb = try #require(report.data)
        #expect(glb.firstRange(of: png) != nil)
    }

    @Test(arguments: ["mesh.obj", "colors.bin", "face_classes.bin"]) func whatIsCutOffIsNamed(name: String) throws {
        var files = files()
        let index = try #require(files.firstIndex { $0.path.hasSuffix(name) })
        let whole = files[index].bytes
        for length in [0, 1, whole.count / 2, whole.count - 1] {
            files[index].bytes = Array(whole.prefix(length))
            let package = try package(files)
            do {
                let document = try PackageMesh.read(package)
                try document.scene.validate()
                #expect(name == "mesh.obj" && document.scene.meshes.allSatisfy { $0.primitives.isEmpty } == false)
            } catch {
                let place = (error as? ReadError)?.location.text ?? ""
                // With fewer faces or vertices the mesh doesn't fit its side files.
                let isNamed = name == "mesh.obj" ? !place.isEmpty : place == name
                #expect(isNamed)
            }
        }
    }

    // MARK: Files

    @Test(arguments: ["ply", "obj", "glb", "usdz", "usda", "stl", "gltf"]) func aPackageBecomesEveryFormatAndProvesIt(
        ending: String
    ) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("room.zip", FixtureZip().archive(files(isRegistered: true)))
        var options = ConvertOptions()
        options.verify = true
        options.hashes = true
        options.scanMesh.colorSource = .photo
        options.scanMesh.seamTolerance = 0.001
        let report = try convert(folder.path("room.zip"), to: folder.path("out.\(ending)"), options: options)
        #expect(report.verified == true)
        #expect(report.inputVariant == "scan4d" && report.input.sha256?.count == 64)
        // Slicers take what an STL says for millimetres with Z up, whatever its header says.
        let clashes = ending == "stl" ? ["unit.clash", "axis.clash"] : []
        #expect(report.diagnostics.map(\.code) == ["vertex.unreferenced", "vertex.seams-welded"] + clashes)
        let back = try Pipeline().read(try Input.file(folder.path("out.\(ending)")))
        let vertices = back.scene.vertexSets.reduce(0) { $0 + $1.count }
        // In glTF a vertex is repeated if its faces have different classes.
        #expect(vertices == (ending == "stl" ? 48 : ending.hasPrefix("gl") ? 30 : 15))
        // The output names its source in formats with comments; STL has none, which isn't a loss.
        #expect(!report.losses.contains { $0.code == .metadataDropped })
        guard ending != "stl" else { return }
        let remarks = back.scene.metadata.filter { $0.key == "comment" }.map(\.value)
        #expect(
            remarks == [
                "source: room.zip (scan4d), mesh.obj", "colors: photo", "frame: canonical", "units: metres, Y up",
                "written by \(Tool.name) \(Tool.version)",
            ])
    }

    @Test(arguments: ["ply", "glb", "usdz"]) func f30TheSameInputGivesTheSameBytes(ending: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("room.zip", FixtureZip().archive(files()))
        var hashes: Set<[UInt8]> = []
        for threads in [1, 2, 7] {
            var options = ConvertOptions()
            options.execution.threads = threads
            let report = try convert(
                .path(folder.path("room.zip")), to: .data(named: "out.\(ending)"), options: options)
            hashes.insert(try #require(report.data))
        }
        #expect(hashes.count == 1)
    }

    @Test func aFolderConvertsLikeAnArchive() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("mesh.obj", Blocks().obj)
        try folder.writeBytes("colors.bin", Blocks().colorBytes)
        let report = try convert(.path(folder.path("")), to: .data(named: "out.ply"))
        #expect(report.inputVariant == "scan4d")
        let scene = try Pipeline().read(.bytes(try #require(report.data), name: "out.ply")).scene
        #expect(scene.vertexSets[0].attribute(.color(0)) != nil && scene.vertexSets[0].count == 18)
    }

    @Test func f11ThePLYHasTheAppsLayout() throws {
        let blocks = Blocks()
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("mesh.obj", blocks.obj)
        try folder.writeBytes("colors.bin", blocks.colorBytes)
        var options = ConvertOptions()
        options.scanMesh.colors = .path(folder.path("colors.bin"))
        options.scanMesh.colorRounding = .trunc
        options.scanMesh.colorSource = .photo
        options.scanMesh.keepsUnreferenced = true
        options.verify = true
        options.hashes = true
        let report = try convert(.path(folder.path("mesh.obj")), to: .data(named: "out.ply"), options: options)
        #expect(report.verified == true && report.inputVariant == "scan.obj")
        #expect(report.sideFiles.map(\.path) == [folder.path("colors.bin")])
        let data = try #require(report.data)
        let expected = blocks.appPLY
        #expect(expected.count == 20 * 15 + 16 * 13)
        #expect(data.suffix(expected.count).elementsEqual(expected))
        let header = String(decoding: data.dropLast(expected.count), as: UTF8.self)
        #expect(header.hasSuffix("end_header\n"))
        #expect(header.contains("element vertex 20\n") && header.contains("element face 16\n"))
        #expect(header.contains("comment colors: photo\n"))
        // Rounded to the nearest byte, 0.5 is 128 and not 127.
        options.scanMesh.colorRounding = .nearest
        let nearest = try convert(.path(folder.path("mesh.obj")), to: .data(named: "out.ply"), options: options)
        #expect(nearest.data != data && nearest.data?.count == data.count)
    }

    @Test func f11ColoursOfTheWrongSizeAreAnErrorOrLeftOut() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("mesh.obj", Blocks().obj)
        var options = ConvertOptions()
        options.scanMesh.colors = .bytes([1, 2, 3])
        let source = Source.path(folder.path("mesh.obj"))
        #expect { try convert(source, to: .data(named: "a.ply"), options: options) } throws: { error in
            (error as? ConvertError)?.message.contains("16 bytes for each of 20 vertices, 320 in all, found 3") == true
        }
        options.reading.lenient = true
        let report = try convert(source, to: .data(named: "a.ply"), options: options)
        #expect(report.diagnostics.contains { $0.code == "file.unreadable" && $0.severity == .warning })
        let scene = try Pipeline().read(.bytes(try #require(report.data), name: "a.ply")).scene
        #expect(scene.vertexSets[0].attribute(.color(0)) == nil)
        #expect(scene.metadata.contains { $0.value == "colors: none" })
    }

    @Test func f12TheAppsOBJBecomesOneWithColours() throws {
        let blocks = Blocks()
        var options = ConvertOptions()
        options.scanMesh.colors = .bytes(blocks.colorBytes)
        options.scanMesh.keepsUnreferenced = true
        options.verify = true
        let report = try convert(.bytes(blocks.obj, named: "mesh.obj"), to: .data(named: "out.obj"), options: options)
        #expect(report.verified == true)
        let back = try Pipeline().read(.bytes(try #require(report.data), name: "out.obj")).scene
        #expect(positions(back).map { SIMD3<Float>($0) } == blocks.vertices)
        let colors = back.vertexSets[0].attribute(.color(0))?.values.doubles().map { Float($0) }
        #expect(colors == blocks.colors.enumerated().filter { $0.offset % 4 != 3 }.map(\.element))
    }

    @Test(arguments: ["glb", "usda"]) func f13f14ColoursAreLinearWhereTheFormatSaysSo(ending: String) throws {
        let blocks = Blocks()
        var options = ConvertOptions()
        options.scanMesh.colors = .bytes(blocks.colorBytes)
        options.reading.options["origin"] = "ignore"
        let report = try convert(
            .bytes(blocks.obj, named: "mesh.obj"), to: .data(named: "out.\(ending)"), options: options)
        // Read as a foreign file.
        let back = try Pipeline().read(.bytes(try #require(report.data), name: "out.\(ending)"), options: options).scene
        let color = try #require(back.vertexSets[0].attribute(.color(0)))
        #expect(color.frame.colorSpace == .linear)
        // sRGB 0.2 and 0.7 by IEC 61966-2-1.
        let values = color.values.doubles()
        #expect(abs(values[0] - 0.033104766) < 1e-6)
        #expect(abs(values[27] - 0.447988391) < 1e-6)
    }

    @Test func whatOnlyPackagesHaveIsRefusedForFiles() throws {
        for change in [{ $0.path = "mesh.obj" }, { $0.space = .raw }] as [(inout ScanMeshOptions) -> Void] {
            var options = ConvertOptions()
            change(&options.scanMesh)
            #expect {
                try convert(.bytes(Blocks().obj, named: "a.obj"), to: .data(named: "a.ply"), options: options)
            } throws: {
                ($0 as? ConvertError)?.code == "usage"
            }
        }
    }

    @Test func aUSDPackageUnderAnotherNameIsNoScan() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let usdz = try convert(.bytes(Blocks().obj, named: "a.obj"), to: .data(named: "a.usdz"))
        try folder.writeBytes("a.zip", try #require(usdz.data))
        let report = try convert(.path(folder.path("a.zip")), to: .data(named: "a.ply"))
        #expect(report.inputVariant == "usdz")
    }
}
