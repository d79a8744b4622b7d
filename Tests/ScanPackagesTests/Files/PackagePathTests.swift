import ScanPackages
import Testing

@Suite struct PackagePathTests {
    @Test func takesDotsAndDoubledSlashesOut() {
        #expect(PackagePath.normal("./images//frame_00000.jpg") == "images/frame_00000.jpg")
        #expect(PackagePath.normal("images\\a.jpg") == "images/a.jpg")
    }

    @Test(arguments: ["", "/etc/passwd", "../x", "a/../../x", "C:\\x", "a/\0", ".", "a\\..\\..\\b"])
    func refusesWhatLeavesThePackage(path: String) {
        #expect(PackagePath.normal(path) == nil)
    }
}
