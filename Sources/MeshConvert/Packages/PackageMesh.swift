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
    /// With ``ConvertOptions/reconstruction``, the scene is made of the package's depth frames instead; without any, a
    /// surface by Poisson's way is one through the points of its shape.
    ///
    /// - Throws: an error that names the entry; ``MeshFormats/ReadError/Code/missing`` if there is no mesh.
    public static func read(
        _ package: ScanPackage, options: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ReadError) -> Document {
        // A surface through points needs no frames.
        let hasDepth = package.frames.contains { $0.depthPath != nil }
        if let reconstruction = options.reconstruction,
            hasDepth || reconstruction.needsFrames || !package.hasShape
        {
            return try PackageReconstruction.document(of: package, reconstruction, options)
        }
        let candidates = try candidates(in: package, options.scanMesh.path)
        let choice = try ModelReader(package).choose(
            candidates, among: Set(candidates), reading(package, options), pipeline)
        return try document(choice, of: package, options)
    }

    /// Reads all meshes of a package, and returns what each holds.
    ///
    /// - Throws: an error that ends all reading, or about the name of the mesh that is asked for.
    static func choice(
        _ package: ScanPackage, options: ConvertOptions, pipeline: Pipeline
    ) throws(ReadError) -> ModelReader.Choice {
        guard package.hasShape || options.scanMesh.path != nil else { return ModelReader.Choice() }
        let candidates = try candidates(in: package, options.scanMesh.path)
        return try ModelReader(package).choose(
            ordered(package.shapePaths), among: Set(candidates), reading(package, options), pipeline)
    }

    /// Returns the mesh that is taken, with its colours and classes.
    static func document(
        _ choice: ModelReader.Choice, of package: ScanPackage, _ options: ConvertOptions
    ) throws(ReadError) -> Document {
        let mesh = options.scanMesh
        var document = try choice.document()
        let path = choice.models.first(where: \.isTaken)?.path ?? ""
        var preparation = ScanMeshPreparation(mesh, lenient: options.reading.lenient)
        preparation.canonicalToRaw = try canonicalToRaw(package, mesh.space, options.reading.lenient)
        preparation.isCanonical = mesh.space == .canonical && package.registration?.isApplied == true
        preparation.source = "\(ScanRemarks.source(package)), \(path)"
        preparation.variant = package.kind.rawValue
        preparation.hasKnownFrame = package.hasKnownFrame
        preparation.upAxis = package.upAxis
        if mesh.path == nil, let note = ModelReader.note(choice.models) { document.diagnostics.append(note) }
        if !package.frames.isEmpty {
            document.diagnostics.append(
                Diagnostic(
                    "frame.not-converted", .note, at: .whole,
                    wording: Self.meshAlone(package)))
        }
        try preparation.takeFiles()
        if path == "mesh.obj" { try preparation.takeFiles(of: package) }
        try preparation.prepare(&document)
        return document
    }

    /// Says that the frames are not converted, and how to keep those with photos: packages hold no others.
    private static func meshAlone(_ package: ScanPackage) -> Wording {
        let shown = package.frames.filter { $0.imagePath != nil }
        let depth = shown.count { $0.depthPath != nil }
        guard !shown.isEmpty else {
            return "only the mesh is converted, not the \(counted(package.frames.count, "frames"))"
        }
        return """
            only the mesh is converted; to keep the \(counted(shown.count, "photos"))\
            \(depth > 0 ? " and \(counted(depth, "depth maps"))" : ""): \
            \(.variant, PackageVariant.scan4D.rawValue)
            """
    }

    private static func counted(_ count: Int, _ nouns: String) -> String {
        ReconstructionFindings.counted(count, nouns)
    }

    /// Returns options by which a mesh that does not say its frame is in metres and +Y up, if the package's are.
    private static func reading(_ package: ScanPackage, _ options: ConvertOptions) -> ConvertOptions {
        guard package.hasKnownFrame else { return options }
        var options = options
        // Nothing is assumed for a purpose.
        options.purpose = nil
        options.input.upAxis = options.input.upAxis ?? package.upAxis
        options.input.metersPerUnit = options.input.metersPerUnit ?? 1
        return options
    }

    /// Returns the meshes that may be taken: the requested one, else all but copies that an app keeps of its mesh.
    private static func candidates(in package: ScanPackage, _ wanted: String?) throws(ReadError) -> [String] {
        let all = package.shapePaths
        if let wanted {
            guard let path = ModelReader.path(named: wanted, in: all) else {
                throw ReadError(
                    .usage, .whole,
                    all.isEmpty
                        ? "the package has no mesh, so none of the name '\(wanted)'"
                        : "'\(wanted)' is not the name of one mesh; choose from \(ModelReader.list(all))")
            }
            return [path]
        }
        guard !all.isEmpty else {
            throw ReadError(.missing, .whole, wording: "the package has no mesh; \(way(package))")
        }
        let own = all.filter { path in
            !["mesh_proxy.obj", "mesh_dynamic.obj"].contains(path.lastPathPart) && !path.hasPrefix("raw_data/")
        }
        return ordered(own.isEmpty ? all : own)
    }

    /// Returns what can be done with a package without a mesh.
    private static func way(_ package: ScanPackage) -> Wording {
        let depth = package.frames.count { $0.depthPath != nil }
        if depth > 0 {
            return """
                to make one from its \(counted(depth, "depth frames")): \
                \(.reconstruction, ReconstructionOptions.Method.tsdf.rawValue)
                """
        }
        guard package.frames.contains(where: { $0.imagePath != nil }) else {
            return "it can only become another package, such as \(.variant, PackageVariant.raw.rawValue)"
        }
        return "COLMAP can make one from its photos; to write them for it: \(.variant, PackageVariant.colmap.rawValue)"
    }

    /// Returns paths with those first that apps give to the mesh of a scan: of equal meshes the first is taken.
    private static func ordered(_ paths: [String]) -> [String] {
        let usual = PackageOptions().meshExtensions.map { "mesh.\($0)" } + ["raw.glb"]
        return usual.filter(paths.contains) + paths.filter { !usual.contains($0) }
    }

    /// Returns the transform that undoes the registration; nil if there is nothing to undo.
    private static func canonicalToRaw(
        _ package: ScanPackage, _ space: ScanSpace, _ lenient: Bool
    ) throws(ReadError) -> Affine? {
        guard space == .raw else { return nil }
        guard package.registration != nil || package.files["registration.json"] == nil else {
            throw ReadError(
                .invalidValue, .sideFile("registration.json", .whole),
                "it can't be read, so the mesh can't be moved to the raw frame")
        }
        guard let registration = package.registration, registration.isApplied else { return nil }
        return registration.canonicalToRaw
    }
}
