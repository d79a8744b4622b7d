import MeshArchive
import MeshFormats
import MeshImages
import MeshModel
import MeshRender
import ScanPackages

/// A picture of what a file or a package shows, as a PNG or JPEG file.
///
/// ```swift
/// let picture = try Preview(of: .path("room.glb"))
/// ```
public struct Preview: Sendable {
    /// The file.
    public let file: [UInt8]
    /// What isn't shown though it is there: lower case, no full stop.
    public let remarks: [String]
    /// The paths of files that the model names and that were read, besides the source itself.
    public let sideFiles: [String]
    /// The picture, of several the first.
    let picture: RenderedPicture

    /// Makes a picture.
    ///
    /// The clip and the moment of `converting` are shown; without, the pose at rest.
    ///
    /// - Throws: an error that says what the source lacks.
    public init(
        of source: Source, _ options: Options = Options(), converting: ConvertOptions = ConvertOptions(),
        pipeline: Pipeline = Pipeline()
    ) throws(ConvertError) {
        try options.check()
        let threads = converting.execution.threads
        switch options.subject {
        case .model:
            let document = try pipeline.document(of: source, options: converting)
            sideFiles = document.sideFiles + document.scene.images.compactMap(\.path)
            let shots = try ModelShots(document.scene, options, converting, source.name)
            if options.isAnimated {
                let film = try shots.film()
                (file, picture, remarks) = (film.file, film.first, film.remarks)
                return
            }
            (picture, remarks) = try options.turntable == nil ? shots.still() : shots.turntable()
        case .depth, .confidence:
            let files = try PackageFiles.found(at: source.name, options: converting)
            guard let files else {
                throw .usage("expected a scan package, whose frames have \(options.subject), found '\(source.name)'")
            }
            let package = try ConvertError.reading(source.name) { () throws(ReadError) in
                try ScanPackage.read(files, options: converting.packageOptions(lenient: true, pipeline.formats))
            }
            sideFiles = []
            let frames = FrameSheet(package, options)
            (picture, remarks) = try Self.explained(source.name) { () throws(RenderError) in try frames.picture() }
        }
        let picture = picture
        file = try Self.written(source.name) { () throws(ImageError) in
            switch options.form {
            case .png: return try picture.png(threads: threads)
            case .jpeg:
                var writer = JPEGWriter(width: picture.width, height: picture.height, layout: .rgb)
                writer.quality = 90
                return try writer.file(picture.pixels, threads: threads)
            }
        }
    }

    /// Names the source in an error.
    static func explained<R>(_ name: String, _ body: () throws(RenderError) -> R) throws(ConvertError) -> R {
        do throws(RenderError) { return try body() } catch {
            throw .read(ReadError(.usage, .whole, error.message), path: name)
        }
    }

    /// Names the source in an error.
    static func written<R>(_ name: String, _ body: () throws(ImageError) -> R) throws(ConvertError) -> R {
        do throws(ImageError) { return try body() } catch {
            throw .read(ReadError(.limitExceeded, .whole, error.message), path: name)
        }
    }
}

extension RenderedPicture {
    /// The picture as a PNG file.
    func png(threads: Int = 1) throws(ImageError) -> [UInt8] {
        var writer = PNGWriter(width: width, height: height, layout: .rgb)
        writer.isSRGB = true
        return try writer.file(pixels, threads: threads)
    }
}
