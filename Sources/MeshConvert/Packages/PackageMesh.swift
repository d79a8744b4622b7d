import MeshBytes
public import MeshFormats
import MeshModel
public import ScanPackages

/// Reads the mesh of a scan package as a scene.
public enum PackageMesh {
    /// Reads a mesh of a package with its colours and classes. Archives are not unpacked to disk.
    ///
    /// ```swift
    /// let package = try ScanPackage.open("scan.zip")
    /// let scene = try PackageMesh.read(package).scene
    /// ```
    ///
    /// Vertices that no face uses are left out. With ``ScanMeshOptions/seamTolerance`` those at seams are welded.
    /// ``MeshFormats/Document/diagnostics`` report the counts. The scene is in metres, +Y up, unless the file defines
    /// another frame.
    ///
    /// - Parameters:
    ///   - package: the package.
    ///   - options: options for reading; ``ConvertOptions/scanMesh`` selects and prepares the mesh.
    ///   - pipeline: the pipeline that reads the mesh.
    /// - Throws: an error that names the entry; ``MeshFormats/ReadError/Code/missing`` if there is no mesh.
    public static func read(
        _ package: ScanPackage, options: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ReadError) -> Document {
        let mesh = options.scanMesh
        let path = try path(in: package, mesh.path)
        var preparation = ScanMeshPreparation(mesh, lenient: options.reading.lenient)
        preparation.canonicalToRaw = try canonicalToRaw(package, mesh.space, options.reading.lenient)
        preparation.isCanonical = mesh.space == .canonical && package.registration?.isApplied == true
        preparation.source = "\(package.files.name.lastPathPart) (\(package.kind.rawValue)), \(path)"
        preparation.variant = package.kind.rawValue
        var document = try document(at: path, in: package, options, pipeline)
        if package.meshPaths.count > 1, mesh.path == nil {
            document.diagnostics.append(
                Diagnostic(
                    "mesh.others", .note, count: package.meshPaths.count, at: .sideFile(path, .whole),
                    "the package has several meshes, of which this one was taken: \(list(package.meshPaths))"))
        }
        if !package.frames.isEmpty {
            document.diagnostics.append(
                Diagnostic(
                    "frame.not-converted", .note, at: .whole,
                    wording: """
                        \(package.frames.count) frame\(package.frames.count == 1 ? " is" : "s are") no part of \
                        the mesh; a package keeps them, such as \(.variant, PackageVariant.raw.rawValue)
                        """))
        }
        try preparation.takeFiles()
        if path == "mesh.obj" { try preparation.takeFiles(of: package) }
        try preparation.prepare(&document)
        return document
    }

    /// Returns the path of the requested mesh, else of the usual one.
    private static func path(in package: ScanPackage, _ wanted: String?) throws(ReadError) -> String {
        if let wanted {
            guard package.meshPaths.contains(wanted) else {
                throw ReadError(
                    .usage, .whole,
                    package.meshPaths.isEmpty
                        ? "expected the mesh '\(wanted)', found none in the package"
                        : "expected a mesh among \(list(package.meshPaths)), found '\(wanted)'")
            }
            return wanted
        }
        let usual = PackageOptions().meshExtensions.map { "mesh.\($0)" } + ["raw.glb"]
        guard let path = usual.first(where: package.meshPaths.contains) ?? package.meshPaths.first else {
            throw ReadError(
                .missing, .whole,
                wording: """
                    expected a mesh in the package, found none: it can become another package, \
                    such as \(.variant, PackageVariant.raw.rawValue)
                    """)
        }
        return path
    }

    private static func list(_ paths: [String]) -> String {
        paths.prefix(8).joined(separator: ", ") + (paths.count > 8 ? " and \(paths.count - 8) others" : "")
    }

    /// Returns the transform that undoes the registration; nil if there is nothing to undo.
    private static func canonicalToRaw(
        _ package: ScanPackage, _ space: ScanSpace, _ lenient: Bool
    ) throws(ReadError) -> Affine? {
        guard space == .raw else { return nil }
        guard package.registration != nil || package.files["registration.json"] == nil else {
            throw ReadError(
                .invalidValue, .sideFile("registration.json", .whole),
                "expected a registration that can be read, since the raw frame is asked for, found another")
        }
        guard let registration = package.registration, registration.isApplied else { return nil }
        return registration.canonicalToRaw
    }

    // MARK: The file

    private static func document(
        at path: String, in package: ScanPackage, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ReadError) -> Document {
        guard let entry = package.files[path] else {
            throw ReadError(.missing, .sideFile(path, .whole), "there is no such entry")
        }
        var options = options
        options.from = nil
        options.reading.followsAllReferences = false
        options.reading.sideFiles.merge(try sideFiles(of: path, in: package)) { own, _ in own }
        let input = Input.bytes(try entry.bytes(), name: "\(package.files.name)/\(path)", work: options.work)
        do throws(ReadError) {
            var document = try pipeline.read(input, options: options)
            document.sideFiles = []
            return document
        } catch {
            guard case .sideFile = error.location else {
                throw ReadError(error.code, .sideFile(path, error.location), wording: error.wording)
            }
            throw error
        }
    }

    /// Returns the files of the package that the mesh may refer to, by their paths relative to it: libraries and
    /// buffers beside it, and images that these or the mesh name.
    private static func sideFiles(of path: String, in package: ScanPackage) throws(ReadError) -> [String: SideFile] {
        let ending = path.pathExtension?.lowercased() ?? ""
        // Files of these formats hold everything themselves.
        guard !["glb", "usdz", "stl"].contains(ending) else { return [:] }
        let prefix = path.pathFolder
        var found: [String: SideFile] = [:]
        var texts: [[UInt8]] = []
        for entry in package.files.entries(inFolder: PackagePath.folder(path), extensions: ["mtl", "bin"])
        where ![package.meshColorsPath, package.faceClassesPath].contains(entry.path) {
            let bytes = try entry.bytes()
            found[String(entry.path.dropFirst(prefix.count))] = .bytes(bytes)
            if entry.path.lowercased().hasSuffix(".mtl") { texts.append(bytes) }
        }
        // An OBJ names no images itself, and may have hundreds of megabytes.
        if ending != "obj", let entry = package.files[path] { texts.append(try entry.beginning(1 << 20)) }
        guard !texts.isEmpty else { return found }
        for entry in package.files.entries where entry.path.hasPrefix(prefix) {
            guard ["jpg", "jpeg", "png"].contains(entry.path.pathExtension?.lowercased() ?? "") else {
                continue
            }
            let name = Array(entry.path.lastPathPart.utf8)
            guard texts.contains(where: { $0.firstRange(of: name) != nil }) else { continue }
            found[String(entry.path.dropFirst(prefix.count))] = .bytes(try entry.bytes())
        }
        return found
    }
}
