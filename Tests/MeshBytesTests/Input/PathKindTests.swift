import Foundation
import MeshBytes
import Testing

@Suite struct PathKindTests {
    @Test func filesFoldersAndDevicesAreToldApart() throws {
        let folder = TemporaryFolder()
        folder.write("file", "text")
        #expect(try PathKind(at: folder.path) == .folder)
        #expect(try PathKind(at: folder.file("file")) == .file)
        #expect(try PathKind(at: "/dev/null") == .other)
    }

    @Test func linksAreFollowed() throws {
        let folder = TemporaryFolder()
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ".")
        #expect(try PathKind(at: link) == .folder)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "gone")
        #expect(try PathKind(at: link) == .nothing)
    }

    @Test func nothingIsThereBelowAFileAndWhereNoFileIs() throws {
        let folder = TemporaryFolder()
        folder.write("file", "text")
        #expect(try PathKind(at: folder.file("gone")) == .nothing)
        #expect(try PathKind(at: folder.file("file/inner")) == .nothing)
    }

    /// A failure that is taken for "nothing" would make a folder of two models one that has to be asked about.
    @Test func whatCanNotBeLookedAtIsAnErrorAndNotNothing() throws {
        let folder = TemporaryFolder()
        let loop = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        let error = #expect(throws: SystemError.self) { try PathKind(at: loop) }
        #expect(error?.isMissing == false)
        #expect(error?.path == loop)
    }
}
