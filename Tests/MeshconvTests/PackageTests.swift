import Foundation
import MeshBytes
import MeshConvert
import ScanFixtures
import Testing

/// `info` and `check` of scan packages.
@Suite struct PackageTests {
    private func program(_ room: RoomPackage) throws -> Program {
        let program = try Program(hasCases: false)
        try Data(room.zip()).write(to: program.folder.appendingPathComponent("room.zip"))
        return program
    }

    private func document(_ text: String, _ name: String) throws -> JSONValue {
        let value = try JSONValue.parse(Array(text.utf8))
        let schema = try #require(Schemas.document(named: name))
        #expect(SchemaCheck.faults(value, schema) == [])
        #expect(SchemaCheck.undescribed(value, schema) == [])
        return value
    }

    @Test func infoTellsWhatAPackageHolds() throws {
        var room = RoomPackage()
        room.hasRoomPlan = true
        let program = try program(room)
        let result = try program.run("info", "room.zip", "--json")
        #expect(result.status == 0)
        let package = try document(result.output, "info")["package"]
        #expect(package?["kind"] == "scan4d")
        #expect(package?["frames"]?.int == 12)
        #expect(package?["keyframes"]?.int == 2)
        #expect(package?["depth"]?.int == 12)
        #expect(package?["poses"]?.int == 12)
        #expect(package?["surfaces"]?.int == 4)
        #expect(package?["imageSizes"]?.array?.compactMap(\.string) == ["480x360", "960x720"])
        let text = try program.run("info", "room.zip")
        #expect(text.status == 0)
        #expect(text.output.contains("12 frames"))
    }

