import MeshBytes
import MeshFormats
import MeshModel

/// 3D Scanner App: `frame_00000.json` with `depth_00000.png`, `conf_00000.png` and sometimes `frame_00000.jpg`.
///
/// `cameraPoseARFrame` is camera-to-world, row by row, in ARKit's axes; `intrinsics` is 3 × 3, row by row, in pixels of
/// the picture. Its meshes are in the frame of the poses.
extension PackageReadRun {
    mutating func readScannerApp() throws(ReadError) {
        if let members = try json("info.json")?.object { package.metadata = Self.metadata(members) }
        for entry in files.entries(inFolder: "", extensions: ["json"]) {
            let stem = PackagePath.stem(entry.path)
            guard let number = PackageReader.frameNumber(stem) else { continue }
            var (frame, value) = try frame(ofCamera: entry)
            if let value { try read(value, into: &frame, entry.path) }
            frame.imagePath = existing("\(stem).jpg") ?? existing("\(stem).png")
            frame.depthPath = existing("depth_\(number).png")
            frame.confidencePath = existing("conf_\(number).png")
            package.frames.append(frame)
        }
        noteModalities()
    }

    /// All members of `info.json`, and those of them that Scan4D has other names for under these, too.
    private static func metadata(_ members: [(String, JSONValue)]) -> ScanMetadata {
        var metadata = ScanMetadata(members)
        for (own, name) in [
            ("appVersionString", "app_version"), ("gpsLatitude", "gps_latitude"), ("gpsLongitude", "gps_longitude"),
            ("gpsAltitude", "gps_altitude"),
        ] where metadata[name] == nil {
            metadata[name] = metadata[own]
        }
        return metadata
    }

    private mutating func read(_ value: JSONValue, into frame: inout ScanFrame, _ path: String) throws(ReadError) {
        guard let members = value.object else {
            return try refuse(path, "expected an object, found another value")
        }
        if let numbers = value["cameraPoseARFrame"]?.numbers { frame.pose = Affine(rowMajor: numbers) }
        if let k = value["intrinsics"]?.numbers, k.count == 9 {
            let size = Self.size(fx: k[0], fy: k[4], value["projectionMatrix"]?.numbers)
            frame.intrinsics = PinholeIntrinsics(
                fx: k[0], fy: k[4], cx: k[2], cy: k[5], width: size?.x ?? 0, height: size?.y ?? 0)
        }
        frame.exposureDuration = value["exposureDuration"]?.number
        frame.timestamp = value["time"]?.number
        let known = ["cameraPoseARFrame", "intrinsics", "exposureDuration", "time"]
        frame.otherMembers = members.filter { !known.contains($0.0) }
    }

    /// The picture's size, from the projection, which has focal lengths in half sizes. Most frames have no picture.
    private static func size(fx: Double, fy: Double, _ projection: [Double]?) -> SIMD2<Int>? {
        guard let projection, projection.count == 16, projection[0] > 0, projection[5] > 0 else { return nil }
        let (width, height) = ((2 * fx / projection[0]).rounded(), (2 * fy / projection[5]).rounded())
        guard width >= 1, height >= 1, width <= 1_048_576, height <= 1_048_576 else { return nil }
        return SIMD2(Int(width), Int(height))
    }
}
