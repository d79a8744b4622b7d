import MeshArchive
import MeshBytes
import MeshImages
import MeshModel

@testable import ScanPackages

/// Packages of a few frames, made by hand in the app's form.
struct SmallPackage {
    var frameCount = 4
    /// Whether depth has its bytes swapped.
    var isSwapped = false
    var keyframes: Set<Int> = []
    var withoutDepth: Set<Int> = []
    var metadata: String? = SmallPackage.plainMetadata
    var others: [(String, [UInt8])] = []
    /// Whether images are JPEG files, with valid headers only.
    var isJPEG = true

    static let plainMetadata = """
        {"timestamp": 1790000000.5, "device": "Phone", "os_name": "iOS", "os_version": "19.0", "app_version": "0.5",
        "build_type": "release", "location_id": "7A1C", "privacy_filter": false, "keyframe_count": 1,
        "unknown_to_all": {"a": [1, 2.5]}}
        """

    static func name(_ index: Int) -> String {
        let digits = String(index)
        return "frame_" + String(repeating: "0", count: 5 - digits.count) + digits
    }

    /// A pose that differs for each frame: turned about two axes, away from the origin.
    static func pose(_ index: Int) -> Affine {
        let a = Double(index) * 0.37 + 0.2
        let q = (x: 0.3 * a, y: 0.8 - a * 0.1, z: 0.21 * a * a, w: 1.1 - 0.5 * a)
        return Affine(quaternion: q, translation: SIMD3(a, 1.5 - a, 0.25 * a))
    }

    func size(_ index: Int) -> (width: Int, height: Int) { keyframes.contains(index) ? (960, 720) : (480, 360) }

    func intrinsics(_ index: Int) -> PinholeIntrinsics {
        let base = PinholeIntrinsics(fx: 361, fy: 362, cx: 241.3, cy: 178.6, width: 480, height: 360)
        let size = size(index)
        return base.scaled(toWidth: size.width, height: size.height) ?? base
    }

    static func depth(_ index: Int) -> [UInt16] { (0..<64 * 48).map { UInt16(900 + index * 7 + $0 % 64 * 11) } }

    static func jpeg(_ width: Int, _ height: Int, comment: Int = 0) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, UInt8(comment & 255), 7, 0xFF, 0xC0, 0, 17, 8]
            + [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3]
            + [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xFF, 0xD9]
    }

    static func png(_ width: Int, _ height: Int, bytes: [UInt8], bitDepth: Int = 8) throws -> [UInt8] {
        var writer = PNGWriter(width: width, height: height, layout: .gray)
        writer.bitDepth = bitDepth
        return try writer.file(bytes)
    }

    func depthFile(_ index: Int) throws -> [UInt8] {
        let bytes = Self.depth(index).flatMap { word in
            let word = isSwapped ? word.byteSwapped : word
            return [UInt8(word >> 8), UInt8(word & 255)]
        }
        return try Self.png(64, 48, bytes: bytes, bitDepth: 16)
    }

    func image(_ index: Int) throws -> [UInt8] {
        let size = size(index)
        if isJPEG { return Self.jpeg(size.width, size.height, comment: index) }
        return try Self.png(
            size.width, size.height, bytes: [UInt8](repeating: UInt8(index), count: size.width * size.height))
    }

    func camera(_ index: Int) -> String {
        let rows = Self.pose(index).rowMajor
        var text = "{"
        for row in 0..<3 { for column in 0..<4 { text += "\"t_\(row)\(column)\": \(rows[row * 4 + column]), " } }
        let intrinsics = intrinsics(index)
        text +=
            "\"fx\": \(intrinsics.fx), \"fy\": \(intrinsics.fy), \"cx\": \(intrinsics.cx), \"cy\": \(intrinsics.cy), "
        text += "\"width\": \(intrinsics.width), \"height\": \(intrinsics.height), \"blur_score\": 1.0, "
        text += "\"image_path\": \"images/\(Self.name(index)).jpg\""
        if keyframes.contains(index) { text += ", \"is_keyframe\": true, \"sharpness\": 55.5" }
        return text + ", \"odd\": [\(index)]}"
    }

    /// The files of a Scan4D package.
    func files() throws -> PackageFiles {
        var entries: [PackageEntry] = []
        func add(_ path: String, _ bytes: [UInt8]) { entries.append(PackageEntry(path: path, bytes: bytes)) }
        for index in 0..<frameCount {
            let name = Self.name(index)
            add("images/\(name).\(isJPEG ? "jpg" : "png")", try image(index))
            add("cameras/\(name).json", Array(camera(index).utf8))
            if withoutDepth.contains(index) { continue }
            add("depth/\(name).png", try depthFile(index))
            let levels = (0..<64 * 48).map { UInt8($0 % 3) }
            add("confidence/\(name).png", try Self.png(64, 48, bytes: levels))
        }
        add(
            "mesh_info.json", Array("{\"num_frames\": \(frameCount), \"image_width\": 480, \"image_height\": 360}".utf8)
        )
        if let metadata { add("scan4d_metadata.json", Array(metadata.utf8)) }
        for (path, bytes) in others { add(path, bytes) }
        return try PackageFiles(entries, name: "small")
    }

    func package() throws -> ScanPackage {
        var options = PackageOptions()
        options.lenient = true
        return try ScanPackage.read(try files(), options: options)
    }
}

/// A written package, opened again.
struct WrittenPackage {
    let result: PackageWriteResult
    let zip: ZipReader
    let bytes: [UInt8]

    init(
        _ package: ScanPackage, _ variant: PackageVariant, _ options: PackageWriteOptions = PackageWriteOptions(),
        name: String = "scan.zip"
    ) throws {
        result = try PackageWriter(variant, options).write(package, to: .memory(named: name))
        let bytes = result.bytes ?? []
        self.bytes = bytes
        zip = try ZipReader(Input.bytes(bytes, name: name))
    }

    var names: [String] { zip.entries.map(\.name) }

    func contents(_ name: String) throws -> [UInt8]? {
        guard let entry = zip.entries.first(where: { $0.name == name }) else { return nil }
        return try zip.contents(of: entry, in: .bytes(bytes, name: name))
    }

    func json(_ name: String) throws -> JSONValue? { try contents(name).map { try JSONValue.parse($0) } }

    func read(_ options: PackageOptions = PackageOptions()) throws -> ScanPackage {
        try ScanPackage.read(try .zip(.bytes(bytes, name: "written")), options: options)
    }
}
