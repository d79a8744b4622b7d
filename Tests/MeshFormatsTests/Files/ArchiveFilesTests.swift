import MeshBytes
import Testing

@testable import MeshFormats

/// Names of files are looked for in the archive that the input lies in.
@Suite struct ArchiveFilesTests {
    private let kind = SideFileKind("a file") { _, _ in true }

    private func files(_ paths: [String]) -> SideFiles {
        var options = ReadOptions()
        let index = ArchiveFiles.Index(name: "a.zip", paths: paths) { path in
            if path.hasSuffix("broken.png") {
                return .failure(ReadError(.invalidValue, .whole, "expected another checksum"))
            }
            return .success(Array(path.utf8))
        }
        options.archive = ArchiveFiles(index)
        return SideFiles(beside: "a.zip/source/room.obj", options)
    }

    private func found(_ name: String, in paths: [String], from subfolder: String = "") -> String? {
        var files = files(paths)
        guard case .bytes(let bytes) = files.find(name, from: subfolder, as: kind) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("room.mtl", "source/room.mtl"), ("./room.mtl", "source/room.mtl"), ("sub/a.png", "source/sub/a.png"),
        ("../textures/b.png", "textures/b.png"), (#"..\textures\b.png"#, "textures/b.png"),
        ("B.PNG", "textures/b.png"), (#"C:\Users\me\b.png"#, "textures/b.png"),
        ("/home/me/room.mtl", "source/room.mtl"),
        ("https://example.com/b.png", "textures/b.png"), ("../../../textures/b.png", "textures/b.png"),
    ])
    func aNameIsFound(name: String, path: String) {
        #expect(found(name, in: ["room.mtl", "source/room.mtl", "source/sub/a.png", "textures/b.png"]) == path)
    }

    @Test func nothingIsTakenFromDiskOrForABufferFromElsewhere() {
        let files = files(["other/room.bin"])
        guard case .missing = files.findExactly("room.bin", as: kind) else {
            Issue.record("a buffer of another folder was taken")
            return
        }
        for name in ["/etc/passwd", "../../../../etc/passwd", "\0", ""] {
            #expect(found(name, in: ["a.png"]) == nil)
            guard case .bytes = files.findExactly(name, as: kind) else { continue }
            Issue.record("'\(name)' was found")
        }
    }

    @Test func aLayerHasOnePathFromEveryFolder() {
        let files = files(["geo/a.usda", "looks/b.usda"])
        #expect(files.path("../looks/b.usda") == "../looks/b.usda")
        #expect(files.path("../looks/b.usda", from: "../geo/") == "../looks/b.usda")
        guard case .bytes(let bytes) = files.findExactly("../looks/b.usda", from: "../geo/", as: kind) else {
            Issue.record("not found")
            return
        }
        #expect(bytes == Array("looks/b.usda".utf8))
    }

    @Test func whatIsNotInAFolderMayBeElsewhere() {
        var options = ReadOptions()
        options.archive = ArchiveFiles(.init(name: "models", paths: ["a/x.obj", "t/wood.png"], bytes: nil))
        var files = SideFiles(beside: "models/a/x.obj", options)
        #expect(files.find("../t/wood.png", as: kind) == .path("models/t/wood.png"))
        #expect(
            files.find("WOOD.PNG", as: kind)
                == .path("models/t/wood.png", remark: "'WOOD.PNG' was found as 't/wood.png'"))
        // Then the rules are those of any file.
        guard case .outside = files.find("../../other.png", as: kind) else {
            Issue.record("a file outside was followed")
            return
        }
        #expect(files.find("none.png", as: kind) == .missing("'none.png' is not found"))
        #expect(files.path("../t/wood.png") == "../t/wood.png")
    }

    @Test func aBrokenEntryIsSaid() {
        var files = files(["source/broken.png"])
        #expect(
            files.find("broken.png", as: kind)
                == .missing("'source/broken.png' can't be read: expected another checksum"))
    }
}
