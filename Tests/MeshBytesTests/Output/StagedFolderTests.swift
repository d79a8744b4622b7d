import Foundation
import MeshBytes
import Testing

// Serialized: while a clean-up runs, no names are added, so those of other tests would stay.
@Suite(.serialized) struct StagedFolderTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func names(_ path: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
    }

    @Test func everythingAppearsAtTheCommit() throws {
        try inFolder { home in
            let folder = try StagedFolder(path: home + "/out/")
            try folder.open("a/b/one").write([1, 2])
            try folder.open("two").write([3])
            #expect(!FileManager.default.fileExists(atPath: home + "/out"))
            try folder.commit()
            #expect(names(home) == ["out", "out/a", "out/a/b", "out/a/b/one", "out/two"])
            #expect(try Data(contentsOf: URL(fileURLWithPath: home + "/out/a/b/one")) == Data([1, 2]))
        }
    }

    @Test func whatASignalHandlerRemovesIsAllOfIt() throws {
        try inFolder { home in
            SignalCleanup.prepare()
            let folder = try StagedFolder(path: home + "/out")
            try folder.open("a/b/one").write([1])
            try folder.open("a/two").write([2])
            _ = try folder.open("three")
            #expect(names(home).count == 6)
            SignalCleanup.removeTemporaryFiles(below: home)
            #expect(names(home) == [])
            folder.discard()
            let next = try StagedFolder(path: home + "/out")
            try next.open("a/one").write([1])
            try next.commit()
            SignalCleanup.removeTemporaryFiles(below: home)
            #expect(names(home) == ["out", "out/a", "out/a/one"])
        }
    }

    @Test func aSignalHandlerRemovesAnyNumberOfNewFoldersAndWhatIsWrittenBesideThem() throws {
        try inFolder { home in
            SignalCleanup.prepare()
            // More than there are slots: a batch may make a folder for each folder of its inputs.
            for number in 0..<70 {
                let path = "\(home)/\(number)"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                SignalCleanup.addNewFolder(path)
            }
            let folder = try StagedFolder(path: home + "/69/out")
            try folder.open("a/one").write([1])
            #expect(names(home).count == 73)
            SignalCleanup.removeTemporaryFiles(below: home)
            #expect(names(home) == [])
            folder.discard()
        }
    }

    @Test func nothingIsLeftWithoutIt() throws {
        try inFolder { home in
            do {
                let folder = try StagedFolder(path: home + "/out")
                try folder.open("a/one").write([1])
                _ = try folder.open("a/two")
            }
            #expect(names(home) == [])
            let work = Work()
            let folder = try StagedFolder(path: home + "/out", work: work)
            try folder.open("one").write([1])
            work.cancel()
            #expect(throws: SystemError.self) { try folder.commit() }
            #expect(names(home) == [])
        }
    }

    @Test func onlyEmptyFoldersAreReplaced() throws {
        try inFolder { home in
            try FileManager.default.createDirectory(atPath: home + "/empty", withIntermediateDirectories: false)
            let folder = try StagedFolder(path: home + "/empty")
            try folder.open("x").write([1])
            try folder.commit()
            #expect(names(home) == ["empty", "empty/x"])
            #expect { try StagedFolder(path: home + "/empty") } throws: { ($0 as? SystemError)?.isExisting == true }
            #expect(throws: SystemError.self) { try StagedFolder(path: home + "/empty/x") }
            #expect(throws: SystemError.self) { try StagedFolder(path: home + "/none/out") }
        }
    }

    @Test func pathsStayInside() throws {
        try inFolder { home in
            let folder = try StagedFolder(path: home + "/out")
            for name in ["../x", "/x", "a//b", "", "a/./b", "."] {
                #expect(throws: SystemError.self) { try folder.open(name) }
            }
            _ = try folder.open("x")
            #expect(throws: SystemError.self) { try folder.open("x") }
        }
    }
}
