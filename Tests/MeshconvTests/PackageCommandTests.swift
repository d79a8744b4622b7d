import Foundation
import MeshBytes
import MeshConvert
import ScanFixtures
import Testing

/// `meshconv package`: a package from parts, option by option.
@Suite struct PackageCommandTests {
    /// A folder with `frames`, the frames of the small case, and the parts that tests add to them.
    private func program(privacy: String = "\"privacy_filter\": false") throws -> Program {
        let program = try Program(hasCases: false)
        try FileManager.default.copyItem(
            at: Program.cases.appendingPathComponent("package/room"),
            to: program.folder.appendingPathComponent("frames"))
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
        }
        try write(
            "meta.json",
            """
            {"timestamp": 1790000000.5, "device": "Phone", "os_name": "iOS", "os_version": "26.0", "app_version": "0.5",
            "build_type": "release", "location_id": "7A1C", \(privacy), "unknown": [1, {"a": null}]}
            """)
        try write("world", "map")
        try write("room.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        try write("other.obj", "mtllib other.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        try write("other.mtl", "newmtl a\n")
        try write(
            "graph.json",
            "{\"version\": 1, \"nodes\": [{\"locationId\": \"7A1C\", \"name\": \"Haus 3/4\", \"scanIds\": []}], \"links\": []}"
        )
        return program
    }

    private func entries(_ program: Program, _ archive: String) throws -> [String] {
        try program.shell("python3 -m zipfile -l \(archive) | tail -n +2 | awk '{print $1}'").output
            .split(separator: "\n").map(String.init)
    }

    private func report(_ text: String) throws -> JSONValue {
        let value = try JSONValue.parse(Array(text.utf8))
        let schema = try #require(Schemas.document(named: "report"))
        #expect(SchemaCheck.faults(value, schema) == [])
        #expect(SchemaCheck.undescribed(value, schema) == [])
        return value
    }

