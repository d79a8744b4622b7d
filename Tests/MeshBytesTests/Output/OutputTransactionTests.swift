import MeshBytes
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Serialized: the clean-up after a signal removes the hidden files of all transactions.
@Suite(.serialized) struct OutputTransactionTests {
    /// Each test holds with unnamed temporary files, and with hidden ones.
    private func options(_ unnamed: Bool, replacing: Bool = true) -> OutputTransaction.Options {
        var options = OutputTransaction.Options(replacesExisting: replacing)
        options.usesUnnamedFiles = unnamed
        return options
    }

    @Test(arguments: [true, false]) func filesAppearAtTheCommitOnly(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let output = OutputTransaction(mainPath: folder.file("room.obj"), options: options(unnamed))
        try output.openSide(folder.file("room.mtl")).write("side")
        try output.openMain().write("main")
        #expect(folder.text("room.obj") == nil)
        #expect(folder.text("room.mtl") == nil)
        try output.commit()
        #expect(folder.names == ["room.mtl", "room.obj"])
        #expect(folder.text("room.obj") == "main")
        #expect(folder.text("room.mtl") == "side")
    }

    #if os(Linux)
        // Apple's file systems find both by either name.
        @Test func sideFilesWhoseNamesAreOnlyCanonicallyEqualAreTwo() throws {
            let folder = TemporaryFolder()
            let output = OutputTransaction(mainPath: folder.file("room.obj"), options: options(true))
            let names = ["e\u{301}.png", "\u{E9}.png"]
            for name in names { try output.openSide(folder.file(name)).write(name) }
            try output.openMain().write("main")
            try output.commit()
            #expect(folder.names.count == 3)
            for name in names { #expect(folder.bytes(name) == Array(name.utf8)) }
        }
    #endif

    @Test(arguments: [true, false]) func discardingLeavesNothing(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("room.obj", "old")
        do {
            let output = OutputTransaction(mainPath: folder.file("room.obj"), options: options(unnamed))
            try output.openMain().write(String(repeating: "new", count: 1_000_000))
            try output.openSide(folder.file("room.mtl")).write("side")
            output.discard()
            output.discard()
        }
        do {
            let output = OutputTransaction(mainPath: folder.file("room.obj"), options: options(unnamed))
            try output.openMain().write("new")
        }
        #expect(folder.names == ["room.obj"])
        #expect(folder.text("room.obj") == "old")
    }

    @Test(arguments: [true, false]) func aKeptFileMayGetItsOwnBytesAgain(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("room.obj", "main")
        var options = options(unnamed, replacing: false)
        options.keepsEqual = true
        for (text, names) in [("main", ["room.mtl", "room.obj"]), ("other", ["room.obj"]), ("mai", ["room.obj"])] {
            _ = unsafe unlink(folder.file("room.mtl"))
            let output = OutputTransaction(mainPath: folder.file("room.obj"), options: options)
            try output.openMain().write(text)
            try output.openSide(folder.file("room.mtl")).write("side")
            if text == "main" {
                try output.commit()
            } else {
                #expect(throws: SystemError.self) { try output.commit() }
            }
            #expect(folder.text("room.obj") == "main")
            #expect(folder.names == names)
        }
    }

    @Test(arguments: [true, false]) func anExistingFileIsReplacedAndKeepsItsPermissions(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("a.ply", "old and longer")
        _ = unsafe chmod(folder.file("a.ply"), 0o640)
        let output = OutputTransaction(mainPath: folder.file("a.ply"), options: options(unnamed))
        try output.openMain().write("new")
        try output.commit()
        #expect(folder.names == ["a.ply"])
        #expect(folder.text("a.ply") == "new")
        #expect(mode(folder.file("a.ply")) == 0o640)
    }

    @Test(arguments: [true, false]) func aNewFileHasTheUsualPermissions(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let output = OutputTransaction(mainPath: folder.file("a.ply"), options: options(unnamed))
        try output.openMain().write("new")
        try output.commit()
        folder.write("reference", "x")
        #expect(mode(folder.file("a.ply")) == mode(folder.file("reference")))
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        _ = unsafe stat(path, &status)
        return UInt32(status.st_mode) & 0o777
    }

    @Test(arguments: [true, false]) func noClobberRefusesAtOnceAndAtTheCommit(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("a.ply", "old")
        let first = OutputTransaction(mainPath: folder.file("a.ply"), options: options(unnamed, replacing: false))
        let error = #expect(throws: SystemError.self) { try first.openMain() }
        #expect(error?.isExisting == true)
        let second = OutputTransaction(mainPath: folder.file("b.ply"), options: options(unnamed, replacing: false))
        try second.openMain().write("new")
        folder.write("b.ply", "appeared meanwhile")
        #expect(throws: SystemError.self) { try second.commit() }
        #expect(folder.text("b.ply") == "appeared meanwhile")
        #expect(folder.names == ["a.ply", "b.ply"])
    }

    @Test func aForeignSideFileIsNotReplaced() throws {
        let folder = TemporaryFolder()
        folder.write("a.mtl", "foreign")
        folder.write("a.png", "equal")
        let output = OutputTransaction(mainPath: folder.file("a.obj"))
        try output.openMain().write("main")
        try output.openSide(folder.file("a.bin")).write("first")
        try output.openSide(folder.file("a.png")).write("equal")
        try output.openSide(folder.file("a.mtl")).write("ours")
        let error = #expect(throws: SystemError.self) { try output.commit() }
        #expect(error?.isExisting == true && error?.path.hasSuffix("a.mtl") == true)
        #expect(folder.names == ["a.mtl", "a.png"])
        #expect(folder.text("a.mtl") == "foreign")

        let forced = OutputTransaction(
            mainPath: folder.file("a.obj"),
            options: OutputTransaction.Options(replacesSideFiles: true)
        )
        try forced.openMain().write("main")
        try forced.openSide(folder.file("a.mtl")).write("ours")
        try forced.commit()
        #expect(folder.text("a.mtl") == "ours")
        #expect(folder.text("a.obj") == "main")
    }

    @Test(arguments: [true, false]) func aSideFileNamedBeforeAFailureIsRemovedAgain(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let output = OutputTransaction(mainPath: folder.file("a.obj"), options: options(unnamed, replacing: false))
        try output.openSide(folder.file("a.mtl")).write("side")
        try output.openMain().write("main")
        folder.write("a.obj", "appeared meanwhile")
        #expect(throws: SystemError.self) { try output.commit() }
        #expect(folder.names == ["a.obj"])
    }

    @Test(arguments: [true, false]) func theResultCanBeReadBeforeItsNameAppears(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let output = OutputTransaction(mainPath: folder.file("a.ply"), options: options(unnamed))
        let sink = try output.openMain()
        try sink.write("main")
        try sink.flush()
        let path = try #require(output.temporaryMainPath)
        #expect(try Input.file(path).read(0..<10) == Array("main".utf8))
        try output.keep(as: folder.file("a.rejected.ply"))
        #expect(folder.names == ["a.rejected.ply"])
    }

    @Test(arguments: [true, false]) func aSymbolicLinkStaysALink(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        folder.write("target.ply", "old")
        #expect(unsafe symlink("target.ply", folder.file("link.ply")) == 0)
        #expect(unsafe symlink("fresh.ply", folder.file("dangling.ply")) == 0)
        #expect(unsafe symlink("loop.ply", folder.file("loop.ply")) == 0)
        for name in ["link.ply", "dangling.ply"] {
            let output = OutputTransaction(mainPath: folder.file(name), options: options(unnamed))
            try output.openMain().write("new")
            try output.commit()
        }
        #expect(folder.names == ["dangling.ply", "fresh.ply", "link.ply", "loop.ply", "target.ply"])
        #expect(folder.text("target.ply") == "new")
        #expect(folder.text("fresh.ply") == "new")
        #expect(throws: SystemError.self) {
            try OutputTransaction(mainPath: folder.file("loop.ply"), options: options(unnamed)).openMain()
        }
    }