    /// Its mesh is that of the file, and a package can be made of it.
    @Test func anArchiveThroughAPipeIsAPackage() throws {
        var room = RoomPackage()
        room.extra = [("mesh.obj", Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8))]
        let program = try program(room)
        let piped = try program.shell(
            """
            cat room.zip | meshconv - piped.stl && meshconv room.zip named.stl && cmp piped.stl named.stl \
            && cat room.zip | meshconv --from scan4d - again.stl && cmp again.stl named.stl \
            && cat room.zip | meshconv - piped.ply && grep -a "source: standard input (scan4d), mesh.obj" piped.ply \
            && cat room.zip | meshconv - piped/ --to colmap && meshconv room.zip named/ --to colmap && ls piped named \
            && cat room.zip | meshconv - both/ --to stl --to off && cmp both/standard-input.stl named.stl && ls both
            """)
        #expect(piped.status == 0, "\(piped.errors)")
        #expect(piped.output.contains("sparse") && piped.output.contains("standard-input.off"))
        // Of its frames they would say nothing.
        for command in ["info", "check"] {
            let looked = try program.shell("cat room.zip | meshconv \(command) -")
            #expect(looked.status == 64 && looked.errors.contains("name its file"), "\(looked.errors)")
            let named = try program.shell(
                "mkfifo \(command); cat room.zip >\(command) & meshconv \(command) ./\(command)")
            #expect(named.status == 64 && named.errors.contains("name its file"), "\(named.errors)")
        }
    }

    @Test func f25ACheckEndsWithOneOnlyForErrors() throws {
        var room = RoomPackage()
        room.depthOrder = .little
        let fine = try program(room).run("check", "room.zip", "--json")
        #expect(fine.status == 0)
        let document = try document(fine.output, "check")
        #expect(document["errors"]?.int == 0)
        #expect(document["findings"]?[0]?["code"] == "depth.byte-swapped")
        #expect(document["findings"]?[0]?["severity"] == "note")
        room.extra = [("depth/frame_00002.png", [1, 2, 3])]
        let broken = try program(room).run("check", "room.zip", "--json")
        #expect(broken.status == 1)
        let found = try self.document(broken.output, "check")["findings"]?[0]
        #expect(found?["code"] == "depth.unreadable")
        #expect(found?["severity"] == "error")
        #expect(found?["location"] == "depth/frame_00002.png")
        #expect(try program(room).run("check", "room.zip").output.contains("depth/frame_00002.png"))
    }

    @Test func aFolderIsReadAsAPackage() throws {
        let program = try Program(hasCases: false)
        for file in RoomPackage().files() {
            let place = program.folder.appendingPathComponent("room/\(file.path)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: place)
        }
        let result = try program.run("check", "room")
        #expect(result.status == 0)
        #expect(result.output.contains("Nothing is wrong."))
    }

    @Test func whatIsNoPackageIsRefused() throws {
        let program = try Program(hasCases: false)
        try Data(FixtureZip().archive([("notes.txt", [1])])).write(to: program.folder.appendingPathComponent("a.zip"))
        let result = try program.run("info", "a.zip")
        #expect(result.status == 65)
        #expect(result.errors.contains("[input.unknown-format]"))
    }

    // MARK: Its mesh, as a file

    private static let mesh = Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n".utf8)

    private func meshed() throws -> Program {
        var room = RoomPackage()
        let metadata = "{\"timestamp\": 1, \"device\": \"d\", \"privacy_filter\": false}"
        room.extra = [("mesh.obj", Self.mesh), ("scan4d_metadata.json", Array(metadata.utf8))]
        return try program(room)
    }

    @Test(arguments: ["out.ply", "out.obj", "out.stl", "out.glb", "out.usda"])
    func thePlanOfAMeshIsTheReport(output: String) throws {
        let program = try meshed()
        let plan = try program.run("plan", "room.zip", output, "--json")
        #expect(plan.status == 0)
        let target = try #require(try document(plan.output, "plan")["targets"]?[0])
        let report = try document(try program.run("convert", "room.zip", output, "--json").output, "report")
        func codes(_ value: JSONValue?) -> [String] {
            (value?["losses"]?.array ?? []).map { "\($0["code"]?.string ?? "") \($0["subject"]?.string ?? "")" }
        }
        #expect(codes(target) == codes(report))
        #expect(target["lossless"] == report["lossless"])
        #expect(try program.run("plan", "room.zip", output, "-v").output.contains("only the mesh is converted"))
        #expect(report["diagnostics"]?.array?.contains { $0["code"] == "frame.not-converted" } == true)
        // A plan writes nothing.
        #expect(try program.names().sorted() == [output, "room.zip"].sorted())
    }

    @Test func adviceIsAboutThePackageAndItsMesh() throws {
        let program = try meshed()
        let plan = try program.run("plan", "room.zip", "--json")
        #expect(plan.status == 0)
        let targets = try document(plan.output, "plan")["targets"]?.array ?? []
        let names = targets.compactMap { $0["variant"]?.string }
        #expect(names.starts(with: ["scan4d", "polycam", "polycam-keyframes", "raw", "colmap", "colmap-binary"]))
        #expect(names.contains("ply.binary") && names.contains("usdz"))
        #expect(targets[0]["lossless"] == true && targets[4]["lossless"] == false)
        #expect(targets[2]["error"]?["message"]?.string?.contains("JPEG") == true)
        let text = try program.run("plan", "room.zip").output
        #expect(text.contains("as a package, frames and all") && text.contains("its mesh alone"))
        // Without a mesh only packages are possible.
        let bare = try self.program(RoomPackage())
        #expect(try bare.run("plan", "room.zip").output.contains("has no mesh"))
        #expect(try bare.run("plan", "room.zip", "out.ply").status == 66)
        #expect(try !bare.run("plan", "room.zip").output.contains("privacy-consent"))
        var device = RoomPackage()
        device.extra = [("arworldmap.map", [1])]
        let folder = try self.program(device)
        #expect(try folder.run("plan", "room.zip").output.contains("--set privacy-consent=true"))
    }

    @Test(arguments: ["raw", "colmap", "scan4d", "polycam"]) func thePlanOfAPackageIsTheReport(variant: String) throws {
        let program = try meshed()
        let plan = try program.run("plan", "room.zip", "out", "--to", variant, "--json")
        #expect(plan.status == 0)
        let target = try #require(try document(plan.output, "plan")["targets"]?[0])
        let report = try document(
            try program.run("convert", "room.zip", "out", "--to", variant, "--json").output, "report")
        #expect(target["losses"] == report["losses"])
        #expect(target["route"] == report["route"])
    }

    @Test func digestAndDiffTakeTheMesh() throws {
        let program = try meshed()
        try Data("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8).write(
            to: program.folder.appendingPathComponent("same.obj"))
        let digests = try program.run("digest", "room.zip", "same.obj").output.split(separator: "\n")
        #expect(digests.count == 2)
        #expect(digests[0].split(separator: " ").first == digests[1].split(separator: " ").first)
        // The mesh of a package has a unit and an up axis, which OBJ can't express.
        let diff = try program.run("diff", "same.obj", "room.zip")
        #expect(diff.status == 0, "\(diff.output)")
        try Data("v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n".utf8).write(
            to: program.folder.appendingPathComponent("other.obj"))
        #expect(try program.run("diff", "room.zip", "other.obj").status == 1)
    }

    @Test func anArchiveWithoutAVariantNamesThem() throws {
        let result = try meshed().run("convert", "room.zip", "out.zip")
        #expect(result.status == 64)
        #expect(result.errors.contains("scan4d, polycam, polycam-keyframes, raw, colmap, colmap-binary"))
    }

    @Test func f24RequiredPrivacyIsRefusedWith2() throws {
        let program = try meshed()
        let result = try program.run("convert", "room.zip", "out.zip", "--to", "raw", "--require-privacy")
        #expect(result.status == 2)
        #expect(result.errors.contains("filter was off") && result.errors.contains("[output.persons-visible]"))
        #expect(try program.names() == ["room.zip"])
        #expect(try program.run("convert", "room.zip", "out.ply", "--require-privacy").status == 64)
        let package = try program.run("package", "room.zip", "out.zip", "--require-privacy")
        #expect(package.status == 2)
        let hidden = try self.program(RoomPackage())
        let done = try hidden.run(
            "convert", "room.zip", "out.zip", "--to", "raw", "--require-privacy", "--set", "privacy-consent=true")
        #expect(done.status == 0, "\(done.errors)")
    }

    @Test func personsAreHiddenWhereMasksShowThem() throws {
        var room = RoomPackage()
        room.extra = [("masks/frame_00003.png", RoomPackage.png([0, 255, 0, 0], width: 2, height: 2))]
        let program = try program(room)
        let asIs = try program.run("convert", "room.zip", "out.zip", "--to", "raw", "--set", "persons=as-is")
        #expect(asIs.status == 2 && asIs.errors.contains("[output.consent-missing]"))
        // No consent is needed. Frames without a mask are left out.
        let result = try program.run(
            "convert", "room.zip", "out.zip", "--to", "raw", "--require-privacy", "--set", "persons=hide", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let left = try document(result.output, "report")["diagnostics"]?.array?.first { $0["code"] == "frame.left-out" }
        #expect(left?["count"]?.int == 11)
        let package = try ScanPackage.open(program.folder.appendingPathComponent("out.zip").path)
        #expect(package.frames.map(\.name) == ["frame_00003"])
        let depth = try #require(try package.depthMap(of: package.frames[0]))
        for y in 0..<depth.height {
            for x in 0..<depth.width where x >= depth.width / 2 && y < depth.height / 2 {
                #expect(depth.samples[y * depth.width + x] == 0)
            }
        }
        #expect(depth.samples.contains { $0 != 0 })
        #expect(try program.run("convert", "room.zip", "o", "--to", "raw", "--set", "persons=hidden").status == 64)
    }
}
