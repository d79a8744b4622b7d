import MeshBytes
public import MeshFormats
import MeshModel
import Reconstruction
public import ScanPackages

/// Linked scans combined in one scene with a node for each.
///
/// ```swift
/// let scans = try CombinedScans(paths.map { try ScanPackage.open($0) })
/// try convert(.document(scans.document, named: "flat"), to: .path("flat.glb"))
/// ```
///
/// The scan of the location with the smallest id stays in place. Links place the others: those in `stitching.json` and
/// `graph.json` of all packages, and each scan's registration. Of several scans of one location only the oldest is
/// shown, but the links and registrations of all count.
public struct CombinedScans: Sendable {
    /// The scene, in metres and +Y up, with diagnostics such as the misclosure of loops.
    public private(set) var document: Document
    /// The placement of the locations.
    public let placement: ScanPlacement
    /// The indices of the shown packages in the given list, ascending.
    public private(set) var shown: [Int] = []

    /// Combines scans.
    ///
    /// - Parameters:
    ///   - packages: one for each scan; those without a mesh help to place others.
    ///   - aligning: whether each scan is moved onto those that are placed already, where they overlap: links place it
    ///     roughly, and up to half a metre off. The first one shown stays.
    ///   - asOne: whether the depth frames of all packages become one shape, which needs ``ConvertOptions/reconstruction``;
    ///     then all scans of a location count, and ``shown`` has those with depth.
    ///   - options: options for reading meshes; ``ScanMeshOptions/space`` is ignored, since nodes place them.
    ///   - pipeline: the pipeline that reads the meshes.
    /// - Throws: an error naming the entry of a mesh that can't be read; ``MeshFormats/ReadError/Code/missing`` if no
    ///   package has a mesh.
    public init(
        _ packages: [ScanPackage], aligning: Bool = false, asOne: Bool = false,
        options: ConvertOptions = ConvertOptions(), pipeline: Pipeline = Pipeline()
    ) throws(ReadError) {
        let scans = packages.enumerated().map { index, package in
            // A package without a location is a location by itself.
            LinkedScan(package)
                ?? LinkedScan(locationID: "\u{7F}\(index)", rawToCanonical: package.rawToCanonical)
        }
        placement = ScanPlacement(scans, links: packages.flatMap { $0.links + ($0.graph?.links ?? []) })
        var scene = MeshScene()
        scene.upAxis = .y
        scene.metersPerUnit = 1
        document = Document(of: scene)
        document.diagnostics = placement.diagnostics
        // The size of all files, as for one package.
        document.byteCount = packages.reduce(0) { sum, package in
            let (total, overflow) = sum.addingReportingOverflow(package.files.byteCount)
            return overflow ? .max : total
        }
        if asOne {
            try fuse(packages, scans, aligning: aligning, options)
            if !aligning { noteGroups(scans) }
            return
        }
        var names = NodeNames(packages)
        var parts: [(name: String, scene: MeshScene)] = []
        var aligned: [ScanAligner.Scan] = []
        let representatives = Set(LinkedScan.representatives(scans))
        var options = options
        options.scanMesh.space = .canonical
        for (index, package) in packages.enumerated() {
            guard representatives.contains(index) else {
                note("scan.older", package, "left out: an older scan of the same location is shown")
                continue
            }
            let hasShape =
                options.reconstruction == nil
                ? package.hasShape : package.frames.contains { $0.depthPath != nil }
            guard hasShape else {
                let lack = options.reconstruction == nil ? "mesh" : "depth"
                note("mesh.missing", package, "left out: the package has no \(lack)")
                continue
            }
            let read = try Self.mesh(of: package, options, pipeline)
            document.diagnostics += read.diagnostics
            document.residue += read.residue
            let shape = try Self.inMeters(read.scene, package)
            let place = placement.canonicalToWorld[scans[index].locationID] ?? .identity
            parts.append((names.name(of: scans[index].locationID, package), shape))
            let cloud = aligning ? try ScanAligner.cloud(of: shape, options) : nil
            aligned.append(ScanAligner.Scan(name: package.files.name, cloud: cloud ?? PointCloud(), place: place))
            shown.append(index)
        }
        guard !shown.isEmpty else {
            let lack = options.reconstruction == nil ? "a mesh" : "depth"
            throw ReadError(.missing, .whole, "none of the packages has \(lack)")
        }
        if aligning { try align(&aligned, options) }
        for (part, scan) in zip(parts, aligned) {
            scene.add(part.scene, below: Node(name: part.name, transform: Self.transform(scan.place)))
        }
        document.scene = scene
        document.variant = Self.variant
        if !aligning { noteGroups(scans) }
    }

