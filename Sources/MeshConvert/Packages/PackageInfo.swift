public import MeshBytes
import MeshFormats
import MeshModel
public import ScanPackages

/// The contents of a scan package: counts of frames and of their data.
public struct PackageInfo: Sendable {
    /// The path as given.
    public let path: String
    /// The package.
    public let package: ScanPackage
    /// What its meshes hold; empty if they were not looked at.
    public private(set) var models: [ModelSummary] = []

    /// Collects the facts about a package, without those about its meshes.
    public init(_ package: ScanPackage, path: String) {
        self.path = path
        self.package = package
    }

    /// Collects the facts about a package, and reads its meshes for theirs.
    ///
    /// - Throws: an error that ends all reading; a mesh that can't be read is a fact about it.
    public init(
        _ package: ScanPackage, path: String, options: ConvertOptions, pipeline: Pipeline = Pipeline()
    ) throws(ReadError) {
        self.init(package, path: path)
        models = try PackageMesh.choice(package, options: options, pipeline: pipeline).models
    }

    /// The decompressed size of all files, in bytes.
    public var byteCount: Int { package.files.byteCount }

    /// The image sizes according to the cameras: `1920x1440`, each once, most frequent first.
    public var imageSizes: [String] {
        var counts: [String: Int] = [:]
        for lens in package.frames.compactMap(\.intrinsics) where lens.width > 0 {
            counts["\(lens.width)x\(lens.height)", default: 0] += 1
        }
        return counts.inOrder { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The box around all cameras in the raw frame, in metres, if the unit is known; nil without poses.
    public var bounds: (minimum: SIMD3<Double>, maximum: SIMD3<Double>)? {
        let centres = package.frames.filter(\.hasUsablePose).compactMap { $0.pose?.translation }
        guard var low = centres.first else { return nil }
        var high = low
        for centre in centres {
            low = low.replacing(with: centre, where: centre .< low)
            high = high.replacing(with: centre, where: centre .> high)
        }
        return (low, high)
    }

    /// The document `meshconv.info/2`, with the facts about packages in `package`.
    public var json: JSONValue { Envelope.done("info", Self.fields.members(of: self)) }

    private static let fields: [Field<PackageInfo>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount)]), Field("format") { _ in "package" },
        Field("variant", \.package.kind.rawValue), Field("bytes", \.byteCount),
        Field("diagnostics", \.package.diagnostics), .group("package", contents),
    ]

    static let contents: [Field<PackageInfo>] = [
        Field("kind", \.package.kind), Field("files", \.package.files.entries.count),
        Field("folder") { $0.package.wrapper.isEmpty ? nil : $0.package.wrapper },
        Field("frames", \.package.frames.count), count("keyframes", \.isKeyframe),
        count("cubeFaces") { $0.kind != .phone }, count("images") { $0.imagePath != nil },
        count("depth") { $0.depthPath != nil }, count("confidence") { $0.confidencePath != nil },
        count("masks") { $0.maskPath != nil }, count("poses", \.hasUsablePose),
        Field("cameras") { $0.package.sparseModel?.cameraCount },
        Field("observations") { $0.package.sparseModel?.observationCount }, Field("imageSizes", \.imageSizes),
        Field("poseLayout", \.package.poseLayout),
        Field("bounds") { $0.bounds.map { Info.Bounds(minimum: $0.minimum, maximum: $0.maximum) } },
        Field("registered") { $0.package.registration?.isApplied ?? false }, Field("links", \.package.links.count),
        Field("surfaces") { $0.package.roomPlan?.surfaces.count ?? 0 },
        Field("objects") { $0.package.roomPlan?.objects.count ?? 0 }, Field("stills", \.package.stills.count),
        Field("proxyImages", \.package.proxyImagePaths.count), Field("meshes", \.package.meshPaths),
        Field("models", \.models),
        Field("otherFiles", \.package.otherPaths),
    ]

    private static func count(
        _ name: String, _ isCounted: @escaping @Sendable (ScanFrame) -> Bool
    ) -> Field<PackageInfo> {
        Field(name) { $0.package.frames.count(where: isCounted) }
    }
}

extension PackageKind: DocumentedWord {}
extension PoseLayout: DocumentedWord {}

extension Check {
    /// Checks a package in all its files, and the mesh that is taken as a file of its own is.
    ///
    /// - Throws: an error that ends all reading; what can't be read is a finding.
    public init(
        _ package: PackageCheck, path: String, options: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ReadError) {
        var found = package.findings.map { diagnostic in
            var finding = CheckRules.finding(diagnostic)
            finding.frame = package.frame(of: diagnostic)
            return finding
        }
        let choice = try PackageMesh.choice(package.package, options: options, pipeline: pipeline)
        func add(_ finding: Finding, _ mesh: String) {
            var finding = finding
            finding.location = finding.location.map { "\(mesh): \($0)" } ?? mesh
            finding.place = finding.place.isEmpty ? mesh : "\(mesh), \(finding.place)"
            found.append(finding)
        }
        func refuse(_ mesh: String, _ problem: Wording) {
            add(Finding("mesh.unreadable", .error, message: "a mesh can't be read: \(problem)"), mesh)
        }
        for model in choice.models { model.problem.map { refuse(model.path, $0) } }
        if let taken = choice.models.first(where: \.isTaken)?.path {
            do throws(ReadError) {
                // That there are other meshes and frames is no finding about this one.
                var mesh = try choice.document()
                mesh.scene = try PackageMesh.document(choice, of: package.package, options).scene
                for finding in Check(mesh, path: path, purpose: options.purpose).findings { add(finding, taken) }
                if let placement = try MeshPlacement.measure(mesh.scene, against: package.package, options) {
                    add(placement.finding, taken)
                }
            } catch {
                refuse(taken, error.wording)
            }
        } else if options.purpose?.needsClosedSurface == true, choice.models.isEmpty {
            found.append(Finding("surface.missing", .error, message: "there is no mesh in it"))
        }
        self.init(
            path: path, variant: package.package.kind.rawValue, byteCount: package.package.files.byteCount,
            purpose: options.purpose, findings: found, badFrames: package.badFrames)
    }
}
