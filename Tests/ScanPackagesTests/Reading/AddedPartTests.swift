import MeshFormats
import ScanPackages
import Testing

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
}