    @Test(arguments: ["", "/tmp", "/tmp/", "/tmp/no-such-folder-here/a.ply", "/proc/a.ply", "/dev/null/a.ply"])
    func impossibleTargetsAreErrors(path: String) {
        #expect(throws: SystemError.self) { try OutputTransaction(mainPath: path).openMain() }
    }

    @Test func aFolderThatCannotBeWrittenIsAnError() throws {
        // The superuser may write anywhere except here.
        let path = getuid() == 0 ? "/proc/self" : TemporaryFolder().path
        if getuid() != 0 { _ = unsafe chmod(path, 0o555) }
        #expect(throws: SystemError.self) { try OutputTransaction(mainPath: path + "/a.ply").openMain() }
    }

    @Test func aFullDeviceIsAnError() throws {
        let output = OutputTransaction(mainPath: "/dev/full")
        try output.openMain().write(String(repeating: "x", count: 3_000_000))
        let error = #expect(throws: SystemError.self) { try output.commit() }
        #expect(error?.isNoSpace == true)
        #expect(error?.description == "cannot write /dev/full: no space left on device")
        var status = stat()
        _ = unsafe stat("/dev/full", &status)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func aDeviceIsWrittenIntoAndNotReplaced() throws {
        let output = OutputTransaction(mainPath: "/dev/null")
        try output.openMain().write("x")
        try output.commit()
        var status = stat()
        _ = unsafe stat("/dev/null", &status)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func aNamedPipeGetsTheBytesAtTheCommit() throws {
        let folder = TemporaryFolder()
        let path = folder.file("pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let output = OutputTransaction(mainPath: path)
        try output.openMain().write("through")
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(unsafe read(reader, &bytes, 16) <= 0)
        try output.commit()
        #expect(unsafe read(reader, &bytes, 16) == 7)
        #expect(folder.names == ["pipe"])
    }

    @Test(arguments: [true, false]) func stagingElsewhereArrivesToo(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let staging = TemporaryFolder()
        // Another file system, if there is one.
        for stage in [staging.path, "/dev/shm"] {
            folder.write("old.ply", "old")
            for name in ["old.ply", "new\(stage.utf8.count).ply"] {
                let output = OutputTransaction(
                    mainPath: folder.file(name), stagingFolder: stage, options: options(unnamed))
                try output.openMain().write("staged")
                try output.commit()
                #expect(folder.text(name) == "staged")
            }
        }
        #expect(staging.names.isEmpty)
    }

    @Test(arguments: ["/nowhere/fd", "/"]) func withoutAViewOfOpenFilesTemporariesAreHidden(openFiles: String) throws {
        let folder = TemporaryFolder()
        folder.write("a.obj", "old")
        var blind = OutputTransaction.Options()
        blind.openFiles = openFiles
        let output = OutputTransaction(mainPath: folder.file("a.obj"), options: blind)
        try output.openMain().write("main")
        try output.openSide(folder.file("a.mtl")).write("side")
        #expect(folder.names.filter { $0.contains(".meshconv-") }.count == 2)
        try output.openMain().flush()
        let path = try #require(output.temporaryMainPath)
        #expect(try Input.file(path).read(0..<10) == Array("main".utf8))
        try output.commit()
        #expect(folder.names == ["a.mtl", "a.obj"])
        #expect(folder.text("a.obj") == "main")
        #expect(folder.text("a.mtl") == "side")
    }

    @Test func aMissingFolderForTemporariesIsNamed() {
        let folder = TemporaryFolder()
        let stage = folder.file("missing")
        #expect(throws: SystemError(operation: "write", path: stage, number: ENOENT)) {
            try OutputTransaction(mainPath: folder.file("a.obj"), stagingFolder: stage).openMain()
        }
    }

    @Test(arguments: [true, false]) func longNamesFit(unnamed: Bool) throws {
        let folder = TemporaryFolder()
        let name = String(repeating: "n", count: 250) + ".ply"
        folder.write(name, "old")
        let output = OutputTransaction(mainPath: folder.file(name), options: options(unnamed))
        try output.openMain().write("new")
        try output.commit()
        #expect(folder.names == [name])
        #expect(folder.text(name) == "new")
    }

    @Test func whatASignalHandlerRemovesIsEverythingHidden() throws {
        let folder = TemporaryFolder()
        SignalCleanup.prepare()
        let output = OutputTransaction(mainPath: folder.file("a.obj"), options: options(false))
        try output.openMain().write("main")
        try output.openSide(folder.file("a.mtl")).write("side")
        #expect(folder.names.count == 2)
        #expect(folder.names.allSatisfy { $0.hasPrefix(".a.") && $0.contains(".meshconv-") })
        SignalCleanup.removeTemporaryFiles(below: folder.file(""))
        #expect(folder.names.isEmpty)
        output.discard()
        let next = OutputTransaction(mainPath: folder.file("a.obj"), options: options(false))
        try next.openMain().write("main")
        try next.commit()
        SignalCleanup.removeTemporaryFiles(below: folder.file(""))
        #expect(folder.names == ["a.obj"])
    }
}
