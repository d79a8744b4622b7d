import MeshArchive
import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// One bad frame leaves the others as they are.
@Suite struct BadFramesTests {
    /// Five frames: the depth of the second is cut, the third's pose is mirrored, the fourth's camera is cut.
    private func files() throws -> PackageFiles {
        var small = SmallPackage()
        small.frameCount = 5
        let entries = try small.files().entries.map { entry in
            switch entry.path {
            case "depth/frame_00001.png": PackageEntry(path: entry.path, bytes: Array(try entry.bytes().dropLast(40)))
            case "cameras/frame_00002.json":
                PackageEntry(
                    path: entry.path,
                    bytes: Array(small.camera(2).replacing("\"t_00\": ", with: "\"t_00\": 5, \"was\": ").utf8))
            case "cameras/frame_00003.json": PackageEntry(path: entry.path, bytes: Array("{\"t_00\"".utf8))
            default: entry
            }
        }
        return try PackageFiles(entries, name: "bad")
    }

    private func package() throws -> ScanPackage {
        var options = PackageOptions()
        options.lenient = true
        return try ScanPackage.read(files(), options: options)
    }

    @Test func checkNamesThem() throws {
        let check = try PackageCheck(files())
        #expect(check.badFrames == ["frame_00001", "frame_00002", "frame_00003"])
        let errors = check.findings.filter { $0.severity == .error }
        #expect(Set(errors.map { check.frame(of: $0) }) == Set(check.badFrames.map(Optional.some)))
        let file = try PackageCheck(
            PackageFiles(files().entries + [PackageEntry(path: "stitching.json", bytes: [1])], name: "file"))
        #expect(file.findings.contains { $0.severity == .error && file.frame(of: $0) == nil })
    }

    @Test(arguments: PackageVariant.allCases) func lenientWritingLeavesThemOut(_ variant: PackageVariant) throws {
        var options = PackageWriteOptions()
        options.points = .none
        if variant.holdsDepth {
            let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package(), variant, options) }
            #expect(error?.description.contains("depth/frame_00001.png") == true)
        }
        options.reading.lenient = true
        let written = try WrittenPackage(package(), variant, options)
        let names = written.names.joined(separator: " ")
        #expect(written.result.unreadable == (variant.holdsDepth ? ["frame_00001"] : []))
        if variant.holdsDepth, variant != .polycamKeyframes { #expect(!names.contains("frame_00001")) }
        let losses = written.result.losses.filter { $0.name == "frames that can't be read" }
        #expect(losses.flatMap(\.items) == written.result.unreadable)
        #expect(written.result.notes.contains { $0.code == "frame.unreadable" } == variant.holdsDepth)
    }

    @Test(arguments: PackageVariant.allCases) func aPackageOfNoFrameIsRefused(_ variant: PackageVariant) throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { _, _ in nil }
        let error = #expect(throws: PackageWriteError.self) {
            try WrittenPackage(SmallPackage().package(), variant, options)
        }
        #expect(error?.description.contains("nothing to write: 4 frames left out") == true)
    }

    @Test func aPictureThatCannotBeHiddenIsABadFrame() throws {
        // The pictures have a header and no pixels; persons are in the first.
        var device = DeviceFolder()
        device.hasMask = true
        let hiding = PersonHiding(withoutMask: .keep)
        var options = PackageWriteOptions()
        (options.rewriteImage, options.rewriteDepth) = (hiding.image, hiding.depth)
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(device.package(), .raw, options) }
        guard case .read(let reason)? = error else { throw Failure() }
        #expect(reason.location.text.contains("raw_data/images/frame_00000.jpg"))
        options.reading.lenient = true
        let written = try WrittenPackage(device.package(), .raw, options)
        #expect(written.result.unreadable == ["frame_00000"] && written.result.frames.count == 3)
    }

    private struct Failure: Error {}

    @Test func aBrokenMaskIsFound() throws {
        var small = SmallPackage()
        small.others = [("masks/frame_00001.png", [1, 2, 3])]
        #expect(try PackageCheck(small.files()).badFrames == ["frame_00001"])
    }

    @Test func checkFindsWhatOnlyCopyingWouldFind() throws {
        var small = SmallPackage()
        small.others = [("mesh.ply", Array("ply\n".utf8) + [UInt8](repeating: 7, count: 3000))]
        let whole = try WrittenPackage(small.package(), .scan4D)
        func check(_ bytes: [UInt8]) throws -> PackageCheck { try PackageCheck(.zip(.bytes(bytes, name: "zip"))) }
        #expect(try !check(whole.bytes).hasErrors)
        for (name, frame) in [("images/frame_00002.jpg", "frame_00002"), ("mesh.ply", nil)] {
            let entry = try #require(whole.zip.entries.first { $0.name.hasSuffix(name) })
            var bytes = whole.bytes
            bytes[entry.data.upperBound - 1] ^= 0x55
            let check = try check(bytes)
            #expect(check.hasErrors && check.badFrames == [frame].compactMap(\.self), "\(name)")
        }
    }
}
