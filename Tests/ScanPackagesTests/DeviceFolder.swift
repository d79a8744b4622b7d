import MeshBytes

@testable import ScanPackages

/// A capture as the app keeps it on the device: frames below `raw_data/`, the rest of the scan beside it.
struct DeviceFolder {
    var small = SmallPackage()
    /// The metadata in `raw_data/`; nil: none.
    var metadata: String? = DeviceFolder.plainMetadata
    /// Whether the app kept a mask of persons for the first frame.
    var hasMask = false
    var others: [(String, [UInt8])] = []

    /// What the app writes at the end of a capture (`writeScan4DMetadata`), all members.
    static let plainMetadata = """
        {"timestamp": 1790000000.5, "device": "My iPhone", "hardware_device_model": "iPhone17,1", "os_name": "iOS",
        "os_version": "26.0", "app_version": "0.5", "build_type": "release",
        "location_id": "7A1CFE99-0B1D-4C2E-8F00-000000000002", "gps_latitude": 40.44, "gps_longitude": -79.94,
        "gps_altitude": 280.5, "gps_accuracy": 4.7, "compass_heading": 123.5, "face_anchors": [{"x": 9, "y": 9, "z": 9}],
        "boundary_anchor": {"id": "7A1CFE99-0B1D-4C2E-8F00-000000000003", "compass_heading": 12.5,
        "transform": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 2, 3, 1]]}, "keyframe_count": 1,
        "photo_coverage": {"covered_voxels": 3, "occupied_voxels": 4, "fraction": 0.75, "voxel_size_m": 0.25},
        "privacy_filter": true, "low_power_mode": false, "semantic_labeling": true,
        "semantic_classes_detected": ["floor", "wall"]}
        """

    func files() throws -> PackageFiles {
        var small = small
        small.metadata = nil
        let frames = try small.files().entries.map { $0.renamed("raw_data/\($0.path)") }
        var parts: [(String, [UInt8])] = [
            ("arworldmap.map", [9, 8, 7]), ("mesh.obj", Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)),
            ("roomplan_raw.json", Array("{\"apple\": []}".utf8)),
            ("registration.json", Array("{\"applied\": false}".utf8)), ("mesh_proxy.obj", Array("v 0 0 0\n".utf8)),
            ("derived_surfaces.json", Array("{}".utf8)), ("thumbnail.jpg", [0xFF, 0xD8]),
        ]
        if let metadata { parts.append(("raw_data/scan4d_metadata.json", Array(metadata.utf8))) }
        if hasMask {
            let mask = [UInt8](repeating: 0, count: 64 * 24) + [UInt8](repeating: 255, count: 64 * 24)
            parts.append(("raw_data/masks/frame_00000.png", try SmallPackage.png(64, 48, bytes: mask)))
        }
        return try PackageFiles(
            frames + (parts + others).map { PackageEntry(path: $0.0, bytes: $0.1) }, name: "device")
    }

    func package() throws -> ScanPackage {
        var options = PackageOptions()
        options.lenient = true
        return try ScanPackage.read(try files(), options: options)
    }
}
