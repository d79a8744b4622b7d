import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import ScanPackages

/// Prepares a document with the mesh of a scan before conversion: adds colours and classes, changes the frame, removes
/// vertices that no face uses, welds seams. Reports each step.
struct ScanMeshPreparation {
    private let options: ScanMeshOptions
    private var attributes = ScanMeshAttributes()
    /// The paths of the files read so far.
    private var paths: [String] = []
    /// The transform that undoes the registration; nil: nothing to undo.
    var canonicalToRaw: Affine?
    /// Whether the canonical frame differs from the raw one.
    var isCanonical = false
    /// Whether the mesh is in metres and +Y up, unless it says otherwise.
    var hasKnownFrame = true
    /// The axis that points up in that frame.
    var upAxis = UpAxis.y
    /// The source's name for the comments in the output.
    var source = ""
    /// The variant of the input in reports; nil: a scan in the file's format.
    var variant: String?

    init(_ options: ScanMeshOptions, lenient: Bool) {
        self.options = options
        attributes.colorSource = options.colorSource
        attributes.colorRounding = options.colorRounding
        attributes.classForm = options.classForm
        attributes.lenient = lenient
    }

    // MARK: Files beside the mesh

    /// Reads the side files that the caller gives.
    mutating func takeFiles() throws(ReadError) {
        if let file = options.colors { (attributes.colors, attributes.colorsName) = try take(file, "colors.bin") }
        if let file = options.classes {
            (attributes.classes, attributes.classesName) = try take(file, "face_classes.bin")
        }
    }

    /// Reads the package's side files where the caller gives none.
    mutating func takeFiles(of package: ScanPackage) throws(ReadError) {
        if attributes.colors == nil, let path = package.meshColorsPath {
            attributes.colors = try package.files[path]?.bytes()
        }
        if attributes.classes == nil, let path = package.faceClassesPath {
            attributes.classes = try package.files[path]?.bytes()
        }
    }

    private mutating func take(_ file: SideFile, _ name: String) throws(ReadError) -> ([UInt8], String) {
        switch file {
        case .bytes(let bytes): return (bytes, name)
        case .path(let path):
            do throws(SystemError) {
                let input = try Input.file(path)
                paths.append(path)
                return (try input.read(0..<input.byteCount), path)
            } catch {
                throw ReadError(error.isMissing ? .missing : .system, .sideFile(path, .whole), error.message)
            }
        }
    }

    // MARK: The document

    /// Performs all steps. Facts that only the file's format can express remain as residue; the native structure is
    /// dropped.
    func prepare(_ document: inout Document) throws(ReadError) {
        var scene = document.scene
        let noticed = try attributes.attach(to: &scene)
        var diagnostics = noticed
        if hasKnownFrame {
            if scene.upAxis == nil { scene.upAxis = upAxis }
            if scene.metersPerUnit == nil { scene.metersPerUnit = 1 }
        }
        if let canonicalToRaw { scene = Self.moved(scene, by: canonicalToRaw, &diagnostics) }
        if !options.keepsUnreferenced { scene = Self.compacted(scene, &diagnostics) }
        if let tolerance = options.seamTolerance { scene = try welded(scene, tolerance, &diagnostics) }
        if options.tellsSource { scene.metadata += remarks(scene) }
        var prepared = Document(of: scene)
        prepared.format = document.format
        // Not a format's variant: the prepared mesh is converted, not the file itself.
        prepared.variant = variant ?? "scan.\(document.format)"
        prepared.residue = document.residue
        prepared.diagnostics = document.diagnostics + diagnostics
        prepared.byteCount = document.byteCount
        prepared.sideFiles = document.sideFiles + paths
        document = prepared
    }

