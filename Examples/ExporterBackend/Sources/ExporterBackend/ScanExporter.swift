public import MeshConvert

/// A scan as the app keeps it on the device.
public struct Scan: Sendable {
    /// Its folder: `raw_data/` with images, depth, confidence, poses and `scan4d_metadata.json`, and, once it is saved,
    /// `mesh.obj` with `colors.bin` and `face_classes.bin`.
    public var folder: String
    /// The links of its location and of the group it belongs to, `stitching.json` and `graph.json`, as the database has
    /// them; nil: none.
    public var links: (stitching: [UInt8]?, graph: [UInt8]?) = (nil, nil)
    /// The mesh from ARKit's buffers while the session runs; nil: that of the folder.
    public var liveMesh: ScanMesh?
    /// Whether the colours come from photographs; before the user taps "Color" they are normals.
    public var isColored = true
    /// The location's name, for the name of the exported file.
    public var location: String?
    public var name: String
    public var id: String
    /// Unix seconds of the capture.
    public var timestamp: Double

    public init(folder: String, location: String?, name: String, id: String, timestamp: Double) {
        (self.folder, self.location, self.name, self.id, self.timestamp) = (folder, location, name, id, timestamp)
    }
}

/// Exports scans: packages of frames, and meshes with their colours.
///
/// Keep one exporter: all its exports share one memory budget. Nothing is staged, and a file appears whole or not
/// at all. A cancelled task leaves nothing and throws `CancellationError`.
public final class ScanExporter: Sendable {
    /// The choices of the user.
    public enum Format: String, CaseIterable, Sendable {
        case scan4d, polycam, raw, usdz, ply, obj

        var package: PackageVariant? { PackageVariant(rawValue: rawValue) }
    }

    /// Makes persons unrecognisable where the device's masks show them.
    public struct Privacy: Sendable {
        let image: PackageConvertOptions.ImageRewriter
        let depth: PackageConvertOptions.DepthRewriter

        /// - Parameter unmasked: treats pictures without a mask, for example by asking Vision: frames before the first mask,
        ///   360° stills, the glasses' pictures. Nil leaves out the picture and everything that refers to it.
        public init(unmasked: @escaping PackageConvertOptions.ImageRewriter) {
            // Depth without a mask stays as it is, as in the app.
            let hiding = PersonHiding(withoutMask: .keep)
            image = { image, bytes in
                if image.persons == nil { return try await unmasked(image, bytes) }
                return try hiding.image(image, bytes)
            }
            depth = hiding.depth
        }
    }

    private let converter: Converter
    private let privacy: Privacy?
    private let profile: PackageProfile
    private let threads: Int

    /// - Parameters:
    ///   - memory: the bytes that exports may need together.
    ///   - privacy: nil: scans that were made with the privacy filter on are not exported as packages.
    ///   - profile: the conventions of packages; `scan4D05` are those of the app's own version 0.5.
    public init(memory: Int, privacy: Privacy?, profile: PackageProfile = .scan4D) {
        converter = Converter(memory: memory)
        (self.privacy, self.profile) = (privacy, profile)
        // A frame that is rewritten is in memory before and after, and as pixels in between.
        threads = max(1, min(Parallel.availableThreads, memory / 96_000_000))
    }

    /// Exports a scan into a folder, under the app's name for it.
    ///
    /// - Parameters:
    ///   - report: gets the completed part of the work, 0 to 1, at most 20 times a second, from any thread.
    /// - Returns: the file's path, and the losses.
    @concurrent public func export(
        _ scan: Scan, as format: Format, to folder: String, report: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> (path: String, report: Report) {
        let name = PackageName(
            location: scan.location, scan: scan.name, format: format.rawValue, timestamp: scan.timestamp, id: scan.id)
        let path = "\(folder)/\(name.fileName())"
        let work = Work { progress in report(Self.part(progress)) }
        let done: Report
        if let variant = format.package {
            done = try await converter.convertPackage(
                scan.folder, to: path, as: variant, options: packageOptions(scan, variant, work))
        } else {
            done = try await converter.convert(mesh(scan), to: path, options: meshOptions(scan, format, work))
        }
        report(1)
        return (path, done)
    }

    private func packageOptions(_ scan: Scan, _ variant: PackageVariant, _ work: Work) -> PackageConvertOptions {
        var options = PackageConvertOptions()
        options.writing.profile = profile
        if variant == .scan4D {
            for (name, bytes) in [("stitching.json", scan.links.stitching), ("graph.json", scan.links.graph)] {
                if let bytes { options.parts.entries.append(.init(name: name, bytes: bytes)) }
            }
        }
        options.common.work = work
        options.common.execution.threads = threads
        options.rewriteImage = privacy?.image
        options.rewriteDepth = privacy?.depth
        // A picture that Vision could not check does not leave the device.
        options.writing.rewriterFailure = .leavesOut
        return options
    }

    private func mesh(_ scan: Scan) throws -> Source {
        if let mesh = scan.liveMesh { return try .scene(mesh.scene(), named: scan.name) }
        return .path(scan.folder)
    }

    private func meshOptions(_ scan: Scan, _ format: Format, _ work: Work) -> ConvertOptions {
        var options = ConvertOptions()
        options.work = work
        options.scanMesh.colorSource = scan.isColored ? .photo : .normals
        // Blocks of ARKit overlap slightly at their seams.
        options.scanMesh.seamTolerance = 0.001
        if format == .ply { options.scanMesh.colorRounding = .nearest }
        return options
    }

    /// Reading is the first third, writing the rest.
    private static func part(_ progress: Work.Progress) -> Double {
        let part = min(1, Double(progress.completed) / Double(max(progress.total ?? 1, progress.completed, 1)))
        switch progress.phase {
        case .reading: return part / 3
        case .fitting: return 1.0 / 3
        case .writing: return 1.0 / 3 + part * 0.6
        case .hashing, .verifying, .saving: return 0.95
        }
    }
}
