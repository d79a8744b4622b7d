import Foundation
import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// Entries of packages that are files.
@Suite struct PackageEntryTests {
    private func inFile(_ body: (TemporaryFolder, PackageEntry) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write([("a.bin", [1, 2, 3, 4])])
        try body(folder, try PackageEntry.file("\(folder.path)/a.bin", as: "images/b.jpg"))
    }

    @Test func aFileIsReadUnderItsPath() throws {
        try inFile { _, entry in
            #expect(entry.path == "images/b.jpg" && entry.byteCount == 4)
            #expect(try entry.bytes() == [1, 2, 3, 4] && entry.beginning(2) == [1, 2])
            var pieces: [[UInt8]] = []
            try entry.forEachPiece {
                pieces.append($0)
                return true
            }
            #expect(pieces == [[1, 2, 3, 4]])
        }
    }

    @Test func aPipeIsReadAtOnce() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data([7, 8]))
        try pipe.fileHandleForWriting.close()
        let entry = try PackageEntry.file("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", as: "mesh.obj")
        #expect(entry.byteCount == 2)
        #expect(try entry.bytes() == [7, 8] && entry.bytes() == [7, 8])
    }

    @Test func aFileThatIsNotThereIsMissing() {
        let error = #expect(throws: ReadError.self) { try PackageEntry.file("/nowhere/a", as: "a") }
        #expect(error?.code == .missing && error?.location == .whole)
        let folder = #expect(throws: ReadError.self) { try PackageEntry.file("/", as: "a") }
        #expect(folder?.code != .missing)
    }

    @Test func aFileThatIsGoneIsNamedAsThePackageDoes() throws {
        try inFile { folder, entry in
            try FileManager.default.removeItem(atPath: "\(folder.path)/a.bin")
            let reads: [() throws -> Void] = [
                { _ = try entry.bytes() }, { _ = try entry.beginning(2) }, { try entry.forEachPiece { _ in true } },
            ]
            for read in reads {
                let error = #expect(throws: ReadError.self) { try read() }
                #expect(error?.location == .sideFile("images/b.jpg", .whole))
            }
        }
    }

    @Test func aLimitHoldsBeforeAnythingIsRead() throws {
        try inFile { _, entry in
            let whole = try entry.bytes(limit: 4)
            #expect(whole.count == 4)
            let error = #expect(throws: ReadError.self) { try entry.bytes(limit: 3) }
            #expect(error?.code == .limitExceeded && error?.location == .sideFile("images/b.jpg", .whole))
            #expect(error?.message.hasPrefix("expected at most 3 bytes, found 4") == true)
        }
    }
}
