import MeshBytes
import MeshFormats
import MeshImages
import MeshModel

/// Detects the kind of a package and its root folder, then reads it.
enum PackageReader {
    /// Files that ``ScanPackage`` has properties for.
    static let knownNames: Set<String> = [
        "scan4d_metadata.json", "transforms.json", "mesh_info.json", "stitching.json", "graph.json",
        "registration.json",
        "roomplan.json",
    ]

    /// Instead of `transforms.json`, NeRF's synthetic scenes have a file for each split.
    static let splits = ["train", "val", "test"].map { (name: $0, path: "transforms_\($0).json") }

    static func read(
        _ files: PackageFiles, adding parts: [PackageEntry], options: PackageOptions
    ) throws(ReadError) -> ScanPackage {
        var (kind, root, wrapper) = try locate(files, adding: parts, options)
        let before = root
        if !parts.isEmpty {
            root = try root.replacing(with: parts)
            let isApps = kind == .polycamFlat || kind == .nerfstudio
            if isApps, options.kind == nil, root["scan4d_metadata.json"] != nil { kind = .scan4D }
        }
        var reading = PackageReadRun(ScanPackage(kind: kind, files: root), options)
        reading.package.wrapper = wrapper
        if !parts.isEmpty { reading.lookAtReplaced(before, by: parts) }
        for path in root.repeated {
            reading.note(
                .entryRepeated, .warning, entry: path, "the archive has this name more than once; the first is used")
        }
        switch kind {
        case .scan4D, .polycamFlat, .nerfstudio: try reading.readScan4D()
        case .polycamRaw: try reading.readPolycamRaw()
        case .scannerApp: try reading.readScannerApp()
        case .strayScanner: try reading.readStrayScanner()
        case .colmap: try reading.readCOLMAP()
        }
        // The app's own packages have been read with all that they share.
        if !parts.isEmpty, ![.scan4D, .polycamFlat, .nerfstudio].contains(kind) { try reading.readShared() }
        return reading.finished()
    }

    /// Finds the root of a package. Pictures alone are a package if metadata is added to them.
    private static func locate(
        _ files: PackageFiles, adding parts: [PackageEntry], _ options: PackageOptions
    ) throws(ReadError) -> (PackageKind, PackageFiles, String) {
        do throws(ReadError) { return try locate(files, options) } catch {
            guard !parts.isEmpty, files.hasFolder("images"), options.kind == nil || options.kind == .scan4D,
                kind(of: try files.replacing(with: parts)) == .scan4D
            else { throw error }
            return (.scan4D, files, "")
        }
    }

    /// The kind, the files relative to the package's own root, and the folder that wrapped them.
    private static func locate(
        _ files: PackageFiles, _ options: PackageOptions
    ) throws(ReadError) -> (PackageKind, PackageFiles, String) {
        if let kind = options.kind ?? kind(of: files), options.kind == nil || has(files, kind) {
            return (kind, files, "")
        }
        let folders = files.topFolders
        var found: [(PackageKind, PackageFiles, String)] = []
        for folder in folders.prefix(64) {
            let inner = try files.inside(folder)
            if let kind = options.kind ?? kind(of: inner), options.kind == nil || has(inner, kind) {
                found.append((kind, inner, folder))
            }
        }
        if found.count == 1 { return found[0] }
        if found.count > 1 {
            throw ReadError(
                .unknownFormat, .sideFile(found[1].2, .whole),
                "it holds \(found.count) packages, each in a folder; convert them one by one")
        }
        let wanted = options.kind.map { "a \($0.rawValue) package" } ?? "a scan package"
        throw ReadError(
            .unknownFormat, .whole,
            "this is not \(wanted): none of its \(files.entries.count) files marks one, such as transforms.json "
                + "or cameras/")
    }

