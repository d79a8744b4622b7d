import Foundation
import MeshFormats
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

    /// What a name leads to, as a path from `home`'s folder on, and how it was found.
    func find(_ name: String, from subfolder: String = "", isFree: Bool = false, isExact: Bool = false) -> [String] {
        var options = ReadOptions()
        if isFree { options.options["references"] = "any" }
        var files = SideFiles(beside: input, options)
        let found = isExact ? files.findExactly(name, from: subfolder) : files.find(name, from: subfolder)
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
                    "home/sub/wood.png", "'sub\\wood.png' is found as 'sub/wood.png'",
                ])
            #expect(folders.find("oak.png", isExact: isExact) == ["missing", "'oak.png' is not found"])
            #expect(folders.find("sub", isExact: isExact) == ["missing", "'sub' is not found"])
        }
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
            #expect(folders.find(name, isExact: isExact).last?.contains("'\(name)' leads outside") == true)
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
            folders.find("http://x/oak.png") == ["missing", "'http://x/oak.png' is a URL, and nothing is fetched"])
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
                folders.find(name, from: subfolder) == ["home/\(place)", "'\(name)' is found as '\(place)'"], "\(name)")
            #expect(folders.find(name, from: subfolder, isExact: true).count == 2)
            #expect(["missing", "outside"].contains(folders.find(name, from: subfolder, isExact: true)[0]))
        }
        // A backslash may be a letter of a name.
        #expect(folders.find("a\\b.png") == ["home/a\\b.png"])
    }

    @Test("that the caller gave come first, under the name or where it leads")
    func given() {
        var options = ReadOptions()
        options.sideFiles = ["sub/a.png": .bytes([1]), "b.png": .path("/x/b.png"), "../c.png": .bytes([3])]
        var files = SideFiles(beside: "home/a.obj", options)
        #expect(files.find("./sub/a.png") == .bytes([1]) && files.find("a.png", from: "sub/") == .bytes([1]))
        #expect(files.findExactly("b%2Epng", or: "b.png") == .path("/x/b.png"))
        #expect(files.find("../c.png") == .bytes([3]))
    }
}
