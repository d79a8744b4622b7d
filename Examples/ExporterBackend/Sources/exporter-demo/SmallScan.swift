import ExporterBackend
import Foundation
import MeshConvert

/// A scan of three frames and two blocks of mesh, in the form in which the app keeps it.
struct SmallScan {
    /// 96 × 72: red grows by 2 from column to column, green by 3 from row to row, blue by 1 with both. The app has
    /// JPEG files; the pixels of PNG files are known exactly.
    static let picture =
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAGAAAABICAIAAACGBWc0AAAAdElEQVR42u3QMQ0AIBAAsXvAv2YUsDI1qYJOtRpe"
                + "TnuKJ0GCBAkSJEiQIEEIEiRIkCBBggQhSJAgQYIECRKEIEGCBAkSJEiQIAQJEiRIkCBBghAkSJAgQYIECUKQIEGC"
                + "BAkSJEgQggQJEiRIkCBBCBIk6J8Ll0MdsHFEdQMAAAAASUVORK5CYII=") ?? Data()
    /// 8 × 6: a person in columns 2 and 3, rows 1 to 3.
    static let mask =
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAAAAADbboAnAAAAGElEQVR42mNgQID//xkYGBiYYFwmBpwAAFNhAgMG"
                + "fqhzAAAAAElFTkSuQmCC") ?? Data()
    /// 8 × 6, 1500 mm everywhere.
    static let depth =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGEAAAAACL/lxkAAAAE0lEQVR4nGNkvcOAApgYGKgvAABaswDtm9moqgAAAABJRU5ErkJggg=="
        ) ?? Data()
    static let confidence =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAAAAADbboAnAAAAEElEQVR4nGNkYoAAGE0UAwAB5AAOJUDSLgAAAABJRU5ErkJggg=="
        ) ?? Data()

    /// Two triangles for each block; the last face of the second is a person's (class 5 here).
    static let corners: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
    static let faces: [UInt32] = [0, 1, 2, 0, 2, 3]
    static let reds: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 128, 128, 128]

    static let meshInfo = """
        {"num_frames": 3, "image_width": 96, "image_height": 72, "coordinate_system": "arkit"}
        """
    /// All that the app writes at the end of a capture.
    static let metadata = """
        {"timestamp": 1790000000.5, "device": "My iPhone", "hardware_device_model": "iPhone17,1", "os_name": "iOS",
        "os_version": "26.0", "app_version": "0.5", "build_type": "release",
        "location_id": "7A1CFE99-0B1D-4C2E-8F00-000000000002", "gps_latitude": 40.44, "gps_longitude": -79.94,
        "gps_altitude": 280.5, "gps_accuracy": 4.7, "compass_heading": 123.5, "face_anchors": [{"x": 9, "y": 9, "z": 9}],
        "boundary_anchor": {"id": "7A1CFE99-0B1D-4C2E-8F00-000000000003",
        "transform": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 2, 3, 1]]}, "keyframe_count": 0,
        "photo_coverage": {"covered_voxels": 3, "occupied_voxels": 4, "fraction": 0.75, "voxel_size_m": 0.25,
        "mean_still_overlap": 0.5, "standpoint_diversity": 0.25}, "privacy_filter": true, "low_power_mode": false,
        "worldmap_suspect": true, "semantic_labeling": true, "semantic_classes_detected": ["floor", "wall"]}
        """
    /// A link to another scan, as the app's database has it.
    static let links: [UInt8] = {
        let pose = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]"
        let ends = ["source", "target"].map { side in
            "\"\(side)LocationId\": \"\(side)\", \"\(side)ScanId\": \"1\", \"\(side)AnchorId\": \"2\", "
                + "\"\(side)AnchorTransform\": \(pose)"
        }
        return Array(
            "{\"version\": 1, \"layout\": \"column_major\", \"links\": [{\"id\": \"3\", \(ends.joined(separator: ", "))}]}"
                .utf8)
    }()

    /// Writes the scan's folder, laid out as the app does it.
    static func write(to folder: String) throws {
        let home = URL(fileURLWithPath: folder)
        func write(_ path: String, _ data: Data) throws {
            let place = home.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: place)
        }
        var frames: [String] = []
        for index in 0..<3 {
            let name = "frame_0000\(index)"
            try write("raw_data/images/\(name).png", picture)
            try write("raw_data/depth/\(name).png", depth)
            try write("raw_data/confidence/\(name).png", confidence)
            // Columns, as the app writes them.
            let pose = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[\(index),1.5,0,1]]"
            let paths = "\"depth_path\": \"depth/\(name).png\", \"confidence_path\": \"confidence/\(name).png\""
            try write(
                "raw_data/cameras/\(name).json",
                Data(
                    """
                    {"t_00": 1, "t_01": 0, "t_02": 0, "t_03": \(index), "t_10": 0, "t_11": 1, "t_12": 0, "t_13": 1.5,
                    "t_20": 0, "t_21": 0, "t_22": 1, "t_23": 0, "fx": 72, "fy": 72, "cx": 48, "cy": 36, "width": 96,
                    "height": 72, "blur_score": 1.0, "image_path": "images/\(name).png", \(paths)}
                    """.utf8))
            frames.append(
                "{\"file_path\": \"images/\(name).png\", \"depth_file_path\": \"depth/\(name).png\", "
                    + "\"confidence_file_path\": \"confidence/\(name).png\", \"transform_matrix\": \(pose)}")
        }
        let lens = "\"fl_x\": 72, \"fl_y\": 72, \"cx\": 48, \"cy\": 36, \"w\": 96, \"h\": 72"
        let transforms = "{\"camera_model\": \"OPENCV\", \(lens), \"frames\": [\(frames.joined(separator: ", "))]}"
        try write("raw_data/transforms.json", Data(transforms.utf8))
        try write("raw_data/masks/frame_00000.png", mask)
        try write("raw_data/mesh_info.json", Data(meshInfo.utf8))
        try write("raw_data/scan4d_metadata.json", Data(metadata.utf8))
        try write("arworldmap.map", Data([1, 2, 3, 4]))
        try write("registration.json", Data("{\"applied\": false}".utf8))
        try write("roomplan_raw.json", Data("{\"apple\": 1}".utf8))
        // These stay on the device.
        try write("thumbnail.jpg", Data([0xFF, 0xD8]))
        try write("derived_surfaces.json", Data("{}".utf8))
        // Five vertices; the last one remains of a person.
        try write("mesh.obj", Data("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\nf 1 3 4\n".utf8))
        let colors: [Float] = [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0.5, 0.5, 0.5, 1, 1, 0, 1, 1]
        var bytes = Data()
        for color in colors { withUnsafeBytes(of: color.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        try write("colors.bin", bytes)
        try write("face_classes.bin", Data([1, 2]))
    }

    /// The mesh of a session that is still running.
    static func liveMesh() throws -> ScanMesh {
        var mesh = ScanMesh()
        mesh.colorSource = .photo
        for (name, away) in [("left", 0.0), ("right", 1.0)] {
            var place = Affine.identity
            place.translation.x = away
            try mesh.append(
                ScanMeshBlock(
                    name: name, transform: place,
                    positions: ScanMeshBuffer(corners, components: 3), faces: ScanMeshBuffer(faces, components: 3),
                    bytesPerIndex: 4, classes: ScanMeshBuffer([1, name == "right" ? 5 : 1] as [UInt8], components: 1),
                    colors: .init(ScanMeshBuffer(reds, components: 3), components: 3, kind: .byte)))
        }
        mesh.removeFaces { $0.classification == ScanMeshClass.seat.rawValue }
        return mesh
    }
}
