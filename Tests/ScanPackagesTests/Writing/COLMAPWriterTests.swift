import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

@Suite struct COLMAPWriterTests {
    private func small() -> SmallPackage {
        var small = SmallPackage()
        small.frameCount = 12
        small.keyframes = [3, 8]
        return small
    }

    private func options() -> PackageWriteOptions {
        var options = PackageWriteOptions()
        options.points = .given { [PackagePoint(position: SIMD3(1, 2.5, -3), color: SIMD3(255, 0, 7))] }
        return options
    }

    /// The pixel at which COLMAP sees a point: its own formulas with its own numbers.
    private func pixel(_ q: [Double], _ t: [Double], _ camera: [Double], _ p: SIMD3<Double>) -> (Double, Double, Double)
    {
        let (w, x, y, z) = (q[0], q[1], q[2], q[3])
        let rows = [
            SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]
        let c = SIMD3((rows[0] * p).sum() + t[0], (rows[1] * p).sum() + t[1], (rows[2] * p).sum() + t[2])
        return (camera[0] * c.x / c.z + camera[2], camera[1] * c.y / c.z + camera[3], c.z)
    }

    @Test func f22PointsLandOnTheSamePixels() throws {
        let small = small()
        let written = try WrittenPackage(small.package(), .colmap, options())
        func lines(_ name: String) throws -> [[Substring]] {
            String(decoding: try #require(try written.contents("scan/sparse/0/\(name)")), as: UTF8.self)
                .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        }
        let cameras = try lines("cameras.txt")
        #expect(cameras.map { $0[1...3].joined(separator: " ") } == ["PINHOLE 480 360", "PINHOLE 960 720"])
        let images = try lines("images.txt")
        #expect(images.count == 12)
        for (index, image) in images.enumerated() {
            let numbers = image[1...7].compactMap { Double($0) }
            #expect(numbers[0] >= 0)
            let length: Double = numbers[..<4].map { $0 * $0 }.reduce(0, +)
            #expect(abs(length - 1) < 1e-12)
            let camera = try #require(cameras.first { $0[0] == image[8] })[4...].compactMap { Double($0) }
            #expect(image[9] == "\(SmallPackage.name(index)).jpg")
            let pose = SmallPackage.pose(index)
            for local in [SIMD3(0.3, -0.2, -2.0), SIMD3(-1, 0.7, -3.5), SIMD3(0, 0, -0.5)] {
                let expected = try #require(small.intrinsics(index).pixel(of: local))
                let found = pixel(Array(numbers[..<4]), Array(numbers[4...]), camera, pose.applied(to: local))
                let distance: Double = max(abs(found.0 - expected.u), abs(found.1 - expected.v))
                #expect(distance < 1e-6)
                #expect(found.2 > 0)
            }
        }
        #expect(try lines("points3D.txt") == [["1", "1", "2.5", "-3", "255", "0", "7", "0"]])
        #expect(written.result.losses.contains { $0.subject == "/frames/*/depth" && $0.count == 12 })
    }

    /// Each pair of lines is an image: the second may be empty, but must exist.
    @Test func f22ImagesHaveTwoLines() throws {
        let written = try WrittenPackage(small().package(), .colmap)
        let text = String(decoding: try written.contents("scan/sparse/0/images.txt") ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
        #expect(lines.count == 25)
        #expect((0..<12).allSatisfy { lines[2 * $0 + 1].isEmpty })
    }

    @Test func f22TheBinaryModelIsTheSame() throws {
        let package = try small().package()
        let text = try WrittenPackage(package, .colmap, options())
        let binary = try WrittenPackage(package, .colmapBinary, options())
        var bytes = Bytes(try #require(try binary.contents("scan/sparse/0/images.bin")))
        let lines = String(decoding: try #require(try text.contents("scan/sparse/0/images.txt")), as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        #expect(bytes.integer(8) == 12)
        for line in lines {
            #expect(bytes.integer(4) == Int(line[0]))
            for column in 1...7 { #expect(bytes.double() == Double(line[column])) }
            #expect(bytes.integer(4) == Int(line[8]))
            #expect(bytes.text() == line[9])
            #expect(bytes.integer(8) == 0)
        }
        #expect(bytes.isAtEnd)
        bytes = Bytes(try #require(try binary.contents("scan/sparse/0/cameras.bin")))
        let head = [8, 4, 4, 8].map { bytes.integer($0) }
        #expect(head == [2, 1, 1, 480])
        #expect(try binary.contents("scan/sparse/0/points3D.bin")?.count == 59)
    }

    @Test func f22TurnsOfAllKindsBecomeUnitQuaternions() {
        let turns: [(Double, Double, Double, Double)] = [
            (0, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0.5, -0.5, 0.5, -0.5), (1, 1, 0, 1e-9),
        ]
        for q in turns {
            let pose = Affine(quaternion: (x: q.0, y: q.1, z: q.2, w: q.3), translation: .zero)
            let found = pose.quaternion
            let back = Affine(quaternion: (x: found.x, y: found.y, z: found.z, w: found.w), translation: .zero)
            #expect(found.w >= 0)
            for (a, b) in zip(back.rowMajor, pose.rowMajor) { #expect(abs(a - b) < 1e-12) }
        }
    }

    @Test func masksAreNamedAfterWholeImages() throws {
        var small = SmallPackage()
        let camera = small.camera(1)
        small.others = [
            ("images/still_0001_left.jpg", SmallPackage.jpeg(480, 360)),
            ("cameras/still_0001_left.json", Array(camera.replacing("frame_00001", with: "still_0001_left").utf8)),
            (
                "masks/still_0001_left.png",
                try SmallPackage.png(128, 128, bytes: [UInt8](repeating: 255, count: 16_384))
            ),
        ]
        let names = try WrittenPackage(small.package(), .colmap).names
        #expect(names.contains("scan/masks/still_0001_left.jpg.png"))
        // Nerfstudio requires masks for all frames or none.
        let raw = try WrittenPackage(small.package(), .raw)
        let frames = try #require(try raw.json("scan/transforms.json")?["frames"]?.array)
        #expect(frames.count == 5 && frames.allSatisfy { $0["mask_path"] != nil })
    }
}

/// Little-endian values one after the other.
private struct Bytes {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func integer(_ count: Int) -> Int {
        defer { at += count }
        return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }

    mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: Int64(integer(8)))) }

    mutating func text() -> String {
        let end = bytes[at...].firstIndex(of: 0) ?? bytes.count
        defer { at = end + 1 }
        return String(decoding: bytes[at..<end], as: UTF8.self)
    }
}
