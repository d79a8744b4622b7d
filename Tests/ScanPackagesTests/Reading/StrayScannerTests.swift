import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

/// Captures of Stray Scanner.
@Suite struct StrayScannerTests {
    private static let matrix = "1444,0,965\n0,1445,714\n0,0,1\n"

    private func read(_ odometry: String, matrix: String? = matrix, lenient: Bool = false) throws -> ScanPackage {
        var entries = [
            PackageEntry(path: "odometry.csv", bytes: Array(odometry.utf8)),
            PackageEntry(path: "depth/000007.png", bytes: [1]), PackageEntry(path: "confidence/000007.png", bytes: [1]),
        ]
        if let matrix { entries.append(PackageEntry(path: "camera_matrix.csv", bytes: Array(matrix.utf8))) }
        var options = PackageOptions()
        options.lenient = lenient
        return try ScanPackage.read(try PackageFiles(entries, name: "stray"), options: options)
    }

    /// A camera that looks along +Z and has +Y down is turned by half about X.
    @Test func aLineIsAFrame() throws {
        let package = try read("timestamp, frame, x, y, z, qx, qy, qz, qw\n12.5, 000007, 1, 2, 3, 0, 0, 0, 1\n")
        let frame = try #require(package.frames.first)
        #expect(package.frames.count == 1 && frame.name == "000007" && frame.timestamp == 12.5)
        #expect(frame.depthPath == "depth/000007.png" && frame.confidencePath == "confidence/000007.png")
        #expect(frame.pose?.rowMajor == [1, 0, 0, 1, 0, -1, 0, 2, 0, 0, -1, 3, 0, 0, 0, 1])
        let camera = try #require(frame.intrinsics)
        #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [1444, 1445, 965, 714])
        #expect(camera.width == 1920 && camera.height == 1440)
    }

    @Test func aLineMayHaveItsOwnCamera() throws {
        let package = try read(
            "timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy\n"
                + "1, 7, 0, 0, 0, 0, 0, 0, 1, 1500, 1501, 970, 720\n2, 8, 0, 0, 0, 0, 0, 0, 1\n")
        let cameras = package.frames.compactMap(\.intrinsics).map { [$0.fx, $0.fy, $0.cx, $0.cy] }
        #expect(cameras == [[1500, 1501, 970, 720], [1444, 1445, 965, 714]])
        #expect(package.frames.allSatisfy { $0.intrinsics?.width == 1920 })
    }

    @Test(arguments: ["1, 7, 0, 0", "1, -7, 0, 0, 0, 0, 0, 0, 1", "1, 7.5, 0, 0, 0, 0, 0, 0, 1"])
    func aLineThatIsNoFrameIsRefusedOrLeftOut(line: String) throws {
        let text = "\(line)\n2, 8, 0, 0, 0, 0, 0, 0, 1\n"
        let error = #expect(throws: ReadError.self) { try read(text) }
        #expect(error?.code == .invalidValue && error?.location == .sideFile("odometry.csv", .whole))
        let package = try read(text, lenient: true)
        #expect(package.frames.map(\.name) == ["000008"])
        #expect(package.diagnostics.contains { $0.packageCode == .fileUnreadable && $0.entry == "odometry.csv" })
    }

    @Test func withoutAMatrixThereIsNoCamera() throws {
        let package = try read("1, 7, 0, 0, 0, 0, 0, 0, 1\n", matrix: nil)
        #expect(package.frames.map(\.intrinsics) == [nil])
        #expect(package.diagnostics.contains { $0.packageCode == .fileMissing && $0.entry == "camera_matrix.csv" })
    }
}