    /// Returns the comments about the origin of the output.
    private func remarks(_ scene: MeshScene) -> [MetadataEntry] {
        let hasColors = scene.vertexSets.contains { $0.attribute(.color(0)) != nil }
        // `colorSource` describes `colors.bin`, not colours in the mesh file itself.
        let colors = !hasColors ? "none" : attributes.colors == nil ? "the mesh's own" : attributes.colorSource.text
        var lines = ["colors: \(colors)"]
        if isCanonical || canonicalToRaw != nil { lines.append("frame: \(isCanonical ? "canonical" : "raw")") }
        return ScanRemarks.entries(source: source, lines, of: scene)
    }

    // MARK: Steps

    /// Moves the scene to the raw frame: by its positions if it is a single plain node and mesh, else by a new root
    /// node.
    private static func moved(
        _ scene: MeshScene, by transform: Affine, _ diagnostics: inout [Diagnostic]
    ) -> MeshScene {
        let isPlain =
            scene.meshes.count <= 1 && scene.nodes.count <= 1
            && scene.nodes.allSatisfy { $0.transform == .identity && $0.camera == nil && $0.light == nil }
        var result = scene
        for index in result.scenes.indices where !result.scenes[index].roots.isEmpty {
            result.nodes.append(
                Node(
                    name: "canonical to raw", transform: .matrix(transform.columnMajor),
                    children: result.scenes[index].roots))
            result.scenes[index].roots = [result.nodes.count - 1]
        }
        if isPlain {
            result = bakeHierarchy(result).scene
            result.nodes = scene.nodes
            result.scenes = scene.scenes
            result.defaultScene = scene.defaultScene
            if result.meshes.count == scene.meshes.count {
                for mesh in scene.meshes.indices { result.meshes[mesh].name = scene.meshes[mesh].name }
            }
        }
        diagnostics.append(
            Diagnostic(
                PackageCode.meshMoved.rawValue, .note, at: .whole,
                "registration undone, as asked for: the mesh is in the cameras' frame"))
        return result
    }

    private static func compacted(_ scene: MeshScene, _ diagnostics: inout [Diagnostic]) -> MeshScene {
        // Scenes without polygons keep their vertices: they are point clouds.
        guard scene.meshes.contains(where: { $0.primitives.contains { $0.topology == .polygons } }) else {
            return scene
        }
        let (result, _, removed) = removeUnreferencedVertices(scene)
        let count = removed.reduce(0, +)
        guard count > 0 else { return scene }
        diagnostics.append(
            Diagnostic(
                PackageCode.verticesUnreferenced.rawValue, .note, count: count, at: .whole,
                wording: "vertices without faces were left out; to keep them: \(.option, "unreferenced=keep")"))
        return result
    }

    private func welded(
        _ scene: MeshScene, _ tolerance: Double, _ diagnostics: inout [Diagnostic]
    ) throws(ReadError) -> MeshScene {
        let own = tolerance / (scene.metersPerUnit ?? 1)
        guard own > 0, (own * 4).isFinite else {
            throw ReadError(.usage, .whole, "the distance for joining seams must be above 0, not \(tolerance)")
        }
        let (welded, _, _, _, changed) = weldVertices(
            scene,
            WeldOptions(zerosAreEqual: true, tolerance: own, positionsOnly: true, countsCollapsed: false))
        let count = changed.reduce(0) { $0 + $1.welded }
        guard count > 0 else { return scene }
        let move = (changed.map(\.largestMove).max() ?? 0) * (scene.metersPerUnit ?? 1)
        diagnostics.append(
            Diagnostic(
                PackageCode.seamsWelded.rawValue, .note, count: count, at: .whole,
                "vertices joined with near ones, as asked for: the first one's colour stays, "
                    + "the largest move is \(PlainNumbers.short(move)) m"))
        let (result, _, removed) = removeDegenerateElements(welded)
        let faces = removed.reduce(0) { $0 + $1.reduce(0, +) }
        guard faces > 0 else { return welded }
        diagnostics.append(
            Diagnostic(
                PackageCode.facesCollapsed.rawValue, .note, count: faces, at: .whole,
                "faces without an area after joining were left out"))
        return options.keepsUnreferenced ? result : removeUnreferencedVertices(result).scene
    }
}
