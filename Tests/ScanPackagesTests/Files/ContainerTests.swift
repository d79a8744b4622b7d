import MeshBytes
import MeshFormats
import ScanFixtures
import ScanPackages
import Testing

/// Packages are the same in every kind of container.
@Suite struct ContainerTests {
    static let containers: [FixtureZip] = (0..<8).map { index in
        var zip = FixtureZip()
        zip.deflates = index & 1 != 0
        zip.hasDescriptors = index & 2 != 0
        zip.isZip64 = index & 4 != 0
        return zip
    }

    static let truth: String = (try? Room.summary(Room.read(RoomPackage()))) ?? ""

    /// A cut archive keeps its own error.
    @Test(arguments: [("v 0 0 0\n", ReadError.Code.unknownFormat), ("PK\u{3}\u{4}", .truncated)])
    func aFileThatIsNoArchiveIsNamedAsOne(text: String, code: ReadError.Code) {
        let error = #expect(throws: ReadError.self) {
            try PackageFiles.zip(.bytes(Array(text.utf8), name: "transforms.json"))
        }
        #expect(error?.code == code)
    }

    @Test(arguments: containers)
    func f1AZipOfAnyFormSaysTheSame(container: FixtureZip) throws {
        var room = RoomPackage()
        #expect(try Room.summary(Room.read(zip: room.zip(container))) == Self.truth)
        room.wrapper = "staging_4C5E"
        let wrapped = try Room.read(zip: room.zip(container))
        #expect(wrapped.wrapper == "staging_4C5E")
        #expect(try Room.summary(wrapped) == Self.truth)
    }

    @Test(arguments: ["", "staging_1"])
    func f1LitterOfArchiversIsIgnored(wrapper: String) throws {
        var room = RoomPackage()
        room.hasLitter = true
        room.wrapper = wrapper
        let package = try Room.read(zip: room.zip())
        #expect(try Room.summary(package) == Self.truth)
        #expect(package.otherPaths.isEmpty)
    }

    @Test(arguments: ["../x", "/etc/passwd", "a/../../b", "C:/x", "images\\..\\..\\x"])
    func f1ANameThatLeavesThePackageIsAnErrorThatNamesIt(name: String) throws {
        var files = RoomPackage().files()
        files.append((name, [1]))
        let zip = FixtureZip().archive(files)
        let error = #expect(throws: ReadError.self) { try Room.read(zip: zip) }
        guard case .sideFile(let entry, _) = error?.location else {
            Issue.record("\(String(describing: error)) names no entry")
            return
        }
        #expect(entry == name)
        #expect(error?.code == .invalidValue)
        #expect(throws: ReadError.self) { try PackageFiles([PackageEntry(path: name, bytes: [1])], name: "x") }
    }

    @Test func f1ASymbolicLinkIsAnErrorThatNamesIt() throws {
        var container = FixtureZip()
        container.lastMode = 0o120777
        var files = RoomPackage().files()
        files.append(("images/link.jpg", Array("/etc/passwd".utf8)))
        let zip = container.archive(files)
        let error = #expect(throws: ReadError.self) { try Room.read(zip: zip) }
        guard case .sideFile(let entry, _) = error?.location else {
            Issue.record("\(String(describing: error)) names no entry")
            return
        }
        #expect(entry == "images/link.jpg")
    }

    @Test func f1AFolderSaysTheSameAndItsLinksAreErrors() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var room = RoomPackage()
        room.hasLitter = true
        try folder.write(room.files())
        let package = try ScanPackage.open(folder.path)
        #expect(try Room.summary(package) == Self.truth)
        try folder.link("images/link.png", to: "/etc/passwd")
        let error = #expect(throws: ReadError.self) { try ScanPackage.open(folder.path) }
        #expect(error?.location == .sideFile("images/link.png", .whole))
    }

    @Test func twoPackagesBesideEachOtherAreRefused() throws {
        let files = RoomPackage().files()
        let both = ["a", "b"].flatMap { folder in
            files.map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
        }
        #expect(throws: ReadError.self) { try Room.read(zip: FixtureZip().archive(both)) }
    }

    @Test func aBombIsRefusedByTheEntryThatItIsIn() throws {
        var room = RoomPackage()
        room.extra = [("scan4d_metadata.json", [UInt8](repeating: 0x20, count: 8 << 20))]
        var container = FixtureZip()
        container.deflates = true
        let zip = room.zip(container)
        let error = #expect(throws: ReadError.self) { try Room.read(zip: zip) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.location == .sideFile("scan4d_metadata.json", .whole))
    }
}
