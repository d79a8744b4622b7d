import Foundation
import MeshArchive
import MeshBytes
import MeshFormats
import ScanFixtures
import Testing

@testable import ScanPackages

/// Frames that a rewriter leaves out leave no trace: forty frames and a still, of which three pictures are left out.
@Suite struct LeftOutFramesTests {
    private static let gone = [SmallPackage.name(7), SmallPackage.name(23), "still_0001_right"]

    /// Frames with depth, confidence and cameras, faces of stills with masks, and everything else that names frames:
    /// unknown members, unknown files, sidecars, a second list of all frames.
    private func package() throws -> ScanPackage {
        var small = SmallPackage()
        small.frameCount = 40
        small.keyframes = [7, 11]
        small.metadata = SmallPackage.plainMetadata.replacing("\"keyframe_count\": 1", with: "\"keyframe_count\": 2")
            .replacing(
                "\"unknown_to_all\": {",
                with: """
                    "best": "frame_00007", "sharpest": ["images/frame_00023.jpg", "frame_00011", 5],
                    "frame_00007": 1, "all": "frame_00006 frame_00007", "longer": "frame_000077 xframe_00007",
                    "unknown_to_all": {"still": "still_0001_right", "kept": "still_0001_left",
                    """)
        for face in ["left", "right"] {
            let name = "still_0001_\(face)"
            small.others += [
                ("images/\(name).jpg", SmallPackage.jpeg(480, 360)),
                ("masks/\(name).png", try SmallPackage.png(4, 4, bytes: [UInt8](repeating: 255, count: 16))),
                (
                    "cameras/\(name).json",
                    Array(
                        small.camera(41).replacing("images/frame_00041.jpg", with: "images/\(name).jpg").replacing(
                            "\"odd\":", with: "\"face\": \"\(face)\", \"other\": \"still_0001_right\", \"odd\":"
                        ).utf8)
                ),
            ]
        }
        small.others += [
            ("equirect_stills/still_0001.JPG", SmallPackage.jpeg(64, 32)),
            (
                "equirect_stills/still_0001.json",
                Array("{\"sequence\": 1, \"near\": \"frame_00007\", \"faces\": 6}".utf8)
            ),
            ("notes.json", Array("{\"blurred\": [\"frame_00007\", \"frame_00001\"], \"\\u0066rame_00023\": 1}".utf8)),
            ("log.txt", Array("frame_00007.jpg was taken\n".utf8)),
            ("thumbs/frame_00007.dat", [1]), ("face_frames/frame_00023.txt", [1]), ("thumbs/frame_00008.dat", [1]),
            ("plain.txt", Array("frame_00001.jpg was taken\n".utf8)),
            ("roomplan_raw.json", Array("{\"deep\": {\"er\": [{\"image\": \"x/frame_00023.HEIC\"}]}}".utf8)),
            ("registration.json", Array("{\"version\": 2, \"applied\": false, \"note\": \"frame_00007\"}".utf8)),
            (
                "transforms.json",
                Array("{\"frames\": [{\"file_path\": \"images/frame_00007.jpg\"}]}".utf8)
            ),
        ]
        return try small.package()
    }

