import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import MeshModel
import Testing

@testable import ScanPackages

@Suite struct PackageRewriterTests {
    private struct Fault: Error {}

    private func small() -> SmallPackage {
        var small = SmallPackage()
        small.frameCount = 40
        small.keyframes = [7, 11]
        small.metadata = SmallPackage.plainMetadata.replacing("\"keyframe_count\": 1", with: "\"keyframe_count\": 2")
        return small
    }

    /// Frames 7, a keyframe, and 23 are left out: one by its picture, one by its depth.
    @Test(arguments: PackageVariant.allCases, PackageProfile.allCases)
    func whatIsLeftOutLeavesNoTrace(_ variant: PackageVariant, _ profile: PackageProfile) throws {
        var options = PackageWriteOptions()
        options.profile = profile
        options.rewriteImage = { image, bytes in image.frame?.name == SmallPackage.name(7) ? nil : bytes }
        options.rewriteDepth = { depth, map in depth.frame.name == SmallPackage.name(23) ? nil : map }
        let written = try WrittenPackage(small().package(), variant, options)
        let gone = variant.holdsDepth ? [7, 23] : [7]
        #expect(written.result.leftOut == gone.map(SmallPackage.name))
        #expect(written.result.frames.count == 40 - gone.count)
        for entry in written.zip.entries {
            for index in gone where variant != .polycamKeyframes {
                #expect(!entry.name.contains(SmallPackage.name(index)))
            }
            guard !entry.name.hasSuffix("png"), !entry.name.hasSuffix("jpg") else { continue }
            let text = String(decoding: try written.contents(entry.name) ?? [], as: UTF8.self)
            for index in gone where variant != .polycamKeyframes {
                #expect(!text.contains(SmallPackage.name(index)), "\(entry.name)")
            }
        }
        #expect(written.names.count { $0.contains("/images/") } == 40 - gone.count)
        if let info = try written.json("scan/mesh_info.json") {
            #expect(info["num_frames"]?.int == Int64(40 - gone.count))
        }
        if variant == .scan4D {
            #expect(try written.json("scan/scan4d_metadata.json")?["keyframe_count"]?.int == 1)
        }
        if variant == .raw {
            #expect(try written.json("scan/transforms.json")?["frames"]?.array?.count == 40 - gone.count)
        }
    }

    @Test func depthAndPicturesAreRewritten() throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { _, _ in SmallPackage.jpeg(240, 180) }
        options.rewriteDepth = { _, depth in
            DepthMap(width: depth.width, height: depth.height, samples: depth.samples.map { $0 / 2 })
        }
        let written = try WrittenPackage(SmallPackage().package(), .raw, options)
        let package = try written.read()
        #expect(try package.depthMap(of: package.frames[0])?.samples == SmallPackage.depth(0).map { $0 / 2 })
        // Another size shows the same view: the intrinsics are scaled.
        #expect(
            package.frames[0].intrinsics
                == PinholeIntrinsics(
                    fx: 180.5, fy: 181, cx: 120.65, cy: 89.3, width: 240, height: 180))
    }

    @Test func aThrowFailsUnlessToldOtherwise() throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            if image.frame?.name == SmallPackage.name(2) { throw Fault() }
            return bytes
        }
        let error = #expect(throws: PackageWriteError.self) {
            try WrittenPackage(SmallPackage().package(), .scan4D, options)
        }
        guard case .rewriter(is Fault, path: "images/frame_00002.jpg") = error else {
            Issue.record("expected the rewriter's error, found \(String(describing: error))")
            return
        }
        options.rewriterFailure = .leavesOut
        #expect(try WrittenPackage(SmallPackage().package(), .scan4D, options).result.leftOut == ["frame_00002"])
    }

    @Test func noMoreRewritersRunAtOnceThanThreads() throws {
        let counter = Counter()
        var options = PackageWriteOptions()
        options.threads = 3
        options.rewriteImage = { _, bytes in
            counter.enter()
            defer { counter.leave() }
            return bytes
        }
        _ = try WrittenPackage(small().package(), .scan4D, options)
        #expect(counter.most <= 3)
        #expect(counter.calls == 40)
    }

    // MARK: Privacy

    @Test func stillsGoThroughTheRewriterWithTheirSidecars() throws {
        var small = SmallPackage()
        small.others = [
            ("equirect_stills/still_0001.JPG", SmallPackage.jpeg(64, 32)),
            ("equirect_stills/still_0001.json", Array("{\"sequence\": 1}".utf8)),
            ("equirect_stills/still_0002.JPG", SmallPackage.jpeg(64, 32)),
            ("equirect_stills/still_0002.json", Array("{\"sequence\": 2}".utf8)),
            ("equirect_masks/still_0002.png", [1]),
            ("proxy_images/frame_00000.jpg", SmallPackage.jpeg(8, 8)),
        ]
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            if case .still(let still) = image.owner { return still.name == "still_0002" ? nil : bytes }
            if case .proxy = image.owner { return nil }
            return bytes
        }
        let names = try WrittenPackage(small.package(), .scan4D, options).names
        #expect(names.contains("scan/equirect_stills/still_0001.JPG"))
        #expect(names.contains("scan/equirect_stills/still_0001.json"))
        #expect(!names.contains { $0.contains("still_0002") || $0.contains("proxy") })
    }
}

/// Counts how many are inside at once.
private final class Counter: @unchecked Sendable {
    private let lock = Lock()
    private var inside = 0
    private(set) var most = 0
    private(set) var calls = 0

    func enter() {
        lock.withLock {
            inside += 1
            calls += 1
            most = max(most, inside)
        }
    }

    func leave() { lock.withLock { inside -= 1 } }
}
