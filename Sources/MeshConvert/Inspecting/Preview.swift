import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRender
import ScanPackages

/// A picture of what a file or a package shows, as a PNG file.
///
/// ```swift
/// let picture = try Preview(of: .path("room.glb"))
/// ```
public struct Preview: Sendable {
    /// What a picture shows.
    public enum Subject: String, Sendable, CaseIterable {
        /// The model as it is seen.
        case model
        /// Depth of a package's frames, near to far from blue to red; grey is not measured.
        case depth
        /// Confidence of a package's frames: red, yellow and green for low, medium and high.
        case confidence
    }

    /// The side that a model is seen from.
    public enum Side: String, Sendable, CaseIterable {
        case corner, front, back, left, right, top, bottom
    }

    /// How it is shown.
    public struct Options: Sendable, Hashable {
        /// What is shown.
        public var subject = Subject.model
        /// The side that a model is seen from.
        public var side = Side.corner
        /// The width of a model's picture in pixels, 1 to 8192.
        public var width = 1024
        /// Its height.
        public var height = 768
        /// The most frames on a sheet; of more, every second, third and so on is taken.
        public var mostFrames = 20

        /// Creates the default options.
        public init() {}
    }

    /// The PNG file.
    public let png: [UInt8]
    /// What isn't shown though it is there: lower case, no full stop.
    public let remarks: [String]

    /// Makes a picture.
    ///
    /// - Throws: an error that says what the source lacks.
    public init(
        of source: Source, _ options: Options = Options(), converting: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        let (picture, remarks): (RenderedPicture, [String])
        switch options.subject {
        case .model:
            let document = try pipeline.document(of: source, options: converting)
            (picture, remarks) = try Self.explained(source.name) { () throws(RenderError) in
                try Self.model(document.scene.atRest, options, converting.execution)
            }
        case .depth, .confidence:
            let files = try PackageFiles.found(at: source.name, options: converting)
            guard let files else {
                throw .usage("expected a scan package, whose frames have \(options.subject), found '\(source.name)'")
            }
            let package = try ConvertError.reading(source.name) { () throws(ReadError) in
                try ScanPackage.read(files, options: converting.packageOptions(lenient: true, pipeline.formats))
            }
            let frames = FrameSheet(package, options)
            (picture, remarks) = try Self.explained(source.name) { () throws(RenderError) in try frames.picture() }
        }
        var writer = PNGWriter(width: picture.width, height: picture.height, layout: .rgb)
        writer.isSRGB = true
        do throws(ImageError) { png = try writer.file(picture.pixels) } catch {
            throw .read(ReadError(.limitExceeded, .whole, error.message), path: source.name)
        }
        self.remarks = remarks
    }

    private static func model(
        _ scene: MeshScene, _ options: Options, _ execution: Execution
    ) throws(RenderError) -> (RenderedPicture, [String]) {
        var view = ViewOptions()
        (view.width, view.height) = (options.width, options.height)
        view.direction =
            switch options.side {
            case .corner: .threeQuarter
            case .front: .front
            case .back: .back
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            }
        let rendered = try triangulate(scene).scene.rendered(
            view, workers: execution.workers, decode: OperationLosses.texels)
        var remarks: [String] = []
        if !rendered.unreadImages.isEmpty {
            remarks.append("images that can't be read: \(rendered.unreadImages.count)")
        }
        if rendered.skippedElementCount > 0 {
            remarks.append("faces, lines and points without a place: \(rendered.skippedElementCount)")
        }
        return (rendered.picture, remarks)
    }

    /// Names the source in an error.
    private static func explained<R>(_ name: String, _ body: () throws(RenderError) -> R) throws(ConvertError) -> R {
        do throws(RenderError) { return try body() } catch {
            throw .read(ReadError(.usage, .whole, error.message), path: name)
        }
    }
}

/// Depth or confidence of a package's frames on one sheet.
private struct FrameSheet {
    let package: ScanPackage
    let options: Preview.Options

    init(_ package: ScanPackage, _ options: Preview.Options) { (self.package, self.options) = (package, options) }

    func picture() throws(RenderError) -> (RenderedPicture, [String]) {
        let isDepth = options.subject == .depth
        let frames = package.frames.filter { (isDepth ? $0.depthPath : $0.confidencePath) != nil }
        guard !frames.isEmpty else {
            throw RenderError(
                "expected frames with \(options.subject), found \(package.frames.count) frames and none with it")
        }
        let step = (frames.count - 1) / max(options.mostFrames, 1) + 1
        let majority = isDepth ? package.depthMajority() : nil
        var pictures: [RenderedPicture] = []
        var unread = 0
        for index in stride(from: 0, to: frames.count, by: step) {
            let picture = isDepth ? try depth(frames[index], majority) : try confidence(frames[index])
            guard let picture else {
                unread += 1
                continue
            }
            // Frames of another size don't fit onto the sheet.
            if let first = pictures.first, (first.width, first.height) != (picture.width, picture.height) {
                unread += 1
                continue
            }
            pictures.append(picture)
        }
        guard let first = pictures.first else {
            throw RenderError("expected frames with \(options.subject), found \(unread) that can't be read")
        }
        // About as wide as high.
        let columns = (1...pictures.count).first { columns in
            columns * first.width >= ((pictures.count - 1) / columns + 1) * first.height
        }
        let sheet = try RenderedPicture.contactSheet(pictures, columns: columns ?? 1)
        return (sheet, unread > 0 ? ["frames that can't be read, or have another size: \(unread)"] : [])
    }

    private func depth(_ frame: ScanFrame, _ majority: DepthByteOrder?) throws(RenderError) -> RenderedPicture? {
        guard let map = try? package.depthMap(of: frame, majority: majority) else { return nil }
        return try DepthPicture.depth(
            map.samples.map { Float(Double($0) * map.scale) }, width: map.width, height: map.height)
    }

    private func confidence(_ frame: ScanFrame) throws(RenderError) -> RenderedPicture? {
        guard let map = try? package.confidenceMap(of: frame) else { return nil }
        return try DepthPicture.confidence(map.levels, width: map.width, height: map.height)
    }
}