    private var options: PackageWriteOptions {
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            [Self.gone[0], Self.gone[2]].contains(image.frame?.name) ? nil : bytes
        }
        options.rewriteDepth = { depth, map in depth.frame.name == Self.gone[1] ? nil : map }
        return options
    }

    private func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(texts)
        case .object(let members): members.flatMap { [$0.0] + texts($0.1) }
        default: []
        }
    }

    @Test(arguments: PackageVariant.allCases, PackageProfile.allCases)
    func nothingNamesThem(_ variant: PackageVariant, _ profile: PackageProfile) throws {
        var options = options
        options.profile = profile
        let package = try package()
        let written = try WrittenPackage(package, variant, options)
        let gone = variant.holdsDepth ? Self.gone : [Self.gone[0], Self.gone[2]]
        let searches = NameSearch(gone)
        for entry in written.zip.entries {
            #expect(!searches.isNamed(in: entry.name), "\(entry.name)")
            let bytes = try written.contents(entry.name) ?? []
            let text = String(decoding: bytes, as: UTF8.self)
            for name in gone {
                // `longer` contains the name as a part of another word: another frame's name.
                let isMetadata = entry.name.hasSuffix("scan4d_metadata.json")
                let rest = isMetadata ? text.replacing("frame_000077 xframe_00007", with: "") : text
                #expect(!rest.contains(name), "\(entry.name) names \(name)")
            }
            guard entry.name.hasSuffix(".json") else { continue }
            for text in texts(try JSONValue.parse(bytes)) {
                #expect(!searches.isNamed(in: text), "\(entry.name): \(text)")
            }
        }
        let hasFaces = profile == .scan4D || variant == .scan4D
        let phones = variant.holdsDepth ? 38 : 39
        func count(_ folder: String) -> Int { written.names.count { $0.contains("/\(folder)/") } }
        #expect(count("images") == phones + (hasFaces ? 1 : 0))
        #expect(written.result.frames.count == count("images"))
        #expect(Set(written.result.leftOut).isSuperset(of: hasFaces ? gone : gone.filter { !$0.hasPrefix("still") }))
        if variant.holdsDepth {
            #expect(count("confidence") == phones)
            #expect(count("depth") == phones + ([.raw, .polycamKeyframes].contains(variant) && hasFaces ? 1 : 0))
        }
        if [.scan4D, .polycam, .polycamKeyframes].contains(variant) {
            #expect(count("cameras") == count("images"))
            #expect(try written.json("scan/mesh_info.json")?["num_frames"]?.int == Int64(phones))
        }
        switch variant {
        case .scan4D:
            #expect(count("masks") == 1)
            let metadata = try written.json("scan/scan4d_metadata.json")
            #expect(metadata?["keyframe_count"]?.int == 1)
            #expect(metadata?["sharpest"]?.array?.count == 2)
            #expect(metadata?["unknown_to_all"]?["kept"] == "still_0001_left")
            #expect(metadata?["longer"] == "frame_000077 xframe_00007")
            #expect(try written.json("scan/equirect_stills/still_0001.json")?["faces"]?.int == 6)
            #expect(try written.json("scan/notes.json")?["blurred"] == ["frame_00001"])
            #expect(written.names.contains("scan/plain.txt"))
            #expect(!written.names.contains("scan/log.txt"))
            #expect(written.result.losses.contains { $0.name == "files that name frames" && $0.count == 2 })
            #expect(written.names.contains("scan/thumbs/frame_00008.dat"))
        case .raw: #expect(try written.json("scan/transforms.json")?["frames"]?.array?.count == count("images"))
        case .colmap:
            let images = String(decoding: try written.contents("scan/sparse/0/images.txt") ?? [], as: UTF8.self)
            #expect(images.contains("# Number of images: \(count("images")),"))
        default: break
        }
    }

    /// Files that the owner lists are kept in every variant, without those names.
    @Test(arguments: [PackageVariant.raw, .colmap, .polycam]) func whatIsKeptByNameDoesNotNameThem(
        _ variant: PackageVariant
    ) throws {
        var options = options
        options.keptPaths = ["notes.json", "log.txt", "plain.txt", "thumbs/frame_00007.dat", "images/frame_00007.jpg"]
        let written = try WrittenPackage(try package(), variant, options)
        #expect(try written.json("scan/notes.json")?["blurred"] == ["frame_00001"])
        #expect(written.names.contains("scan/plain.txt") && !written.names.contains("scan/log.txt"))
        #expect(!written.names.contains { $0.contains("frame_00007") })
    }

    /// Frames of another app are renamed: a new name that equals the name of a frame that was left out is no trace of
    /// it.
    @Test func aNameThatAnotherFrameHasNowIsKept() throws {
        func frame(_ name: String, _ x: Int) -> String {
            "{\"file_path\": \"images/\(name).jpg\", \"transform_matrix\": [[1,0,0,\(x)],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"
        }
        let transforms =
            "{\"camera_model\": \"OPENCV\", \"fl_x\": 361, \"fl_y\": 361, \"cx\": 240, \"cy\": 180, \"w\": 480, \"h\": 360, "
            + "\"frames\": [\(frame("frame_00001", 0)), \(frame("other", 1))]}"
        let picture = SmallPackage.jpeg(480, 360)
        let files = try PackageFiles(
            [
                PackageEntry(path: "transforms.json", bytes: Array(transforms.utf8)),
                PackageEntry(path: "images/frame_00001.jpg", bytes: picture),
                PackageEntry(path: "images/other.jpg", bytes: picture),
            ], name: "other")
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in image.frame?.name == "frame_00001" ? nil : bytes }
        let written = try WrittenPackage(try ScanPackage.read(files), .scan4D, options)
        #expect(written.result.frames == ["frame_00001"] && written.result.leftOut == ["frame_00001"])
        let camera = try written.json("scan/cameras/frame_00001.json")
        #expect(camera?["image_path"] == "images/frame_00001.jpg" && camera?["t_03"]?.number == 1)
    }

    /// Without rewriters everything is kept unchanged.
    @Test func whoLeavesNothingOutLosesNothing() throws {
        let written = try WrittenPackage(try package(), .scan4D)
        #expect(written.names.contains("scan/log.txt"))
        #expect(try written.json("scan/cameras/still_0001_left.json")?["other"] == "still_0001_right")
        #expect(try written.json("scan/scan4d_metadata.json")?["best"] == "frame_00007")
    }

    /// In the oldest layout, the list of all frames is beside the frames: cameras are made of it, so it isn't lost.
    @Test func theOldestLayoutLosesNothing() throws {
        var room = RoomPackage()
        room.profile = .legacyFolder
        var options = PackageWriteOptions()
        options.consentsToImages = true
        let written = try WrittenPackage(try Room.read(room), .scan4D, options)
        #expect(!written.result.losses.contains { $0.severity == .dropped })
        #expect(written.result.frames.count == 12)
    }

    /// The sizes of the files in a folder, including those without a name yet: Linux lists open ones.
    private static func sizes(in folder: String) -> [Int] {
        let files = FileManager.default
        func size(_ path: String) -> Int? {
            (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey]))?.fileSize
        }
        let named = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
        let open = ((try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { name -> Int? in
            let path = "/proc/self/fd/\(name)"
            guard let target = try? files.destinationOfSymbolicLink(atPath: path), target.hasPrefix(folder + "/"),
                !named.contains(target), let handle = FileHandle(forReadingAtPath: path)
            else { return nil }
            return (try? handle.seekToEnd()).map(Int.init)
        }
        return named.compactMap(size) + open
    }

    /// During writing, only the future archive is on disk.
    @Test func nothingIsStaged() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let seen = Sizes()
        var options = options
        options.threads = 1
        let rewrite = options.rewriteImage
        options.rewriteImage = { image, bytes in
            let sizes = Self.sizes(in: folder.path)
            seen.add(sizes.count, sizes.reduce(0, +))
            return try rewrite?(image, bytes)
        }
        let result = try PackageWriter(.scan4D, options).write(try package(), to: .zip("\(folder.path)/scan.zip"))
        #expect(seen.mostFiles == 1)
        #expect(seen.mostBytes > 0 && seen.mostBytes <= result.byteCount)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["scan.zip"])
    }

    @Test(arguments: [true, false], PackageVariant.allCases)
    func cancellingInFrame20LeavesNothing(_ isArchive: Bool, _ variant: PackageVariant) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let work = Work()
        var options = PackageWriteOptions()
        options.threads = 2
        options.work = work
        options.rewriteImage = { image, bytes in
            if image.frame?.name == SmallPackage.name(20) { work.cancel() }
            return bytes
        }
        let path = "\(folder.path)/scan"
        let error = #expect(throws: PackageWriteError.self) {
            try PackageWriter(variant, options).write(
                try package(), to: isArchive ? .zip(path + ".zip") : .folder(path))
        }
        #expect(error?.isCancelled == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}

/// The largest size seen.
private final class Sizes: @unchecked Sendable {
    private let lock = Lock()
    private(set) var mostFiles = 0
    private(set) var mostBytes = 0

    func add(_ files: Int, _ bytes: Int) {
        lock.withLock {
            mostFiles = max(mostFiles, files)
            mostBytes = max(mostBytes, bytes)
        }
    }
}
