import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// Packages of pictures without cameras, and the folders that readers ask for.
@Suite struct PictureLayoutTests {
    /// Four pictures without cameras; the second has a mask that says what to keep.
    private func pictures() throws -> ScanPackage {
        var package = try SmallPackage().package()
        let mask = PackageEntry(path: "masks/frame_00001.png", bytes: [1, 2, 3])
        package.files = try PackageFiles(package.files.entries + [mask], name: "pictures")
        package.kind = .polycamFlat
        for index in package.frames.indices {
            (package.frames[index].pose, package.frames[index].intrinsics) = (nil, nil)
        }
        package.frames[1].maskPath = mask.path
        return package
    }

    @Test(arguments: [PackageVariant.raw, .polycamKeyframes])
    func whatNeedsCamerasRefusesPicturesAlone(_ variant: PackageVariant) throws {
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(pictures(), variant) }
        #expect(error?.description.contains("4 photos without cameras") == true)
    }

    @Test(arguments: [PackageVariant.colmap, .colmapBinary])
    func cOLMAPGetsPicturesAndMasksWithoutAModel(_ variant: PackageVariant) throws {
        let written = try WrittenPackage(pictures(), variant)
        #expect(written.names.count { $0.hasPrefix("scan/images/") } == 4)
        #expect(try written.contents("scan/masks/frame_00001.jpg.png") == [1, 2, 3])
        #expect(!written.names.contains { $0.contains("sparse") })
        #expect(written.result.notes.map(\.code) == ["cameras.none"])
        #expect(!written.result.losses.contains { $0.subject == "/frames/*/pose" })
    }

    @Test func checkWarnsOfPicturesAlone() throws {
        let all = try SmallPackage().files().entries.filter { !$0.path.hasPrefix("cameras/") }
        let check = try PackageCheck(try PackageFiles(all, name: "pictures"))
        #expect(check.findings.contains { $0.code == "cameras.none" && $0.severity == .warning })
        #expect(try !PackageCheck(SmallPackage().files()).findings.contains { $0.code == "cameras.none" })
    }

    @Test(arguments: PackageProfile.allCases) func keyframesAlwaysHaveDepth(_ profile: PackageProfile) throws {
        var options = PackageWriteOptions()
        options.profile = profile
        for rule in [nil] + FramesWithoutDepth.allCases.map(Optional.some) {
            options.framesWithoutDepth = rule
            for without in [Set<Int>(), [1], [0, 1, 2, 3]] {
                var small = SmallPackage()
                small.withoutDepth = without
                let written = try WrittenPackage(small.package(), .polycamKeyframes, options)
                #expect(written.names.contains { $0.hasPrefix("scan/keyframes/depth/") }, "\(without) \(rule as Any)")
            }
        }
        // By default each picture has depth, as readers that use depth want it.
        options.framesWithoutDepth = nil
        var small = SmallPackage()
        small.withoutDepth = [2]
        let written = try WrittenPackage(small.package(), .polycamKeyframes, options)
        #expect(written.names.count { $0.contains("/depth/") } == 4)
    }

    @Test(arguments: PackageVariant.allCases) func picturesOfGlassesGoAlong(_ variant: PackageVariant) throws {
        var small = SmallPackage()
        small.others = [("proxy_images/frame_00000.jpg", SmallPackage.jpeg(8, 8))]
        let written = try WrittenPackage(small.package(), variant)
        #expect(try written.contents("scan/proxy_images/frame_00000.jpg") == SmallPackage.jpeg(8, 8))
        #expect(!written.result.losses.contains { $0.subject == "/proxyImages" })
    }

    @Test func onlyPolycamsOwnLayoutHasItsCodingOfConfidence() throws {
        for variant in [PackageVariant.scan4D, .polycam, .raw, .polycamKeyframes] {
            let package = try WrittenPackage(SmallPackage().package(), variant).read()
            let map = try #require(try package.confidenceMap(of: package.frames[0]))
            #expect(map.coding == (variant == .polycamKeyframes ? .thresholds : .levels))
        }
    }

    @Test func aProfileHasASecondName() {
        #expect(PackageProfile.named("scan4d-1") == .scan4D && PackageProfile.named("scan4d-0.5") == .scan4D05)
        #expect(PackageProfile.named("scan4d-2") == nil)
    }
}
