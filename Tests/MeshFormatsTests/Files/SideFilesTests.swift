import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// The folders `home`, which holds an input and what lies beside it, and `home/..`, which is nobody's business.
private final class Folders {
    private let top: URL
    let input: String

    init(_ names: [String]) throws {
        top = FileManager.default.temporaryDirectory.appendingPathComponent("meshformats-\(UUID().uuidString)")
        input = top.appendingPathComponent("home/a.obj").path
        for name in names + ["home/a.obj"] {
            let place = top.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(name.utf8).write(to: place)
        }
    }

    deinit { try? FileManager.default.removeItem(at: top) }

    func path(_ name: String) -> String { top.appendingPathComponent(name).path }

    /// Writes a file into `home`.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: top.appendingPathComponent("home/\(name)").standardizedFileURL)
    }

    /// Makes a symbolic link in `home`.
    func link(_ name: String, to place: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path("home/\(name)"), withDestinationPath: place)
    }

    /// What a name leads to, as a path from `home`'s folder on, and how it was found.
    func find(
        _ name: String, from subfolder: String = "", isFree: Bool = false, isExact: Bool = false,
        as kind: SideFileKind = .anything
    ) -> [String] {
        var options = ReadOptions()
        options.followsAllReferences = isFree
        var files = SideFiles(beside: input, options)
        let found =
            isExact ? files.findExactly(name, from: subfolder, as: kind) : files.find(name, from: subfolder, as: kind)
        switch found {
        case .path(let path, let remark):
            // Two spellings of one file are one.
            let plain = URL(fileURLWithPath: path).standardizedFileURL.path
            return [String(plain.dropFirst(URL(fileURLWithPath: top.path).standardizedFileURL.path.count + 1))]
                + (remark.map { [$0] } ?? [])
        case .bytes: return ["bytes"]
        case .missing(let reason): return ["missing", reason.text]
        case .outside(let reason): return ["outside", reason.text]
        }
    }
}

extension SideFileKind {
    fileprivate static let anything = Self("anything") { _, _ in true }
}

