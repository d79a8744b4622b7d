import Testing

@testable import MeshBytes

@Suite struct StringPathTests {
    @Test(arguments: [
        ("textures/wood.png", "wood.png", "textures/", "png", "textures/wood"),
        ("/a/b.c/wood", "wood", "/a/b.c/", nil, "/a/b.c/wood"), ("wood.tar.GZ", "wood.tar.GZ", "", "GZ", "wood.tar"),
        (".profile", ".profile", "", nil, ".profile"), ("a/.profile", ".profile", "a/", nil, "a/.profile"),
        ("wood.", "wood.", "", nil, "wood"), ("a/b/", "b", "a/b/", nil, "a/b/"), ("/", "/", "/", nil, "/"),
        ("", "", "", nil, ""),
        // A combining mark makes one character with what stands before it.
        ("a/\u{301}b.png", "\u{301}b.png", "a/", "png", "a/\u{301}b"),
        ("a.\u{301}b", "a.\u{301}b", "", "\u{301}b", "a"),
    ])
    func partsOfPaths(path: String, last: String, folder: String, ending: String?, rest: String) {
        #expect(Array(path.lastPathPart.utf8) == Array(last.utf8))
        #expect(Array(path.pathFolder.utf8) == Array(folder.utf8))
        #expect(path.pathExtension.map { Array($0.utf8) } == ending.map { Array($0.utf8) })
        #expect(Array(path.withoutExtension.utf8) == Array(rest.utf8))
    }

    @Test func extensionsOfOtherFilesAreLettersAndDigits() {
        #expect("a.jp2".plainExtension == "jp2")
        for path in ["a.p-g", "a.pn\u{67}\u{301}", "a.b\\c", "a", "a."] { #expect(path.plainExtension == nil) }
    }
}
