import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// What captures of 3D Scanner App say about themselves, under the names that Scan4D has for it.
@Suite struct ScannerAppTests {
    @Test func versionAndPositionArrive() throws {
        let info = """
            {"gpsLatitude": 37.5, "gpsLongitude": -122.25, "gpsAltitude": 31.5, "appVersionString": "1.9.5",
            "title": "a table"}
            """
        let frame = """
            {"time": 942355.5, "cameraPoseARFrame": [1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1],
            "intrinsics": [1453, 0, 960, 0, 1453, 720, 0, 0, 1], "frame_index": 0}
            """
        let files = try PackageFiles(
            [
                PackageEntry(path: "info.json", bytes: Array(info.utf8)),
                PackageEntry(path: "frame_00000.json", bytes: Array(frame.utf8)),
                PackageEntry(path: "frame_00000.jpg", bytes: SmallPackage.jpeg(1920, 1440)),
            ], name: "table")
        let written = try WrittenPackage(try ScanPackage.read(files), .scan4D)
        let metadata = try #require(try written.json("scan/scan4d_metadata.json"))
        #expect(metadata["app_version"]?.string == "1.9.5" && metadata["title"]?.string == "a table")
        #expect(metadata["gps_latitude"]?.number == 37.5 && metadata["gps_longitude"]?.number == -122.25)
        #expect(metadata["gps_altitude"]?.number == 31.5)
        #expect(try written.json("scan/cameras/frame_00000.json")?["timestamp"]?.number == 942355.5)
        let loss = try #require(written.result.losses.first { $0.subject == "/metadata" })
        #expect(loss.severity == .generated && loss.count == 5 && loss.cause.contains("timestamp, device"))
    }
}