    private mutating func align(_ scans: inout [ScanAligner.Scan], _ options: ConvertOptions) throws(ReadError) {
        var aligner = ScanAligner(options)
        try aligner.align(&scans)
        document.diagnostics += aligner.findings
    }

    /// Makes one shape of the depth frames of all packages.
    private mutating func fuse(
        _ packages: [ScanPackage], _ scans: [LinkedScan], aligning: Bool, _ options: ConvertOptions
    ) throws(ReadError) {
        guard let reconstruction = options.reconstruction else {
            throw ReadError(
                .usage, .whole,
                wording: """
                    to make one shape of all scans, choose how: \
                    \(.reconstruction, ReconstructionOptions.Method.tsdf.rawValue)
                    """)
        }
        var options = options
        options.scanMesh.space = .canonical
        var placed: [ScanAligner.Scan] = []
        for (index, package) in packages.enumerated() {
            let reader = DepthFrameReader(package)
            guard !reader.frames.isEmpty else {
                note("mesh.missing", package, "left out: the package has no depth")
                continue
            }
            let cloud = aligning ? try MeshPlacement.measuredCloud(reader, options) : PointCloud()
            let place = placement.canonicalToWorld[scans[index].locationID] ?? .identity
            placed.append(ScanAligner.Scan(name: package.files.name, cloud: cloud, place: place))
            shown.append(index)
        }
        if aligning { try align(&placed, options) }
        let used = shown.map { packages[$0] }
        let readers = zip(used, placed).map { DepthFrameReader($0, motion: $1.place) }
        let frames = FrameWalk(readers, names: placed.map(\.name), options)
        let made = try PackageReconstruction.document(of: used, frames, reconstruction, options)
        document.diagnostics += made.diagnostics
        document.scene = made.scene
        document.variant = Self.variant
    }

    /// Reads a package's mesh. Diagnostics get the package's name, since entries of several packages have the same
    /// names.
    private static func mesh(
        of package: ScanPackage, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ReadError) -> Document {
        let name = package.files.name
        do throws(ReadError) {
            var document = try PackageMesh.read(package, options: options, pipeline: pipeline)
            for index in document.diagnostics.indices {
                document.diagnostics[index].location = .sideFile(name, document.diagnostics[index].location)
            }
            return document
        } catch {
            throw ReadError(error.code, .sideFile(name, error.location), wording: error.wording)
        }
    }

    /// Checks that a mesh is in metres and +Y up, as meshes of packages are by default: one scene can't mix frames.
    private static func inMeters(_ scene: MeshScene, _ package: ScanPackage) throws(ReadError) -> MeshScene {
        guard scene.upAxis ?? .y == .y, scene.metersPerUnit ?? 1 == 1 else {
            throw ReadError(
                .unsupported, .sideFile(package.files.name, .whole),
                "the mesh is not in metres with Y up, so it can't be combined with others")
        }
        return scene
    }

    private static func transform(_ place: Affine) -> NodeTransform {
        guard place != .identity else { return .identity }
        return .matrix(place.columnMajor)
    }

    private mutating func note(_ code: String, _ package: ScanPackage, _ message: String) {
        document.diagnostics.append(Diagnostic(code, .note, at: .sideFile(package.files.name, .whole), message))
    }

    /// Warns about groups of scans without links between them: their relative position is unknown.
    private mutating func noteGroups(_ scans: [LinkedScan]) {
        let locations = Set(shown.map { scans[$0].locationID })
        let count = placement.groups.count { $0.contains(where: locations.contains) }
        guard count > 1 else { return }
        document.diagnostics.append(
            Diagnostic(
                "link.none", .warning, count: count, at: .whole,
                "the scans form \(count) groups without links between them: each starts at the origin"))
    }
}

/// Unique names for the nodes of scans: the location's name in the graph, else the package's.
private struct NodeNames {
    private let locations: [String: String]
    private var used: Set<String> = []

    init(_ packages: [ScanPackage]) {
        var found: [String: String] = [:]
        for node in packages.flatMap({ $0.graph?.nodes ?? [] }) where !node.name.isEmpty {
            found[node.locationID] = found[node.locationID] ?? node.name
        }
        locations = found
    }

    mutating func name(of location: String, _ package: ScanPackage) -> String {
        let file = package.files.name.lastPathPart
        let name = locations[location] ?? (file.lowercased().hasSuffix(".zip") ? String(file.dropLast(4)) : file)
        var number = 1
        var distinct = name
        while !used.insert(distinct).inserted {
            number += 1
            distinct = "\(name) \(number)"
        }
        return distinct
    }
}

extension CombinedScans {
    fileprivate static let variant = "scans"
}

extension Source {
    /// Whether it is the document of several scans, whose shapes are made.
    var isCombined: Bool {
        if case .document(let document) = kind { document.variant == CombinedScans.variant } else { false }
    }
}