    /// Whether files are those of a capture, and not of ordinary models of which a folder looks like one.
    static func isPackage(_ files: PackageFiles, _ options: PackageOptions) -> Bool {
        if options.kind != nil || kind(of: files) != nil { return true }
        guard let (_, _, folder) = try? locate(files, options) else { return false }
        return files.entries.allSatisfy { entry in
            entry.path.utf8.starts(with: "\(folder)/".utf8) || !options.isMesh(entry.path)
        }
    }

    private static func kind(of files: PackageFiles) -> PackageKind? {
        if files["scan4d_metadata.json"] != nil { return .scan4D }
        return PackageKind.allCases.first { has(files, $0) }
    }

    /// The digits of `frame_00012`; nil for another name.
    static func frameNumber(_ stem: String) -> String? {
        let digits = stem.utf8.dropFirst(6)
        guard stem.utf8.starts(with: "frame_".utf8), !digits.isEmpty,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Whether this is the root of a package of this kind.
    private static func has(_ files: PackageFiles, _ kind: PackageKind) -> Bool {
        switch kind {
        case .scan4D:
            // The oldest layout, a scan's whole folder, has no metadata.
            files["scan4d_metadata.json"] != nil || files.hasFolder("raw_data/images")
                || files["mesh.obj"] != nil && (files["colors.bin"] != nil || files["face_classes.bin"] != nil)
        case .polycamFlat: files.hasFolder("cameras")
        case .polycamRaw: files.hasFolder("keyframes/cameras") || files.hasFolder("keyframes/corrected_cameras")
        case .nerfstudio: files["transforms.json"] != nil || splits.contains { files[$0.path] != nil }
        case .scannerApp:
            files.entries(inFolder: "", extensions: ["json"]).contains { entry in
                frameNumber(PackagePath.stem(entry.path)) != nil
            }
        case .strayScanner: files["odometry.csv"] != nil
        case .colmap: !SparseFiles.all(in: files).isEmpty
        }
    }
}

/// A package being read: the parts that all kinds share.
struct PackageReadRun {
    var package: ScanPackage
    let options: PackageOptions
    var addedPaths: Set<String> = []
    private var diagnostics = PackageDiagnostics()

    init(_ package: ScanPackage, _ options: PackageOptions) {
        self.package = package
        self.options = options
    }

    var files: PackageFiles { package.files }

    mutating func note(
        _ code: PackageCode, _ severity: Diagnostic.Severity, entry: String? = nil, count: Int = 1,
        _ message: String
    ) {
        diagnostics.add(code, severity, entry: entry, count: count, message)
    }

    /// Returns what `body` reads. In lenient mode an error becomes a diagnostic, and the result is nil.
    mutating func leniently<R>(
        _ code: PackageCode, _ entry: String, _ body: () throws(ReadError) -> R
    ) throws(ReadError) -> R? {
        do throws(ReadError) { return try body() } catch {
            guard options.lenient, error.code != .cancelled else { throw error }
            diagnostics.add(code, entry, error)
            return nil
        }
    }

    func json(_ entry: PackageEntry) throws(ReadError) -> JSONValue {
        let bytes = try entry.bytes(limit: options.limits.textByteCount)
        do throws(JSONError) {
            // JSON doesn't allow a byte order mark, but some programs write one.
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
            return try JSONValue.parse(text, depthLimit: options.limits.depth)
        } catch {
            if error.isTooDeep {
                throw ReadError(beyond: .nesting, .sideFile(entry.path, .byte(error.offset)), error.message)
            }
            let isCut = error.offset >= bytes.count
            throw entry.fault(isCut ? .truncated : .invalidValue, error.message, at: .byte(error.offset))
        }
    }

    /// Parses the JSON of a file of the package, if it exists.
    mutating func json(_ path: String) throws(ReadError) -> JSONValue? {
        guard let entry = files[path] else { return nil }
        let reading = self
        return try leniently(.fileUnreadable, path) { () throws(ReadError) in try reading.json(entry) }
    }

