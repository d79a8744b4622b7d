import MeshBytes
import MeshFormats
import MeshModel

/// Polycam's own raw data, as polyform and Nerfstudio read it.
extension PackageReadRun {
    mutating func readPolycamRaw() throws(ReadError) {
        package.meshInfo = try json("mesh_info.json")
        try readAlignment()
        let root = "keyframes"
        // If Polycam's optimised pictures and cameras both exist, they are used, as its readers do.
        let isCorrected = files.hasFolder("\(root)/corrected_cameras") && files.hasFolder("\(root)/corrected_images")
        let (cameras, pictures) =
            isCorrected ? ("corrected_cameras", "corrected_images") : ("cameras", "images")
        var entries = files.entries(inFolder: "\(root)/\(cameras)", extensions: ["json"])
        if entries.isEmpty { entries = files.entries(inFolder: "\(root)/corrected_cameras", extensions: ["json"]) }
        var paths: [String: String] = [:]
        for (stem, path) in images(in: "\(root)/\(pictures)") { paths[stem] = path }
        for entry in entries {
            var (frame, value) = try frame(ofCamera: entry)
            if let value, CameraFile.read(value, into: &frame) == nil {
                try refuse(entry.path, "expected an object, found another value")
            }
            // The name is the time, in microseconds.
            if frame.timestamp == nil, let time = Int64(frame.name) { frame.timestamp = Double(time) / 1_000_000 }
            frame.imagePath = paths.removeValue(forKey: frame.name)
            if frame.imagePath == nil {
                note(.pathDangling, .warning, entry: entry.path, "the camera has no image")
            }
            frame.depthPath = existing("\(root)/depth/\(frame.name).png")
            frame.confidencePath = existing("\(root)/confidence/\(frame.name).png")
            package.frames.append(frame)
        }
        for (stem, path) in paths {
            var frame = ScanFrame(name: stem)
            frame.imagePath = path
            frame.depthPath = existing("\(root)/depth/\(stem).png")
            frame.confidencePath = existing("\(root)/confidence/\(stem).png")
            package.frames.append(frame)
        }
        noteModalities()
    }

    /// Reads the transform from the cameras' frame to that of `raw.glb`; readers apply its inverse to the mesh.
    private mutating func readAlignment() throws(ReadError) {
        guard let value = package.meshInfo?["alignmentTransform"] else { return }
        guard let numbers = value.numbers, let transform = Affine(columnMajor: numbers), transform.isRigid else {
            return try refuse(
                "mesh_info.json", "expected an alignmentTransform of 16 numbers that turns and moves, found another")
        }
        guard transform != .identity else { return }
        package.registration = ScanRegistration(isApplied: true, rawToCanonical: transform)
    }

    /// The path, if the file exists.
    func existing(_ path: String) -> String? { files[path] == nil ? nil : path }
}
