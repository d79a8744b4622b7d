import MeshBytes

@testable import ScanPackages

/// A model of COLMAP written by hand, from its documented layout: two cameras, three images, two points.
struct SmallModel {
    static let cameras = """
        # Camera list with one line of data per camera:
        #   CAMERA_ID, MODEL, WIDTH, HEIGHT, PARAMS[]
        1 PINHOLE 480 360 361 362 241.5 178.5
        7 RADIAL 480 360 400 240 180 0.1 -0.02

        """
    /// The third image turns a quarter about z: R = (0 −1 0, 1 0 0, 0 0 1).
    static let images = """
        # Image list with two lines of data per image:
        #   IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME
        4 1 0 0 0 1 2 3 1 left/a.jpg
        10.5 20.25 1 30 40 -1
        5 1 0 0 0 0 0 0 7 right/a.jpg

        9 0.7071067811865476 0 0 0.7071067811865476 1 2 3 1 b c.jpg
        1 2 1

        """
    static let points = """
        # 3D point list
        1 0.1 -2.5 3 255 0 7 0.75 4 0 9 0
        12 1e-3 2 4 1 2 3 -1

        """

    static var camerasBinary: [UInt8] {
        little(UInt64(2)) + little(Int32(1)) + little(Int32(1)) + little(UInt64(480)) + little(UInt64(360))
            + doubles(361, 362, 241.5, 178.5)
            + little(Int32(7)) + little(Int32(3)) + little(UInt64(480)) + little(UInt64(360))
            + doubles(400, 240, 180, 0.1, -0.02)
    }

    static var imagesBinary: [UInt8] {
        little(UInt64(3)) + image(4, [1, 0, 0, 0, 1, 2, 3], 1, "left/a.jpg", [(10.5, 20.25, 1), (30, 40, .max)])
            + image(5, [1, 0, 0, 0, 0, 0, 0], 7, "right/a.jpg", [])
            + image(9, [0.7071067811865476, 0, 0, 0.7071067811865476, 1, 2, 3], 1, "b c.jpg", [(1, 2, 1)])
    }

    static var pointsBinary: [UInt8] {
        little(UInt64(2)) + little(UInt64(1)) + doubles(0.1, -2.5, 3) + [255, 0, 7] + doubles(0.75) + little(UInt64(2))
            + [4, 0, 9, 0].flatMap { little(UInt32($0)) }
            + little(UInt64(12)) + doubles(1e-3, 2, 4) + [1, 2, 3] + doubles(-1) + little(UInt64(0))
    }

    static func image(
        _ id: Int32, _ pose: [Double], _ camera: Int32, _ name: String, _ points: [(Double, Double, UInt64)]
    ) -> [UInt8] {
        little(id) + pose.flatMap { doubles($0) } + little(camera) + Array(name.utf8) + [0]
            + little(UInt64(points.count)) + points.flatMap { doubles($0.0, $0.1) + little($0.2) }
    }

    static func little<I: FixedWidthInteger>(_ value: I) -> [UInt8] {
        (0..<I.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func doubles(_ values: Double...) -> [UInt8] { values.flatMap { little($0.bitPattern) } }

    /// The pictures of the model, and one that it has no place for.
    static let pictures = ["left/a.jpg", "right/a.jpg", "b c.jpg", "unplaced.png"]

    /// The files of a package, with the model in `sparse/0`.
    ///
    /// - Parameter others: replace the model's files with their paths, or are added; nil leaves one out.
    static func files(_ others: [String: [UInt8]?] = [:], isBinary: Bool = false) throws -> PackageFiles {
        var files: [String: [UInt8]?] =
            isBinary
            ? ["cameras.bin": camerasBinary, "images.bin": imagesBinary, "points3D.bin": pointsBinary]
            : ["cameras.txt": cameras.bytes, "images.txt": images.bytes, "points3D.txt": points.bytes]
        files = Dictionary(uniqueKeysWithValues: files.map { ("sparse/0/\($0)", $1) })
        for name in pictures { files["images/\(name)"] = SmallPackage.jpeg(480, 360, comment: name.utf8.count) }
        files.merge(others) { $1 }
        let entries = files.compactMap { path, bytes in bytes.map { PackageEntry(path: path, bytes: $0) } }
        return try PackageFiles(entries, name: "model")
    }

    static func package(
        _ others: [String: [UInt8]?] = [:], isBinary: Bool = false, isLenient: Bool = false
    ) throws -> ScanPackage {
        var options = PackageOptions()
        options.lenient = isLenient
        return try ScanPackage.read(try files(others, isBinary: isBinary), options: options)
    }
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}
