import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import Testing

@testable import ScanPackages

/// The ready hiding of persons, on pictures whose pixels are compared one by one.
@Suite struct PersonHidingTests {
    /// A person in columns 8 to 13 and rows 5 to 11 of a mask of 32 × 24; 128 is none.
    private static let mask: [UInt8] = (0..<32 * 24).map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: 32)
        return (8...13).contains(column) && (5...11).contains(row) ? 129 : 128
    }

    private static func isPerson(_ column: Int, _ row: Int) -> Bool {
        (8...13).contains(column) && (5...11).contains(row)
    }

    /// A capture as it is on the device, whose first frame has a mask, and whose pictures are PNG files of 192 × 144.
    private func scan(
        mask: [UInt8]? = nil, pictures: [[UInt8]] = [], extras: [(String, [UInt8])] = []
    ) throws -> ScanPackage {
        var entries: [PackageEntry] = []
        func add(_ path: String, _ bytes: [UInt8]) { entries.append(PackageEntry(path: path, bytes: bytes)) }
        var cameras: [String] = []
        for index in 0..<2 {
            let name = SmallPackage.name(index)
            let picture = try pictures.isEmpty ? Self.picture() : pictures[index]
            let ending = picture.starts(with: [0xFF]) ? "jpg" : "png"
            add("raw_data/images/\(name).\(ending)", picture)
            add("raw_data/depth/\(name).png", try SmallPackage().depthFile(index))
            let pose = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[\(index),1.5,0,1]]"
            cameras.append(
                "{\"file_path\": \"images/\(name).\(ending)\", \"depth_file_path\": \"depth/\(name).png\", "
                    + "\"transform_matrix\": \(pose)}")
        }
        add(
            "raw_data/transforms.json",
            Array(
                ("{\"fl_x\": 150, \"fl_y\": 150, \"cx\": 96, \"cy\": 72, \"w\": 192, \"h\": 144, \"frames\": ["
                    + cameras.joined(separator: ", ") + "]}").utf8))
        add("raw_data/masks/frame_00000.png", try mask ?? SmallPackage.png(32, 24, bytes: Self.mask))
        add(
            "scan4d_metadata.json",
            Array(
                SmallPackage.plainMetadata.replacing("\"privacy_filter\": false", with: "\"privacy_filter\": true").utf8
            ))
        for (path, bytes) in extras { add(path, bytes) }
        return try ScanPackage.read(try PackageFiles(entries, name: "scan"))
    }

    private static func samples(_ channels: Int, _ width: Int = 192, _ height: Int = 144) -> [UInt8] {
        (0..<width * height * channels).map { UInt8(truncatingIfNeeded: $0 * 37 + $0 / 191 * 11 + $0 / 7) }
    }

    private static func picture() throws -> [UInt8] {
        try PNGWriter(width: 192, height: 144, layout: .rgb).file(samples(3))
    }

    private func options(_ hiding: PersonHiding = PersonHiding(withoutMask: .keep)) -> PackageWriteOptions {
        var options = PackageWriteOptions()
        (options.rewriteImage, options.rewriteDepth) = (hiding.image, hiding.depth)
        options.isFlat = true
        options.points = .none
        return options
    }

    private func image(_ written: WrittenPackage, _ path: String) throws -> PixelImage {
        try PackageEntry(path: path, bytes: try #require(try written.contents(path))).image()
    }

    // MARK: Pixels

    /// Each pixel of the mask is 6 × 6 pixels of the picture; the person is in columns 48 to 83, rows 30 to 71.
    @Test func personsAndTwelvePixelsAroundThemBecomeBlocks() throws {
        let written = try WrittenPackage(scan(), .raw, options())
        let before = Self.samples(3)
        var differences = 0
        guard case .bytes(let after) = try image(written, "images/frame_00000.png").samples else {
            Issue.record("expected 8 bits")
            return
        }
        for row in 0..<144 {
            for column in 0..<192 {
                let across = max(0, 48 - column, column - 83)
                let down = max(0, 30 - row, row - 71)
                let isHidden = across * across + down * down <= 144
                for channel in 0..<3 {
                    let index = (row * 192 + column) * 3 + channel
                    if !isHidden {
                        differences += after[index] == before[index] ? 0 : 1
                        continue
                    }
                    let rows = row / 40 * 40..<min(144, row / 40 * 40 + 40)
                    let columns = column / 40 * 40..<min(192, column / 40 * 40 + 40)
                    var sum = 0
                    for y in rows { for x in columns { sum += Int(before[(y * 192 + x) * 3 + channel]) } }
                    let mean = Double(sum) / Double(rows.count * columns.count)
                    differences += abs(Double(after[index]) - mean) <= 0.5 ? 0 : 1
                }
            }
        }
        #expect(differences == 0)
    }

    @Test func depthIsZeroExactlyWhereThePersonIs() throws {
        let written = try WrittenPackage(scan(), .raw, options())
        let depth = try image(written, "depth/frame_00000.png")
        guard case .words(let words) = depth.samples else {
            Issue.record("expected 16 bits")
            return
        }
        let before = SmallPackage.depth(0)
        for row in 0..<48 {
            for column in 0..<64 {
                let index = row * 64 + column
                #expect(words[index] == (Self.isPerson(column / 2, row / 2) ? 0 : before[index]))
            }
        }
        // The other frame has no mask.
        #expect(try image(written, "depth/frame_00001.png").samples == .words(SmallPackage.depth(1)))
        #expect(!written.names.contains { $0.contains("mask") })
    }

    @Test(arguments: [PixelLayout.gray, .grayAlpha, .rgba], [8, 16])
    func picturesStayOfTheirKind(_ layout: PixelLayout, _ depth: Int) throws {
        var writer = PNGWriter(width: 192, height: 144, layout: layout)
        writer.bitDepth = depth
        let picture = try writer.file(Self.samples(layout.rawValue * depth / 8))
        let written = try WrittenPackage(scan(pictures: [picture, picture]), .raw, options())
        let image = try image(written, "images/frame_00000.png")
        let before = try PackageEntry(path: "before", bytes: picture).image()
        #expect(image.layout == layout && image.storedBitDepth == depth)
        func pixel(_ image: PixelImage, _ column: Int, _ row: Int) -> [Int] {
            let first = (row * 192 + column) * layout.rawValue
            return (first..<first + layout.rawValue).map { index in
                switch image.samples {
                case .bytes(let bytes): Int(bytes[index])
                case .words(let words): Int(words[index])
                }
            }
        }
        #expect(pixel(image, 30, 60) == pixel(before, 30, 60))
        #expect(pixel(image, 50, 50) == pixel(image, 70, 70))
        #expect(pixel(image, 50, 50) != pixel(image, 30, 60))
    }

    @Test func jpegStaysJPEG() throws {
        var writer = JPEGWriter(width: 192, height: 144, layout: .rgb)
        writer.quality = 95
        let smooth: [UInt8] = (0..<192 * 144).flatMap { (index: Int) -> [UInt8] in
            let red = UInt8(index % 192)
            return [red, red + 20, red + 40]
        }
        let picture = try writer.file(smooth)
        let before = try PackageEntry(path: "before", bytes: picture).image().rgbBytes
        let written = try WrittenPackage(scan(pictures: [picture, picture]), .raw, options())
        let after = try image(written, "images/frame_00000.jpg").rgbBytes
        func value(_ bytes: [UInt8], _ column: Int, _ row: Int) -> Int { Int(bytes[(row * 192 + column) * 3]) }
        // Columns 40 to 79 are a block; their mean is 59.5. Beyond the person nothing changes but by coding.
        for column in 50..<78 { #expect(abs(value(after, column, 50) - 60) <= 4) }
        for column in 120..<192 { #expect(abs(value(after, column, 50) - value(before, column, 50)) <= 6) }
        #expect(try written.contents("images/frame_00001.jpg") == picture)
    }

    @Test func aMaskWithoutPersonsKeepsTheBytes() throws {
        let nobody = try SmallPackage.png(32, 24, bytes: [UInt8](repeating: 128, count: 32 * 24))
        let package = try scan(mask: nobody)
        let written = try WrittenPackage(package, .raw, options(PersonHiding()))
        #expect(try written.contents("images/frame_00000.png") == Self.picture())
        #expect(written.result.frames == ["frame_00000"])
        let depth = try image(written, "depth/frame_00000.png")
        #expect(depth.samples == .words(SmallPackage.depth(0)))
    }

    @Test(arguments: [(1, 1), (3, 200), (192, 144), (500, 2)])
    func masksOfAnySizeCoverTheWholePicture(_ width: Int, _ height: Int) throws {
        let all = try SmallPackage.png(width, height, bytes: [UInt8](repeating: 255, count: width * height))
        let written = try WrittenPackage(scan(mask: all), .raw, options())
        let pixels = try image(written, "images/frame_00000.png").rgbBytes
        for row in [0, 39, 40, 143] {
            for column in [0, 39, 160, 191] {
                let block = (row / 40 * 40 * 192 + column / 40 * 40) * 3
                let pixel = (row * 192 + column) * 3
                #expect(pixels[pixel..<pixel + 3].elementsEqual(pixels[block..<block + 3]))
            }
        }
        let depth = try image(written, "depth/frame_00000.png")
        #expect(depth.samples == .words([UInt16](repeating: 0, count: 64 * 48)))
    }

    // MARK: What has no mask

    @Test func whatHasNoMaskIsLeftOutUnlessTheAppTreatsIt() throws {
        let extras = [
            ("raw_data/proxy_images/frame_00000.jpg", SmallPackage.jpeg(8, 8)),
            ("raw_data/equirect_stills/still_0001.jpg", SmallPackage.jpeg(64, 32)),
        ]
        let package = try scan(extras: extras)
        func names(_ without: PersonHiding.WithoutMask) throws -> Set<String> {
            let written = try WrittenPackage(package, .scan4D, options(PersonHiding(withoutMask: without)))
            return Set(written.names.filter { $0.hasSuffix("g") && !$0.hasPrefix("confidence") })
        }
        let first: Set = ["images/frame_00000.png", "depth/frame_00000.png"]
        let rest: Set = ["images/frame_00001.png", "depth/frame_00001.png"]
        let others: Set = ["proxy_images/frame_00000.jpg", "equirect_stills/still_0001.jpg"]
        #expect(try names(.leaveOut) == first)
        #expect(try names(.keep) == first.union(rest).union(others))
        // The app finds somebody in a picture of the glasses, and doesn't trust a frame's depth.
        #expect(
            try names(
                .rewrite(
                    image: { image, bytes in
                        if case .proxy = image.owner { return nil }
                        return bytes
                    }, depth: { _, _ in nil })) == first.union(["equirect_stills/still_0001.jpg"]))
    }

    /// Faces of 360° stills have masks of what to keep, not of persons.
    @Test func theAppsFunctionsAreAskedOnlyAboutWhatHasNoMask() throws {
        let asked = Asked()
        let hiding = PersonHiding(
            withoutMask: .rewrite(
                image: { image, bytes in
                    asked.add(image.path)
                    #expect(image.persons == nil)
                    return bytes
                },
                depth: { depth, map in
                    asked.add("depth of \(depth.frame.name)")
                    return map
                }))
        _ = try WrittenPackage(scan(), .raw, options(hiding))
        #expect(asked.paths.sorted() == ["depth of frame_00001", "raw_data/images/frame_00001.png"])
    }

    // MARK: Requirements

    @Test func hiddenPersonsSatisfyTheRequirementOfPrivacy() throws {
        var options = PackageWriteOptions()
        options.requiresPrivacy = true
        let package = try scan()
        #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw, options) }
        options = self.options(PersonHiding())
        options.requiresPrivacy = true
        #expect(try WrittenPackage(package, .raw, options).result.leftOut == ["frame_00001"])
        // Half of a hiding is not enough.
        options.rewriteDepth = nil
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw, options) }
        #expect(error?.code == "output.persons-visible")
    }

    @Test func aBrokenMaskOrPictureNeverLetsAPersonThrough() throws {
        let package = try scan(mask: Array(SmallPackage.png(32, 24, bytes: Self.mask).prefix(60)))
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw, options()) }
        #expect(error?.description.contains("raw_data/masks/frame_00000.png") == true)
        var lenient = options()
        lenient.rewriterFailure = .leavesOut
        #expect(try WrittenPackage(package, .raw, lenient).result.leftOut == ["frame_00000"])
        let picture = try Self.picture()
        let broken = try scan(pictures: [Array(picture.prefix(300)), picture])
        let other = #expect(throws: PackageWriteError.self) { try WrittenPackage(broken, .raw, options()) }
        // The input is broken, which exit codes tell apart from a rewriter that failed.
        guard case .read? = other else { throw Unexpected() }
        #expect(other?.description.contains("images/frame_00000.png") == true)
        #expect(try WrittenPackage(broken, .raw, lenient).result.leftOut == ["frame_00000"])
    }
}

private struct Unexpected: Error {}

/// What the app was asked about.
private final class Asked: @unchecked Sendable {
    private let lock = Lock()
    private var list: [String] = []

    func add(_ path: String) { lock.withLock { list.append(path) } }
    var paths: [String] { lock.withLock { list } }
}