@Suite("Side files") struct SideFilesTests {
    @Test("are where their names say, from the folder of the file that has the name")
    func places() throws {
        let folders = try Folders(["home/wood.png", "home/sub/wood.png", "home/sub/inner/oak.png"])
        for isExact in [false, true] {
            #expect(folders.find("wood.png", isExact: isExact) == ["home/wood.png"])
            #expect(folders.find("./sub//wood.png", isExact: isExact) == ["home/sub/wood.png"])
            #expect(folders.find("wood.png", from: "sub/", isExact: isExact) == ["home/sub/wood.png"])
            #expect(folders.find("../wood.png", from: "sub/", isExact: isExact) == ["home/wood.png"])
            #expect(folders.find("inner/../wood.png", from: "sub/", isExact: isExact) == ["home/sub/wood.png"])
            #expect(folders.find("gone/../wood.png", isExact: isExact) == ["home/wood.png"])
            #expect(
                folders.find("sub\\wood.png", isExact: isExact) == [
                    "home/sub/wood.png", "'sub\\wood.png' was found as 'sub/wood.png'",
                ])
            #expect(folders.find("oak.png", isExact: isExact) == ["missing", "'oak.png' is not found"])
            #expect(folders.find("sub", isExact: isExact) == ["missing", "'sub' is not found"])
        }
    }

    @Test("that a quick look doesn't see are not there")
    func quickLook() throws {
        let folders = try Folders(["home/wood.png", "home/sub/Oak.png"])
        try folders.link("link.png", to: "wood.png")
        var files = SideFiles(beside: folders.input, ReadOptions())
        for (name, subfolder) in [
            ("wood.png", ""), ("./sub/../wood.png", ""), ("Oak.png", "sub/"), ("../wood.png", "sub/"), ("link.png", ""),
            ("sub\\Oak.png", ""), ("../secret.bin", ""), ("/etc/hostname", ""),
        ] {
            #expect(folders.find(name, from: subfolder, isExact: true).first != "missing")
            let mayBe = files.mayBeThere(name, from: subfolder)
            #expect(mayBe, "\(name)")
        }
        for (name, subfolder) in [("oak.png", ""), ("ash.png", "sub/"), ("wood.png", "sub/")] {
            let mayBe = files.mayBeThere(name, from: subfolder)
            #expect(!mayBe, "\(name)")
        }
        // What the caller gave may have any name.
        var options = ReadOptions()
        options.sideFiles["ash.png"] = .bytes([])
        var given = SideFiles(beside: folders.input, options)
        let mayBe = given.mayBeThere("ash.png")
        #expect(mayBe)
    }

    @Test(
        "outside of the folder are not looked at",
        arguments: [
            "../secret.bin", "sub/../../secret.bin", "..\\secret.bin", "./.././secret.bin", "sub\\..\\..\\secret.bin",
            "/etc/hostname", "C:\\secret.bin", "c:/secret.bin", "\\\\server\\share\\secret.bin",
            // A slash that has taken a combining mark to itself is a slash for the system.
            "../\u{338}secret.bin", "sub/../../\u{338}secret.bin",
        ])
    func outside(name: String) throws {
        let folders = try Folders(["secret.bin", "\u{338}secret.bin", "home/sub/x"])
        for isExact in [false, true] {
            #expect(folders.find(name, isExact: isExact).first == "outside")
            #expect(folders.find(name, isExact: isExact).last?.contains("'\(name)' is outside") == true)
        }
    }

    @Test("are not looked for from a folder that leads out itself")
    func foldersOutside() throws {
        let folders = try Folders(["secret.bin", "home/sub/x"])
        for subfolder in ["../", "sub/../../", folders.path("")] {
            #expect(folders.find("secret.bin", from: subfolder).first == "outside", "\(subfolder)")
        }
        var files = SideFiles(beside: folders.input, ReadOptions())
        #expect(files.subfolder(of: folders.path("home/sub/x")) == "sub/")
        #expect(files.subfolder(of: folders.path("home/x")) == "")
        #expect(files.subfolder(of: folders.path("home/../x")) == "")
        #expect(files.subfolder(of: "/elsewhere/x") == "")
        files = SideFiles(beside: "a.obj", ReadOptions())
        #expect(files.subfolder(of: "/elsewhere/x") == "" && files.subfolder(of: "sub/x") == "sub/")
    }

    @Test("are anywhere if the caller allows it")
    func anywhere() throws {
        let folders = try Folders(["secret.bin", "home/sub/x"])
        for isExact in [false, true] {
            for name in ["../secret.bin", "sub/../../secret.bin", folders.path("secret.bin")] {
                #expect(folders.find(name, isFree: true, isExact: isExact) == ["secret.bin"])
            }
            #expect(folders.find("http://x/secret.bin", isFree: true, isExact: isExact).first == "missing")
        }
    }

    @Test("are not fetched, and have no NUL in their names")
    func neverLookedAt() throws {
        let folders = try Folders(["home/wood.png", "home/http:/x/oak.png", "home/scan 12:30.png", "home/s:30.png"])
        #expect(
            folders.find("http://x/oak.png") == [
                "missing", "'http://x/oak.png' is a URL, and meshconv doesn't download",
            ])
        #expect(folders.find("wood.png\0.txt").first == "missing")
        #expect(folders.find("").first == "missing")
        #expect(folders.find("..").first == "outside")
        // A colon alone is no scheme and no drive.
        #expect(folders.find("scan 12:30.png") == ["home/scan 12:30.png"])
        #expect(folders.find("s:30.png") == ["home/s:30.png"])
    }

    @Test("of other machines are found by their last part and in other case, if they show what they are")
    func otherNames() throws {
        let folders = try Folders(["home/wood.png", "home/sub/oak.png", "home/sub/wood.png", "home/a\\b.png"])
        for (name, subfolder, place) in [
            ("C:\\Users\\me\\wood.png", "", "wood.png"), ("C:wood.png", "", "wood.png"),
            ("/home/me/wood.png", "sub/", "sub/wood.png"), ("../../wood.png", "", "wood.png"),
            ("textures/wood.png", "", "wood.png"), ("https://x.org/wood.png", "", "wood.png"),
            ("WOOD.PNG", "", "wood.png"), ("sub/Oak.png", "", "sub/oak.png"), ("D:\\x\\OAK.PNG", "sub/", "sub/oak.png"),
            ("gone/a/WOOD.png", "", "wood.png"),
        ] {
            #expect(
                folders.find(name, from: subfolder) == ["home/\(place)", "'\(name)' was found as '\(place)'"], "\(name)"
            )
            #expect(folders.find(name, from: subfolder, isExact: true).count == 2)
            #expect(["missing", "outside"].contains(folders.find(name, from: subfolder, isExact: true)[0]))
        }
        // A backslash may be a letter of a name.
        #expect(folders.find("a\\b.png") == ["home/a\\b.png"])
    }

    @Test("are opened only if their bytes show the kind that they are used as")
    func kinds() throws {
        let folders = try Folders(["secret", "data.bin", "home/x.png"])
        try folders.write("../wood.png", [0x89] + Array("PNG\r\n\u{1A}\n".utf8))
        for isExact in [false, true] {
            #expect(folders.find("../wood.png", isFree: true, isExact: isExact, as: .image) == ["wood.png"])
            for name in ["../secret", folders.path("secret"), "/etc/passwd"] {
                let found = folders.find(name, isFree: true, isExact: isExact, as: .image)
                #expect(found == ["missing", "'\(name)' is not an image"])
            }
            #expect(folders.find("x.png", isExact: isExact, as: .image) == ["missing", "'x.png' is not an image"])
        }
    }

    @Test("that are links out of the folder are of the kind, and not followed where all else stays inside")
    func links() throws {
        let folders = try Folders(["secret", "home/x.png"])
        try folders.write("../wood.png", [0x89] + Array("PNG\r\n\u{1A}\n".utf8))
        try folders.link("a.png", to: "../wood.png")
        try folders.link("b.png", to: "../secret")
        try folders.write("own.png", [0x89] + Array("PNG\r\n\u{1A}\n".utf8))
        try folders.link("c.png", to: "own.png")
        #expect(folders.find("a.png", isFree: true, as: .image) == ["home/a.png"])
        #expect(folders.find("b.png", isFree: true, as: .image) == ["missing", "'b.png' is not an image"])
        #expect(folders.find("c.png", as: .image) == ["home/c.png"])
        for name in ["a.png", "b.png"] {
            #expect(
                folders.find(name, as: .image) == [
                    "outside", "'\(name)' is a link to a place outside the input's folder and is not read",
                ])
        }
    }

    @Test("are opened where they were found, or not at all, when they are replaced in between")
    func replaced() throws {
        let folders = try Folders(["secret", "home/sub/x.png"])
        let manager = FileManager.default
        for (isFree, text) in [(false, nil), (true, "secret")] as [(Bool, String?)] {
            try? manager.removeItem(atPath: folders.path("home/own.png"))
            try folders.write("own.png", [0x89] + Array("PNG\r\n\u{1A}\n".utf8))
            var options = ReadOptions()
            options.followsAllReferences = isFree
            var files = SideFiles(beside: folders.input, options)
            guard case .path(let path, _) = files.find("own.png", as: .image) else {
                Issue.record("not found")
                return
            }
            var image = SceneImage(uri: "own.png")
            image.setFile(path, in: files)
            try manager.removeItem(atPath: path)
            try folders.link("own.png", to: "../secret")
            let input = try? files.open(path)
            #expect(try input.map { String(decoding: try $0.read(0..<99), as: UTF8.self) } == text)
            if text == nil { #expect(throws: WriteError.self) { try image.open() } }
        }
        // What the caller gives may lie anywhere.
        var options = ReadOptions()
        options.sideFiles = ["a.png": .path(folders.path("secret"))]
        let files = SideFiles(beside: folders.input, options)
        #expect(try files.open(folders.path("secret")).byteCount == 6)
    }

    @Test("that are pipes are not opened")
    func pipes() throws {
        let folders = try Folders(["home/x"])
        for name in ["pipe.png", "home/own.png"] {
            let status = unsafe mkfifo(folders.path(name), 0o600)
            #expect(status == 0)
        }
        for name in ["../pipe.png", "own.png"] {
            #expect(
                folders.find(name, isFree: true, as: .image) == [
                    "missing", "'\(name)' is not a regular file or can't be read",
                ])
        }
    }

    @Test("of the same place have the same path, whatever way leads there")
    func paths() {
        let files = SideFiles(beside: "main/a.usda", ReadOptions())
        #expect(files.path("../geo/./b.usda") == "../geo/b.usda")
        #expect(files.path("../geo/b.usda", from: "../geo/") == "../geo/b.usda")
        #expect(
            files.path("/x/../y/b.usda", from: "sub/") == "/y/b.usda"
                && files.path("b.usda", from: "/y/") == "/y/b.usda")
        #expect(files.path("../../b.usda", from: "sub/") == "../b.usda" && files.path("C:/b.usda") == nil)
    }

    @Test("that the caller gave come first, under the name or where it leads")
    func given() {
        var options = ReadOptions()
        options.sideFiles = ["sub/a.png": .bytes([1]), "b.png": .path("/x/b.png"), "../c.png": .bytes([3])]
        var files = SideFiles(beside: "home/a.obj", options)
        #expect(
            files.find("./sub/a.png", as: .image) == .bytes([1])
                && files.find("a.png", from: "sub/", as: .image) == .bytes([1]))
        #expect(files.findExactly("b%2Epng", or: "b.png", as: .image) == .path("/x/b.png"))
        #expect(files.find("../c.png", as: .image) == .bytes([3]))
    }
}
