import MeshBytes
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process sweeps a folder when it first writes there, so each test has a folder of its own.
@Suite struct LeftoversTests {
    private func writeSomething(into folder: TemporaryFolder) throws {
        let output = OutputTransaction(mainPath: folder.file("other.ply"))
        try output.openMain().write("other")
        try output.commit()
    }

    private func makeFolder(_ path: String) { #expect(unsafe mkdir(path, 0o755) == 0) }
    private func link(_ from: String, _ to: String) { #expect(Self.hardLink(from, to) == 0) }
    private static func hardLink(_ from: String, _ to: String) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.link(from, to)
        #else
            unsafe Darwin.link(from, to)
        #endif
    }

    @Test func whatAKilledProcessLeftIsRemoved() throws {
        let folder = TemporaryFolder()
        folder.write(".a.obj.meshconv-0a1b2c", "part")
        makeFolder(folder.file(".scan.meshconv-aaaaaa"))
        makeFolder(folder.file(".scan.meshconv-aaaaaa/inner"))
        folder.write(".scan.meshconv-aaaaaa/inner/.hidden", "part")
        folder.write(".scan.meshconv-aaaaaa/one", "part")
        try writeSomething(into: folder)
        #expect(folder.names == ["other.ply"])
    }

    @Test func whatIsInUseOrBelongsToOthersStays() throws {
        let folder = TemporaryFolder()
        let others = ["a.obj.meshconv-0a1b2c", ".a.obj.meshconv-0A1B2C", ".a.obj.meshconv-12345", ".meshconv", ".b"]
        for name in others { folder.write(name, "kept") }
        // A link that has such a name leads anywhere.
        #expect(unsafe symlink(folder.file("a.obj.meshconv-0a1b2c"), folder.file(".l.meshconv-000000")) == 0)
        // Another process that is still writing holds a lock.
        folder.write(".a.obj.meshconv-ffffff", "in use")
        let used = unsafe open(folder.file(".a.obj.meshconv-ffffff"), O_RDONLY)
        defer { close(used) }
        #expect(flock(used, LOCK_EX | LOCK_NB) == 0)
        try writeSomething(into: folder)
        #expect(folder.names == (others + [".a.obj.meshconv-ffffff", ".l.meshconv-000000", "other.ply"]).sorted())
        #expect(folder.text("a.obj.meshconv-0a1b2c") == "kept")
    }

    @Test(arguments: [true, false]) func temporariesInUseAreLocked(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let staged = try StagedFolder(path: folder.file("scan"))
        try staged.open("one").write("kept")
        var options = OutputTransaction.Options()
        options.usesUnnamedFiles = unnamed
        let output = OutputTransaction(mainPath: folder.file("a.ply"), options: options)
        try output.openMain().write("kept")
        for name in folder.names {
            let other = unsafe open(folder.file(name), O_RDONLY)
            defer { close(other) }
            #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
        }
        try output.commit()
        try staged.commit()
        #expect(folder.names == ["a.ply", "scan"])
        #expect(folder.text("scan/one") == "kept")
        _ = unsafe unlink(folder.file("scan/one"))
        _ = unsafe rmdir(folder.file("scan"))
    }

    /// Makes what is left when a process is killed after it named one of two side files of `a.obj`.
    private func interruptedSet(_ folder: TemporaryFolder, list: [String]) {
        let way = folder.file(".a.obj.meshconv-00ff00.undo")
        makeFolder(way)
        folder.write("a.obj", "old main")
        folder.write(".a.obj.meshconv-00ff00.undo/main", "new main")
        folder.write("a.mtl", "new side")
        link(folder.file("a.mtl"), way + "/new0")
        folder.write(".a.obj.meshconv-00ff00.undo/old0", "old side")
        folder.write("a.png", "new picture")
        link(folder.file("a.png"), way + "/new1")
        folder.write("a.jpg", "old image")
        link(folder.file("a.jpg"), way + "/old2")
        folder.write(".a.obj.meshconv-00ff00.undo/new2", "new image")
        folder.write(
            ".a.obj.meshconv-00ff00.undo/list", list.flatMap { Array($0.utf8) + [0] })
    }

    private let whole = ["a.obj", "a.mtl", "a.png", "a.jpg", "end"]

    @Test func aSetThatWasNamedInPartIsAsBefore() throws {
        let folder = TemporaryFolder()
        interruptedSet(folder, list: whole)
        try writeSomething(into: folder)
        #expect(folder.names == ["a.jpg", "a.mtl", "a.obj", "other.ply"])
        #expect(folder.text("a.obj") == "old main")
        #expect(folder.text("a.mtl") == "old side")
        #expect(folder.text("a.jpg") == "old image")
    }

    @Test func aSetWhoseMainFileWasNamedStaysNew() throws {
        let folder = TemporaryFolder()
        interruptedSet(folder, list: whole)
        _ = unsafe unlink(folder.file("a.obj"))
        link(folder.file(".a.obj.meshconv-00ff00.undo/main"), folder.file("a.obj"))
        try writeSomething(into: folder)
        #expect(folder.names == ["a.jpg", "a.mtl", "a.obj", "a.png", "other.ply"])
        #expect(folder.text("a.obj") == "new main")
        #expect(folder.text("a.mtl") == "new side")
        #expect(folder.text("a.png") == "new picture")
    }

    @Test func filesThatWereReplacedSinceAreLeftAlone() throws {
        let folder = TemporaryFolder()
        interruptedSet(folder, list: whole)
        _ = unsafe unlink(folder.file("a.mtl"))
        folder.write("a.mtl", "by hand")
        try writeSomething(into: folder)
        #expect(folder.text("a.mtl") == "by hand")
        #expect(folder.names == ["a.jpg", "a.mtl", "a.obj", "other.ply"])
    }

    @Test(arguments: [["a.obj", "a.mtl", "a.png", "a.jpg"], ["a.obj"], ["end"], []])
    func anUnfinishedListIsNotFollowed(list: [String]) throws {
        let folder = TemporaryFolder()
        interruptedSet(folder, list: list)
        try writeSomething(into: folder)
        #expect(folder.names == ["a.jpg", "a.mtl", "a.obj", "a.png", "other.ply"])
        #expect(folder.text("a.mtl") == "new side")
    }

    @Test(arguments: [true, false]) func aReplacedSideFileComesBackAfterAFailure(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("a.mtl", "old side")
        var options = OutputTransaction.Options(replacesSideFiles: true)
        options.usesUnnamedFiles = unnamed
        let output = OutputTransaction(mainPath: folder.file("a.obj"), options: options)
        try output.openSide(folder.file("a.mtl")).write("new side")
        try output.openSide(folder.file("a.png")).write("new picture")
        try output.openMain().write("main")
        // In the way of the main file only when that is named, which is last.
        makeFolder(folder.file("a.obj"))
        #expect(throws: SystemError.self) { try output.commit() }
        #expect(unsafe rmdir(folder.file("a.obj")) == 0)
        #expect(folder.names == ["a.mtl"])
        #expect(folder.text("a.mtl") == "old side")
    }

    @Test func twoWritersDoNotMixTheirSets() async throws {
        let folder = TemporaryFolder()
        for _ in 0..<20 {
            try await withThrowingTaskGroup { group in
                for text in ["one", "two"] {
                    group.addTask { @Sendable [path = folder.path] in
                        let output = OutputTransaction(
                            mainPath: path + "/a.obj",
                            options: OutputTransaction.Options(replacesSideFiles: true, synchronises: false))
                        for side in ["a.mtl", "a.png", "b.png"] { try output.openSide("\(path)/\(side)").write(text) }
                        try output.openMain().write(text)
                        try output.commit()
                    }
                }
                try await group.waitForAll()
            }
            #expect(folder.names == ["a.mtl", "a.obj", "a.png", "b.png"])
            #expect(Set(folder.names.map { folder.text($0) ?? "" }).count == 1)
        }
    }
}