    @Test func everyPartIsAnEntryOfAScan4DPackage() throws {
        let program = try program()
        let result = try program.run(
            "package", "frames", "out.zip", "--metadata", "meta.json", "--mesh", "room.obj", "--mesh", "other.obj",
            "--add", "relocalization.worldmap=world", "--add", "other.mtl=other.mtl", "--json", "--strict")
        #expect(result.status == 0)
        let document = try report(result.output)
        #expect(document["input"]?["variant"] == "scan4d")
        #expect(
            document["sideFiles"]?.array?.compactMap { $0["path"]?.string }
                == ["meta.json", "other.mtl", "other.obj", "room.obj", "world"])
        #expect(document["sideFiles"]?[4]?["sha256"]?.string?.count == 64)
        #expect(document["losses"]?.array?.allSatisfy { $0["severity"] != "dropped" } == true)
        let names = try entries(program, "out.zip")
        for name in ["scan4d_metadata.json", "mesh.obj", "other.obj", "other.mtl", "relocalization.worldmap"] {
            #expect(names.contains("out/\(name)"))
        }
        #expect(!names.contains { $0.contains("transforms.json") })
        _ = try program.shell("python3 -m zipfile -e out.zip .")
        #expect(try program.bytes("out/mesh.obj") == program.bytes("room.obj"))
        #expect(try program.bytes("out/relocalization.worldmap") == program.bytes("world"))
        let metadata = try JSONValue.parse(program.bytes("out/scan4d_metadata.json"))
        #expect(metadata["unknown"]?[1]?["a"] == .null)
        #expect(try program.run("check", "out.zip").status == 0)
        // The same parts give the same bytes on any number of threads.
        let parts = "--metadata meta.json --mesh room.obj --add relocalization.worldmap=world --set flat=true -q"
        let same = try program.shell(
            "meshconv package frames one.zip \(parts) --threads 1 && meshconv package frames two.zip \(parts) --threads 4 "
                + "&& cmp one.zip two.zip")
        #expect(same.status == 0, "\(same.errors)")
    }

    @Test func anAddedEntryGoesIntoEveryTargetAndAMeshWhereItHasAPlace() throws {
        for (variant, place) in [
            ("scan4d", "mesh.obj"), ("polycam", nil), ("raw", nil), ("colmap", nil), ("colmap-binary", nil),
        ] as [(String, String?)] {
            let program = try program()
            let result = try program.run(
                "package", "frames", "out", "--to", variant, "--metadata", "meta.json", "--mesh", "room.obj", "--add",
                "stitching.json=graph.json", "--add", "notes=frames/images", "--json")
            #expect(result.status == 0, "\(variant)")
            #expect(try program.names("out").contains("stitching.json"))
            #expect(try program.names("out/notes").count == 3)
            #expect(try program.names("out").contains("mesh.obj") == (place != nil))
            let losses = try report(result.output)["losses"]?.array ?? []
            #expect(losses.contains { $0["code"] == "mesh.dropped" } == (place == nil))
            #expect(!losses.contains { $0["name"] == "links to other scans" })
        }
    }

    @Test func polycamsMeshIsCalledAsItsReadersLookForIt() throws {
        let program = try program()
        for name in ["a.glb", "b.glb"] {
            try Data("glTF".utf8).write(to: program.folder.appendingPathComponent(name))
        }
        var room = RoomPackage()
        room.profile = .polycam
        let jpeg: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 1, 104, 1, 224, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xFF, 0xD9,
        ]
        for file in room.files() {
            let isPicture = file.path.hasPrefix("images/")
            let path = isPicture ? String(file.path.dropLast(3)) + "jpg" : file.path
            let place = program.folder.appendingPathComponent("room/\(path)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(isPicture ? jpeg : file.bytes).write(to: place)
        }
        let result = try program.run(
            "package", "room", "out", "--to", "polycam-keyframes", "--mesh", "a.glb", "--mesh", "b.glb")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try program.names("out") == ["keyframes", "mesh_info.json", "raw.glb"])
        let info = try JSONValue.parse(program.bytes("out/mesh_info.json"))
        #expect(info["alignmentTransform"]?.array?.count == 16)
    }

    @Test func theArchiveInAFolderIsNamedByTheConvention() throws {
        let program = try program()
        func name(_ words: String...) throws -> [String] {
            try? FileManager.default.removeItem(at: program.folder.appendingPathComponent("exports"))
            let line = (["meshconv package frames --out-dir exports --metadata meta.json -q"] + words).joined(
                separator: " ")
            let result = try program.shell(line)
            #expect(result.status == 0, "\(result.errors)")
            return try program.names("exports")
        }
        let uuid = "--uuid 7a1cfe99-0000-4000-8000-000000000000"
        #expect(try name(uuid) == ["scan4d_Unknown_Location_frames_scan4d_1790000000_7A1CFE99.zip"])
        #expect(
            try name(uuid, "--location 'Café 1/2' --scan 'a?b' --timestamp 12.9 --to raw")
                == ["scan4d_Café_1_2_a_b_raw_12_7A1CFE99.zip"])
        #expect(
            try name(uuid, "--location 'Café 1/2' --ascii-names")
                == ["scan4d_Caf_1_2_frames_scan4d_1790000000_7A1CFE99.zip"])
        #expect(
            try name(uuid, "--add graph.json=graph.json --for colmap")
                == ["scan4d_Haus_3_4_frames_colmap_1790000000_7A1CFE99.zip"])
        // A source whose name has the app's form needs no options.
        _ = try name(uuid, "--location Haus --scan 'Erster Stock'")
        let again = try program.shell("meshconv package exports/*.zip --out-dir exports2 --to raw -q")
        #expect(again.status == 0)
        #expect(try program.names("exports2") == ["scan4d_Haus_Erster_Stock_raw_1790000000_7A1CFE99.zip"])
        let pattern = #/scan4d_.+_(scan4d|polycam|raw|usdz|ply|obj)_\d+_[0-9A-F]{8}\.(zip|usdz|ply|obj)/#
        for found in try program.names("exports") + program.names("exports2") {
            #expect(found.wholeMatch(of: pattern) != nil)
        }
    }

    @Test(arguments: [
        ("package", "expected frames and a folder or NAME.zip to write, found no name"),
        ("package frames", "found 1 name"), ("package frames a b", "found 3 names"),
        ("package frames out --out-dir dir", "expected only frames beside --out-dir"),
        ("package frames out --uuid 12345678 --ascii-names", "expected --out-dir beside --uuid, --ascii-names"),
        ("package frames --out-dir dir", "expected --uuid"),
        ("package frames --out-dir dir --uuid 123-456", "at least 8 hexadecimal digits"),
        ("package frames --out-dir dir --uuid x2345678", "at least 8 hexadecimal digits"),
        ("package frames --out-dir dir --uuid 12345678", "expected --timestamp"),
        ("package frames --out-dir dir --uuid 12345678 --timestamp soon", "expected --timestamp with Unix seconds"),
        ("package frames out --to rav", "did you mean 'raw'?"), ("package frames out --to glb", "expected --to"),
        ("package frames out --to raw --for colmap", "expected --to colmap beside --for colmap"),
        ("package frames out --for print", "expected --for"),
        ("package frames out --set profil=scan4d", "did you mean 'profile'?"),
        ("package frames out --from pollycam", "did you mean 'polycam'?"),
        ("package frames out --add =x", "expected --add NAME=PATH"), ("package frames out --add a=", "expected --add"),
        ("package frames out --add ../a=world", "is not a path inside the package"),
        ("package frames out --add a=world --add ./a=room.obj", "would both be called 'a'"),
        ("package frames out --mesh room.obj --add mesh.obj=world", "would both be called 'mesh.obj'"),
        ("package frames out --mesh meta.json", "is not a mesh in one file"),
        ("package frames out --strict=all", "expected --strict, --strict lossless or --strict exact"),
        ("package frames out --strict --allow none", "expected --allow with a loss code"),
        ("package frames - --json", "expected one thing on standard output"),
    ])
    func whatIsWrongOnTheCommandLineIsToldBeforeAnythingIsWritten(_ line: String, _ text: String) throws {
        let program = try program()
        let before = try program.names()
        let result = try program.shell("meshconv \(line)")
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(try program.names() == before)
    }

    @Test func brokenAndMissingPartsAreToldByTheirOwnNames() throws {
        let program = try program()
        let before = try program.names()
        for (line, status, text) in [
            ("--metadata none.json", 66, "none.json: error: no such file or directory [input.missing]"),
            ("--mesh none.obj", 66, "none.obj: error"), ("--add a=none", 66, "none: error"),
            ("--metadata world", 65, "world: byte 0: error: expected a value"),
            ("--add stitching.json=room.obj", 65, "room.obj: byte 0: error"),
            ("--metadata meta.json --add registration.json=graph.json", 65, "graph.json: error: expected applied"),
            ("--add a=world --out-dir none/none --uuid 12345678 --timestamp 1", 73, "error:"),
        ] {
            let output = line.contains("--out-dir") ? "" : "out"
            let result = try program.shell("meshconv package frames \(output) \(line)")
            #expect(result.status == Int32(status), "\(line): \(result.errors)")
            #expect(result.errors.contains(text), "\(line): \(result.errors)")
            #expect(try program.names() == before)
        }
        // In lenient mode a broken part is reported and left unchanged.
        let lenient = try program.run(
            "package", "frames", "out", "--metadata", "meta.json", "--add", "stitching.json=room.obj", "--lenient",
            "--json")
        #expect(lenient.status == 0)
        #expect(try report(lenient.output)["diagnostics"]?.array?.contains { $0["code"] == "file.unreadable" } == true)
    }

    @Test func onlyTheDevicesOwnFolderAsksForConsent() throws {
        let program = try program(privacy: "\"privacy_filter\": true")
        // Frames that an app hands over with metadata are an export.
        let export = try program.run("package", "frames", "export.zip", "--metadata", "meta.json", "--json")
        #expect(export.status == 0)
        #expect(try report(export.output)["diagnostics"]?.array?.contains { $0["code"] == "privacy.unknown" } == false)
        #expect(try program.run("package", "export.zip", "kept.zip", "--require-privacy").status == 0)
        // As the app keeps it: the frames and their metadata below raw_data.
        let made = try program.shell(
            "mkdir device && cp -r frames device/raw_data && cp meta.json device/raw_data/scan4d_metadata.json")
        #expect(made.status == 0)
        for way in ["", "--metadata off.json", "--add scan4d_metadata.json=off.json"] {
            // Other metadata can't take back what the capture's own says.
            _ = try program.shell("sed 's/filter\": true/filter\": false/' meta.json > off.json")
            let refused = try program.shell("meshconv package device out.zip \(way)")
            #expect(refused.status == 2, "\(way)")
            #expect(refused.errors.contains("[output.consent-missing]"))
            #expect(refused.errors.contains("--set privacy-consent=true"))
            #expect(try !program.names().contains("out.zip"))
        }
        let told = try program.run(
            "package", "device", "out.zip", "--metadata", "meta.json", "--set", "privacy-consent=true", "--json")
        #expect(told.status == 0)
        #expect(try report(told.output)["diagnostics"]?.array?.contains { $0["code"] == "entry.replaced" } == true)
        #expect(try report(told.output)["diagnostics"]?.array?.contains { $0["code"] == "privacy.pending" } == true)
    }

    @Test func strictRefusesWhatTheTargetHasNoPlaceFor() throws {
        let program = try program()
        let refused = try program.run(
            "package", "frames", "out.zip", "--to", "polycam", "--mesh", "room.obj", "--strict", "--report", "r.json")
        #expect(refused.status == 2)
        #expect(try report(String(decoding: program.bytes("r.json"), as: UTF8.self))["status"] == "refused")
        #expect(try !program.names().contains("out.zip"))
        let allowed = try program.run(
            "package", "frames", "out.zip", "--to", "polycam", "--mesh", "room.obj", "--strict", "--allow",
            "mesh.dropped", "--allow", "native.unmapped")
        #expect(allowed.status == 0, "\(allowed.errors)")
        // A file that a mesh names goes along, and is missing where it isn't beside the mesh.
        let along = try program.run("package", "frames", "a.zip", "--mesh", "other.obj", "--strict")
        #expect(along.status == 0, "\(along.errors)")
        #expect(try entries(program, "a.zip").contains("a/other.mtl"))
        _ = try program.shell("rm other.mtl")
        let missed = try program.run("package", "frames", "b.zip", "--mesh", "other.obj", "--strict")
        #expect(missed.status == 2)
        let kept = try program.run("package", "frames", "out.zip", "--no-clobber")
        #expect(kept.status == 73)
        #expect(kept.errors.contains("--no-clobber keeps it"))
    }

    @Test func anArchiveGoesToStandardOutput() throws {
        let program = try program()
        let result = try program.shell(
            "meshconv package frames - --set flat=true --metadata meta.json > a.zip && "
                + "meshconv package frames b.zip --set flat=true --metadata meta.json -q && cmp a.zip b.zip")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func whatAddedLibrariesNameGoesAlong() throws {
        let program = try program()
        _ = try program.shell(
            "mkdir -p lib/maps && cp frames/images/$(ls frames/images | head -1) 'lib/maps/My Wood.PNG' && "
                + "printf 'newmtl a\nmap_Kd -s 2 2 1 maps/My Wood.PNG\nmap_Bump gone.png\n' > lib/a.mtl")
        for variant in ["scan4d", "colmap"] {
            let result = try program.run(
                "package", "frames", "\(variant).zip", "--to", variant, "--add", "shapes/a.mtl=lib/a.mtl", "--set",
                "flat=true")
            #expect(result.status == 0, "\(result.errors)")
            let names = try program.shell("python3 -m zipfile -l \(variant).zip").output
            #expect(names.contains("shapes/a.mtl") && names.contains("shapes/maps/My Wood.PNG"), "\(names)")
        }
    }

    @Test func picturesAloneAreAScanOnceThereIsMetadata() throws {
        let program = try program()
        _ = try program.shell("mkdir only && cp -r frames/images only/images")
        #expect(try program.run("package", "only", "out").status == 65)
        let result = try program.run("package", "only", "out", "--metadata", "meta.json")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try program.names("out/images").count == 3)
        // COLMAP finds cameras; others need them.
        for variant in ["raw", "polycam-keyframes"] {
            let refused = try program.run("convert", "out", "no", "--to", variant)
            #expect(refused.status == 69 || refused.status == 65, "\(refused.status)")
            let words = "3 photos without cameras (pose and intrinsics); to let COLMAP find them first: --to colmap"
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        let laid = try program.run("convert", "out", "laid", "--to", "colmap", "--json")
        #expect(laid.status == 0, "\(laid.errors)")
        #expect(try program.names("laid/images").count == 3 && !program.names("laid").contains("sparse"))
        #expect(try report(laid.output)["diagnostics"]?.array?.contains { $0["code"] == "cameras.none" } == true)
    }

    @Test func badFramesAreToldApartFromABadPackage() throws {
        let program = try program()
        let first = try #require(try program.names("frames/depth").sorted().first)
        _ = try program.shell("printf broken > frames/depth/\(first)")
        let check = try program.run("check", "frames", "--json")
        #expect(check.status == 1)
        let found = try JSONValue.parse(Array(check.output.utf8))
        let name = String(first.dropLast(4))
        #expect(found["badFrames"] == .array([.string(name)]))
        let errors = found["findings"]?.array?.filter { $0["severity"] == "error" } ?? []
        #expect(!errors.isEmpty && errors.allSatisfy { $0["frame"] == .string(name) })
        #expect(try program.run("check", "frames").output.contains("1 bad frame: \(name); --lenient leaves it out"))
        #expect(try program.run("convert", "frames", "no", "--to", "raw").status == 65)
        let lenient = try program.run("convert", "frames", "out", "--to", "raw", "--lenient", "--json")
        #expect(lenient.status == 0, "\(lenient.errors)")
        let losses = try report(lenient.output)["losses"]?.array ?? []
        #expect(losses.contains { $0["items"] == .array([.string(name)]) && $0["severity"] == "dropped" })
        #expect(try program.names("out/images").count == 2)
        #expect(try !program.shell("cat out/transforms.json").output.contains(name))
        // Every loss of files names them in verbose mode.
        let again = try program.run("convert", "frames", "again", "--to", "raw", "--lenient", "-v")
        #expect(again.output.contains("\(name)\n"))
    }

    @Test func limitsAndTheKindOfFramesAreObeyed() throws {
        let program = try program()
        #expect(try program.run("package", "frames", "out", "--timeout", "1ns").status == 64)
        #expect(try program.run("package", "frames", "out", "--memory", "1MB").status == 75)
        #expect(try program.run("package", "frames", "out", "--from", "polycam-raw").status == 65)
        #expect(try program.run("package", "frames", "out", "--from", "nerfstudio", "--threads", "1").status == 0)
        let verbose = try program.run("package", "frames", "out2", "--metadata", "meta.json", "--verbose")
        #expect(verbose.output.contains("add 1 file"))
    }
}
