import MeshFormats
import ScanFixtures
import Testing

@testable import ScanPackages

/// Files that are added to a package while it is read.
@Suite struct AddedPartTests {
    @Test(arguments: [PackageKind.polycamFlat, .scan4D])
    func eachFileIsReadOnce(kind: PackageKind) throws {
        var small = SmallPackage()
        small.metadata = kind == .scan4D ? SmallPackage.plainMetadata : nil
        var options = PackageOptions()
        options.lenient = true
        let package = try ScanPackage.read(
            try small.files(), adding: [PackageEntry(path: "stitching.json", bytes: Array("{".utf8))], options: options)
        #expect(package.kind == kind)
        let found = package.diagnostics.filter { $0.entry == "stitching.json" }
        #expect(found.map(\.packageCode) == [.fileUnreadable])
        #expect(found.map(\.count) == [1])
    }

    /// What says that persons must be hidden still holds when other metadata takes its place; so does what can't be read.
    @Test(arguments: [
        ("{\"privacy_filter\": true}", true), ("{\"privacy_filter\": false}", false), ("{\"a\": 1}", false),
        ("{\"privacy_filter\": \"yes\"}", true), ("{\"privacy", true), ("[1]", true),
    ])
    func replacedMetadataStillHidesPersons(old: String, isHidden: Bool) throws {
        var small = SmallPackage()
        small.metadata = old
        var options = PackageOptions()
        options.lenient = true
        let package = try ScanPackage.read(
            try small.files(),
            adding: [PackageEntry(path: "scan4d_metadata.json", bytes: Array("{\"privacy_filter\": false}".utf8))],
            options: options)
        #expect(package.hidesPrivacy == isHidden)
        #expect(package.metadata?.privacyFilter == false)
        let told = package.diagnostics.filter { $0.packageCode == .entryReplaced }
        #expect(told.map(\.entry) == ["scan4d_metadata.json"])
    }

    /// Other apps have no such files, so that these are read only if they were added.
    @Test(arguments: [RoomPackage.Profile.scannerApp, .stray, .polycamRaw])
    func aPackageOfAnotherAppTakesThem(profile: RoomPackage.Profile) throws {
        var room = RoomPackage()
        room.profile = profile
        let package = try ScanPackage.read(
            Room.files(room),
            adding: [
                PackageEntry(path: "scan4d_metadata.json", bytes: Array("{\"location_id\": \"L\"}".utf8)),
                PackageEntry(path: "registration.json", bytes: Array("{\"applied\": false}".utf8)),
            ])
        #expect(package.metadata?.locationID == "L" && package.registration?.isApplied == false)
        #expect(package.frames.count == 12)
    }
}
