import MeshBytes
import MeshFormats

/// Files that meshconv neither reads nor writes, by their endings, and what to do instead.
package enum ForeignFormats {
    private struct Kind {
        /// The names of formats by their endings; nil: the texts are whole sentences.
        var names: [String: String?]
        /// What helps where such a file is the input.
        var reading: String
        /// What helps where it is to be written.
        var writing: String

        init(names: [String: String?], reading: String, writing: String) {
            (self.names, self.reading, self.writing) = (names, reading, writing)
        }

        /// A kind that is no format for shapes.
        init(_ endings: [String], reading: String, writing: String) {
            self.init(
                names: Dictionary(uniqueKeysWithValues: endings.map { ($0, nil) }), reading: reading, writing: writing)
        }
    }

    private static let kinds: [Kind] = [
        Kind(
            names: [
                "fbx": "FBX", "dae": "Collada (DAE)", "blend": "Blender's files", "3ds": "3DS",
                "max": "3ds Max's files",
                "ma": "Maya's files", "mb": "Maya's files", "c4d": "Cinema 4D's files", "skp": "SketchUp's files",
                "x3d": "X3D", "wrl": "VRML", "abc": "Alembic", "lwo": "LightWave's files", "x": "DirectX's files",
                "vox": "MagicaVoxel's files",
            ],
            reading: "export it as .glb from the program that made it, or from Blender",
            writing: "write .glb, which Blender and most programs import"),
        Kind(
            names: ["3mf": "3MF", "amf": "AMF", "gcode": "G-code"],
            reading: "export it as .stl or .obj from the slicer or the CAD program",
            writing: "write .stl, which slicers take as well, with --for print"),
        Kind(
            names: [
                "step": "STEP", "stp": "STEP", "iges": "IGES", "igs": "IGES", "brep": "BREP",
                "sldprt": "SolidWorks' files",
                "3dm": "Rhino's files", "dwg": "DWG", "dxf": "DXF", "ifc": "IFC", "f3d": "Fusion's files",
                "fcstd": "FreeCAD's files",
            ],
            reading: "export it as .stl or .obj from a CAD program, such as FreeCAD",
            writing: "write .stl or .obj, which CAD programs import as meshes"),
        Kind(
            names: ["las": "LAS", "laz": "LAZ", "e57": "E57", "pcd": "PCD", "xyz": "XYZ", "pts": "PTS", "ptx": "PTX"],
            reading: "save it as .ply, for instance with CloudCompare",
            writing: "write .ply, which programs for point clouds open"),
        Kind(
            names: ["splat": "SPLAT", "ksplat": "KSPLAT", "spz": "SPZ", "sog": "SOG"],
            reading: "save it as .ply, for instance with SuperSplat",
            writing: "write .ply or .glb, which hold splats, too"),
        Kind(
            ["jpg", "jpeg", "png", "heic", "tif", "tiff", "webp", "gif", "bmp", "exr", "ktx2"],
            reading: "this is a picture, which has no shape; give the model that uses it",
            writing: "to draw a picture: meshconv preview INPUT OUT.png"),
        Kind(
            ["mp4", "mov", "avi", "webm"],
            reading: "this is a video, which has no shape; a scanning app makes a model of it",
            writing: "to draw a picture: meshconv preview INPUT OUT.png"),
        Kind(
            ["mtl"], reading: "this holds the materials of an OBJ; give the .obj",
            writing: "an .mtl is written with its .obj; give the name of that"),
        Kind(
            ["bin"], reading: "this may hold the data of a glTF; give the .gltf",
            writing: "a .bin is written with its .gltf; give the name of that"),
        Kind(
            names: ["rar": "RAR", "7z": "7z", "tar": "tar", "gz": "gzip", "tgz": "gzip"],
            reading: "unpack it first, or make it a .zip", writing: "give a folder, or NAME.zip for a scan package"),
    ]

    private static func known(_ ending: String?) -> (kind: Kind, name: String?)? {
        guard let ending = ending?.lowercased() else { return nil }
        for kind in kinds { if let name = kind.names[ending] { return (kind, name) } }
        return nil
    }

    /// Returns the failure for an output with a foreign ending; nil: nothing is known about it.
    package static func refusal(ofWriting ending: String?, _ pipeline: Pipeline) -> Failure? {
        guard let (kind, name) = known(ending) else { return nil }
        guard let name else { return Failure(usage: kind.writing) }
        let endings = pipeline.formats.flatMap(\.descriptor.extensions).map { ".\($0)" }
        return Failure(
            usage: "meshconv can't write \(name); \(kind.writing). It writes \(endings.joined(separator: " "))")
    }

    /// Files of scans that say nothing by themselves.
    private static let scanParts: Set<String> = [
        "transforms.json", "transforms_train.json", "transforms_val.json", "transforms_test.json",
        "scan4d_metadata.json", "mesh_info.json", "odometry.csv", "database.db", "cameras.bin", "cameras.txt",
        "images.bin", "images.txt", "points3d.bin", "points3d.txt", "frames.bin", "frames.txt", "rigs.bin", "rigs.txt",
    ]

    /// Returns the message for an input that meshconv doesn't know; nil: there is nothing to add.
    package static func message(forReading path: String) -> String? {
        if scanParts.contains(path.lastPathPart.lowercased()) {
            return "this is one file of a scan; give the folder that the scan is in"
        }
        guard let (kind, name) = known(path.pathExtension) else { return nil }
        return name.map { "meshconv can't read \($0); \(kind.reading)" } ?? kind.reading
    }

    /// Whether a path is the address of a file on the net.
    package static func isAddress(_ path: String) -> Bool {
        ["http://", "https://", "ftp://", "s3://", "gs://"].contains { path.lowercased().hasPrefix($0) }
    }
}

extension ConvertError {
    /// The error, in words for inputs that people often try: files of other programs, and addresses.
    package var advised: ConvertError {
        guard case .read(let error, let path) = self else { return self }
        let message: String? =
            switch error.code {
            case .unknownFormat: ForeignFormats.message(forReading: path)
            case .missing where ForeignFormats.isAddress(path): "meshconv reads files only; download it first"
            default: nil
            }
        return .read(message.map { ReadError(error.code, .whole, $0) } ?? error, path: path)
    }
}