    /// Refuses an entry of the wrong form: throws, or adds a diagnostic in lenient mode.
    /// Begins the frame of a camera file, and reads the file; nil: it can't be read.
    mutating func frame(ofCamera entry: PackageEntry) throws(ReadError) -> (ScanFrame, JSONValue?) {
        var frame = ScanFrame(name: PackagePath.stem(entry.path))
        frame.cameraPath = entry.path
        let reading = self
        return (frame, try leniently(.frameUnreadable, entry.path) { () throws(ReadError) in try reading.json(entry) })
    }

    mutating func refuse(_ path: String, _ message: String) throws(ReadError) {
        _ = try leniently(.fileUnreadable, path) { () throws(ReadError) in
            throw ReadError(.invalidValue, .sideFile(path, .whole), message)
        }
    }

    /// The entry that a path in a file leads to; nil, with a diagnostic, if it is missing or outside the package.
    mutating func resolve(_ path: String, from file: String, base: String = "") -> String? {
        guard let normal = PackagePath.normal(path) else {
            note(.pathOutside, .warning, entry: file, "it uses a path outside the package, which is ignored")
            return nil
        }
        for candidate in base.isEmpty ? [normal] : ["\(base)/\(normal)", normal] where files[candidate] != nil {
            return candidate
        }
        note(
            .pathDangling, .warning, entry: normal,
            "\(PackagePath.name(file)) uses this file, but it is missing")
        return nil
    }

    /// Pictures in a folder by their stems: `.jpg`, `.jpeg` or `.png`.
    func images(in folder: String) -> [(stem: String, path: String)] {
        files.entries(inFolder: folder, extensions: ["jpg", "jpeg", "png"]).map { (PackagePath.stem($0.path), $0.path) }
    }

    /// Finishes reading: sorts the frames, runs the checks that all kinds share, and adds the diagnostics.
    consuming func finished() -> ScanPackage {
        package.frames.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        findSizes()
        checkFrames()
        findMeshes()
        package.diagnostics = diagnostics.list
        return package
    }

    /// Gives cameras without an image size (newer ones of Polycam) the size of their picture.
    private mutating func findSizes() {
        for index in package.frames.indices {
            guard let camera = package.frames[index].intrinsics, camera.width == 0 || camera.height == 0,
                let path = package.frames[index].imagePath, let entry = files[path]
            else { continue }
            guard let header = try? ImageHeader(of: entry) else { continue }
            package.frames[index].intrinsics?.width = header.width
            package.frames[index].intrinsics?.height = header.height
            note(
                .intrinsicsSizeAssumed, .note, entry: package.frames[index].cameraPath ?? path,
                "the camera has no image size; that of its photo is used")
        }
    }

    private mutating func checkFrames() {
        if package.frames.isEmpty { note(.framesNone, .warning, "the package has no frames") }
        if package.hasPicturesAlone {
            note(
                .camerasNone, .warning,
                "there are photos but no cameras; only COLMAP can use them, since it finds the cameras")
        }
        for frame in package.frames {
            let place = frame.cameraPath ?? frame.imagePath ?? frame.depthPath
            if frame.pose == nil {
                note(.poseMissing, .warning, entry: place, "the frame has no pose")
            } else if !frame.hasUsablePose {
                note(
                    .poseNotRigid, .error, entry: place,
                    "the pose can't be used: it is zero, scaled, mirrored or no number")
            }
            if frame.pose != nil, !(frame.intrinsics?.isUsable ?? false) {
                note(.intrinsicsMissing, .warning, entry: place, "the frame has no camera intrinsics")
            }
        }
        let centres = package.frames.filter(\.hasUsablePose).compactMap { $0.pose?.translation }
        if centres.count > 1, centres.allSatisfy({ $0 == centres[0] }) {
            note(.poseCentresEqual, .warning, "all cameras are in the same place")
        }
    }

    private mutating func findMeshes() {
        package.meshPaths = files.entries.map(\.path).filter(options.isMesh)
        package.meshColorsPath = files["colors.bin"] == nil ? nil : "colors.bin"
        package.faceClassesPath = files["face_classes.bin"] == nil ? nil : "face_classes.bin"
        package.meshSidePaths = MeshSideFiles(of: package).paths
    }
}
